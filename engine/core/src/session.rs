//! A document's two contexts, kept from one request to the next.

use std::sync::Arc;

use crate::exits::Exits;
use crate::grammar::Grammar;
use crate::guesses::Guesses;
use crate::join::Joined;
use crate::kept::Kept;
use crate::layout::modes::ROOT;
use crate::left::Left;
use crate::limits::{KEPT_BYTES, KEPT_BYTES_PER_BYTE, MAX_CONTEXT_BYTES};
use crate::quotient::{Quotient, RightHalf};
use crate::right::Right;
use crate::sets::TermSet;

/// Levels of indentation that right contexts are taken to begin because former ones did. More: they are
/// counted again.
const MOST_SHARED_LEVELS: u32 = 16;

/// Which context is at fault when no middle fits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Left,
    Right,
    /// Each could stand with something, but not with the other.
    Both,
}

/// Why no middle fits.
#[derive(Clone, Debug)]
pub struct Problem {
    pub side: Side,
    /// Byte offset into that side; the length of the left context for [`Side::Both`].
    pub offset: usize,
    pub message: String,
    pub expected: TermSet,
}

pub struct Session {
    grammar: Arc<Grammar>,
    left: Left,
    right: Right,
    /// The half of the last right context, and whether it was made for a middle with no content
    /// in front.
    half: Option<(bool, RightHalf)>,
    /// The [`Kept::generation`] that the numbers of charts are of.
    generation: u64,
}

impl Session {
    pub fn new(grammar: &Arc<Grammar>) -> Self {
        Self {
            grammar: Arc::clone(grammar),
            left: Left::new(grammar),
            right: Right::new(grammar),
            half: None,
            generation: 0,
        }
    }

    /// The quotient by two contexts, in bytes; what they share with the last ones is not read
    /// again. A problem says why no middle fits.
    pub fn quotient(&mut self, left: &[u8], right: &[u8]) -> Result<Quotient, Problem> {
        for (side, bytes) in [(Side::Left, left), (Side::Right, right)] {
            if bytes.len() > MAX_CONTEXT_BYTES {
                let message = format!("the context has more than {MAX_CONTEXT_BYTES} bytes");
                return Err(Problem { side, offset: 0, message, expected: TermSet::default() });
            }
        }
        self.with_kept(|session, kept| session.join(kept, left, right))
    }

    /// Read a text from both ends, for the cursors to come, and a part of what may be open in it besides.
    /// Returns whether another call would read more; nothing is read where the text is too long.
    pub fn read_ahead(&mut self, text: &[u8]) -> bool {
        text.len() <= MAX_CONTEXT_BYTES
            && self.with_kept(|session, kept| {
                session.update(kept, &[], text);
                session.right.read_ahead(&session.grammar, &mut kept.nodes);
                let is_more = session.right.read_guesses(&session.grammar, &mut kept.nodes);
                session.update(kept, text, &[]);
                is_more
            })
    }

    fn with_kept<T>(&mut self, call: impl FnOnce(&mut Self, &mut Kept) -> T) -> T {
        let grammar = Arc::clone(&self.grammar);
        grammar.kept.with(&grammar, |kept| {
            let is_full = |size| size > KEPT_BYTES + KEPT_BYTES_PER_BYTE * self.left.text().bytes().len();
            if self.generation != kept.generation || is_full(self.left.size()) || is_full(self.right.size()) {
                *self = Self::new(&grammar);
                self.generation = kept.generation;
            }
            call(self, kept)
        })
    }

    fn update(&mut self, kept: &mut Kept, left: &[u8], right: &[u8]) {
        let before = self.right.lexemes.length() as usize;
        self.right.lexemes.release();
        let change = self.left.update(&self.grammar, &mut kept.forward, left, right);
        self.right.update(self.left.text(), &change);
        if before != right.len() || change.kept < right.len() {
            self.half = None;
        }
    }

    fn join(&mut self, kept: &mut Kept, left: &[u8], right: &[u8]) -> Result<Quotient, Problem> {
        self.update(kept, left, right);
        self.right.check(&self.grammar, &mut kept.nodes);
        let pending = self.left.pending().map_err(|error| Problem {
            side: Side::Left,
            offset: error.offset,
            message: error.message,
            expected: error.expected,
        })?;
        let half = self.right_half(kept, !pending.has_content);
        let quotient = Quotient::new(&self.grammar, &kept.forward, &self.left, &pending, &half);
        if quotient.start().is_some() {
            return Ok(quotient);
        }
        Err(self.explain(kept, !pending.has_content, half.joined.is_enterable()))
    }

    fn right_half(&mut self, kept: &mut Kept, bare: bool) -> RightHalf {
        match &self.half {
            Some((for_bare, half)) if *for_bare == bare => half.clone(),
            _ => {
                let exits = Arc::new(self.exits(kept, bare));
                let joined = Arc::new(Joined::new(&self.grammar, &kept.nodes, &exits));
                let half = RightHalf { exits, joined, to_exit: Arc::default() };
                self.half = Some((bare, half.clone()));
                half
            }
        }
    }

    fn exits(&mut self, kept: &mut Kept, bare: bool) -> Exits {
        let mut exits = Exits::new(&self.grammar, &mut kept.nodes, &mut self.right, bare);
        if exits.levels > MOST_SHARED_LEVELS {
            let mut right = self.right.afresh(&self.grammar);
            exits.levels = Exits::new(&self.grammar, &mut kept.nodes, &mut right, bare).levels;
        }
        exits
    }

    /// Say which side is at fault. Where the right one breaks is found from scratch: what else the
    /// session has read before must not show.
    fn explain(&self, kept: &mut Kept, bare: bool, enterable: bool) -> Problem {
        let both = Problem {
            side: Side::Both,
            offset: self.left.bytes().len(),
            message: "the texts before and behind the cursor belong to no one program".to_owned(),
            expected: TermSet::default(),
        };
        if enterable {
            return both;
        }
        let mut right = self.right.afresh(&self.grammar);
        right.guesses = Guesses::off();
        let failure = right.lexemes.failure(&self.grammar, right.lexemes.length(), ROOT);
        Exits::new(&self.grammar, &mut kept.nodes, &mut right, bare);
        right.broken_at().or(failure).map_or(both, |offset| Problem {
            side: Side::Right,
            offset,
            message: "the text behind the cursor is not the end of any program".to_owned(),
            expected: TermSet::default(),
        })
    }
}
