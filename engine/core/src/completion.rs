//! A short text that completes a middle: from any viable state to a member.
//!
//! Best-first search over lexemes. What is left to write after a chart is estimated by the least
//! costs of the quotient grammar (see [`crate::costs`]), which knows neither blanks between lexemes
//! nor columns; each step is then tried on the middle itself, so what is found is a member.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::costs::{Costs, NEVER, Ways};
use crate::earley::Wait;
use crate::layout::modes::{Quotes, ROOT};
use crate::layout::python::{Column, Place};
use crate::layout::{Layout, Parser};
use crate::lexer::NO_SET;
use crate::quotient::{Future, Quotient, State};
use crate::sets::rows_intersect;

/// Bytes within which the beginning of a character's name is looked for.
const NEAR: u32 = 2;

/// So many steps of the same estimate put the next ones back by one byte.
const CROWD: u32 = 100;

/// How much more what is left to write counts than what is written.
const HASTE: u32 = 2;

/// A step of the search: what to write behind a place that was reached.
struct Step {
    from: usize,
    text: Vec<u8>,
    cost: u32,
}

/// A place that was reached, by what text and at what cost.
struct Reached {
    state: State,
    text: Vec<u8>,
    cost: u32,
}

/// Endings in the right context, each with a text that leads to it.
type Beginnings = Arc<Vec<(usize, Vec<u8>)>>;

/// A state of the lexer, and the quotes that may not occur there.
type Start = (u16, Quotes);

/// Places reached, steps to try in the order of their estimates, and estimates known.
struct Search<'q> {
    quotient: &'q mut Quotient,
    costs: Arc<Costs>,
    places: Vec<Reached>,
    met: FxHashSet<Future>,
    steps: Vec<Step>,
    queue: BinaryHeap<Reverse<(u32, usize)>>,
    /// How many steps were queued, by their estimates.
    queued: FxHashMap<u32, u32>,
    ways: FxHashMap<Start, Arc<Ways>>,
    /// Texts that end in the right context.
    beginnings: FxHashMap<Start, Beginnings>,
    /// Per state of the quotient grammar beyond the grammar's own: to an exit.
    to_exit: Vec<u32>,
    /// Per chart, by rule: what is left behind the end of a rule that began there.
    behind: FxHashMap<u32, FxHashMap<u16, u32>>,
    left: FxHashMap<u32, u32>,
}

impl Quotient {
    /// A text behind `state` that makes a member, short if not the shortest; none if none is found
    /// within `max_bytes` bytes and `max_steps` steps of the search, some ten microseconds each.
    pub fn completion(&mut self, state: &State, max_bytes: usize, max_steps: usize) -> Option<Vec<u8>> {
        if self.is_member(state) {
            return Some(Vec::new());
        }
        let costs = self.grammar.costs();
        let to_exit =
            self.joined().costs_to_exit(&costs, |exit| self.exits.list[exit as usize].term.is_some());
        let mut search = Search {
            quotient: self,
            costs,
            places: Vec::new(),
            met: FxHashSet::default(),
            steps: Vec::new(),
            queue: BinaryHeap::new(),
            queued: FxHashMap::default(),
            ways: FxHashMap::default(),
            beginnings: FxHashMap::default(),
            to_exit,
            behind: FxHashMap::default(),
            left: FxHashMap::default(),
        };
        search.reach(state.clone(), Vec::new(), 0);
        search.run(max_bytes, max_steps)
    }
}

impl Search<'_> {
    fn run(&mut self, max_bytes: usize, max_steps: usize) -> Option<Vec<u8>> {
        for _ in 0..max_steps {
            let Reverse((_, number)) = self.queue.pop()?;
            let Step { from, cost, .. } = self.steps[number];
            let step = std::mem::take(&mut self.steps[number].text);
            let mut state = self.places[from].state.clone();
            let mut text = self.places[from].text.clone();
            text.extend(&step);
            if text.len() > max_bytes || !self.quotient.advance(&mut state, &step) {
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

    /// Queue every step from a place.
    fn reach(&mut self, state: State, text: Vec<u8>, cost: u32) {
        if !self.met.insert(self.quotient.future(&state)) {
            return;
        }
        let from = self.places.len();
        self.places.push(Reached { state: state.clone(), text, cost });
        if let Some(mut name) = self.quotient.rest_of_name(&state) {
            name.push(b'}');
            self.queue(from, name, 0);
        }
        let grammar = Arc::clone(&self.quotient.grammar);
        let is_in_name = |&state: &u16| grammar.is_in_name(state);
        let ways = self.ways_from(state.start());
        if let Some(name) = ways.within(NEAR).find(is_in_name) {
            self.queue(from, ways.text(name), 1);
        }
        if state.start().1 != 0 {
            // The shortest string is one of quotes alone, and may meet others.
            self.queue(from, b"h".to_vec(), 1);
        }
        self.queue_growth(from, &state);
        let mut behind = state;
        while behind.last != NO_SET && behind.has_tail() && self.quotient.end_lexeme(&mut behind, None) {
            self.queue_growth(from, &behind);
        }
        let is_whole = behind.last != NO_SET && !behind.has_tail();
        if behind.is_pending && !(is_whole && self.quotient.end_lexeme(&mut behind, None)) {
            return;
        }
        if let Some(chart) = self.quotient.content_chart(&behind) {
            self.queue_lexemes(from, behind.start(), Some(chart), &[]);
            self.queue_lexemes(from, behind.start(), Some(chart), b" ");
        }
        self.queue_lines(from, &behind);
    }

    /// Queue what the pending lexeme can go on to be.
    fn queue_growth(&mut self, from: usize, state: &State) {
        if state.is_pending {
            let chart = self.quotient.content_chart(state);
            self.queue_lexemes(from, state.start(), chart, &[]);
        }
    }

    /// Queue the lexemes that `chart` goes on with, each behind `gap`; and the gap alone.
    fn queue_lexemes(&mut self, from: usize, lexer: Start, chart: Option<u32>, gap: &[u8]) {
        let ways = self.ways_from(lexer);
        let grammar = Arc::clone(&self.quotient.grammar);
        if let Some(chart) = chart {
            for term in self.quotient.takes(chart).and(&grammar.content).iter() {
                let Some(word) = ways.to_term(&grammar.lexer, term) else { continue };
                let next = self.quotient.scan(chart, grammar.lexer.single(term), 0);
                let left = next.map_or(NEVER, |next| self.left_after(next));
                self.queue(from, [gap, &word].concat(), left);
            }
            self.queue_exits(from, lexer, chart, gap);
        }
        for term in grammar.ignored.iter() {
            if gap.is_empty()
                && let Some(word) = ways.to_term(&grammar.lexer, term)
            {
                let left = chart.map_or(1, |chart| self.left_after(chart));
                self.queue(from, word, left);
            }
        }
    }

    /// Queue the beginnings of lexemes that end in the right context.
    fn queue_exits(&mut self, from: usize, lexer: Start, chart: u32, gap: &[u8]) {
        let exits = Arc::clone(&self.quotient.exits);
        for (ending, word) in self.beginnings_from(lexer).iter() {
            if rows_intersect(self.quotient.exits_after(chart), exits.bits(*ending)) {
                self.queue(from, [gap, word].concat(), 0);
            }
        }
    }

    /// For each way to end in the right context, the shortest text that leads there.
    fn beginnings_from(&mut self, lexer: Start) -> Beginnings {
        if let Some(known) = self.beginnings.get(&lexer) {
            return Arc::clone(known);
        }
        let ways = self.ways_from(lexer);
        let exits = Arc::clone(&self.quotient.exits);
        let mut found = FxHashMap::default();
        for state in ways.by_length() {
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

    /// Queue a new line at every column that matters, and what can begin it.
    fn queue_lines(&mut self, from: usize, behind: &State) {
        if !matches!(self.quotient.grammar.layout, Layout::Python(_)) || behind.place.modes != ROOT {
            return;
        }
        let place = behind.place.after_line_end();
        for column in self.quotient.columns_that_matter(place.stack) {
            let mut gap = vec![b'\n'];
            gap.extend(column.blanks());
            let place = Place { column, ..place };
            let Some((chart, _)) = self.quotient.open_line(behind.chart, place) else { continue };
            self.queue_lexemes(from, behind.start(), Some(chart), &gap);
            // The right context brings some of the blanks itself.
            let own = self.quotient.exits.gap_column;
            let less =
                Column { col: column.col.saturating_sub(own.col), alt: column.alt.saturating_sub(own.alt) };
            let is_exit =
                self.quotient.exits.gap_exit.is_some_and(|exit| self.quotient.has_exit(chart, exit));
            let left = if is_exit { 0 } else { self.left_after(chart) };
            self.queue(from, [vec![b'\n'], less.blanks()].concat(), left);
        }
        let left = self.left_after(behind.chart);
        self.queue(from, vec![b'\n'], left);
    }

    fn queue(&mut self, from: usize, text: Vec<u8>, left: u32) {
        if left == NEVER || text.is_empty() {
            return;
        }
        // A line's blanks cost what one does, as in the estimates: else a column far to the right is
        // reached after everything else. What is left counts more than what is written, to get on.
        let blanks = text.iter().skip(2).take_while(|&&byte| byte == b' ' || byte == b'\t').count();
        let own = text.len() - if text[0] == b'\n' { blanks } else { 0 };
        let cost = self.places[from].cost + own as u32;
        // Estimates may be far too low where columns are against it; a place in the queue is lost by
        // having many of the same estimate before, so that others get their turn.
        let same = self.queued.entry(left).or_insert(0);
        *same += 1;
        let rank = cost + left.saturating_mul(HASTE) + *same / CROWD;
        self.queue.push(Reverse((rank, self.steps.len())));
        self.steps.push(Step { from, text, cost });
    }

    fn ways_from(&mut self, lexer: Start) -> Arc<Ways> {
        let grammar = &self.quotient.grammar;
        let made =
            self.ways.entry(lexer).or_insert_with(|| Arc::new(Ways::from(&grammar.lexer, lexer.0, lexer.1)));
        Arc::clone(made)
    }

    /// The least that is left to write after a chart.
    fn left_after(&mut self, chart: u32) -> u32 {
        if let Some(&known) = self.left.get(&chart) {
            return known;
        }
        let items: Vec<(u32, u32)> =
            self.quotient.charts().items(chart).iter().map(|item| (item.state, item.origin)).collect();
        let left = items.into_iter().map(|(state, origin)| self.left_from(state, origin)).min();
        let left = left.unwrap_or(NEVER);
        self.left.insert(chart, left);
        left
    }

    fn left_from(&mut self, state: u32, origin: u32) -> u32 {
        let own = self.quotient.grammar.state_count as u32;
        if state >= own {
            return self.to_exit[(state - own) as usize];
        }
        let to_end = self.costs.to_end(state as u16);
        if to_end == NEVER {
            return NEVER;
        }
        to_end.saturating_add(self.left_behind(origin, self.quotient.grammar.rule_of(state as u16)))
    }

    /// What is left behind the end of a rule that began at `chart`.
    fn left_behind(&mut self, chart: u32, rule: u16) -> u32 {
        if !self.behind.contains_key(&chart) {
            for origin in self.origins_without_estimate(chart) {
                self.estimate(origin);
            }
        }
        self.behind[&chart].get(&rule).copied().unwrap_or(NEVER)
    }

    /// The charts that the waits of `chart` lead to, itself the last, in the order of their making.
    fn origins_without_estimate(&self, chart: u32) -> Vec<u32> {
        let mut found = vec![chart];
        let mut next = 0;
        while next < found.len() {
            for wait in self.quotient.charts().waits(found[next]) {
                if !self.behind.contains_key(&wait.origin) && !found.contains(&wait.origin) {
                    found.push(wait.origin);
                }
            }
            next += 1;
        }
        found.sort_unstable();
        found
    }

    /// The estimates of one chart, those of the charts before it known.
    fn estimate(&mut self, chart: u32) {
        let waits: Vec<Wait> = self.quotient.charts().waits(chart).to_vec();
        self.behind.insert(chart, FxHashMap::default());
        let mut changed = true;
        while changed {
            changed = false;
            for wait in &waits {
                let left = self.left_from(wait.to, wait.origin);
                let known = self.behind.entry(chart).or_default().entry(wait.rule).or_insert(NEVER);
                if left < *known {
                    *known = left;
                    changed = true;
                }
            }
        }
    }
}
