//! The full-screen game of the terminal.
