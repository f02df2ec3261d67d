//! A model's tokens: their bytes, the trie of them, and sets of their numbers.
//!
//! Nothing here knows what a grammar is.

pub mod bytes;
pub mod sets;
pub mod trie;
