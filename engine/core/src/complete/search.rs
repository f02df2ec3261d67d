//! Finds a short text that completes a middle: from any viable state to a member.
//!
//! The search is best-first over lexemes. What is left to write after a chart is estimated by the least costs
//! of the quotient grammar (see [`crate::complete::estimates`]), which ignore blanks between lexemes and most
//! properties of columns. Each step is then tried on the middle itself, so whatever is found is a member.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::interrupt::count_steps;
use crate::base::sets::{TermId, rows_intersect};
use crate::charts::earley::ChartId;
use crate::complete::estimates::Estimates;
use crate::grammar::Grammar;
use crate::grammar::costs::{Costs, Start, Wording};
use crate::grammar::feed::LayoutParser;
use crate::layout::columns::{Column, FILE_LEVEL, IndentStack};
use crate::layout::moves::is_closed;
use crate::layout::place::LayoutState;
use crate::layout::place::ROOT;
use crate::lexer::ids::LexState;
use crate::lexer::shortest::{NEVER, Ways};
use crate::lexer::{DEAD, NO_SET};
use crate::quotient::exit_costs::{Precision, SWALLOWING};
use crate::quotient::state::Future;
use crate::quotient::{Quotient, State};

/// Length in bytes within which the beginning of a character's name is searched.
const NEAR: u32 = 2;

/// Number of positions with steps of equal estimate after which the next ones are ranked as if they cost one byte
/// more.
const CROWD: u32 = 2;

/// Number of steps after which a search continues with exact estimates: few texts need them.
const COARSE_STEPS: usize = 200;

/// What trying a step counts as; see [`count_steps`].
const STEPS_A_TRY: usize = 64;

/// Number of classes that are opened at once, for constructors in the right context.
const MAX_CLASSES: usize = 4;

/// Maximum number of known names that are tried at one position.
const MAX_READ_NAMES: usize = 3;

/// What a name that must still open or close counts as.
const TAG_COST: u32 = 24;

/// Factor by which what is left to write counts more than what is written.
const HASTE: u32 = 2;

/// The kind of text that is searched, and the limits of the search.
#[derive(Clone, Copy, Debug)]
pub struct Wanted {
    pub max_bytes: usize,
    /// Limit of the steps of the search, each of which takes some ten microseconds.
    pub max_steps: usize,
    pub wording: Wording,
}

/// A step of the search: a text to write after a position that was reached.
struct Step {
    from: usize,
    text: Vec<u8>,
    cost: u32,
}

/// A position that was reached, with the text that reaches it and its cost.
struct Reached {
    state: State,
    text: Vec<u8>,
    cost: u32,
    /// Whether a block may begin on the next line.
    opens_body: bool,
    /// What each step costs more since names must still open or close, of which the estimates know nothing.
    detour: u32,
}

impl Reached {
    /// Returns the byte before the position; a letter stands for an unknown byte of a word.
    fn last_byte(&self, grammar: &Grammar) -> Option<u8> {
        let is_after_word = self.state.is_pending && grammar.last_bytes(self.state.lexer).is_of_word;
        self.text.last().copied().or(is_after_word.then_some(b'a'))
    }
}

/// Endings in the right context, each with a text that begins it.
type Beginnings = Arc<Vec<(usize, Vec<u8>)>>;

/// The positions that were reached, the steps to try in the order of their estimates, and the known
/// estimates.
struct Search<'q> {
    quotient: &'q mut Quotient,
    costs: Arc<Costs>,
    estimates: Estimates,
    places: Vec<Reached>,
    met: FxHashSet<Future>,
    steps: Vec<Step>,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
    /// By estimate: the number of positions from which steps were queued, and the last of them.
    queued: FxHashMap<u32, (u32, usize)>,
    /// Texts that end in the right context, by the lexer's start.
    beginnings: FxHashMap<Start, Beginnings>,
    max_bytes: usize,
}

/// The estimates that searches in one quotient have computed, by wording and precision. Those of a running search are taken
/// out.
#[derive(Default)]
pub struct SearchMemo([Option<Estimates>; 4]);

/// Returns a text after `state` that makes it a member, or none if none is found. The text is short, though
/// perhaps not the shortest; where no readable one is found, it is one that is not.
pub fn complete(
    quotient: &mut Quotient,
    memo: &mut SearchMemo,
    state: &State,
    wanted: Wanted,
) -> Option<Vec<u8>> {
    if quotient.is_member(state) {
        return Some(Vec::new());
    }
    if quotient.grammar.labels.all().count() > 1 {
        let few = Wanted { max_steps: wanted.max_steps.min(COARSE_STEPS), ..wanted };
        if let Some(found) = complete_with(quotient, memo, state, few, Precision::Coarse) {
            return Some(found);
        }
    }
    complete_with(quotient, memo, state, wanted, Precision::Exact).or_else(|| {
        // Where the grammar takes what another check refuses, what is readable may be of thousands of kinds.
        let short = Wanted { wording: Wording::Short, ..wanted };
        (wanted.wording == Wording::Readable)
            .then(|| complete_with(quotient, memo, state, short, Precision::Exact))
            .flatten()
    })
}

/// Searches a text with estimates of some precision.
fn complete_with(
    quotient: &mut Quotient,
    memo: &mut SearchMemo,
    state: &State,
    wanted: Wanted,
    precision: Precision,
) -> Option<Vec<u8>> {
    let known = &mut memo.0[wanted.wording as usize * 2 + precision as usize];
    let estimates = known.take().unwrap_or_else(|| Estimates::new(quotient, wanted.wording, precision));
    let mut search = Search {
        costs: quotient.grammar.costs(wanted.wording),
        estimates,
        quotient,
        places: Vec::new(),
        met: FxHashSet::default(),
        steps: Vec::new(),
        queue: BinaryHeap::new(),
        queued: FxHashMap::default(),
        beginnings: FxHashMap::default(),
        max_bytes: wanted.max_bytes,
    };
    search.reach(state.clone(), Vec::new(), 0);
    search.queue_classes();
    let found = search.run(wanted.max_steps);
    *known = Some(search.estimates);
    found
}

impl Search<'_> {
    fn run(&mut self, max_steps: usize) -> Option<Vec<u8>> {
        for _ in 0..max_steps {
            count_steps(STEPS_A_TRY);
            let Reverse((_, number)) = self.queue.pop()?;
            let Step { from, cost, .. } = self.steps[number];
            let step = std::mem::take(&mut self.steps[number].text);
            if self.is_too_long(from, step.len()) {
                continue;
            }
            let mut state = self.places[from].state.clone();
            let mut text = self.places[from].text.clone();
            text.extend(&step);
            if !self.quotient.advance(&mut state, &step) {
                continue;
            }
            if self.quotient.is_member(&state) {
                return Some(text);
            }
            if self.quotient.is_viable(&state) {
                self.reach(state, text, cost);
            }
        }
        None
    }

    /// Returns whether a text of so many more bytes after a position is longer than one that is wanted.
    fn is_too_long(&self, from: usize, more: usize) -> bool {
        self.places[from].text.len() + more > self.max_bytes
    }

    /// Queues every step from a position.
    fn reach(&mut self, state: State, text: Vec<u8>, cost: u32) {
        if !self.met.insert(self.quotient.future(&state)) {
            return;
        }
        let from = self.places.len();
        let tags = self.quotient.tags_apart(&state);
        let detour = tags.count() * TAG_COST;
        self.places.push(Reached { state: state.clone(), text, cost, opens_body: false, detour });
        if tags.to_close > 0 {
            self.queue_closings(from, &state);
        }
        if let Some(mut name) = self.quotient.rest_of_name(&state) {
            name.push(b'}');
            self.queue(from, name, 0);
        }
        let grammar = Arc::clone(&self.quotient.grammar);
        let is_in_name = |&state: &LexState| grammar.names.is_in_name(state);
        let ways = self.ways_from(state.start());
        if let Some(name) = ways.within(NEAR).find(is_in_name) {
            self.queue(from, ways.text(name), 1);
        }
        if state.start().1 != 0 {
            // The shortest string consists of quotes alone, and these may adjoin other quotes.
            self.queue(from, b"h".to_vec(), 1);
        }
        if self.quotient.fails_if_it_ends(&state) {
            self.queue(from, b"0".to_vec(), 1);
        }
        self.queue_growth(from, &state);
        if state.is_pending {
            self.queue_names(from, &state);
        }
        if state.is_pending {
            self.queue_known_names(from, &state, &[b""]);
        }
        for payment in self.quotient.payments(&state) {
            self.queue_at(from, payment, 1, 0);
        }
        if grammar.lexer.is_conditional(state.lexer) {
            // A blank decides what the lexeme is.
            self.queue(from, b" ".to_vec(), 1);
        }
        let mut ended = state;
        while ended.last != NO_SET && ended.has_tail() && self.quotient.end_lexeme(&mut ended, None) {
            self.queue_growth(from, &ended);
        }
        let is_whole = ended.last != NO_SET && !ended.has_tail();
        if ended.is_pending && !(is_whole && self.quotient.end_lexeme(&mut ended, None)) {
            return;
        }
        let swallows = self.swallows_blanks(from, ended.start().0);
        self.places[from].opens_body = self.opens_body(ended.chart);
        if let Some(end) = self.quotient.end_of_text(&ended) {
            self.queue_at(from, end, 1, 0);
        }
        self.queue_names(from, &ended);
        self.queue_known_names(from, &ended, &[b" ", b""]);
        if let Some(chart) = self.quotient.content_chart(&ended) {
            let after = (chart, ended.place.stack);
            self.queue_lexemes(from, ended.start(), Some(after), &[]);
            self.queue_lexemes(from, ended.start(), Some(after), b" ");
            if swallows {
                self.queue_lexemes(from, ended.start(), Some(after), b"\n");
                let left = self.left_after(after);
                self.queue(from, b"\n".to_vec(), left);
            }
        }
        self.queue_lines(from, &ended);
    }

    /// Returns whether a block may begin on the next line.
    fn opens_body(&mut self, chart: ChartId) -> bool {
        let grammar = Arc::clone(&self.quotient.grammar);
        let Some(lines) = &grammar.layout.lines else { return false };
        self.quotient.takes(chart).contains(lines.newline)
            && self
                .quotient
                .scan(chart, grammar.lexer.single(lines.newline), FILE_LEVEL)
                .is_some_and(|next| self.quotient.takes(next).contains(lines.indent))
    }

    /// Returns whether a blank extends what is pending at a position and a line end may end it, in a language whose layout
    /// does not begin lines: a comment, ignored or not, or a directive. `next` is where the lexer begins behind it.
    fn swallows_blanks(&mut self, from: usize, next: LexState) -> bool {
        let Quotient { grammar, .. } = &*self.quotient;
        let State { lexer, last, chart, is_pending, .. } = self.places[from].state;
        if !is_pending || grammar.layout.lines.is_some() || grammar.lexer.step(lexer, b' ') == DEAD {
            return false;
        }
        grammar.is_ignored_set(last)
            || grammar.lexer.step(lexer, b'\n') == DEAD
                && (grammar.is_comment_set(last)
                    || self.ignores_line_end(next) && self.fills_line(chart, lexer))
    }

    /// Returns whether a lexeme after a chart that may end in a state goes on with any blanks, ends with the line and can
    /// become nothing else, as a directive.
    fn fills_line(&mut self, chart: ChartId, state: LexState) -> bool {
        let grammar = Arc::clone(&self.quotient.grammar);
        let own = grammar.lexer.accept(state);
        own != NO_SET
            && grammar.lexer.accept(grammar.lexer.step(state, b' ')) == own
            && grammar.lexer.step(state, b'\n') == DEAD
            && {
                let others = grammar.lexer.reachable(state).minus(grammar.lexer.set(own));
                !others.intersects(self.quotient.takes(chart))
            }
    }

    /// Returns whether a lexeme after a position and its chart belongs into a line of its own, and no line end may have been
    /// written yet.
    fn needs_line(&mut self, from: usize, chart: ChartId, start: LexState, word: &[u8]) -> bool {
        let Quotient { grammar, .. } = &*self.quotient;
        let State { last, is_pending, .. } = self.places[from].state;
        let end = grammar.lexer.after(start, word);
        !(is_pending && grammar.is_ignored_set(last))
            && self.ignores_line_end(start)
            && self.fills_line(chart, end)
    }

    /// Returns whether a line end is ignored where the lexer begins.
    fn ignores_line_end(&self, start: LexState) -> bool {
        let Quotient { grammar, .. } = &*self.quotient;
        grammar.is_ignored_set(grammar.lexer.accept(grammar.lexer.step(start, b'\n')))
    }

    /// Queues texts that open classes for which constructors of the right context may be, at any position.
    fn queue_classes(&mut self) {
        let openings = self.quotient.grammar.layout.conditions.class_openings();
        if openings.is_empty() {
            return;
        }
        for name in self.quotient.names_called().iter().take(MAX_CLASSES) {
            for opening in openings {
                self.queue_at(0, [opening.as_bytes(), name, b"{"].concat(), 1, opening.len() as u32);
            }
        }
    }

    /// Queues the beginnings of what closes a name, or the rests of one that is begun.
    fn queue_closings(&mut self, from: usize, state: &State) {
        let grammar = Arc::clone(&self.quotient.grammar);
        let Some(tags) = &grammar.layout.conditions.tags else { return };
        let ways = self.ways_from(state.start());
        let rests = tags.close.iter().filter_map(|term| ways.to_term(term));
        for text in rests.chain(tags.closings.iter().cloned()) {
            self.queue_at(from, text, 1, 0);
        }
    }

    /// Queues the names that may be declared here, or the rest of a name that is begun.
    fn queue_names(&mut self, from: usize, state: &State) {
        let tags = self.quotient.wanted_tags(state).or_else(|| self.quotient.closed_tags(state));
        if let Some((wanted, begun)) = tags {
            let rests = wanted.iter().filter_map(|name| name.strip_prefix(&*begun));
            let rests: Vec<_> = rests.filter(|rest| !rest.is_empty()).map(<[u8]>::to_vec).collect();
            for rest in rests {
                self.queue_at(from, rest, 1, 0);
            }
        }
        let rests = self.quotient.rests_of_labels(state);
        for rest in self.quotient.rests_of_members(state).into_iter().chain(rests) {
            self.queue_at(from, rest, 1, 0);
        }
        for name in self.quotient.owed_members(state) {
            let after = self.quotient.content_chart(state).map(|chart| (chart, state.place.stack));
            let left = after.map_or(NEVER, |after| self.left_after(after));
            self.queue(from, name, left);
        }
        if !self.quotient.texts.scopes.declares_type(state.place.scopes) {
            return;
        }
        let begun = self.quotient.texts.text(state.text);
        for name in self.quotient.names_called() {
            match name.strip_prefix(begun.as_slice()) {
                Some(rest) if !begun.is_empty() => self.queue_at(from, rest.to_vec(), 1, 0),
                _ if begun.is_empty() => self.queue_at(from, [b" ", name.as_slice()].concat(), 1, 0),
                _ => {}
            }
        }
    }

    /// Queues known names that may be read at a position, or the rests of those that are begun.
    fn queue_known_names(&mut self, from: usize, state: &State, gaps: &[&[u8]]) {
        if !self.quotient.filters_names() {
            return;
        }
        let after = self.quotient.content_chart(state).map(|chart| (chart, state.place.stack));
        let Some(after) = after.filter(|&(chart, _)| self.quotient.takes_name(chart)) else { return };
        let left = self.left_after(after);
        for name in self.quotient.names_to_read(state, MAX_READ_NAMES) {
            for gap in gaps {
                self.queue(from, [gap, name.as_slice()].concat(), left);
            }
        }
    }

    /// Queues the texts that complete the pending lexeme.
    fn queue_growth(&mut self, from: usize, state: &State) {
        if state.is_pending {
            let after = self.quotient.content_chart(state).map(|chart| (chart, state.place.stack));
            self.queue_lexemes(from, state.start(), after, &[]);
            self.queue_closed(from, state.start(), after);
        }
    }

    /// Queues the shortest end of a comment that needs no line end after it, in languages that have one.
    fn queue_closed(&mut self, from: usize, lexer: Start, after: Option<(ChartId, IndentStack)>) {
        let grammar = Arc::clone(&self.quotient.grammar);
        if grammar.layout.line_ends.is_none() {
            return;
        }
        let ways = self.ways_from(lexer);
        let is_closed = |&&state: &&LexState| is_closed(&grammar.lexer, &grammar.ignored, state);
        if let (Some(&state), Some(after)) = (ways.by_length().iter().find(is_closed), after) {
            let left = self.left_after(after);
            self.queue(from, ways.text(state), left);
        }
    }

    /// Queues the lexemes that follow a chart with its levels, each after `gap`, and the ignored lexemes.
    fn queue_lexemes(
        &mut self,
        from: usize,
        lexer: Start,
        after: Option<(ChartId, IndentStack)>,
        gap: &[u8],
    ) {
        let ways = self.ways_from(lexer);
        let grammar = Arc::clone(&self.quotient.grammar);
        let is_fresh = grammar.lexer.is_start(lexer.0);
        if let Some((chart, stack)) = after {
            for term in self.quotient.takes(chart).and(&grammar.content).iter() {
                let Some(word) = ways.to_term(term) else { continue };
                if self.is_too_long(from, gap.len() + word.len()) {
                    continue;
                }
                let next = self.quotient.scan(chart, grammar.lexer.single(term), FILE_LEVEL);
                let left = next.map_or(NEVER, |next| self.left_after((next, stack)));
                let word = if is_fresh { self.costs.word(&grammar.lexer, lexer, term, word) } else { word };
                let extra = self.extra(from, gap, &word, term, is_fresh);
                let is_line = is_fresh && gap.is_empty() && self.needs_line(from, chart, lexer.0, &word);
                let gap = if is_line { b"\n" } else { gap };
                self.queue_as(from, [gap, &word].concat(), left, extra);
            }
            self.queue_exits(from, lexer, (chart, stack), gap, is_fresh);
        }
        for term in grammar.ignored.iter() {
            if gap.is_empty()
                && let Some(word) = ways.to_term(term)
            {
                let swallows = grammar.is_comment(grammar.lexer.single(term));
                let left = after.map_or(1, |after| self.left_after(after));
                self.queue(from, word, left.saturating_add(if swallows { SWALLOWING } else { 0 }));
            }
        }
    }

    /// Queues the beginnings of lexemes that end in the right context. `is_fresh` says that no lexeme has
    /// begun.
    fn queue_exits(
        &mut self,
        from: usize,
        lexer: Start,
        (chart, stack): (ChartId, IndentStack),
        gap: &[u8],
        is_fresh: bool,
    ) {
        let exits = Arc::clone(&self.quotient.exits);
        let takes = *self.quotient.takes(chart);
        for (ending, word) in self.beginnings_from(lexer).iter() {
            if rows_intersect(self.quotient.exits_after(chart), exits.bits(*ending)) {
                let set = exits.get(*ending).set;
                let left = if self.quotient.grammar.is_comment(set) {
                    SWALLOWING
                } else if self.quotient.grammar.is_ignored_set(set) {
                    self.left_after((chart, stack))
                } else {
                    0
                };
                // Only what the lexeme can be in this place counts.
                let all = self.quotient.grammar.lexer.set(set);
                let fitting = all.and(&takes);
                let terms = if fitting.is_empty() { *all } else { fitting };
                let extra = terms.iter().map(|term| {
                    let own = self.extra(from, gap, word, term, is_fresh);
                    own + if is_fresh { self.costs.exit_extra(term) } else { 0 }
                });
                // A begun word may become a keyword, so its cheapest terminal counts; a new word is meant as
                // a name.
                let extra = if is_fresh { extra.max() } else { extra.min() }.unwrap_or(0);
                self.queue_as(from, [gap, word].concat(), left, extra);
            }
        }
    }

    /// Returns the cost of a lexeme of a terminal after a gap, in addition to its bytes. `is_fresh` says that
    /// the lexeme begins there.
    fn extra(&self, from: usize, gap: &[u8], word: &[u8], term: TermId, is_fresh: bool) -> u32 {
        let costs = &self.costs;
        if !is_fresh {
            return costs.grown(term);
        }
        let place = &self.places[from];
        let is_line = gap.first() == Some(&b'\n');
        let apart = costs.apart(place.last_byte(&self.quotient.grammar), word).filter(|_| gap.is_empty());
        let inline = if place.opens_body && !is_line { costs.inline() } else { 0 };
        costs.extra(term) + apart.unwrap_or(0) + inline
    }

    /// Returns, for each ending in the right context, the shortest text that begins it.
    fn beginnings_from(&mut self, lexer: Start) -> Beginnings {
        if let Some(known) = self.beginnings.get(&lexer) {
            return Arc::clone(known);
        }
        let ways = self.ways_from(lexer);
        let exits = Arc::clone(&self.quotient.exits);
        let mut found = FxHashMap::default();
        for &state in ways.by_length() {
            if let Some((ending, _)) = exits.ending(state) {
                found.entry(ending).or_insert_with(|| ways.text(state));
            }
        }
        let mut found: Vec<(usize, Vec<u8>)> = found.into_iter().collect();
        found.sort_unstable();
        let found = Arc::new(found);
        self.beginnings.insert(lexer, Arc::clone(&found));
        found
    }

    /// Queues a new line at every column that matters, with the lexemes that can begin it.
    fn queue_lines(&mut self, from: usize, ended: &State) {
        if self.quotient.grammar.layout.lines.is_none() || ended.place.modes != ROOT {
            return;
        }
        let place = ended.place.after_line_end();
        let usual = self.costs.readable().then(|| self.quotient.usual_column(place.stack));
        for column in usual.into_iter().chain(self.quotient.columns_that_matter(place.stack)) {
            let mut gap = vec![b'\n'];
            gap.extend(column.blanks());
            let place = LayoutState { column, ..place };
            let Some(opened) = self.quotient.open_line(ended.chart, place) else { continue };
            self.queue_lexemes(from, ended.start(), Some(opened), &gap);
            // The right context provides some of the blanks itself.
            let own = self.quotient.exits.gap_column;
            let less =
                Column { col: column.col.saturating_sub(own.col), alt: column.alt.saturating_sub(own.alt) };
            let is_exit = column.col >= own.col
                && self.quotient.exits.gap_exit.is_some_and(|exit| self.quotient.has_exit(opened.0, exit));
            let left = if is_exit { 0 } else { self.left_after(opened) };
            self.queue(from, [vec![b'\n'], less.blanks()].concat(), left);
        }
        let left = self.left_after((ended.chart, ended.place.stack));
        self.queue(from, vec![b'\n'], left);
    }

    fn left_after(&mut self, (chart, stack): (ChartId, IndentStack)) -> u32 {
        self.estimates.left_after(self.quotient, chart, stack)
    }

    fn queue(&mut self, from: usize, text: Vec<u8>, left: u32) {
        self.queue_as(from, text, left, 0);
    }

    /// Queues a text whose cost is its length plus `extra`.
    fn queue_as(&mut self, from: usize, text: Vec<u8>, left: u32, extra: u32) {
        if left == NEVER || text.is_empty() {
            return;
        }
        // The blanks of a line cost as much as one, as in the estimates: otherwise, a column far to the right
        // would be reached after everything else.
        let blanks = text.iter().skip(2).take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let own = text.len() - if text[0] == b'\n' { blanks } else { 0 };
        self.queue_at(from, text, own as u32 + extra, left);
    }

    /// Queues a text whose cost is `own`.
    fn queue_at(&mut self, from: usize, text: Vec<u8>, own: u32, left: u32) {
        if text.is_empty() {
            return;
        }
        let cost = self.places[from].cost + own;
        // Estimates may be far too low where columns exclude a step. A step is ranked lower if many of equal
        // estimate were queued before it at other positions, so that others are tried. What is left counts more
        // than what is written, so that the search makes progress.
        let (positions, last) = self.queued.entry(left).or_insert((0, from));
        if std::mem::replace(last, from) != from {
            *positions += 1;
        }
        let rank = cost + left.saturating_mul(HASTE) + *positions / CROWD + self.places[from].detour;
        self.queue.push(Reverse((rank, self.steps.len())));
        self.steps.push(Step { from, text, cost });
    }

    fn ways_from(&self, lexer: Start) -> Arc<Ways> {
        self.costs.ways_from(&self.quotient.grammar.lexer, lexer)
    }
}
