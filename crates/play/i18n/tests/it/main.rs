//! Integration tests, linked as one program.

mod catalog;
