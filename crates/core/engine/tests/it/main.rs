//! Integration tests, linked as one program.

mod chance_vectors;
mod engine;
mod hints;
mod levels;
mod mancala_search;
mod mancala_weights;
mod perfect;
mod pruning;
mod review;
mod senet_net;
mod solved_vectors;
mod sowing;
mod stop;
mod strength;
