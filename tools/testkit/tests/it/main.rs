//! Integration tests, linked as one program.

mod docs;
mod fuzz_corpus;
