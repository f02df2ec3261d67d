//! Tells what surrounds a position of a middle: code, a comment, or a string, and the bracket around it.
//!
//! The lexer's state decides this by what a blank would become at the position. The language's folder says
//! which terminals are comments and strings. A replacement field of a formatted string is code.

use crate::grammar::Grammar;
use crate::grammar::brackets::Bracket;
use crate::layout::mode_rules::ModeAction;
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

    /// Returns the byte offset in the text at which the innermost bracket was opened.
    pub fn open_bracket(&self, state: &State) -> Option<usize> {
        self.joining_bracket(state).or_else(|| self.brackets.innermost(state.brackets))
    }

    /// Returns the byte offset in the text at which the innermost code within a string was opened, by the pending lexeme
    /// too.
    pub fn open_hole(&mut self, state: &State) -> Option<usize> {
        let mut ended = None;
        if state.last != NO_SET && self.may_move_holes(state) {
            let mut after = state.clone();
            ended = self.end_lexeme(&mut after, None).then_some(after);
        }
        let state = ended.as_ref().unwrap_or(state);
        let field = self.modes.open_field(state.place.modes);
        field.or_else(|| self.brackets.innermost_hole(state.brackets))
    }

    /// Returns whether that code is in a string of one line.
    pub fn is_hole_of_line(&self, state: &State) -> bool {
        self.modes.is_field_of_line(&self.grammar.layout.modes, state.place.modes)
    }

    /// Returns the same for a bracket that joins the lines in it to one.
    pub fn joining_bracket(&self, state: &State) -> Option<usize> {
        self.modes.open_bracket(state.place.modes)
    }

    /// Returns whether the pending lexeme may open or close code within a string. Most do not, and need not be parsed then.
    fn may_move_holes(&self, state: &State) -> bool {
        let action = self.grammar.layout.action_of(state.last);
        let stays = matches!(action, ModeAction::Stay | ModeAction::To(_));
        !stays || state.has_tail() || self.grammar.brackets.of(state.last) != Bracket::Neither
    }
}
