//! Rules as finite automata over terminals and rules (recursive transition networks).
//!
//! Nothing here knows bytes, lexers or layouts.

pub mod dfa;
pub mod simplify;
