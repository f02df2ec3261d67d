//! The texts left and right of the cursor, which are read once and kept over edits.
//!
//! Nothing here knows the middle or a model's tokens.

pub mod brackets;
pub mod checkpoints;
pub mod later_keys;
pub mod left;
pub mod right;
