//! Small data structures: sets, texts, interners.
//!
//! This module does not depend on grammars.

pub mod byte_sets;
pub mod chains;
pub mod codec;
pub mod ids;
pub mod interner;
pub mod interrupt;
pub mod packed_lists;
pub mod sets;
pub mod text;
pub mod treap;
