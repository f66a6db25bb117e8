/// Raises the limit of open files to what the system allows, since every connection is one, and returns it; none if there
/// is no known limit.
#[cfg(unix)]
pub(crate) fn allow_most() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    // If the system refuses, the limit stays.
    let is_raised = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum }).is_ok();
    if is_raised { maximum } else { current }
}

#[cfg(not(unix))]
pub(crate) fn allow_most() -> Option<u64> {
    None
}
