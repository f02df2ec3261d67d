//! Compiles the regular expressions of terminals to one minimal automaton.

use regex_automata::dfa::Automaton as _;
use regex_automata::dfa::{StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};
use rustc_hash::FxHashMap;

use crate::base::byte_sets::Bytes;
use crate::base::interner::Numbers;
use crate::base::sets::{TermId, TermSet};
use crate::lexer::ids::{LexState, NO_SET, TermSetId};
use crate::lexer::terminals::Terminal;
use crate::limits::{MAX_LEXER_BYTES, MAX_LEXER_STATES, MAX_PATTERN_BYTES};

/// The tables of the automaton, from which all other parts of a lexer are computed.
pub struct Parts {
    pub starts: Vec<LexState>,
    /// The class of each byte. Every class up to the greatest one has a byte.
    pub classes: Vec<u8>,
    pub transitions: Vec<LexState>,
    pub accepts: Vec<TermSetId>,
    /// The conditional states: see [`crate::lexer::lookahead::Lookahead`].
    pub rows: Vec<u16>,
    pub ahead: Vec<TermSetId>,
    pub sets: Vec<TermSet>,
}

/// Compiles the terminals of each mode to one automaton. Fails with a message on an invalid pattern, on one
/// that matches the empty text, and on an automaton that exceeds the limits.
pub fn compile(terminals: &[Terminal], modes: &[Vec<TermId>]) -> Result<Parts, String> {
    let mut raw = RawDfa::default();
    for mode in modes {
        let compiled = RawDfa::compile(terminals, mode).map_err(|error| blame(terminals, error))?;
        raw.append(&compiled.minimised());
    }
    let raw = raw.minimised();
    let count = raw.accepts.len();
    if count > usize::from(u16::MAX) {
        return Err(format!("the terminals need {count} lexer states, more than {}", u16::MAX));
    }
    Ok(raw.into_parts())
}

/// The tables of an automaton before and while equivalent states are merged. State 0 is dead.
#[derive(Default)]
struct RawDfa {
    starts: Vec<u32>,
    classes: Vec<u8>,
    class_count: usize,
    transitions: Vec<u32>,
    accepts: Vec<TermSetId>,
    /// Per state: what matches by class of the next byte and, last, at the end of the text, where that is not the same
    /// everywhere.
    ahead: Vec<Option<Vec<TermSetId>>>,
    sets: Vec<TermSet>,
}

impl RawDfa {
    fn compile(terminals: &[Terminal], lexical: &[TermId]) -> Result<Self, String> {
        let patterns: Vec<&str> =
            lexical.iter().filter_map(|&term| terminals[term.index()].pattern.as_deref()).collect();
        let dfa = dense::Builder::new()
            .syntax(syntax::Config::new().unicode(true).utf8(true))
            .thompson(
                thompson::Config::new().utf8(true).shrink(false).nfa_size_limit(Some(MAX_PATTERN_BYTES)),
            )
            .configure(
                dense::Config::new()
                    .match_kind(MatchKind::All)
                    .start_kind(StartKind::Anchored)
                    .accelerate(false)
                    .minimize(false)
                    .determinize_size_limit(Some(MAX_LEXER_BYTES))
                    .dfa_size_limit(Some(MAX_LEXER_BYTES)),
            )
            .build_many(&patterns)
            .map_err(|error| format!("the terminals cannot be compiled: {error}"))?;
        Self::explore(&dfa, terminals, lexical)
    }

    fn explore(
        dfa: &dense::DFA<Vec<u32>>,
        terminals: &[Terminal],
        lexical: &[TermId],
    ) -> Result<Self, String> {
        let (classes, representatives) = byte_classes(dfa, &bars(terminals, lexical));
        let start = dfa
            .start_state_forward(&Input::new("").anchored(Anchored::Yes))
            .map_err(|error| format!("the terminals cannot be compiled: {error}"))?;
        let mut raw = Self {
            starts: vec![1],
            classes: classes.to_vec(),
            class_count: representatives.len(),
            transitions: vec![0; representatives.len()],
            accepts: vec![NO_SET],
            ahead: vec![None],
            sets: vec![TermSet::default()],
        };
        let mut numbers: FxHashMap<StateID, u32> = FxHashMap::default();
        numbers.insert(start, 1);
        let mut states = vec![start];
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            let matching = matching(dfa, dfa.next_eoi_state(state), lexical);
            let set = winners(&matching, terminals, None);
            if next == 0 && !set.is_empty() {
                let names: Vec<&str> = set.iter().map(|term| terminals[term.index()].name.as_str()).collect();
                return Err(format!("terminal {} matches the empty text", names.join(", ")));
            }
            raw.accept(&matching, terminals, &representatives);
            for &byte in &representatives {
                let target = dfa.next_state(state, byte);
                let number = if dfa.is_dead_state(target) {
                    0
                } else {
                    *numbers.entry(target).or_insert_with(|| {
                        states.push(target);
                        states.len() as u32
                    })
                };
                raw.transitions.push(number);
            }
            if states.len() > MAX_LEXER_STATES {
                return Err(format!("the terminals need more than {MAX_LEXER_STATES} lexer states"));
            }
            next += 1;
        }
        Ok(raw)
    }

    /// Adds what matches in the next state.
    fn accept(&mut self, matching: &[TermId], terminals: &[Terminal], representatives: &[u8]) {
        let last = self.intern(winners(matching, terminals, None));
        let mut ahead: Vec<TermSetId> = Vec::new();
        if matching.iter().any(|term| terminals[term.index()].barred != Bytes::default()) {
            let before = |&byte: &u8| winners(matching, terminals, Some(byte));
            let sets: Vec<TermSet> = representatives.iter().map(before).collect();
            ahead = sets.into_iter().map(|set| self.intern(set)).collect();
        }
        let is_conditional = ahead.iter().any(|&set| set != last);
        ahead.push(last);
        self.accepts.push(if is_conditional { NO_SET } else { last });
        self.ahead.push(is_conditional.then_some(ahead));
    }

    fn intern(&mut self, set: TermSet) -> TermSetId {
        let found = self.sets.iter().position(|&other| other == set);
        TermSetId::at(found.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }))
    }

    fn row(&self, state: usize) -> &[u32] {
        &self.transitions[state * self.class_count..(state + 1) * self.class_count]
    }

    /// Adds another automaton beside this one. The byte classes are refined so that they serve both.
    fn append(&mut self, other: &Self) {
        if self.accepts.is_empty() {
            self.classes = vec![0; 256];
            self.class_count = 1;
            self.transitions = vec![0];
            self.intern(TermSet::default());
            self.accepts = vec![NO_SET];
            self.ahead = vec![None];
        }
        let mut pairs: Vec<(u8, u8)> = Vec::new();
        let both = self.classes.iter().copied().zip(other.classes.iter().copied());
        let classes = both.map(|pair| {
            let known = pairs.iter().position(|&known| known == pair);
            known.unwrap_or_else(|| {
                pairs.push(pair);
                pairs.len() - 1
            }) as u8
        });
        let classes = classes.collect();
        let shift = self.accepts.len() as u32 - 1;
        let moved = |state: u32| if state == 0 { 0 } else { state + shift };
        let mut transitions = Vec::new();
        for ahead in self.ahead.iter_mut().flatten() {
            let of = |class: usize| ahead[class];
            *ahead =
                pairs.iter().map(|&(class, _)| of(usize::from(class))).chain(ahead.last().copied()).collect();
        }
        for state in 0..self.accepts.len() {
            let row = self.row(state);
            transitions.extend(pairs.iter().map(|&(class, _)| row[usize::from(class)]));
        }
        for state in 1..other.accepts.len() {
            let row = other.row(state);
            transitions.extend(pairs.iter().map(|&(_, class)| moved(row[usize::from(class)])));
            let set = self.intern(other.sets[other.accepts[state].index()]);
            self.accepts.push(set);
            let ahead = other.ahead[state].as_ref().map(|ahead| {
                let classes = pairs.iter().map(|&(_, class)| ahead[usize::from(class)]);
                let sets = classes.chain(ahead.last().copied());
                sets.map(|set| self.intern(other.sets[set.index()])).collect()
            });
            self.ahead.push(ahead);
        }
        self.starts.extend(other.starts.iter().map(|&start| moved(start)));
        self.classes = classes;
        self.class_count = pairs.len();
        self.transitions = transitions;
    }

    /// Returns an equivalent automaton in which equivalent states are merged and every state that reaches no
    /// match is the dead one.
    fn minimised(&self) -> Self {
        let (class, count) = self.equivalence();
        // The dead state is the first one seen, so it keeps its number.
        let mut representative = vec![0; count];
        for (state, &number) in class.iter().enumerate().rev() {
            representative[number as usize] = state;
        }
        let mut transitions = Vec::with_capacity(count * self.class_count);
        for &state in &representative {
            transitions.extend(self.row(state).iter().map(|&target| class[target as usize]));
        }
        Self {
            starts: self.starts.iter().map(|&start| class[start as usize]).collect(),
            classes: self.classes.clone(),
            class_count: self.class_count,
            transitions,
            accepts: representative.iter().map(|&state| self.accepts[state]).collect(),
            ahead: representative.iter().map(|&state| self.ahead[state].clone()).collect(),
            sets: self.sets.clone(),
        }
    }

    /// Returns the class of each state and the number of classes, by Moore's partition refinement after
    /// states that reach no match have been merged with the dead one.
    fn equivalence(&self) -> (Vec<u32>, usize) {
        let count = self.accepts.len();
        let useful = self.useful();
        let mut kinds: Numbers<(TermSetId, &Option<Vec<TermSetId>>)> = Numbers::default();
        let mut class: Vec<u32> =
            (0..count)
                .map(|state| {
                    if useful[state] { 1 + kinds.of((self.accepts[state], &self.ahead[state])).0 } else { 0 }
                })
                .collect();
        // A start from which nothing matches remains a separate state.
        for &start in &self.starts {
            if !useful[start as usize] {
                class[start as usize] = u32::MAX;
            }
        }
        let mut known = 0;
        loop {
            let mut numbers: Numbers<Vec<u32>> = Numbers::default();
            let mut refined = Vec::with_capacity(count);
            for state in 0..count {
                let mut signature = Vec::with_capacity(self.class_count + 1);
                signature.push(class[state]);
                if useful[state] {
                    signature.extend(self.row(state).iter().map(|&target| class[target as usize]));
                }
                refined.push(numbers.of(signature).0);
            }
            let found = numbers.count();
            class = refined;
            if found == known {
                return (class, found);
            }
            known = found;
        }
    }

    fn useful(&self) -> Vec<bool> {
        let count = self.accepts.len();
        let mut sources = vec![Vec::new(); count];
        for state in 1..count {
            let mut row = self.row(state).to_vec();
            row.sort_unstable();
            row.dedup();
            for target in row {
                sources[target as usize].push(state as u32);
            }
        }
        let mut useful: Vec<bool> = self
            .accepts
            .iter()
            .zip(&self.ahead)
            .map(|(&set, ahead)| set != NO_SET || ahead.is_some())
            .collect();
        let mut work: Vec<usize> = (0..count).filter(|&state| useful[state]).collect();
        while let Some(state) = work.pop() {
            for &source in &sources[state] {
                if !std::mem::replace(&mut useful[source as usize], true) {
                    work.push(source as usize);
                }
            }
        }
        useful
    }

    fn into_parts(self) -> Parts {
        let mut count = 0;
        let rows = self.ahead.iter().map(|ahead| {
            count += u16::from(ahead.is_some());
            if ahead.is_some() { count } else { 0 }
        });
        Parts {
            rows: rows.collect(),
            ahead: self.ahead.iter().flatten().flatten().copied().collect(),
            starts: self.starts.iter().map(|&start| LexState::at(start as usize)).collect(),
            classes: self.classes,
            transitions: self.transitions.iter().map(|&target| LexState::at(target as usize)).collect(),
            accepts: self.accepts,
            sets: self.sets,
        }
    }
}

/// Returns the error of the first terminal that cannot be compiled by itself, or else the error of all
/// terminals together.
fn blame(terminals: &[Terminal], error: String) -> String {
    let check = |terminal: &Terminal| check_pattern(&terminal.name, terminal.pattern.as_deref()?).err();
    terminals.iter().find_map(check).unwrap_or(error)
}

fn check_pattern(name: &str, pattern: &str) -> Result<(), String> {
    dense::Builder::new()
        .syntax(syntax::Config::new().unicode(true).utf8(true))
        .thompson(thompson::Config::new().nfa_size_limit(Some(MAX_PATTERN_BYTES)))
        .configure(
            dense::Config::new()
                .start_kind(StartKind::Anchored)
                .determinize_size_limit(Some(MAX_LEXER_BYTES)),
        )
        .build(pattern)
        .map(|_| ())
        .map_err(|error| format!("terminal {name}: {error}"))
}

/// Returns the different sets of bytes that bar some of these terminals.
fn bars(terminals: &[Terminal], lexical: &[TermId]) -> Vec<Bytes> {
    let mut found: Vec<Bytes> = Vec::new();
    for &term in lexical {
        let barred = terminals[term.index()].barred;
        if barred != Bytes::default() && !found.contains(&barred) {
            found.push(barred);
        }
    }
    found
}

/// Returns the equivalence class of each byte in an automaton and in some sets of bytes, and one byte of each class.
fn byte_classes(dfa: &dense::DFA<Vec<u32>>, bars: &[Bytes]) -> ([u8; 256], Vec<u8>) {
    let mut classes = [0_u8; 256];
    let mut representatives: Vec<u8> = Vec::new();
    let source = dfa.byte_classes();
    let mut numbers: FxHashMap<(u8, Vec<bool>), u8> = FxHashMap::default();
    for byte in 0..=255_u8 {
        let key = (source.get(byte), bars.iter().map(|barred| barred.contains(byte)).collect());
        let number = *numbers.entry(key).or_insert_with(|| {
            representatives.push(byte);
            (representatives.len() - 1) as u8
        });
        classes[usize::from(byte)] = number;
    }
    (classes, representatives)
}

/// Returns the terminals that match in a state.
fn matching(dfa: &dense::DFA<Vec<u32>>, state: StateID, lexical: &[TermId]) -> Vec<TermId> {
    if !dfa.is_match_state(state) {
        return Vec::new();
    }
    (0..dfa.match_len(state)).map(|index| lexical[dfa.match_pattern(state, index).as_usize()]).collect()
}

/// Returns the terminals that win among those that match, before a byte or at the end of the text.
fn winners(matching: &[TermId], terminals: &[Terminal], next: Option<u8>) -> TermSet {
    let is_barred = |term: TermId| next.is_some_and(|byte| terminals[term.index()].barred.contains(byte));
    let rank = |term: TermId| (terminals[term.index()].priority, terminals[term.index()].is_string);
    let left = matching.iter().copied().filter(|&term| !is_barred(term));
    let best = left.clone().map(rank).max();
    let mut set = TermSet::default();
    left.filter(|&term| Some(rank(term)) == best).for_each(|term| set.insert(term));
    set
}
