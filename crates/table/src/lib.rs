//! A game on one device: who sits where, what was played, undo, results and statistics.
