//! Integration tests, linked as one program.

mod mancala_published;
mod mancala_solver;
mod mancala_table;
mod senet;
mod senet_any_rules;
mod senet_file;
mod table_file;
