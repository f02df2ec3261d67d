//! What a text costs at least, in bytes: each terminal's shortest text, and from each state of a
//! rule the shortest way to its end (Knuth, "A Generalization of Dijkstra's Algorithm", 1977).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::modes::{QuoteRun, Quotes, is_clean};
use crate::lexer::{DEAD, Lexer};

/// No text at all.
pub const NEVER: u32 = u32::MAX;

/// Ways of so many starts are kept, some dozen kilobytes each.
const MOST_KEPT: usize = 200;

/// A state of the lexer, and the quotes that may not occur from there on.
pub type Start = (u16, Quotes);

/// Least costs of a language, in bytes, and which of its states stand at a line's start.
pub struct Costs {
    /// Per terminal.
    terms: Vec<u32>,
    /// Per state of the grammar: to the end of its rule.
    to_end: Vec<u32>,
    /// Per state of the grammar.
    at_line_start: Vec<bool>,
    ways: Mutex<FxHashMap<Start, Arc<Ways>>>,
}

impl Costs {
    pub fn new(grammar: &Grammar) -> Self {
        let mut costs = Self {
            terms: vec![NEVER; grammar.terminals.len()],
            to_end: vec![NEVER; grammar.state_count],
            at_line_start: line_starts(grammar),
            ways: Mutex::default(),
        };
        for mode in 0..grammar.lexer.mode_count() {
            let ways = costs.ways_from(&grammar.lexer, (grammar.lexer.start(mode), 0));
            for (term, cost) in costs.terms.iter_mut().enumerate() {
                let found = ways.to_term(term as u16).map_or(NEVER, |text| text.len() as u32);
                *cost = (*cost).min(found);
            }
        }
        for (term, terminal) in grammar.terminals.iter().enumerate() {
            if terminal.pattern.is_none() {
                costs.terms[term] = u32::from(terminal.name != "DEDENT");
            }
        }
        while costs.improve(grammar) {}
        costs
    }

    /// Per terminal, the shortest text after which it matches in some mode; none if it never does.
    pub fn shortest_texts(&self, grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
        let lexer = &grammar.lexer;
        let modes: Vec<_> =
            (0..lexer.mode_count()).map(|mode| self.ways_from(lexer, (lexer.start(mode), 0))).collect();
        let shortest = |term| modes.iter().filter_map(|ways| ways.to_term(term)).min_by_key(Vec::len);
        (0..grammar.terminals.len() as u16).map(shortest).collect()
    }

    /// One round over all states; whether any got cheaper.
    fn improve(&mut self, grammar: &Grammar) -> bool {
        let mut changed = false;
        for state in (0..grammar.state_count as u16).rev() {
            let mut best = if grammar.is_final(state) { 0 } else { self.to_end(state) };
            for term in grammar.takes(state).iter() {
                let behind = grammar.scan(state, term).map_or(NEVER, |to| self.to_end(to));
                best = best.min(self.term(term).saturating_add(behind));
            }
            for edge in grammar.rule_edges(state) {
                best = best.min(self.rule(grammar, edge.rule).saturating_add(self.to_end(edge.to)));
            }
            if best < self.to_end[usize::from(state)] {
                self.to_end[usize::from(state)] = best;
                changed = true;
            }
        }
        changed
    }

    pub fn term(&self, term: u16) -> u32 {
        self.terms[usize::from(term)]
    }

    pub fn to_end(&self, state: u16) -> u32 {
        self.to_end[usize::from(state)]
    }

    /// Whether only terminals of the layout lead to a state within its rule.
    pub fn at_line_start(&self, state: u16) -> bool {
        self.at_line_start[usize::from(state)]
    }

    pub fn rule(&self, grammar: &Grammar, rule: u16) -> u32 {
        self.to_end(grammar.start_of(rule))
    }

    /// The ways from a state of the lexer, found when first asked for.
    pub fn ways_from(&self, lexer: &Lexer, start: Start) -> Arc<Ways> {
        // A thread that ended while it held the lock has left whole ways behind.
        let mut kept = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(ways) = kept.get(&start) {
            return Arc::clone(ways);
        }
        if kept.len() == MOST_KEPT {
            kept.clear();
        }
        let ways = Arc::new(Ways::from(lexer, start));
        kept.insert(start, Arc::clone(&ways));
        ways
    }
}

/// The states of the grammar that only a terminal of the layout leads to, as the last of a rule or
/// alone.
fn line_starts(grammar: &Grammar) -> Vec<bool> {
    let Layout::Python(names) = &grammar.layout else { return vec![false; grammar.state_count] };
    let is_layout = |term| [names.newline, names.indent, names.dedent].contains(&term);
    // Rules that may end with content, found from those whose last terminal is one.
    let mut ends_with_content = vec![false; grammar.rules.len()];
    let content_before = |state: u16, ends: &[bool]| {
        grammar.term_sources(state).iter().any(|&(term, _)| !is_layout(term))
            || grammar.rule_sources(state).iter().any(|edge| ends[usize::from(edge.rule)])
    };
    let mut changed = true;
    while changed {
        changed = false;
        for (rule, states) in grammar.rules.iter().enumerate() {
            if !ends_with_content[rule]
                && states.finals.iter().any(|&state| content_before(state, &ends_with_content))
            {
                ends_with_content[rule] = true;
                changed = true;
            }
        }
    }
    (0..grammar.state_count as u16).map(|state| !content_before(state, &ends_with_content)).collect()
}

/// The shortest texts from one state of the lexer to every other, in plain characters if they do.
pub struct Ways {
    /// Per state: the state and the byte that lead to it, and how many bytes it takes.
    into: Vec<Option<(u16, u8)>>,
    lengths: Vec<u32>,
    /// The states reached by some text, shorter ones first.
    by_length: Vec<u16>,
    /// Per terminal: the first of these states in which it matches.
    to_term: Vec<Option<u16>>,
}

impl Ways {
    /// By breadth-first search, without the bytes that some quotes forbid.
    fn from(lexer: &Lexer, (start, quotes): Start) -> Self {
        let count = lexer.state_count();
        let mut ways = Self {
            into: vec![None; count],
            lengths: vec![NEVER; count],
            by_length: Vec::new(),
            to_term: Vec::new(),
        };
        ways.lengths[usize::from(start)] = 0;
        let mut bytes = lexer.plain_bytes();
        bytes.retain(|&byte| is_clean(&[byte], QuoteRun::default(), quotes));
        let mut work = VecDeque::from([start]);
        while let Some(state) = work.pop_front() {
            for &byte in &bytes {
                let next = lexer.step(state, byte);
                if next != DEAD && ways.lengths[usize::from(next)] == NEVER {
                    ways.lengths[usize::from(next)] = ways.lengths[usize::from(state)] + 1;
                    ways.into[usize::from(next)] = Some((state, byte));
                    work.push_back(next);
                }
            }
        }
        ways.sort(lexer);
        ways
    }

    fn sort(&mut self, lexer: &Lexer) {
        let lengths = &self.lengths;
        let is_reached = |&state: &u16| (1..NEVER).contains(&lengths[usize::from(state)]);
        self.by_length = (1..lengths.len() as u16).filter(is_reached).collect();
        self.by_length.sort_by_key(|&state| lengths[usize::from(state)]);
        for &state in &self.by_length {
            for term in lexer.set(lexer.accept(state)).iter() {
                let term = usize::from(term);
                self.to_term.resize(self.to_term.len().max(term + 1), None);
                self.to_term[term].get_or_insert(state);
            }
        }
    }

    /// The states reached by some text, shorter ones first.
    pub fn by_length(&self) -> &[u16] {
        &self.by_length
    }

    /// The states reached by some text of so many bytes at most, in their own order.
    pub fn within(&self, length: u32) -> impl Iterator<Item = u16> + '_ {
        (1..self.lengths.len() as u16)
            .filter(move |&state| (1..=length).contains(&self.lengths[usize::from(state)]))
    }

    /// The shortest text to a state that is reached.
    pub fn text(&self, mut state: u16) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((from, byte)) = self.into[usize::from(state)] {
            text.push(byte);
            state = from;
        }
        text.reverse();
        text
    }

    /// The shortest text after which a terminal matches; none if that takes no text, or never does.
    pub fn to_term(&self, term: u16) -> Option<Vec<u8>> {
        let state = self.to_term.get(usize::from(term)).copied().flatten()?;
        Some(self.text(state))
    }
}
