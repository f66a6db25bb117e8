use gebeta_bots::Budget;
use gebeta_messages::Effort;

/// A proof may have this much memory for each gigabyte of the device.
const MEGABYTES_PER_GIGABYTE: usize = 16;
/// What the browser's tab can spare on a small and on a large device.
const LEAST_MEGABYTES: usize = 16;
const MOST_MEGABYTES: usize = 128;
/// Where the browser does not tell.
const USUAL_GIGABYTES: u32 = 4;

/// The work that `effort` allows, `nodes` positions where it does not say. `stop` is the clock.
pub(crate) fn of(effort: Effort, nodes: u64, stop: &dyn Fn() -> bool) -> Budget<'_> {
    // Who gives time but no number of positions wants all that fit into the time.
    let nodes = effort.nodes.unwrap_or(if effort.ms.is_some() { u64::MAX } else { nodes });
    let gigabytes = effort.memory.unwrap_or(USUAL_GIGABYTES) as usize;
    let megabytes = gigabytes.saturating_mul(MEGABYTES_PER_GIGABYTE).clamp(LEAST_MEGABYTES, MOST_MEGABYTES);
    Budget { depth: effort.depth, nodes, stop, megabytes, ..Budget::FREE }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_alone_is_the_only_limit() {
        let nodes = |effort| of(effort, 400, &|| false).nodes;
        assert_eq!(nodes(Effort::default()), 400);
        assert_eq!(nodes(Effort { ms: Some(5), ..Effort::default() }), u64::MAX);
        assert_eq!(nodes(Effort { ms: Some(5), nodes: Some(7), ..Effort::default() }), 7);
    }

    #[test]
    fn a_small_device_gives_less_memory() {
        let megabytes = |memory| of(Effort { memory, ..Effort::default() }, 1, &|| false).megabytes;
        assert_eq!([Some(0), Some(2), None, Some(8), Some(u32::MAX)].map(megabytes), [16, 32, 64, 128, 128]);
    }
}
