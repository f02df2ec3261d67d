//! A model's tokens: their bytes, the trie of them, and sets of their numbers.
//!
//! This module does not depend on grammars.

pub mod bytes;
pub mod declaring;
pub mod ended_words;
pub mod sets;
pub mod trie;
pub mod words;
