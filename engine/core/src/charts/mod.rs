//! This module implements Earley's algorithm, with charts in an arena, and keeps the charts of contexts,
//! which all texts of a language share.
//!
//! The charts depend on terminals only, not on a text.

pub mod automaton;
pub mod closures;
pub mod earley;
pub mod facts;
pub mod forward;
pub mod kernels;
pub mod lists;
pub mod origins;
pub mod pool;
pub mod predictions;
pub mod reverse;
pub mod rule_sets;
pub mod shared;
