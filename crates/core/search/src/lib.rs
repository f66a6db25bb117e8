//! Game-tree search that knows no game by name: it asks the traits of `gebeta-rules` and an [`Eval`].
//!
//! No search assumes that turns alternate, and none asks a clock: callers cancel a search by returning `true` from
//! [`Limits::stop`]. The plain searches ([`minimax()`], [`Solver`], [`expect()`]) are the reference that every
//! clever one must equal.

mod alphabeta;
mod chance_table;
mod chance_tree;
mod deepen;
mod eval;
mod expectiminimax;
mod insertion_sort;
mod limits;
mod minimax;
mod move_order;
mod nodes;
mod report;
mod solve;
mod star2;
mod transposition_table;
mod tree;

pub use alphabeta::{AlphaBeta, Candidates, SearchOptions, TableUse, Unit, alphabeta};
pub use chance_table::Bounds;
pub use chance_tree::{BoundedChanceTree, ByRules, ChanceTree};
pub use deepen::deepen;
pub use eval::{Bounded, Eval};
pub use expectiminimax::{expect, expect_over};
pub use insertion_sort::insertion_sort;
pub use limits::Limits;
pub use minimax::minimax;
pub use nodes::Nodes;
pub use report::Report;
pub use solve::Solver;
pub use star2::{star, star_over};
pub use transposition_table::TranspositionTable;
pub use tree::{Branch, EvalTree, Then, Tree};
