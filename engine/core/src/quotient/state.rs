//! A position in a middle, and what its future depends on.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::byte_sets::is_word;
use crate::charts::earley::{ChartId, Item};
use crate::context::brackets::BracketStack;
use crate::layout::modes::ModeStacks;
use crate::layout::place::LayoutState;
use crate::layout::quotes::{QuoteRun, Quotes, Quoting};
use crate::lexer::NO_SET;
use crate::lexer::characters::unicode_names::Partial;
use crate::lexer::ids::{LexState, TermSetId};
use crate::names::trail::TrailId;

/// The unknown names that a middle may read from a position on.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Admitted {
    #[default]
    None,
    /// The pending name or the next one, which counts as known from there on.
    One,
    /// The same, if an import can bind it.
    Importable,
    /// All that imports can bind.
    Importables,
    All,
}

impl Admitted {
    /// Returns whether any unknown name may be read.
    pub fn is_any(self) -> bool {
        matches!(self, Self::One | Self::All)
    }

    /// Returns whether any unknown name may be read that an import can bind.
    pub fn is_import(self) -> bool {
        matches!(self, Self::Importable | Self::Importables)
    }

    /// Returns whether only one unknown name may be read.
    pub fn is_single(self) -> bool {
        matches!(self, Self::One | Self::Importable)
    }
}

/// What every name is taken for while masks are made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Assumed {
    Known,
    Unknown,
    /// Unknown names, of which only the pending one may be owed. No bracket is closed around names that are owed.
    Refused,
}

/// Whether a name is bound where it stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Binding {
    No,
    /// A statement begins with it.
    Perhaps,
    /// No expression can stand there.
    Only,
    /// It is a parameter of a function whose body reads it.
    Parameter,
}

/// The names that a middle has read, where they matter.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NamesRead {
    /// The lexemes that have ended.
    pub trail: TrailId,
    pub admitted: Admitted,
    /// Whether a name was read that what follows must bind.
    pub are_owed: bool,
    /// The lexemes up to the first unknown name in an expression that is bound if what follows assigns to that
    /// expression; the default if there is none.
    pub hoped: TrailId,
    /// Whether no further name may be read that what follows must bind, and none may be hoped to be bound.
    pub owe_nothing: bool,
    /// What every name is taken for, whatever it is; none if that is found out.
    pub assumed: Option<Assumed>,
}

impl NamesRead {
    /// Returns what was read if every name is taken for the same.
    #[must_use]
    pub fn assuming(self, assumed: Assumed) -> Self {
        let are_owed = self.are_owed && assumed == Assumed::Refused;
        Self { are_owed, owe_nothing: self.owe_nothing, assumed: Some(assumed), ..Self::default() }
    }

    /// Returns whether every name is taken for an unknown one.
    pub fn assumes_unknown(self) -> bool {
        self.assumed.is_some_and(|assumed| assumed != Assumed::Known)
    }
}

/// A position in a middle. It belongs to the quotient that created it.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The chart after all lexemes that have ended.
    pub(crate) chart: ChartId,
    /// The lexer's state in the pending lexeme; the start state of its mode if nothing is pending.
    pub(crate) lexer: LexState,
    /// The terminals of the pending lexeme at its last whole end, or [`NO_SET`].
    pub(crate) last: TermSetId,
    pub(crate) is_pending: bool,
    /// Whether the last byte belongs to a word.
    pub(crate) after_word: bool,
    pub(super) first_byte: u8,
    /// The byte offsets in the text at which the pending lexeme begins and at which the state is.
    pub(super) begin: u32,
    pub(super) at: u32,
    /// The quotes that may not occur here, and the run of quotes just before.
    pub(super) quotes: Quotes,
    pub(crate) run: QuoteRun,
    /// The name of a character that is being written.
    pub(super) name: Option<Partial>,
    /// The pending lexeme's text, a list of [`super::pending_text::PendingTexts`], where it may be a keyword
    /// to compare.
    pub(crate) text: u32,
    /// The bytes since the last whole end of the pending lexeme.
    pub(super) tail: SmallVec<[u8; 12]>,
    pub(crate) place: LayoutState,
    /// Whether any content stands before the pending lexeme.
    pub(crate) has_content: bool,
    pub(crate) names: NamesRead,
    /// The brackets that are open, if the layout policy does not keep them.
    pub(super) brackets: BracketStack,
}

/// A position in a middle at which nothing is pending, or without what is pending.
#[derive(Clone, Copy)]
pub struct ParserSpot {
    pub chart: ChartId,
    pub place: LayoutState,
    pub has_content: bool,
    /// Byte offset of the next lexeme in the text; only whether it is 0 matters.
    pub at: u32,
}

/// All that the future of a state depends on: see `Quotient::future`.
#[derive(PartialEq, Eq, Hash)]
pub struct Future {
    pub items: Vec<Item>,
    pub lexer: LexState,
    pub last: TermSetId,
    /// The layout state, with its stacks by their shapes.
    pub place: LayoutState,
    pub conditions: Vec<u8>,
    /// The names that are declared: see [`Scopes::print`](crate::layout::declared::numbers::Scopes::print).
    pub declared: u64,
    pub is_pending: bool,
    pub has_content: bool,
    /// Whether the middle's last word may not continue in the right context's first one.
    pub is_kept_apart: bool,
    pub quotes: Quotes,
    pub run: QuoteRun,
    pub name: Option<Partial>,
    pub tail: Vec<u8>,
    pub text: Vec<u8>,
    /// The names that what follows must bind. What else is known of names is left out.
    pub owed: Vec<Arc<[u8]>>,
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

    /// Appends bytes to the pending lexeme that do not change the lexer's state, where there are no quotes.
    pub(super) fn stay(&mut self, bytes: &[u8]) {
        self.at += bytes.len() as u32;
        self.after_word = bytes.last().is_some_and(|&byte| is_word(byte));
        if !self.tail.is_empty() {
            self.tail.extend_from_slice(bytes);
        }
    }

    /// Makes the pending lexeme a whole one of these terminals, which match since the next byte is known; there are none
    /// for [`NO_SET`]. Returns whether there are some.
    #[inline]
    pub(super) fn settle(&mut self, set: TermSetId) -> bool {
        if set == NO_SET {
            return false;
        }
        self.last = set;
        self.tail.clear();
        true
    }

    /// Returns the state with the pending lexeme as a whole one of these terminals.
    pub(crate) fn settled(&self, set: TermSetId) -> Self {
        let mut state = self.clone();
        state.settle(set);
        state
    }

    /// Lets the middle read unknown names from here on.
    pub fn admit(&mut self, admitted: Admitted) {
        self.names.admitted = admitted;
    }

    /// Lets the middle read no further names that what follows must bind.
    pub fn owe_nothing(&mut self) {
        self.names.owe_nothing = true;
    }

    /// Returns whether the lexer's state and the tail determine the future of the pending lexeme.
    pub(crate) fn is_plain(&self) -> bool {
        self.name.is_none()
    }

    /// Returns what may not occur here because of quotes.
    pub(crate) fn quoting(&self) -> Quoting {
        Quoting::new(self.quotes, self.run)
    }

    /// Returns the state as if everything could stand between quotes.
    pub(crate) fn without_quotes(&self) -> Self {
        Self { quotes: 0, ..self.clone() }
    }

    /// Returns the length of the pending lexeme, in bytes.
    pub(crate) fn pending_bytes(&self) -> usize {
        (self.at - self.begin) as usize
    }

    /// Returns the state as if the pending lexeme had never been whole.
    pub(crate) fn without_tail(&self) -> Self {
        Self { last: NO_SET, tail: SmallVec::new(), ..self.clone() }
    }

    /// Returns the state at the last whole end of the pending lexeme, but for the state of the lexer.
    pub(super) fn at_whole_end(&self) -> Self {
        Self { at: self.at - self.tail.len() as u32, tail: SmallVec::new(), ..self.clone() }
    }

    /// Returns the bytes since the last whole end of the pending lexeme.
    pub(super) fn tail(&self) -> &[u8] {
        &self.tail
    }

    /// Returns the state with the pending lexeme in another state of the lexer.
    pub(crate) fn in_lexeme(&self, lexer: LexState) -> Self {
        Self { lexer, ..self.clone() }
    }

    /// Makes a lexeme pending in the given state of the lexer, without the bytes that lead to it.
    pub(crate) fn pend(&mut self, lexer: LexState, last: TermSetId, tail: &[u8]) {
        self.at += 1 + tail.len() as u32;
        self.is_pending = true;
        (self.lexer, self.last) = (lexer, last);
        self.tail = tail.into();
        self.text = 0;
    }

    /// Returns the position of this state without what is pending.
    pub(crate) fn spot(&self) -> ParserSpot {
        ParserSpot { chart: self.chart, place: self.place, has_content: self.has_content, at: self.begin }
    }

    /// Returns the state at a position with nothing pending.
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
            names: NamesRead::default(),
            brackets: 0,
        }
    }

    /// Returns the state with other names read.
    pub(crate) fn with_names(&self, names: NamesRead) -> Self {
        Self { names, ..self.clone() }
    }

    /// Returns the first byte of the pending lexeme.
    pub(crate) fn first_byte(&self) -> u8 {
        self.first_byte
    }

    /// Returns the byte offset in the text at which the pending lexeme begins.
    pub(crate) fn begin(&self) -> u32 {
        self.begin
    }

    /// Returns the byte offset in the text at which the state is.
    pub(crate) fn end(&self) -> u32 {
        self.at
    }

    /// Returns the number of bytes after the last whole end of the pending lexeme.
    pub(crate) fn tail_length(&self) -> usize {
        self.tail.len()
    }

    /// Returns the lexer's state and the quotes that may not occur here.
    pub(crate) fn start(&self) -> (LexState, Quotes) {
        (self.lexer, self.quotes)
    }

    /// Returns whether bytes would be lexed again if the pending lexeme had to end at its last whole end.
    pub(crate) fn has_tail(&self) -> bool {
        !self.tail.is_empty()
    }
}
