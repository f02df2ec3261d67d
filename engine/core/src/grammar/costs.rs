//! What a text costs at least, in bytes: each terminal's shortest text, and from each state of a
//! rule the shortest way to its end (Knuth, "A Generalization of Dijkstra's Algorithm", 1977).

use std::sync::{Arc, Mutex, PoisonError};

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

/// Ways of so many starts are kept, some dozen kilobytes each.
const MAX_KEPT: usize = 200;

/// What it counts beside its bytes to write a name that nobody has chosen, which is likely to mean nothing.
const INVENTED: u32 = 8;

/// The same of another text of many, such as a number, and of a bracket or a string, instead of which even a
/// name is better.
const ANY_OF_MANY: u32 = 3;
const PAIR: u32 = 13;

/// The same of a name in letters that are no plain ones.
const STRANGE: u32 = 16;

/// The same of a word that is a name as well: a plain one is better.
const SOFT: u32 = INVENTED + 4;

/// What it counts to go on with a word that was typed.
const GROWN: u32 = 16;

/// What it counts beside its bytes to end in the right context with the shortest name, which a longer one
/// and a sign before that context are better than.
const TOUCHING: u32 = 8;

/// What it counts to leave out a usual blank, and to begin a block in the line that opens it.
const GLUED: u32 = 2;
const INLINE: u32 = 8;

/// A state of the lexer, and the quotes that may not occur from there on.
pub type Start = (LexState, Quotes);

/// How a text is worded that the language writes by itself.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wording {
    /// As shortly as it can be.
    Short,
    /// As a person might write it: literals and keywords before names that nobody has chosen, and such names
    /// as words.
    Readable,
}

/// The name that is written where a name must be.
const NAME: &[u8] = b"name";

/// Least costs of a language, in bytes, and which of its states stand at a line's start.
pub struct Costs {
    /// Per terminal, with what it counts beside its bytes.
    terms: Vec<u32>,
    /// Per terminal: what it counts beside its bytes.
    extra: Vec<u32>,
    readable: bool,
    /// Per state of the grammar: to the end of its rule.
    to_end: Vec<u32>,
    /// Per state of the grammar.
    at_line_start: Vec<bool>,
    ways: Mutex<FxHashMap<Start, Arc<Ways>>>,
}

impl Costs {
    pub fn new(grammar: &Grammar, wording: Wording) -> Self {
        let mut costs = Self {
            terms: vec![NEVER; grammar.terminals.len()],
            extra: vec![0; grammar.terminals.len()],
            readable: wording == Wording::Readable,
            to_end: vec![NEVER; grammar.state_count],
            at_line_start: line_starts(grammar),
            ways: Mutex::default(),
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

    /// Per terminal, the shortest text after which it matches in some mode; none if it never does.
    pub fn shortest_texts(&self, grammar: &Grammar) -> Vec<Option<Vec<u8>>> {
        let lexer = &grammar.lexer;
        let modes: Vec<_> =
            (0..lexer.mode_count()).map(|mode| self.ways_from(lexer, (lexer.start(mode), 0))).collect();
        let shortest = |term| modes.iter().filter_map(|ways| ways.to_term(term)).min_by_key(Vec::len);
        (0..grammar.terminals.len()).map(TermId::at).map(shortest).collect()
    }

    /// Count what texts cost a reader beside their bytes.
    fn count_extra(&mut self, grammar: &Grammar) {
        let texts = self.shortest_texts(grammar);
        self.extra = texts.iter().zip(&grammar.terminals).map(extra).collect();
        for name in names(&grammar.lexer).iter() {
            self.extra[name.index()] = INVENTED;
        }
        self.mark_soft_words(grammar, &texts);
        for (cost, extra) in self.terms.iter_mut().zip(&self.extra) {
            *cost = cost.saturating_add(*extra);
        }
    }

    /// Words that may stand where nothing but a name may are names too.
    fn mark_soft_words(&mut self, grammar: &Grammar, texts: &[Option<Vec<u8>>]) {
        let first = |term: TermId| texts[term.index()].as_ref().and_then(|text| text.first());
        let may_name = |term: TermId| first(term).is_some_and(|&byte| is_word(byte) || is_quote(byte));
        let is_name = |term: TermId| self.extra(term) == INVENTED;
        let mut soft = Vec::new();
        for state in grammar.states() {
            let takes = grammar.takes(state);
            if takes.iter().any(is_name) && takes.iter().all(may_name) {
                soft.extend(takes.iter().filter(|&term| !is_name(term)));
            }
        }
        for term in soft {
            self.extra[term.index()] = self.extra(term).max(SOFT);
        }
    }

    /// Whether it counts how a text reads.
    pub fn readable(&self) -> bool {
        self.readable
    }

    /// What it counts to go on with what was typed, to a lexeme of a terminal.
    pub fn grown(&self, term: TermId) -> u32 {
        if matches!(self.extra(term), INVENTED | SOFT) { GROWN } else { 0 }
    }

    /// What it counts to begin a block in the line that opens it.
    pub fn inline(&self) -> u32 {
        if self.readable { INLINE } else { 0 }
    }

    /// What it counts to write a lexeme directly behind a byte, where a blank is usual.
    pub fn apart(&self, before: Option<u8>, word: &[u8]) -> Option<u32> {
        let (before, &first) = before.zip(word.first())?;
        if is_word(before) && is_word(first) {
            return self.readable.then_some(GROWN);
        }
        let is_usual = if is_word(before) {
            is_quote(first) || matches!(first, b'{' | b'-' | b'~' | b'!') || word == b"..."
        } else {
            is_word(first) && (is_quote(before) || matches!(before, b')' | b']' | b'}' | b'.'))
        };
        (self.readable && is_usual).then_some(GLUED)
    }

    /// What it counts to end in the right context, with a lexeme that begins, beside what that counts.
    pub fn exit_extra(&self, term: TermId) -> u32 {
        if self.extra(term) >= INVENTED { TOUCHING } else { 0 }
    }

    /// The text to write for a terminal that begins: the shortest one, but no name of one letter.
    pub fn word(&self, lexer: &Lexer, start: Start, term: TermId, shortest: Vec<u8>) -> Vec<u8> {
        if self.extra(term) != INVENTED {
            return shortest;
        }
        if set_of_name(lexer, start.0).contains(term) { NAME.to_vec() } else { shortest }
    }

    /// One round over all states; whether any got cheaper.
    fn improve(&mut self, grammar: &Grammar) -> bool {
        let mut changed = false;
        for state in grammar.states().rev() {
            let mut best = if grammar.is_final(state) { 0 } else { self.to_end(state) };
            for term in grammar.takes(state).iter() {
                let own = self.term(term);
                grammar.term_edges(state, term, |edge| best = best.min(own.saturating_add(self.to_end(edge.to))));
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

    pub fn term(&self, term: TermId) -> u32 {
        self.terms[term.index()]
    }

    /// What a terminal counts beside its bytes.
    pub fn extra(&self, term: TermId) -> u32 {
        self.extra[term.index()]
    }

    pub fn to_end(&self, state: StateId) -> u32 {
        self.to_end[state.index()]
    }

    /// Whether only terminals of the layout lead to a state within its rule.
    pub fn at_line_start(&self, state: StateId) -> bool {
        self.at_line_start[state.index()]
    }

    pub fn rule(&self, grammar: &Grammar, rule: RuleId) -> u32 {
        self.to_end(grammar.start_of(rule))
    }

    /// The ways from a state of the lexer, found when first asked for.
    pub fn ways_from(&self, lexer: &Lexer, start: Start) -> Arc<Ways> {
        // A thread that ended while it held the lock has left whole ways behind.
        let mut kept = self.ways.lock().unwrap_or_else(PoisonError::into_inner);
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
}

/// The terminals of a plain name, in some mode.
fn names(lexer: &Lexer) -> TermSet {
    let mut found = TermSet::default();
    for mode in 0..lexer.mode_count() {
        set_of_name(lexer, lexer.start(mode)).iter().for_each(|term| found.insert(term));
    }
    found
}

fn set_of_name(lexer: &Lexer, start: LexState) -> TermSet {
    let state = NAME.iter().fold(start, |state, &byte| lexer.step(state, byte));
    if state == DEAD { TermSet::default() } else { *lexer.set(lexer.accept(state)) }
}

fn is_quote(byte: u8) -> bool {
    matches!(byte, b'"' | b'\'' | b'`')
}

/// What a terminal counts beside its bytes, by its shortest text.
fn extra((text, terminal): (&Option<Vec<u8>>, &Terminal)) -> u32 {
    let first = text.as_ref().and_then(|text| text.first()).copied().unwrap_or(0);
    let has_quote = text.iter().flatten().any(|&byte| is_quote(byte));
    if matches!(first, b'(' | b'[' | b'{') || (terminal.literal.is_none() && has_quote) {
        PAIR
    } else if terminal.literal.is_some() {
        0
    } else if !first.is_ascii() {
        STRANGE
    } else if first.is_ascii_punctuation() || first.is_ascii_digit() {
        ANY_OF_MANY
    } else {
        0
    }
}

/// The states of the grammar that only a terminal of the layout leads to, as the last of a rule or
/// alone.
fn line_starts(grammar: &Grammar) -> Vec<bool> {
    let Some(lines) = &grammar.layout.lines else { return vec![false; grammar.state_count] };
    let is_layout = |term| [lines.newline, lines.indent, lines.dedent].contains(&term);
    // Rules that may end with content, found from those whose last terminal is one.
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
