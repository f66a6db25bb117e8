use crate::{Limits, Nodes, Report};

/// Searches one ply deeper each time, until the limits say stop or everything is known. The caller is asked after every
/// depth too: where a depth is quick, the search itself may not have asked.
///
/// `search` answers none when it was stopped halfway; then the last finished depth stands. `finished` is called with
/// every finished depth. None if not even the first was finished.
pub fn deepen<M, V>(
    limits: Limits<'_>,
    mut search: impl FnMut(Limits<'_>) -> Option<Report<M, V>>,
    mut finished: impl FnMut(&Report<M, V>),
) -> Option<Report<M, V>> {
    let mut last: Option<Report<M, V>> = None;
    let mut spent = Nodes::default();
    for depth in 1..=limits.depth {
        let left = limits.nodes.saturating_sub(spent.total());
        let Some(mut report) = search(Limits { depth, nodes: left, ..limits }) else { break };
        spent += report.nodes;
        report.nodes = spent;
        finished(&report);
        let done = report.exact;
        last = Some(report);
        if done || (limits.stop)() {
            break;
        }
    }
    last
}
