use super::Rules;

/// Rules with a name, where they come from, and what is known about them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// What it is called here.
    pub name: String,
    /// What it is, in a line; empty if nothing is said.
    pub about: String,
    /// What the people who play it call it.
    pub native: String,
    /// Where it is played.
    pub region: String,
    /// Who has described it.
    pub source: String,
    /// The rules.
    pub rules: Rules,
}
