/// One of several servers, from its start until its end; one that starts again is another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct NodeId(pub u64);

/// A time in which no server lived, or none reached the store: in milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// Since when.
    pub began: u64,
    /// Until when; [`u64::MAX`] if it lasts.
    pub ended: u64,
    /// The server that alone was out while others lived; none if none did.
    pub node: Option<NodeId>,
}
