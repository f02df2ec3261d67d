//! The middle: Earley's algorithm with the quotient grammar, lexeme by lexeme and byte by byte.
//!
//! A [`State`] is a position in one middle. All states share the quotient's arena of charts, which only
//! grows, so a copy costs a few words, and returning to a position means keeping its copy. Within a lexeme a
//! byte costs one step of the lexer. At a lexeme's end the parser builds one chart, which is kept for other
//! middles.

pub mod border;
pub mod conditions;
pub mod declared;
pub mod exit_costs;
pub mod exits;
pub mod expected;
pub mod join;
pub mod known_names;
pub mod mistakes;
pub mod pairing;
pub mod pending_text;
pub mod state;
pub mod surroundings;
pub mod viability;

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::sets::{BitRows, TermId, TermSet};
use crate::charts::automaton::Automaton;
use crate::charts::earley::{ChartId, Charts, Item};
use crate::charts::forward::ForwardCharts;
use crate::charts::kernels::Kernels;
use crate::charts::pool::Spare;
use crate::context::brackets::{BracketStack, BracketStacks};
use crate::context::left::{Left, Pending};
use crate::grammar::costs::Wording;
use crate::grammar::feed::{self, LayoutParser};
use crate::grammar::splits::{Parts, Split};
use crate::language::Language;
use crate::layout::columns::{Column, Columns, FILE_LEVEL, IndentStack, IndentStacks};
use crate::layout::declared::numbers::AT_START;
use crate::layout::modes::ModeStacks;
use crate::layout::place::LayoutState;
use crate::layout::place::NO_SCOPE;
use crate::layout::quotes::{QuoteRun, is_clean, is_clean_start};
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};
use crate::limits::MAX_LEVELS;
use crate::names::cursor::NameFilter;
use crate::quotient::border::Spared;
use crate::quotient::exit_costs::{ExitCosts, Precision};
use crate::quotient::exits::{Ending, Exits};
use crate::quotient::join::{Middle, RightQuotient};
use crate::quotient::pending_text::PendingTexts;
pub use crate::quotient::state::State;
use crate::quotient::state::{Future, NamesRead};

/// What opening a line depends on: the chart, the levels, the column, and whether a NEWLINE is pending.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct LineKey {
    chart: ChartId,
    levels: IndentStack,
    column: Column,
    owes_newline: bool,
}

/// What the right context alone determines: the exits and the right half of the quotient grammar.
#[derive(Clone)]
pub struct RightHalf {
    pub exits: Arc<Exits>,
    pub joined: Arc<RightQuotient>,
    /// The exit costs of each wording, coarse and exact, computed on first use.
    pub to_exit: Arc<[OnceLock<Arc<ExitCosts>>; 4]>,
    /// The right half of the exits that lead into a string, made when it is asked for; none if it would be too deep.
    pub into_string: Arc<OnceLock<Option<RightQuotient>>>,
}

impl RightHalf {
    /// Returns the half of some exits, and of the quotient grammar made of them.
    pub fn new(exits: Arc<Exits>, joined: Arc<RightQuotient>) -> Self {
        Self { exits, joined, to_exit: Arc::default(), into_string: Arc::default() }
    }
}

/// The quotient grammar and the charts of every middle tried.
pub struct Quotient {
    pub grammar: Arc<Language>,
    joined: Arc<RightQuotient>,
    pub(crate) exits: Arc<Exits>,
    charts: Charts,
    /// Per chart: the exits that can be taken next.
    exit_rows: BitRows,
    pub(crate) stacks: IndentStacks,
    pub(crate) modes: ModeStacks,
    pub(crate) texts: PendingTexts,
    brackets: BracketStacks,
    kernels: Kernels,
    /// A buffer in which a kernel is built.
    kernel: Vec<Item>,
    /// The charts whose terminals hold the lexemes that may be two terminals in a row.
    are_split: Vec<bool>,
    /// Per states after the first part of such a lexeme, where no rule is complete, and second part: whether it can follow.
    second_parts: FxHashMap<TermId, FxHashMap<Box<[u32]>, bool>>,
    /// A buffer of such states.
    states: Vec<u32>,
    scanned: FxHashMap<(ChartId, TermSetId, Column), Option<ChartId>>,
    opened: FxHashMap<LineKey, Option<(ChartId, IndentStack)>>,
    pub(crate) lines: FxHashMap<(ChartId, IndentStack, bool, bool), bool>,
    start: Option<State>,
    /// Length of the left context, in bytes.
    pub(crate) cursor: u32,
    /// Whether the empty middle fits, where that is known beforehand.
    pub(crate) at_cursor: Option<bool>,
    /// The names that middles may read; none if they may read all.
    pub(crate) names: Option<NameFilter>,
    to_exit: Arc<[OnceLock<Arc<ExitCosts>>; 4]>,
}

impl Quotient {
    /// Joins both contexts; `left` must have no error before `pending`.
    pub fn new(
        grammar: &Arc<Language>,
        forward: &ForwardCharts,
        left: &Left,
        pending: &Pending,
        half: &RightHalf,
        names: Option<NameFilter>,
    ) -> Self {
        let (exits, joined) = (Arc::clone(&half.exits), Arc::clone(&half.joined));
        let Spare { mut charts, kernels } = grammar.spares.take();
        let start = pairing::enter(&joined, forward, left, pending, &mut charts);
        let mut quotient = Self {
            grammar: Arc::clone(grammar),
            exit_rows: BitRows::new(0, exits.list.len()),
            joined,
            exits,
            charts,
            stacks: IndentStacks::default(),
            modes: ModeStacks::new(&grammar.layout.modes),
            texts: PendingTexts::default(),
            brackets: BracketStacks::default(),
            are_split: Vec::new(),
            second_parts: FxHashMap::default(),
            states: Vec::new(),
            scanned: FxHashMap::default(),
            kernels,
            kernel: Vec::new(),
            opened: FxHashMap::default(),
            lines: FxHashMap::default(),
            start: None,
            cursor: left.bytes().len() as u32,
            at_cursor: None,
            names,
            to_exit: Arc::clone(&half.to_exit),
        };
        for chart in 0..quotient.charts.count() {
            quotient.look_ahead(ChartId::at(chart as usize));
        }
        if let Some(start) = start {
            quotient.add_splits(start);
        }
        quotient.start = start.and_then(|chart| quotient.first_state(chart, left, pending));
        quotient
    }

    /// Returns what every middle spares of the right context.
    pub fn spares(&self) -> Spared {
        self.exits.border.spared
    }

    /// Returns the state at the cursor, or none if no middle fits.
    pub fn start(&self) -> Option<&State> {
        self.start.as_ref()
    }

    fn first_state(&mut self, chart: ChartId, left: &Left, pending: &Pending) -> Option<State> {
        let levels = left.stacks.levels(pending.place.stack);
        let stack = levels[1..].iter().fold(FILE_LEVEL, |stack, &level| self.stacks.push(stack, level));
        let modes = self.modes.copy(&self.grammar.layout.modes, &left.modes, pending.place.modes);
        let scopes = self.texts.scopes.copy(&left.scopes, pending.place.scopes);
        let declared = self.declared_before(left, pending)?;
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
            place: LayoutState { stack, modes, scopes, declared, ..pending.place },
            has_content: pending.has_content,
            names: NamesRead::default(),
            brackets: self.brackets_before(left),
        };
        let can_end = self.ends_count(chart, modes);
        let goes_on = can_end && self.advance(&mut state, &left.bytes()[pending.start..]);
        (goes_on && !self.keys_clash(state.place.scopes) && self.is_viable(&state)).then_some(state)
    }

    /// Returns the stack of the brackets that are open before the pending lexeme.
    fn brackets_before(&mut self, left: &Left) -> BracketStack {
        if !self.grammar.brackets.are_known() {
            return 0;
        }
        let open = left.open_brackets().into_iter();
        open.fold(0, |stack, open| self.brackets.with(stack, open))
    }

    fn look_ahead(&mut self, chart: ChartId) {
        self.exit_rows.push_row();
        for exit in self.charts.exits(chart) {
            self.exit_rows.insert(chart.index(), exit as usize);
        }
    }

    fn chart_after(&mut self, chart: ChartId, set: TermSetId, column: Column) -> Option<ChartId> {
        let middle = Middle { joined: &self.joined, column };
        let mut kernel = std::mem::take(&mut self.kernel);
        kernel.clear();
        self.charts.scan_into(&middle, chart, set, &mut kernel);
        if !self.grammar.splits.of(set).is_empty() {
            let grammar = Arc::clone(&self.grammar);
            self.scan_parts(grammar.splits.of(set), chart, column, &mut kernel);
        }
        let middle = Middle { joined: &self.joined, column };
        kernel.sort_unstable_by_key(|item| item.key());
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

    /// Appends the items after the two parts of a lexeme to a kernel.
    fn scan_parts(&mut self, splits: &[Parts], chart: ChartId, column: Column, kernel: &mut Vec<Item>) {
        let grammar = Arc::clone(&self.grammar);
        for &Parts { first, second } in splits {
            let Some(between) = self.chart_known(chart, first, column) else { continue };
            let middle = Middle { joined: &self.joined, column };
            self.charts.scan_into(&middle, between, second, kernel);
            self.scan_parts(grammar.splits.of(second), between, column, kernel);
        }
    }

    /// Returns the chart after a set of terminals, which is kept.
    fn chart_known(&mut self, chart: ChartId, set: TermSetId, column: Column) -> Option<ChartId> {
        let key = (chart, set, column);
        if let Some(&known) = self.scanned.get(&key) {
            return known;
        }
        let next = self.chart_after(chart, set, column);
        self.scanned.insert(key, next);
        next
    }

    /// Adds to the terminals that can follow a chart the lexemes whose two parts can.
    fn add_splits(&mut self, chart: ChartId) {
        if self.grammar.splits.all().is_empty() || self.are_split.get(chart.index()) == Some(&true) {
            return;
        }
        self.are_split.resize(self.charts.count() as usize, false);
        self.are_split[chart.index()] = true;
        let grammar = Arc::clone(&self.grammar);
        for split in grammar.splits.all() {
            let takes = self.takes(chart);
            if takes.contains(split.first) && !takes.contains(split.whole) && self.takes_parts(chart, *split)
            {
                self.charts.add_taken(chart, split.whole);
            }
        }
    }

    /// Returns whether both parts of a lexeme can follow a chart.
    fn takes_parts(&mut self, chart: ChartId, split: Split) -> bool {
        let grammar = Arc::clone(&self.grammar);
        if !self.takes(chart).contains(split.first) {
            return false;
        }
        let (first, inner) = (grammar.lexer.single(split.first), grammar.splits.of_term(split.second));
        let is_open = self.open_states_after(chart, first);
        let known = self.second_parts.get(&split.second).and_then(|known| known.get(&*self.states));
        if let Some(&known) = known.filter(|_| is_open) {
            return known;
        }
        let states: Option<Box<[u32]>> = is_open.then(|| (&*self.states).into());
        let Some(between) = self.chart_known(chart, first, Column::ZERO) else { return false };
        let takes = self.takes(between).contains(split.second);
        // Whether the parts of the second part can follow depends on more than the states behind the first one.
        let is_certain = inner.is_none_or(|inner| !takes && !self.takes(between).contains(inner.first));
        let takes = takes || inner.is_some_and(|inner| self.takes_parts(between, inner));
        if let Some(states) = states.filter(|_| is_certain) {
            self.second_parts.entry(split.second).or_default().insert(states, takes);
        }
        takes
    }

    /// Finds the states after a chart and a terminal, sorted. Returns whether no rule is complete in them; else what can follow
    /// depends on more.
    fn open_states_after(&mut self, chart: ChartId, set: TermSetId) -> bool {
        let middle = Middle { joined: &self.joined, column: Column::ZERO };
        self.kernel.clear();
        self.charts.scan_into(&middle, chart, set, &mut self.kernel);
        self.states.clear();
        self.states.extend(self.kernel.iter().map(|item| item.state));
        self.states.sort_unstable();
        self.states.dedup();
        self.states.iter().all(|&state| middle.completes(state).is_none())
    }

    /// Returns the terminals that can follow a chart.
    pub(crate) fn takes(&self, chart: ChartId) -> &TermSet {
        self.charts.takes(chart)
    }

    /// Returns the exits that can follow a chart, as bits.
    pub(crate) fn exits_after(&self, chart: ChartId) -> &[u64] {
        self.exit_rows.row(chart.index())
    }

    pub(crate) fn has_exit(&self, chart: ChartId, exit: usize) -> bool {
        self.exit_rows.contains(chart.index(), exit)
    }

    pub(crate) fn charts(&self) -> &Charts {
        &self.charts
    }

    pub(crate) fn to_exit(&self, wording: Wording, precision: Precision) -> &Arc<ExitCosts> {
        self.to_exit[wording as usize * 2 + precision as usize].get_or_init(|| {
            let costs = self.grammar.costs(wording);
            Arc::new(ExitCosts::new(&self.grammar, &self.joined, &self.exits, &costs, precision))
        })
    }

    pub(crate) fn joined(&self) -> &RightQuotient {
        &self.joined
    }

    pub(crate) fn exact_columns(&self) -> &[Columns] {
        self.joined.exact_columns()
    }

    /// Returns the chart and levels after the layout terminals that precede content at `place`.
    pub(crate) fn open_line(&mut self, chart: ChartId, place: LayoutState) -> Option<(ChartId, IndentStack)> {
        let LayoutState { stack: levels, column, newline_pending, .. } = place;
        let key = LineKey { chart, levels, column, owes_newline: newline_pending };
        if let Some(&known) = self.opened.get(&key) {
            return known;
        }
        let grammar = Arc::clone(&self.grammar);
        let opened = feed::open_line(self, &grammar, chart, place).ok();
        self.opened.insert(key, opened);
        opened
    }

    /// Returns the chart from which content that is pending in this state would be scanned.
    pub(crate) fn content_chart(&mut self, state: &State) -> Option<ChartId> {
        if state.place.opens_line() && self.grammar.layout.lines.is_some() {
            return self.open_line(state.chart, state.place).map(|(chart, _)| chart);
        }
        Some(state.chart)
    }

    /// Feeds bytes, each lexeme when it ends. Returns false if a lexeme is malformed or cannot stand there;
    /// the state is invalid then. This does not check what is pending: see [`Self::is_viable`].
    pub fn advance(&mut self, state: &mut State, bytes: &[u8]) -> bool {
        let mut at = 0;
        while at < bytes.len() {
            if !self.step(state, bytes[at]) {
                return false;
            }
            at += 1;
            at += self.stay(state, &bytes[at..]);
        }
        true
    }

    /// Feeds the bytes at the beginning of a text that leave the lexer's state as it is, where nothing but their number
    /// matters: most of a long comment or string. Returns how many they are.
    fn stay(&mut self, state: &mut State, bytes: &[u8]) -> usize {
        let lexer = &self.grammar.lexer;
        let is_read = state.is_pending && state.quotes == 0 && !lexer.is_conditional(state.lexer);
        if !is_read || bytes.first().is_none_or(|&byte| lexer.step(state.lexer, byte) != state.lexer) {
            return 0;
        }
        let is_named = state.name.is_some() || self.grammar.names.is_in_name(state.lexer);
        if is_named || self.needs_text(state) || self.may_be_member(state.lexer) {
            return 0;
        }
        let (_, count) = lexer.steps(state.lexer, bytes, 0);
        state.stay(&bytes[..count]);
        count
    }

    #[inline]
    pub(crate) fn step(&mut self, state: &mut State, byte: u8) -> bool {
        let next = self.grammar.lexer.step(state.lexer, byte);
        state.settle(self.grammar.lexer.accept_before(state.lexer, byte));
        if next == DEAD {
            return self.end_lexeme(state, Some(byte));
        }
        self.push(state, byte, next)
    }

    #[inline]
    fn push(&mut self, state: &mut State, byte: u8, next: LexState) -> bool {
        if state.quotes != 0 && !self.is_allowed(state, byte, next) {
            return false;
        }
        if state.name.is_some() || self.grammar.names.is_in_name(next) {
            let Ok(name) = self.grammar.names.follow(state.name, byte, next) else { return false };
            state.name = name;
        }
        if self.needs_text(state) || self.may_be_member(next) {
            state.text = self.texts.with(state.text, byte);
        }
        state.push(byte, next, self.grammar.lexer.accept(next));
        true
    }

    /// Returns whether the quotes around a replacement field allow a byte in it.
    #[cold]
    fn is_allowed(&self, state: &State, byte: u8, next: LexState) -> bool {
        let lines = self.grammar.layout.lines.as_ref();
        let is_comment =
            lines.is_some_and(|lines| self.grammar.lexer.reachable(next).contains(lines.comment));
        !is_comment && is_clean(&[byte], state.run, state.quotes)
    }

    /// Feeds the pending lexeme to layout and parser, after which nothing is pending.
    pub(crate) fn feed(&mut self, state: &mut State) -> bool {
        let grammar = Arc::clone(&self.grammar);
        if grammar.is_too_long(state.last, (state.at - state.begin) as usize) {
            return false;
        }
        let set = self.set_by_name(state);
        let lexeme = feed::Lexeme {
            set,
            first_byte: state.first_byte,
            at: state.begin,
            told: self.told(state, set, &[]),
        };
        let Ok((chart, place)) = feed::feed(self, &grammar, state.chart, state.place, lexeme) else {
            return false;
        };
        if grammar.begins_count(set) && !self.ends_count(chart, place.modes) {
            return false;
        }
        let Ok(scopes) = self.scopes_after(state) else { return false };
        let Ok(declared) = self.declared_after(state) else { return false };
        if !self.follow_names(state, set) || self.is_mistaken(state) {
            return false;
        }
        state.has_content |= !grammar.is_ignored_set(state.last);
        state.brackets = self.brackets.after(state.brackets, grammar.brackets.of(set), state.begin);
        state.chart = chart;
        state.place = LayoutState { scopes, declared, ..place };
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

    /// Returns whether the pending lexeme may end as `ending` in the right context: the quotes of the
    /// middle's end and of the right context may adjoin, and limits and names of characters are respected.
    pub(crate) fn may_end(&self, state: &State, ending: &Ending) -> bool {
        let start = &self.exits.start;
        let length = (state.at - state.begin) as usize + ending.offset;
        is_clean_start(start, ending.offset, state.run, state.quotes)
            && !self.grammar.is_too_long(ending.set, length)
            && self.stacks.height(state.place.stack) + self.exits.levels <= MAX_LEVELS
            && self.grammar.names.fit(&self.grammar.lexer, state.lexer, state.name, &start[..ending.offset])
    }

    /// Returns the terminals that are refused at a place because they would nest too deeply or violate a
    /// condition.
    pub(crate) fn refused_at(&self, place: LayoutState) -> TermSet {
        let refused = self.grammar.layout.conditions.refused(&self.texts.scopes, place.scopes);
        let refused = refused.or(&self.refused_after_key(place.scopes));
        let refused = refused.or(&self.refused_after_held(place.declared));
        self.modes.too_deep(&self.grammar.layout.modes, place.modes).or(&refused)
    }

    /// Returns the missing rest of a name of a character that is being written.
    pub(crate) fn rest_of_name(&self, state: &State) -> Option<Vec<u8>> {
        state.name.map(|name| self.grammar.names.names().rest(name).to_vec())
    }

    /// Returns what the future of a state depends on. It is equal for two states only if every text that fits
    /// after one fits after the other.
    pub(crate) fn future(&mut self, state: &State) -> Future {
        let owed = self.owed_names(state);
        let mut items = self.charts.own_items(state.chart).to_vec();
        items.sort_unstable_by_key(|item| item.key());
        let modes = self.modes.shape(state.place.modes);
        let place = LayoutState { modes, scopes: NO_SCOPE, declared: AT_START, ..state.place };
        Future {
            items,
            lexer: state.lexer,
            last: state.last,
            place,
            conditions: self.texts.scopes.shape(state.place.scopes),
            declared: self.texts.declared.print(state.place.declared),
            is_pending: state.is_pending,
            has_content: state.has_content,
            is_kept_apart: self.exits.border.keeps_apart() && state.after_word,
            quotes: state.quotes,
            run: state.run,
            name: state.name,
            tail: state.tail.to_vec(),
            text: self.texts.text(state.text),
            owed,
        }
    }

    /// Returns whether strings may have fields, which count as brackets.
    pub fn has_fields(&self) -> bool {
        self.grammar.layout.modes.has_fields()
    }

    /// Returns the layout state after the pending lexeme, if the parser ignores it.
    pub(crate) fn place_after(&self, state: &State, set: TermSetId) -> LayoutState {
        feed::place_after_ignored(&self.grammar, state.place, self.grammar.lexer.set(set), state.first_byte)
    }

    /// Returns the number of charts and the memory they use, in bytes.
    pub fn size(&self) -> (u32, usize) {
        (self.charts.count(), self.charts.size())
    }
}

impl Drop for Quotient {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let (charts, kernels) = (std::mem::take(&mut self.charts), std::mem::take(&mut self.kernels));
            self.grammar.spares.give_back(Spare { charts, kernels });
        }
    }
}

impl LayoutParser for Quotient {
    type Chart = ChartId;

    fn scan(&mut self, chart: ChartId, set: TermSetId, stack: IndentStack) -> Option<ChartId> {
        let next = self.chart_known(chart, set, self.stacks.top(stack));
        if let Some(next) = next {
            self.add_splits(next);
        }
        next
    }

    fn takes_after(&mut self, chart: ChartId) -> TermSet {
        *self.takes(chart)
    }

    fn stacks(&mut self) -> &mut IndentStacks {
        &mut self.stacks
    }

    fn modes(&mut self) -> &mut ModeStacks {
        &mut self.modes
    }
}
