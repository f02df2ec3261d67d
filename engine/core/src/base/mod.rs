//! Small data structures: sets, texts, interners.
//!
//! Nothing here knows what a grammar is.

pub mod byte_sets;
pub mod codec;
pub mod ids;
pub mod interner;
pub mod sets;
pub mod text;
