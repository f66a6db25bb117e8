//! Game-tree search that knows no game by name: it asks the traits of `gebeta-rules` and an [`Eval`].
//!
//! Nobody here assumes that turns alternate, and nobody asks a clock: a caller that has no more time says so
//! through [`Limits::stop`]. The plain searches ([`minimax()`], [`Solver`], [`expect()`]) are the reference that every
//! clever one must equal.

mod alphabeta;
mod chance_tree;
mod deepen;
mod eval;
mod expect;
mod few;
mod limits;
mod memory;
mod minimax;
mod nodes;
mod order;
mod report;
mod solve;
mod star;
mod table;
mod tree;

pub use alphabeta::{AlphaBeta, Candidates, Recall, Style, Unit, alphabeta};
pub use chance_tree::{BoundedChanceTree, ByRules, ChanceTree};
pub use deepen::deepen;
pub use eval::{Bounded, Eval};
pub use expect::{expect, expect_over};
pub use few::sort_few;
pub use limits::Limits;
pub use memory::Memory;
pub use minimax::minimax;
pub use nodes::Nodes;
pub use report::Report;
pub use solve::Solver;
pub use star::{star, star_over};
pub use table::Bounds;
pub use tree::{Branch, Then, Tree, Whole};
