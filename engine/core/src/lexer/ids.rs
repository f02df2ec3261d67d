//! Numbers of the lexer that have a meaning of their own.

/// The state from which nothing matches.
pub const DEAD: u16 = 0;

/// The empty set of terminals, among the sets of a lexer.
pub const NO_SET: u16 = 0;
