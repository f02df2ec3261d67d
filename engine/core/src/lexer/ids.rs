//! Types of numbers that the lexer uses.

use crate::base::ids::id_type;

id_type! {
    /// The number of a state of the lexer.
    LexState: u16
}

id_type! {
    /// The number of a set of terminals of a lexer.
    TermSetId: u16
}

/// The state from which nothing matches.
pub const DEAD: LexState = LexState(0);

/// The empty set of terminals.
pub const NO_SET: TermSetId = TermSetId(0);
