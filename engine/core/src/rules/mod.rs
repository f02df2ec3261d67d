//! Rules as finite automata over terminals and rules (recursive transition networks).
//!
//! This module does not depend on bytes, lexers or layouts.

pub mod contexts;
pub mod dfa;
pub mod mark_loops;
pub mod marks;
pub mod restrict;
pub mod simplify;
