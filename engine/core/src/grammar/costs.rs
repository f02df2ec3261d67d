//! This module computes lower bounds on the length of texts, in bytes: the length of each terminal's shortest
//! text, and that of the shortest text from each state of a rule to the rule's end (Knuth, "A Generalization
//! of Dijkstra's Algorithm", 1977).

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::base::byte_sets::is_word;
use crate::base::sets::{TermId, TermSet};
use crate::grammar::{Grammar, StateId};
use crate::layout::quotes::{QuoteRun, Quotes, is_clean};
use crate::lexer::ids::LexState;
use crate::lexer::shortest::{NEVER, Ways};
use crate::lexer::terminals::Terminal;
use crate::lexer::{DEAD, Lexer};
use crate::rules::dfa::RuleId;

/// Maximum number of starts whose ways are kept; the ways of one start take some dozen kilobytes.
const MAX_KEPT: usize = 200;

/// Extra cost, in bytes, of an invented name, which is likely to mean nothing.
const INVENTED: u32 = 8;

/// Extra cost, in bytes, of a lexeme that is one of many, such as a number.
const ANY_OF_MANY: u32 = 3;
/// Extra cost, in bytes, of an opening bracket or a string: even an invented name is preferred to them.
const PAIR: u32 = 13;

/// Extra cost, in bytes, of a lexeme that begins outside ASCII, such as a name in other letters.
const STRANGE: u32 = 16;

/// Extra cost, in bytes, of what the language says people seldom write.
const SELDOM: u32 = 32;

/// Extra cost, in bytes, of a keyword that is also a name: a plain name is preferred to it.
const SOFT: u32 = INVENTED + 4;

/// Extra cost, in bytes, of an operator, which needs an operand: it would take the next statement for one.
const OPERATOR: u32 = 2;

/// Extra cost, in bytes, of continuing a word that was typed, such as `if` to a name: brackets and what
/// stands in them are preferred.
const GROWN: u32 = 40;

/// Extra cost, in bytes, of a new name that ends in the right context; a longer name, or a sign before that
/// context, is preferred.
const TOUCHING: u32 = 8;

/// Extra cost, in bytes, of omitting a usual blank.
const GLUED: u32 = 2;
/// Extra cost, in bytes, of beginning a block in the line that opens it.
const INLINE: u32 = 8;

/// A lexer state, and the quotes that may not occur after it.
pub type Start = (LexState, Quotes);

/// The ways of a lexer by their starts. They do not depend on the wording, so all costs of a language share them.
#[derive(Default)]
pub struct WaysPool(Mutex<FxHashMap<Start, Arc<Ways>>>);

impl WaysPool {
    fn from(&self, lexer: &Lexer, start: Start) -> Arc<Ways> {
        let mut kept = self.lock();
        if let Some(ways) = kept.get(&start) {
            return Arc::clone(ways);
        }
        if kept.len() == MAX_KEPT {
            kept.clear();
        }
        let (state, quotes) = start;
        let allows = |byte: u8| is_clean(&[byte], QuoteRun::default(), quotes);
        let ways = Arc::new(Ways::from(lexer, state, allows));
        kept.insert(start, Arc::clone(&ways));
        ways
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.lock().values().map(|ways| ways.size()).sum()
    }

    fn lock(&self) -> MutexGuard<'_, FxHashMap<Start, Arc<Ways>>> {
        // A thread that panics while it holds the lock leaves only complete ways in the map.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The wording of a text that is generated from the grammar.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wording {
    /// The shortest text.
    Short,
    /// A text that a person might write: literals and keywords are preferred to invented names, and these
    /// names are words.
    Readable,
}

/// The text of an invented name.
const NAME: &[u8] = b"name";

/// The least costs of a language, in bytes, and which of its states are at a line's start.
pub struct Costs {
    /// For each terminal, its cost including the extra cost.
    terms: Vec<u32>,
    /// For each terminal, its extra cost.
    extra: Vec<u32>,
    readable: bool,
    /// For each state of the grammar, the least cost of a text to the end of its rule.
    to_end: Vec<u32>,
    /// For each state of the grammar, whether it is at a line's start.
    at_line_start: Vec<bool>,
    ways: Arc<WaysPool>,
}

impl Costs {
    /// Computes the costs of a grammar for texts of this wording. `ways` are those of the grammar's lexer.
    pub fn new(grammar: &Grammar, wording: Wording, ways: &Arc<WaysPool>) -> Self {
        let mut costs = Self {
            terms: vec![NEVER; grammar.terminals.len()],
            extra: vec![0; grammar.terminals.len()],
            readable: wording == Wording::Readable,
            to_end: vec![NEVER; grammar.state_count],
            at_line_start: line_starts(grammar),
            ways: Arc::clone(ways),
        };
        for mode in 0..grammar.lexer.mode_count() {
            let ways = costs.ways_from(&grammar.lexer, (grammar.lexer.start(mode), 0));
            for (term, cost) in costs.terms.iter_mut().enumerate() {
                let found = ways.to_term(TermId::at(term)).map_or(NEVER, |text| text.len() as u32);
                *cost = (*cost).min(found);
            }
        }
        if costs.readable {
            costs.count_extra(grammar);
        }
        for (term, terminal) in grammar.terminals.iter().enumerate() {
            if terminal.pattern.is_none() {
                costs.terms[term] = u32::from(terminal.name != "DEDENT");
            }
        }
        while costs.improve(grammar) {}
        costs
    }

    /// Returns for each terminal the shortest text that it matches in some mode, or none if it matches none.
    pub fn shortest_texts(&self, grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
        let lexer = &grammar.lexer;
        let modes: Vec<_> =
            (0..lexer.mode_count()).map(|mode| self.ways_from(lexer, (lexer.start(mode), 0))).collect();
        let shortest = |term| modes.iter().filter_map(|ways| ways.to_term(term)).min_by_key(Vec::len);
        (0..grammar.terminals.len()).map(TermId::at).map(shortest).collect()
    }

    /// Adds the extra costs, which say how badly a text reads.
    fn count_extra(&mut self, grammar: &Grammar) {
        let texts = self.shortest_texts(grammar);
        self.extra = texts.iter().zip(&grammar.terminals).map(extra).collect();
        for name in names(&grammar.lexer).iter() {
            self.extra[name.index()] = INVENTED;
        }
        self.mark_soft_words(grammar, &texts);
        for term in grammar.seldom.iter() {
            self.extra[term.index()] = self.extra(term).max(SELDOM);
        }
        for (cost, extra) in self.terms.iter_mut().zip(&self.extra) {
            *cost = cost.saturating_add(*extra);
        }
    }

    /// Raises the extra cost of keywords that are also names. A terminal counts as one of them if some state
    /// takes it along with a name, and takes only words and quoted texts. Numbers are none.
    fn mark_soft_words(&mut self, grammar: &Grammar, texts: &[Option<Vec<u8>>]) {
        let first = |term: TermId| texts[term.index()].as_ref().and_then(|text| text.first());
        let may_name = |term: TermId| first(term).is_some_and(|&byte| is_word(byte) || is_quote(byte));
        let is_number = |term: TermId| first(term).is_some_and(u8::is_ascii_digit);
        let is_name = |term: TermId| self.extra(term) == INVENTED;
        let mut soft = Vec::new();
        for state in grammar.states() {
            let takes = grammar.takes(state);
            if takes.iter().any(is_name) && takes.iter().all(may_name) {
                soft.extend(takes.iter().filter(|&term| !is_name(term) && !is_number(term)));
            }
        }
        // A word may have several terminals, one of which may be said to be seldom where it is a name.
        let spells_alike = |term: TermId, other: TermId| {
            term == other || (texts[term.index()] == texts[other.index()] && !grammar.seldom.contains(other))
        };
        let all = (0..texts.len()).map(TermId::at);
        let soft: Vec<_> = all.filter(|&term| soft.iter().any(|&other| spells_alike(term, other))).collect();
        for term in soft {
            self.extra[term.index()] = self.extra(term).max(SOFT);
        }
    }

    /// Returns whether the costs are those of a readable wording.
    pub fn readable(&self) -> bool {
        self.readable
    }

    /// Returns the extra cost of continuing a typed lexeme to a lexeme of a terminal.
    pub fn grown(&self, term: TermId) -> u32 {
        if matches!(self.extra(term), INVENTED | SOFT | SELDOM) { GROWN } else { 0 }
    }

    /// Returns the extra cost of beginning a block in the line that opens it.
    pub fn inline(&self) -> u32 {
        if self.readable { INLINE } else { 0 }
    }

    /// Returns the extra cost of writing a lexeme directly after a byte, or none where no blank is usual.
    pub fn apart(&self, before: Option<u8>, word: &[u8]) -> Option<u32> {
        let (before, &first) = before.zip(word.first())?;
        if is_word(before) && is_word(first) {
            return self.readable.then_some(GROWN);
        }
        // Behind a line end as well: what a person writes in one line, as `; then`, is preferred to two lines.
        let is_usual = if is_word(before) {
            is_quote(first) || matches!(first, b'{' | b'-' | b'~' | b'!') || word == b"..."
        } else {
            (is_word(first)
                && (is_quote(before) || matches!(before, b')' | b']' | b'}' | b'.' | b';' | b'\n')))
                || (before, first) == (b')', b'{')
        };
        (self.readable && is_usual).then_some(GLUED)
    }

    /// Returns the extra cost of a new lexeme that ends in the right context, beside [`Self::extra`].
    pub fn exit_extra(&self, term: TermId) -> u32 {
        if self.extra(term) >= INVENTED { TOUCHING } else { 0 }
    }

    /// Returns the text to write for a new lexeme of a terminal: `NAME` for an invented name if it matches,
    /// or else `shortest`.
    pub fn word(&self, lexer: &Lexer, start: Start, term: TermId, shortest: Vec<u8>) -> Vec<u8> {
        if self.extra(term) != INVENTED {
            return shortest;
        }
        if set_of_name(lexer, start.0).contains(term) { NAME.to_vec() } else { shortest }
    }

    /// Updates the costs of all states once. Returns whether any of them decreased.
    fn improve(&mut self, grammar: &Grammar) -> bool {
        let mut changed = false;
        for state in grammar.states().rev() {
            let mut best = if grammar.is_final(state) { 0 } else { self.to_end(state) };
            for term in grammar.takes(state).iter() {
                let own = self.term(term);
                grammar.term_edges(state, term, |edge| {
                    best = best.min(own.saturating_add(self.to_end(edge.to)));
                });
            }
            for edge in grammar.rule_edges(state) {
                best = best.min(self.rule(grammar, edge.rule).saturating_add(self.to_end(edge.to)));
            }
            if best < self.to_end[state.index()] {
                self.to_end[state.index()] = best;
                changed = true;
            }
        }
        changed
    }

    /// Returns the least cost of a lexeme of a terminal, including the extra cost.
    pub fn term(&self, term: TermId) -> u32 {
        self.terms[term.index()]
    }

    /// Returns the cost of a terminal in addition to the bytes of its text.
    pub fn extra(&self, term: TermId) -> u32 {
        self.extra[term.index()]
    }

    /// Returns the least cost of a text from a state to the end of its rule.
    pub fn to_end(&self, state: StateId) -> u32 {
        self.to_end[state.index()]
    }

    /// Returns whether only layout terminals, or rules that end with them, precede a state in its rule.
    pub fn at_line_start(&self, state: StateId) -> bool {
        self.at_line_start[state.index()]
    }

    /// Returns the least cost of a text of a rule.
    pub fn rule(&self, grammar: &Grammar, rule: RuleId) -> u32 {
        self.to_end(grammar.start_of(rule))
    }

    /// Returns the ways from a start; they are computed on first use.
    pub fn ways_from(&self, lexer: &Lexer, start: Start) -> Arc<Ways> {
        self.ways.from(lexer, start)
    }
}

/// Returns the terminals that match a plain name in some mode.
fn names(lexer: &Lexer) -> TermSet {
    let mut found = TermSet::default();
    for mode in 0..lexer.mode_count() {
        set_of_name(lexer, lexer.start(mode)).iter().for_each(|term| found.insert(term));
    }
    found
}

fn set_of_name(lexer: &Lexer, start: LexState) -> TermSet {
    let state = lexer.after(start, NAME);
    if state == DEAD { TermSet::default() } else { *lexer.set(lexer.accept(state)) }
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// Returns whether a literal wants an operand after it. Three dots are one by themselves.
fn is_operator(text: &[u8]) -> bool {
    let goes_on = |first: &u8| first.is_ascii_punctuation() && !b")]};,:>_".contains(first);
    text != b"..." && text.first().is_some_and(goes_on)
}

/// Returns the extra cost of a terminal, which is estimated from its shortest text.
fn extra((text, terminal): (&Option<Vec<u8>>, &Terminal)) -> u32 {
    let first = text.as_ref().and_then(|text| text.first()).copied().unwrap_or(0);
    let has_quote = text.iter().flatten().any(|&byte| is_quote(byte));
    if matches!(first, b'(' | b'[' | b'{') || (terminal.literal.is_none() && has_quote) {
        PAIR
    } else if terminal.literal.is_some() {
        if text.as_deref().is_some_and(is_operator) { OPERATOR } else { 0 }
    } else if !first.is_ascii() {
        STRANGE
    } else if first.is_ascii_punctuation() || first.is_ascii_digit() {
        ANY_OF_MANY
    } else {
        0
    }
}

/// Returns for each state whether it is at a line's start: whether only layout terminals, or rules that end
/// with them, precede it in its rule.
fn line_starts(grammar: &Grammar) -> Vec<bool> {
    let Some(lines) = &grammar.layout.lines else { return vec![false; grammar.state_count] };
    let is_layout = |term| [lines.newline, lines.indent, lines.dedent].contains(&term);
    // The rules that may end with content; each round adds those that end with a content terminal or with one
    // of these rules.
    let mut ends_with_content = vec![false; grammar.rules.len()];
    let content_before = |state: StateId, ends: &[bool]| {
        grammar.term_sources(state).iter().any(|edge| !is_layout(edge.term))
            || grammar.rule_sources(state).iter().any(|edge| ends[edge.rule.index()])
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
    grammar.states().map(|state| !content_before(state, &ends_with_content)).collect()
}
