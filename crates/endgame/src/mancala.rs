//! Endgame tables and the solver of the mancala family.
