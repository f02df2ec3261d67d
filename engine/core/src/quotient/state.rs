//! A position in a middle, and what its future depends on.

use smallvec::SmallVec;

use crate::base::byte_sets::is_word;
use crate::charts::earley::{ChartId, Item};
use crate::layout::modes::ModeStacks;
use crate::layout::place::LayoutState;
use crate::layout::quotes::{QuoteRun, Quotes};
use crate::lexer::NO_SET;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::unicode_names::Partial;

/// A position in a middle. It belongs to the quotient that made it.
#[derive(Clone, Debug)]
pub struct State {
    /// The chart of all lexemes that are over.
    pub(crate) chart: ChartId,
    /// The lexer's state in the pending lexeme; its mode's start with nothing pending.
    pub(crate) lexer: LexState,
    /// What the pending lexeme was when it last was a whole one, or [`NO_SET`].
    pub(crate) last: TermSetId,
    pub(crate) is_pending: bool,
    /// The last byte belongs to a word.
    pub(crate) after_word: bool,
    pub(super) first_byte: u8,
    /// Where the pending lexeme begins, and how far the state has come, in bytes of the text.
    pub(super) begin: u32,
    pub(super) at: u32,
    /// Quotes that may not occur here, and those just before.
    pub(super) quotes: Quotes,
    pub(crate) run: QuoteRun,
    /// The name of a character that is being written.
    pub(super) name: Option<Partial>,
    /// The pending lexeme's text, a list of [`super::pending_text::PendingTexts`], where it may be a keyword to compare.
    pub(crate) text: u32,
    /// Bytes since the pending lexeme last was a whole one.
    pub(super) tail: SmallVec<[u8; 12]>,
    pub(crate) place: LayoutState,
    /// Some content stands before the pending lexeme.
    pub(crate) has_content: bool,
}

/// A place in a middle with nothing pending, or with what is pending left aside.
#[derive(Clone, Copy)]
pub struct ParserSpot {
    pub chart: ChartId,
    pub place: LayoutState,
    pub has_content: bool,
    /// Where the next lexeme begins, in bytes of the text; of no use but for telling 0 from the rest.
    pub at: u32,
}

/// All that the future of a state depends on: see [`super::Quotient::future`].
#[derive(PartialEq, Eq, Hash)]
pub struct Future {
    pub items: Vec<Item>,
    pub lexer: LexState,
    pub last: TermSetId,
    /// Its stacks by their shapes.
    pub place: LayoutState,
    pub conditions: Vec<u8>,
    pub is_pending: bool,
    pub has_content: bool,
    /// The middle's last word may not grow into the right context's first one.
    pub is_kept_apart: bool,
    pub quotes: Quotes,
    pub run: QuoteRun,
    pub name: Option<Partial>,
    pub tail: Vec<u8>,
    pub text: Vec<u8>,
}

impl State {
    #[inline]
    pub(super) fn push(&mut self, byte: u8, lexer: LexState, accept: TermSetId) {
        if !self.is_pending {
            self.first_byte = byte;
            self.is_pending = true;
        }
        self.at += 1;
        self.after_word = is_word(byte);
        if self.quotes != 0 {
            self.run = self.run.after(byte);
        }
        self.lexer = lexer;
        if accept == NO_SET {
            if self.last != NO_SET {
                self.tail.push(byte);
            }
        } else {
            self.last = accept;
            self.tail.clear();
        }
    }

    /// Whether the lexer's state and the tail say all that counts in the pending lexeme.
    pub(crate) fn is_plain(&self) -> bool {
        self.quotes == 0 && self.name.is_none()
    }

    /// How long the pending lexeme is.
    pub(crate) fn pending_bytes(&self) -> usize {
        (self.at - self.begin) as usize
    }

    /// The same with a lexeme pending as it says, whatever bytes led there.
    pub(crate) fn pend(&mut self, lexer: LexState, last: TermSetId, tail: &[u8]) {
        self.at += 1;
        self.is_pending = true;
        (self.lexer, self.last) = (lexer, last);
        self.tail = tail.into();
    }

    /// The place of this state, what is pending left aside.
    pub(crate) fn spot(&self) -> ParserSpot {
        ParserSpot { chart: self.chart, place: self.place, has_content: self.has_content, at: self.begin }
    }

    /// The state at a place with nothing pending.
    pub(crate) fn between(spot: ParserSpot, modes: &ModeStacks) -> Self {
        Self {
            chart: spot.chart,
            lexer: modes.start(spot.place.modes),
            last: NO_SET,
            is_pending: false,
            after_word: false,
            first_byte: 0,
            begin: spot.at,
            at: spot.at,
            quotes: modes.quotes(spot.place.modes),
            run: QuoteRun::default(),
            name: None,
            text: 0,
            tail: SmallVec::new(),
            place: spot.place,
            has_content: spot.has_content,
        }
    }

    /// The first byte of the pending lexeme.
    pub(crate) fn first_byte(&self) -> u8 {
        self.first_byte
    }

    /// Where the pending lexeme begins, in bytes of the text.
    pub(crate) fn begin(&self) -> u32 {
        self.begin
    }

    /// How far the state has come, in bytes of the text.
    pub(crate) fn end(&self) -> u32 {
        self.at
    }

    /// How many bytes follow the pending lexeme as it last was a whole one.
    pub(crate) fn tail_length(&self) -> usize {
        self.tail.len()
    }

    /// The lexer's state, and the quotes that may not occur here.
    pub(crate) fn start(&self) -> (LexState, Quotes) {
        (self.lexer, self.quotes)
    }

    /// Bytes that would be lexed again if the pending lexeme had to end before them.
    pub(crate) fn has_tail(&self) -> bool {
        !self.tail.is_empty()
    }
}
