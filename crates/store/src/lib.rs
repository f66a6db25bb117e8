//! Finished games and statistics in SQLite.
