//! Tells what surrounds a position of a middle: code, a comment, or a string.
//!
//! The lexer's state decides this by what a blank would become at the position. The language's folder says
//! which terminals are comments and strings. A replacement field of a formatted string is code.

use crate::grammar::Grammar;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, NO_SET};
use crate::quotient::{Quotient, State};

/// What surrounds a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Surroundings {
    Code,
    Comment,
    String,
}

impl Surroundings {
    /// Returns what a lexeme in a state of the lexer is about to be.
    fn of(grammar: &Grammar, state: LexState) -> Self {
        if grammar.is_in_comment(state) {
            Self::Comment
        } else if grammar.is_in_text(state) {
            Self::String
        } else {
            Self::Code
        }
    }
}

impl Quotient {
    /// Returns whether a lexeme of code ends at the position of a state and goes on with a letter.
    ///
    /// It may stand in a string, as `$name` does. A blank would then belong to the string again.
    pub fn is_in_word(&self, state: &State) -> bool {
        let goes_on = self.grammar.lexer.step(state.lexer, b'a');
        goes_on != DEAD && !self.grammar.is_in_text(goes_on)
    }

    /// Returns what surrounds the position of a state.
    pub fn surroundings(&mut self, state: &State) -> Surroundings {
        let mut state = state.clone();
        loop {
            let goes_on = self.grammar.lexer.step(state.lexer, b' ');
            if goes_on != DEAD {
                return Surroundings::of(&self.grammar, goes_on);
            }
            if state.last == NO_SET || !self.end_lexeme(&mut state, None) {
                return Surroundings::of(&self.grammar, state.lexer);
            }
        }
    }
}
