//! One lexeme of the right context, and what is known of it before it.

use crate::base::text::Distance;
use crate::layout::place::{ModeStack, Outcomes};
use crate::lexer::ids::TermSetId;

/// A lexeme of the right context. It contains no position, so that edits before and after it do not change
/// it.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Lexeme {
    /// The terminals that it may be.
    pub set: TermSetId,
    /// Its length in bytes.
    pub length: u32,
    /// The stacks that may be open after it and from which the end can be reached.
    pub ways: Outcomes,
    /// The number of brackets that are open before it, the greatest of all ways.
    pub brackets: u32,
    pub ahead: Ahead,
}

/// What the lexemes before a lexeme depend on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    pub is_alive: bool,
    pub brackets: u32,
    ahead: (Wanted, bool),
    /// Its terminals and its length, if the question asked for them.
    what: Option<(TermSetId, u32)>,
}

impl Lexeme {
    /// Returns whether the end can be reached from the lexeme.
    pub fn is_alive(&self) -> bool {
        !self.ways.is_empty()
    }

    /// Returns what other lexemes depend on, with its terminals and its length if `what` is set.
    pub fn facts(&self, what: bool) -> Facts {
        let what = what.then_some((self.set, self.length));
        Facts { is_alive: self.is_alive(), brackets: self.brackets, ahead: self.ahead.facts(), what }
    }
}

/// What must stand before a lexeme of the right context, so that parentheses after it in which a keyword
/// repeats are a definition's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub enum Wanted {
    #[default]
    Nothing,
    Def,
    DefAndName,
}

/// What a lexeme of the right context knows of the text after it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Ahead {
    pub wanted: Wanted,
    /// Whether a malformed escape lies in what the lexeme opens.
    pub is_malformed: bool,
    /// Where the text continues after what the lexeme opens: the distance from the lexeme in bytes, and the
    /// open frames.
    pub after: (u32, ModeStack),
}

impl Ahead {
    /// Returns what the lexemes before it depend on.
    pub fn facts(&self) -> (Wanted, bool) {
        (self.wanted, self.is_malformed)
    }
}

/// A lexeme of which it is not known whether the end can be reached after it.
pub struct Guessed {
    /// The distance before which looking stopped, or none if the text's end was looked at.
    pub stop: Option<u32>,
    /// Its terminals, the distance of its end, and the stacks that may be open there; none where there is no
    /// lexeme.
    pub found: Option<(TermSetId, Distance, Outcomes)>,
}
