//! Integration tests, linked as one program.

mod bitboard;
mod interchange;
mod mancala_properties;
mod moves;
mod notation;
mod perft;
mod pie;
mod playthroughs;
mod presets;
mod senet_bitboard;
mod senet_properties;
mod sowing;
mod sowing_properties;
