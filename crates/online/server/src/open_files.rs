/// Lets the program have as many open files as the system allows it, for every connection is one, and tells how many; none
/// where there is no limit that is known.
#[cfg(unix)]
pub(crate) fn allow_most() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // Where that is refused it stays as it was.
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    if is_raised { maximum } else { current }
}

#[cfg(not(unix))]
pub(crate) fn allow_most() -> Option<u64> {
    None
}
