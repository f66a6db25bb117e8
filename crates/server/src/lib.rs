//! Serves the browser game.
