//! One lexeme of the right context, and what others learn from it.

use smallvec::SmallVec;

use crate::base::text::Distance;
use crate::layout::modes::Outcomes;
use crate::layout::place::ModeStack;
use crate::lexer::ids::TermSetId;

/// One lexeme of the right context. It does not say where it is, so that edits before and behind it leave
/// it what it was.
#[derive(Clone, Default, Debug)]
pub struct Lexeme {
    /// The terminals it may be.
    pub set: TermSetId,
    /// Bytes of it.
    pub length: u32,
    /// What may be open behind it, so that the end is reached.
    pub ways: SmallVec<[ModeStack; 2]>,
    /// Brackets that are open in front of it, the most of all ways.
    pub brackets: u32,
    pub ahead: Ahead,
}

/// What those in front of a lexeme learn from it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts {
    pub is_alive: bool,
    pub brackets: u32,
    ahead: (Wanted, bool),
    /// What it is and how long, where that was asked.
    what: Option<(TermSetId, u32)>,
}

impl Lexeme {
    pub fn is_alive(&self) -> bool {
        !self.ways.is_empty()
    }

    /// What others learn from it, and what it is if that matters to them.
    pub fn facts(&self, what: bool) -> Facts {
        let what = what.then_some((self.set, self.length));
        Facts { is_alive: self.is_alive(), brackets: self.brackets, ahead: self.ahead.facts(), what }
    }
}

/// What must stand before a lexeme of the right context, so that parentheses behind it in which a
/// keyword repeats are a definition's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Wanted {
    #[default]
    Nothing,
    Def,
    DefAndName,
}

/// What a lexeme of the right context knows of what lies behind it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ahead {
    pub wanted: Wanted,
    /// For a lexeme that opens something: a malformed escape lies in it.
    pub is_malformed: bool,
    /// And where the text goes on behind what it opens: in bytes from here, and what is open there.
    pub behind: (u32, ModeStack),
}

impl Ahead {
    /// What those in front of it learn from it.
    pub fn facts(&self) -> (Wanted, bool) {
        (self.wanted, self.is_malformed)
    }
}

/// A lexeme whose ways on are not looked at.
pub struct Guessed {
    /// The distance in front of which the looking stopped; none if it looked at the text's end.
    pub stop: Option<u32>,
    /// Its set, the distance of its end, and what may be open there; none where there is no lexeme.
    pub found: Option<(TermSetId, Distance, Outcomes)>,
}
