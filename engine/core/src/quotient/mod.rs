//! The middle: Earley's algorithm with the quotient grammar, lexeme by lexeme, byte by byte.
//!
//! A [`State`] is a place in one middle; many share the quotient's arena of charts, which only
//! grows, so copying one copies a few words and going back is keeping a copy. Within a lexeme a
//! byte costs one step of the lexer; at a lexeme's end the parser makes one chart, remembered for
//! the next middle that comes the same way.

pub mod border;
pub mod conditions;
pub mod exits;
pub mod expected;
pub mod join;
pub mod surroundings;
pub mod viability;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::sets::{BitRows, TermSet};
use crate::charts::earley::{Charts, Item};
use crate::charts::forward::Forward;
use crate::charts::kernels::Kernels;
use crate::complete::estimates::{Estimates, ToExit};
use crate::context::left::{Left, Pending};
use crate::grammar::Grammar;
use crate::grammar::costs::Wording;
use crate::layout::modes::{Modes, QuoteRun, Quotes, is_clean, is_clean_start};
use crate::layout::python::{Column, Columns, Place, Stacks};
use crate::layout::scopes::NO_SCOPE;
use crate::layout::{self, Parser};
use crate::lexer::unicode_names::{self, Partial};
use crate::lexer::{DEAD, NO_SET};
use crate::limits::MAX_LEVELS;
use crate::mask::compute::{Known, Spot};
use crate::quotient::border::{Spared, is_word};
use crate::quotient::conditions::Texts;
use crate::quotient::exits::{Ending, Exits};
use crate::quotient::join::{Joined, Middle};

/// A position in a middle. It belongs to the quotient that made it.
#[derive(Clone, Debug)]
pub struct State {
    /// The chart of all lexemes that are over.
    pub(crate) chart: u32,
    /// The lexer's state in the pending lexeme; its mode's start with nothing pending.
    pub(crate) lexer: u16,
    /// What the pending lexeme was when it last was a whole one, or [`NO_SET`].
    pub(crate) last: u16,
    pub(crate) is_pending: bool,
    /// The last byte belongs to a word.
    pub(crate) after_word: bool,
    first_byte: u8,
    /// Where the pending lexeme begins, and how far the state has come, in bytes of the text.
    begin: u32,
    at: u32,
    /// Quotes that may not occur here, and those just before.
    quotes: Quotes,
    pub(crate) run: QuoteRun,
    /// The name of a character that is being written.
    name: Option<Partial>,
    /// The pending lexeme's text, a list of [`Texts`], where it may be a keyword to compare.
    pub(crate) text: u32,
    /// Bytes since the pending lexeme last was a whole one.
    tail: SmallVec<[u8; 12]>,
    pub(crate) place: Place,
    /// Some content stands before the pending lexeme.
    pub(crate) has_content: bool,
}

/// Chart, levels, column, and whether a NEWLINE is owed: what opening a line depends on.
type LineKey = (u32, u32, Column, bool);

/// Items, lexer, place, flags, tail and keywords: see [`Quotient::future`].
pub(crate) type Future =
    (Vec<Item>, u16, Place, (u16, [bool; 3], Quotes, QuoteRun, Option<Partial>), [Vec<u8>; 3]);

/// What the right context alone determines: its exits and its half of the quotient grammar.
#[derive(Clone)]
pub struct RightHalf {
    pub exits: Arc<Exits>,
    pub joined: Arc<Joined>,
    /// Found when first asked for.
    pub to_exit: Arc<[OnceLock<Arc<ToExit>>; 2]>,
}

/// The quotient grammar and the charts of every middle tried.
pub struct Quotient {
    pub grammar: Arc<Grammar>,
    joined: Arc<Joined>,
    pub(crate) exits: Arc<Exits>,
    charts: Charts,
    /// Per chart: the terminals that can come next.
    takes: Vec<TermSet>,
    /// Per chart: the exits that can be taken next.
    exit_rows: BitRows,
    pub(crate) stacks: Stacks,
    pub(crate) modes: Modes,
    pub(crate) texts: Texts,
    kernels: Kernels,
    /// Room for a kernel in the making.
    kernel: Vec<Item>,
    scanned: FxHashMap<(u32, u16, Column), Option<u32>>,
    opened: FxHashMap<LineKey, Option<(u32, u32)>>,
    pub(crate) lines: FxHashMap<(u32, u32, bool, bool), bool>,
    start: Option<State>,
    /// Bytes of the left context.
    pub(crate) cursor: u32,
    /// Whether the empty middle fits, where that is known beforehand.
    pub(crate) at_cursor: Option<bool>,
    to_exit: Arc<[OnceLock<Arc<ToExit>>; 2]>,
    /// Masks of the places that middles came through.
    pub(crate) masks: Known,
    /// What the searches for completions have found out, while none goes on.
    pub(crate) estimates: [Option<Estimates>; 2],
}

impl Quotient {
    /// Join both contexts; `left` must be free of errors up to `pending`.
    pub fn new(
        grammar: &Arc<Grammar>,
        forward: &Forward,
        left: &Left,
        pending: &Pending,
        half: &RightHalf,
    ) -> Self {
        let (exits, joined) = (Arc::clone(&half.exits), Arc::clone(&half.joined));
        let mut charts = Charts::new();
        let start = joined.enter(forward, left, pending, &mut charts);
        let mut quotient = Self {
            grammar: Arc::clone(grammar),
            exit_rows: BitRows::new(0, exits.list.len()),
            joined,
            exits,
            charts,
            takes: Vec::new(),
            stacks: Stacks::default(),
            modes: Modes::new(&grammar.modes),
            texts: Texts::default(),
            scanned: FxHashMap::default(),
            kernels: Kernels::default(),
            kernel: Vec::new(),
            opened: FxHashMap::default(),
            lines: FxHashMap::default(),
            start: None,
            cursor: left.bytes().len() as u32,
            at_cursor: None,
            to_exit: Arc::clone(&half.to_exit),
            masks: Known::default(),
            estimates: Default::default(),
        };
        while quotient.takes.len() < quotient.charts.count() as usize {
            quotient.look_ahead(quotient.takes.len() as u32);
        }
        quotient.start = start.and_then(|chart| quotient.first_state(chart, left, pending));
        quotient
    }

    /// What of the right context every middle leaves alone.
    pub fn spares(&self) -> Spared {
        self.exits.border.spared
    }

    /// The state at the cursor; none if no middle at all fits.
    pub fn start(&self) -> Option<&State> {
        self.start.as_ref()
    }

    fn first_state(&mut self, chart: u32, left: &Left, pending: &Pending) -> Option<State> {
        let levels = left.stacks.levels(pending.place.stack);
        let stack = levels[1..].iter().fold(0, |stack, &level| self.stacks.push(stack, level));
        let modes = self.modes.copy(&self.grammar.modes, &left.modes, pending.place.modes);
        let scopes = self.texts.scopes.copy(&left.scopes, pending.place.scopes);
        let mut state = State {
            chart,
            lexer: self.modes.start(modes),
            last: NO_SET,
            is_pending: false,
            after_word: false,
            first_byte: 0,
            begin: pending.start as u32,
            at: pending.start as u32,
            quotes: self.modes.quotes(modes),
            run: QuoteRun::at_end(&left.bytes()[..pending.start]),
            name: None,
            text: 0,
            tail: SmallVec::new(),
            place: Place { stack, modes, scopes, ..pending.place },
            has_content: pending.has_content,
        };
        let goes_on = self.advance(&mut state, &left.bytes()[pending.start..]);
        (goes_on && self.is_viable(&state)).then_some(state)
    }

    fn look_ahead(&mut self, chart: u32) {
        let mut takes = TermSet::default();
        self.exit_rows.push_row();
        for item in self.charts.items(chart) {
            takes.union_with(self.joined.takes(item.state));
            for &exit in self.joined.exits(item.state) {
                self.exit_rows.insert(chart as usize, exit as usize);
            }
        }
        self.takes.push(takes);
    }

    fn chart_after(&mut self, chart: u32, set: u16, column: Column) -> Option<u32> {
        let middle = Middle { joined: &self.joined, column };
        let mut kernel = std::mem::take(&mut self.kernel);
        kernel.clear();
        self.charts.scan_into(&middle, chart, self.grammar.lexer.set(set), &mut kernel);
        kernel.sort_unstable();
        kernel.dedup();
        let known = self.kernels.find(&self.charts, &kernel);
        let next = known.or_else(|| {
            let next = self.charts.push(&middle, kernel.iter().copied())?;
            self.kernels.enter(&kernel, next);
            Some(next)
        });
        self.kernel = kernel;
        if let (None, Some(next)) = (known, next) {
            self.look_ahead(next);
        }
        next
    }

    /// The terminals that can follow a chart.
    pub(crate) fn takes(&self, chart: u32) -> &TermSet {
        &self.takes[chart as usize]
    }

    /// The exits that can follow a chart.
    pub(crate) fn exits_after(&self, chart: u32) -> &[u64] {
        self.exit_rows.row(chart as usize)
    }

    pub(crate) fn has_exit(&self, chart: u32, exit: usize) -> bool {
        self.exit_rows.contains(chart as usize, exit)
    }

    pub(crate) fn charts(&self) -> &Charts {
        &self.charts
    }

    pub(crate) fn to_exit(&self, wording: Wording) -> &Arc<ToExit> {
        self.to_exit[wording as usize].get_or_init(|| {
            let costs = self.grammar.costs(wording);
            Arc::new(ToExit::new(&self.grammar, &self.joined, &self.exits, &costs))
        })
    }

    pub(crate) fn joined(&self) -> &Joined {
        &self.joined
    }

    pub(crate) fn exact_columns(&self) -> &[Columns] {
        self.joined.exact_columns()
    }

    /// The chart and levels behind the layout terminals that precede content at `place`.
    pub(crate) fn open_line(&mut self, chart: u32, place: Place) -> Option<(u32, u32)> {
        let key = (chart, place.stack, place.column, place.newline_pending);
        if let Some(&known) = self.opened.get(&key) {
            return known;
        }
        let grammar = Arc::clone(&self.grammar);
        let opened = layout::open_line(self, &grammar, chart, place).ok();
        self.opened.insert(key, opened);
        opened
    }

    /// The chart that content pending at this state would be scanned from.
    pub(crate) fn content_chart(&mut self, state: &State) -> Option<u32> {
        if state.place.opens_line() && matches!(self.grammar.layout, layout::Layout::Python(_)) {
            return self.open_line(state.chart, state.place).map(|(chart, _)| chart);
        }
        Some(state.chart)
    }

    /// Feed bytes, one lexeme's end after another; false when some lexeme or its order is wrong.
    /// The state is of no use then. Says nothing yet of what is pending: see [`Self::is_viable`].
    pub fn advance(&mut self, state: &mut State, bytes: &[u8]) -> bool {
        bytes.iter().all(|&byte| self.step(state, byte))
    }

    #[inline]
    pub(crate) fn step(&mut self, state: &mut State, byte: u8) -> bool {
        let next = self.grammar.lexer.step(state.lexer, byte);
        if next == DEAD {
            return self.end_lexeme(state, Some(byte));
        }
        self.push(state, byte, next)
    }

    #[inline]
    fn push(&mut self, state: &mut State, byte: u8, next: u16) -> bool {
        if state.quotes != 0 && !self.is_allowed(state, byte, next) {
            return false;
        }
        if state.name.is_some() || self.grammar.is_in_name(next) {
            let Ok(name) = unicode_names::follow(&self.grammar, state.name, byte, next) else { return false };
            state.name = name;
        }
        if self.awaits_word(state) {
            state.text = self.texts.with(state.text, byte);
        }
        state.push(byte, next, self.grammar.lexer.accept(next));
        true
    }

    /// Whether the quotes around a replacement field let a byte stand in it.
    #[cold]
    fn is_allowed(&self, state: &State, byte: u8, next: u16) -> bool {
        let is_comment = match &self.grammar.layout {
            layout::Layout::Python(names) => self.grammar.lexer.reachable(next).contains(names.comment),
            layout::Layout::None | layout::Layout::Go(_) | layout::Layout::Java(_) => false,
        };
        !is_comment && is_clean(&[byte], state.run, state.quotes)
    }

    /// End the pending lexeme where it last was a whole one, and lex again what lies behind.
    pub(crate) fn end_lexeme(&mut self, state: &mut State, byte: Option<u8>) -> bool {
        let mut rest: SmallVec<[u8; 16]> = state.tail.iter().copied().chain(byte).collect();
        state.at -= state.tail.len() as u32;
        loop {
            if state.last == NO_SET || !self.feed(state) {
                return false;
            }
            let mut end = 0;
            for (index, &byte) in rest.iter().enumerate() {
                let next = self.grammar.lexer.step(state.lexer, byte);
                if next == DEAD {
                    rest.drain(..end);
                    state.at -= (index - end) as u32;
                    end = usize::MAX;
                    break;
                }
                if !self.push(state, byte, next) {
                    return false;
                }
                if state.tail.is_empty() && state.last != NO_SET {
                    end = index + 1;
                }
            }
            if end != usize::MAX {
                return true;
            }
        }
    }

    /// Give the pending lexeme to layout and parser; nothing is pending behind it.
    pub(crate) fn feed(&mut self, state: &mut State) -> bool {
        let grammar = Arc::clone(&self.grammar);
        if grammar.is_too_long(state.last, (state.at - state.begin) as usize) {
            return false;
        }
        let lexeme = layout::Lexeme { set: state.last, first_byte: state.first_byte, at: state.begin };
        let Ok((chart, place)) = layout::feed(self, &grammar, state.chart, state.place, lexeme) else {
            return false;
        };
        let Ok(scopes) = self.scopes_behind(state) else { return false };
        state.has_content |= !grammar.is_ignored_set(state.last);
        state.chart = chart;
        state.place = Place { scopes, ..place };
        state.text = 0;
        state.lexer = self.modes.start(place.modes);
        if state.quotes == 0 {
            state.run = QuoteRun::default();
        }
        state.quotes = self.modes.quotes(place.modes);
        state.begin = state.at;
        state.last = NO_SET;
        state.is_pending = false;
        state.tail.clear();
        true
    }

    /// Whether the pending lexeme may end so in the right context: the quotes that the middle ends
    /// with may meet those there, and the names of characters exist.
    pub(crate) fn may_end(&self, state: &State, ending: &Ending) -> bool {
        let start = &self.exits.start;
        let length = (state.at - state.begin) as usize + ending.offset;
        is_clean_start(start, ending.offset, state.run, state.quotes)
            && !self.grammar.is_too_long(ending.set, length)
            && self.stacks.height(state.place.stack) + self.exits.levels <= MAX_LEVELS
            && unicode_names::fit(&self.grammar, state.lexer, state.name, &start[..ending.offset])
    }

    /// The terminals that would nest too deep at a place, or be at fault otherwise.
    pub(crate) fn refused_at(&self, place: Place) -> TermSet {
        let refused = self.texts.scopes.refused(place.scopes, &self.grammar.layout);
        self.modes.too_deep(&self.grammar.modes, place.modes).or(&refused)
    }

    /// What is missing from some name of a character that is being written.
    pub(crate) fn rest_of_name(&self, state: &State) -> Option<Vec<u8>> {
        state.name.map(|name| self.grammar.names().rest(name).to_vec())
    }

    /// What the future of a state depends on: equal for two states only if all that fits behind one
    /// fits behind the other.
    pub(crate) fn future(&self, state: &State) -> Future {
        let mut items = self.charts.items(state.chart).to_vec();
        items.sort_unstable();
        let modes = self.modes.shape(state.place.modes);
        let place = Place { modes, scopes: NO_SCOPE, ..state.place };
        let after_word = self.exits.border.keeps_apart() && state.after_word;
        let flags = [state.is_pending, state.has_content, after_word];
        let rest = (state.last, flags, state.quotes, state.run, state.name);
        let scopes = self.texts.scopes.shape(state.place.scopes);
        let texts = [state.tail.to_vec(), scopes, self.texts.text(state.text)];
        (items, state.lexer, place, rest, texts)
    }

    /// Where the innermost bracket was opened, in bytes of the text.
    pub fn open_bracket(&self, state: &State) -> Option<usize> {
        self.modes.open_bracket(state.place.modes)
    }

    /// The place behind the pending lexeme, if the parser ignores it.
    pub(crate) fn place_behind(&self, state: &State, set: u16) -> Place {
        layout::place_after_ignored(&self.grammar, state.place, self.grammar.lexer.set(set), state.first_byte)
    }

    /// Charts made so far, and the room they take in bytes.
    pub fn size(&self) -> (u32, usize) {
        (self.charts.count(), self.charts.size())
    }
}

impl Parser for Quotient {
    fn scan(&mut self, chart: u32, set: u16, stack: u32) -> Option<u32> {
        let column = self.stacks.top(stack);
        let key = (chart, set, column);
        if let Some(&known) = self.scanned.get(&key) {
            return known;
        }
        let next = self.chart_after(chart, set, column);
        self.scanned.insert(key, next);
        next
    }

    fn stacks(&mut self) -> &mut Stacks {
        &mut self.stacks
    }

    fn modes(&mut self) -> &mut Modes {
        &mut self.modes
    }
}

impl State {
    #[inline]
    fn push(&mut self, byte: u8, lexer: u16, accept: u16) {
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
    pub(crate) fn pend(&mut self, lexer: u16, last: u16, tail: &[u8]) {
        self.at += 1;
        self.is_pending = true;
        (self.lexer, self.last) = (lexer, last);
        self.tail = tail.into();
    }

    /// The place of this state, what is pending left aside.
    pub(crate) fn spot(&self) -> Spot {
        Spot { chart: self.chart, place: self.place, has_content: self.has_content, at: self.begin }
    }

    /// The state at a place with nothing pending.
    pub(crate) fn between(spot: Spot, modes: &Modes) -> Self {
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
    pub(crate) fn start(&self) -> (u16, Quotes) {
        (self.lexer, self.quotes)
    }

    /// Bytes that would be lexed again if the pending lexeme had to end before them.
    pub(crate) fn has_tail(&self) -> bool {
        !self.tail.is_empty()
    }
}
