//! Numbers of the lexer.

use crate::base::ids::id_type;

id_type! {
    /// A state of the lexer.
    LexState: u16
}

id_type! {
    /// A set of terminals, among those of a lexer.
    TermSetId: u16
}

/// The state from which nothing matches.
pub const DEAD: LexState = LexState(0);

/// The empty set of terminals.
pub const NO_SET: TermSetId = TermSetId(0);
