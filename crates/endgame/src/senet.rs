//! Exact win probabilities of Senet.
