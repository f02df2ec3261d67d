//! All terminals of a language as one automaton over bytes.
//!
//! A state's accepting terminals are a set: of those that match the same text the highest
//! priority wins, then literal strings over regular expressions, and what is left is the
//! parser's to decide. One step costs two table look-ups and touches one row of the table.

pub mod codec;
pub mod divergence;
pub mod longest;
pub mod loops;
pub mod unicode_names;
pub mod utf8;

use regex_automata::dfa::Automaton as _;
use regex_automata::dfa::{StartKind, dense};
use regex_automata::nfa::thompson;
use regex_automata::util::primitives::StateID;
use regex_automata::util::syntax;
use regex_automata::{Anchored, Input, MatchKind};
use rustc_hash::FxHashMap;

use crate::base::sets::TermSet;
use crate::limits::{MAX_LEXER_BYTES, MAX_LEXER_STATES};

/// The state from which nothing matches.
pub const DEAD: u16 = 0;
/// The empty set of terminals, in [`Lexer::sets`].
pub const NO_SET: u16 = 0;

/// A terminal as the grammar defines it.
#[derive(Clone, Debug)]
pub struct Terminal {
    pub name: String,
    /// A regular expression; none for a terminal that the layout policy feeds.
    pub pattern: Option<String>,
    pub priority: i32,
    pub is_string: bool,
    /// The text itself, for a literal string.
    pub literal: Option<String>,
}

/// The automaton; state 0 is dead. A *mode* is a set of terminals and the state before a lexeme's
/// first byte when those are the ones that count.
pub struct Lexer {
    /// Per mode, its start.
    starts: Vec<u16>,
    classes: [u8; 256],
    class_count: usize,
    transitions: Vec<u16>,
    /// Per state, the set of terminals that match what was read: an index into `sets`.
    accepts: Vec<u16>,
    /// Distinct sets of terminals; the singletons of every terminal among them.
    pub sets: Vec<TermSet>,
    singles: Vec<u16>,
    /// Per state, every terminal that some continuation (the empty one too) makes match.
    reachable: Vec<TermSet>,
    /// Strongly connected components of the live states, successors first.
    pub components: Vec<Component>,
    component_of: Vec<u32>,
}

/// The automaton itself: what all else about a lexer follows from.
pub(crate) struct Parts {
    pub starts: Vec<u16>,
    /// Per byte; every class up to the greatest has one.
    pub classes: Vec<u8>,
    pub transitions: Vec<u16>,
    pub accepts: Vec<u16>,
    pub sets: Vec<TermSet>,
}

/// States that reach one another.
#[derive(Clone, Default, Debug)]
pub struct Component {
    pub states: Vec<u16>,
    /// Other components that are one step away.
    pub successors: Vec<u32>,
}

impl Lexer {
    /// Compile the terminals of each mode. Fails with a message on a bad pattern, on one that
    /// matches the empty text, and on automata beyond the limits.
    pub fn new(terminals: &[Terminal], modes: &[Vec<u16>]) -> Result<Self, String> {
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
        Ok(Self::from_parts(raw.into_parts(), terminals.len()))
    }

    /// The lexer of an automaton over so many terminals.
    pub(crate) fn from_parts(parts: Parts, terminals: usize) -> Self {
        let mut classes = [0; 256];
        classes.copy_from_slice(&parts.classes);
        let mut lexer = Self {
            starts: parts.starts,
            classes,
            class_count: classes.iter().max().map_or(0, |&most| usize::from(most) + 1),
            transitions: parts.transitions,
            accepts: parts.accepts,
            sets: parts.sets,
            singles: Vec::new(),
            reachable: Vec::new(),
            components: Vec::new(),
            component_of: Vec::new(),
        };
        lexer.singles = (0..terminals as u16).map(|term| lexer.intern(TermSet::single(term))).collect();
        lexer.find_components();
        lexer.find_reachable();
        lexer
    }

    /// What it is made from.
    pub(crate) fn parts(&self) -> Parts {
        Parts {
            starts: self.starts.clone(),
            classes: self.classes.to_vec(),
            transitions: self.transitions.clone(),
            accepts: self.accepts.clone(),
            sets: self.sets.clone(),
        }
    }

    fn intern(&mut self, set: TermSet) -> u16 {
        let found = self.sets.iter().position(|&other| other == set);
        found.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u16
    }

    /// Whether no lexeme has begun in a state.
    pub fn is_start(&self, state: u16) -> bool {
        self.starts.contains(&state)
    }

    /// The state before a lexeme's first byte in a mode.
    pub fn start(&self, mode: usize) -> u16 {
        self.starts[mode]
    }

    pub fn mode_count(&self) -> usize {
        self.starts.len()
    }

    /// One byte for each class of bytes that the automaton cannot tell apart, letters first.
    pub fn plain_bytes(&self) -> Vec<u8> {
        let letters = b'a'..=b'z';
        let mut known = vec![false; self.class_count];
        let mut bytes: Vec<u8> = letters.chain(b'0'..=b'9').chain(b' '..=b'~').chain(0..=255).collect();
        bytes.retain(|&byte| {
            let class = usize::from(self.classes[usize::from(byte)]);
            !std::mem::replace(&mut known[class], true)
        });
        bytes
    }

    #[inline]
    pub fn step(&self, state: u16, byte: u8) -> u16 {
        self.transitions[usize::from(state) * self.class_count + usize::from(self.classes[usize::from(byte)])]
    }

    #[inline]
    pub fn accept(&self, state: u16) -> u16 {
        self.accepts[usize::from(state)]
    }

    #[inline]
    pub fn set(&self, set: u16) -> &TermSet {
        &self.sets[usize::from(set)]
    }

    #[inline]
    pub fn reachable(&self, state: u16) -> &TermSet {
        &self.reachable[usize::from(state)]
    }

    /// The set that holds one terminal alone.
    pub fn single(&self, term: u16) -> u16 {
        self.singles[usize::from(term)]
    }

    pub fn state_count(&self) -> usize {
        self.accepts.len()
    }

    /// The component of a live state.
    #[inline]
    pub fn component_of(&self, state: u16) -> usize {
        self.component_of[usize::from(state)] as usize
    }

    fn find_successors(&self, state: u16) -> Vec<u16> {
        let row = usize::from(state) * self.class_count;
        let mut targets = self.transitions[row..row + self.class_count].to_vec();
        targets.retain(|&target| target != DEAD);
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// The longest match at the start of `bytes` from the state `start`; [`NO_SET`] where no
    /// terminal matches.
    pub fn longest(&self, start: u16, bytes: &[u8]) -> Match {
        let mut state = start;
        let mut best = Match { set: NO_SET, end: 0, seen: bytes.len() + 1 };
        let mut at = 0;
        while at < bytes.len() {
            (state, at) = self.steps(state, bytes, at);
            if state == DEAD {
                best.seen = at;
                break;
            }
            if self.accept(state) != NO_SET {
                best.set = self.accept(state);
                best.end = at;
            }
        }
        best
    }

    /// Step over the byte at an offset, and over those behind it that change nothing more, which do not wait
    /// for one another.
    #[inline]
    pub fn steps(&self, state: u16, bytes: &[u8], at: usize) -> (u16, usize) {
        let next = self.step(state, bytes[at]);
        let mut at = at + 1;
        if next == state && next != DEAD {
            let row = usize::from(state) * self.class_count;
            let row = &self.transitions[row..row + self.class_count];
            while at < bytes.len() && row[usize::from(self.classes[usize::from(bytes[at])])] == state {
                at += 1;
            }
        }
        (next, at)
    }

    /// Tarjan's strongly connected components, iterative; components come out successors first.
    fn find_components(&mut self) {
        let count = self.state_count();
        let successors: Vec<Vec<u16>> = (0..count as u16).map(|state| self.find_successors(state)).collect();
        self.component_of = vec![u32::MAX; count];
        let mut index = vec![u32::MAX; count];
        let mut low = vec![0_u32; count];
        let mut on_stack = vec![false; count];
        let mut stack = Vec::new();
        let mut next = 0;
        for root in 1..count as u16 {
            let mut calls: Vec<(u16, Vec<u16>)> = Vec::new();
            if index[usize::from(root)] == u32::MAX {
                calls.push((root, successors[usize::from(root)].clone()));
            }
            while let Some((state, pending)) = calls.last_mut() {
                let state = usize::from(*state);
                if index[state] == u32::MAX {
                    index[state] = next;
                    low[state] = next;
                    next += 1;
                    stack.push(state as u16);
                    on_stack[state] = true;
                }
                if let Some(target) = pending.pop() {
                    let target_index = usize::from(target);
                    if index[target_index] == u32::MAX {
                        calls.push((target, successors[target_index].clone()));
                    } else if on_stack[target_index] {
                        low[state] = low[state].min(index[target_index]);
                    }
                    continue;
                }
                if low[state] == index[state] {
                    let at = stack.iter().rposition(|&member| usize::from(member) == state).unwrap_or(0);
                    let component = stack.split_off(at);
                    for &member in &component {
                        on_stack[usize::from(member)] = false;
                    }
                    self.push_component(component, &successors);
                }
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    let parent = usize::from(*parent);
                    low[parent] = low[parent].min(low[state]);
                }
            }
        }
    }

    fn push_component(&mut self, states: Vec<u16>, successors: &[Vec<u16>]) {
        let number = self.components.len() as u32;
        for &state in &states {
            self.component_of[usize::from(state)] = number;
        }
        let mut found: Vec<u32> = states
            .iter()
            .flat_map(|&state| &successors[usize::from(state)])
            .map(|&target| self.component_of[usize::from(target)])
            .filter(|&component| component != number)
            .collect();
        found.sort_unstable();
        found.dedup();
        self.components.push(Component { states, successors: found });
    }

    fn find_reachable(&mut self) {
        self.reachable = vec![TermSet::default(); self.state_count()];
        let mut sets: Vec<TermSet> = Vec::with_capacity(self.components.len());
        for component in &self.components {
            let mut set = TermSet::default();
            for &state in &component.states {
                set.union_with(&self.sets[usize::from(self.accepts[usize::from(state)])]);
            }
            for &successor in &component.successors {
                set.union_with(&sets[successor as usize]);
            }
            for &state in &component.states {
                self.reachable[usize::from(state)] = set;
            }
            sets.push(set);
        }
    }
}

/// What [`Lexer::longest`] found.
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The terminals, or [`NO_SET`].
    pub set: u16,
    /// Length of the match in bytes.
    pub end: usize,
    /// Bytes that tell that there is no longer one; one more than there are where more could make one.
    pub seen: usize,
}

/// An automaton as tables, before and while equal states are merged. State 0 is dead.
#[derive(Default)]
struct RawDfa {
    starts: Vec<u32>,
    classes: Vec<u8>,
    class_count: usize,
    transitions: Vec<u32>,
    accepts: Vec<u16>,
    sets: Vec<TermSet>,
}

impl RawDfa {
    fn compile(terminals: &[Terminal], lexical: &[u16]) -> Result<Self, String> {
        let patterns: Vec<&str> =
            lexical.iter().filter_map(|&term| terminals[usize::from(term)].pattern.as_deref()).collect();
        let dfa = dense::Builder::new()
            .syntax(syntax::Config::new().unicode(true).utf8(true))
            .thompson(thompson::Config::new().utf8(true).shrink(false))
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

    fn explore(dfa: &dense::DFA<Vec<u32>>, terminals: &[Terminal], lexical: &[u16]) -> Result<Self, String> {
        let (classes, representatives) = byte_classes(dfa);
        let start = dfa
            .start_state_forward(&Input::new("").anchored(Anchored::Yes))
            .map_err(|error| format!("the terminals cannot be compiled: {error}"))?;
        let mut raw = Self {
            starts: vec![1],
            classes: classes.to_vec(),
            class_count: representatives.len(),
            transitions: vec![0; representatives.len()],
            accepts: vec![NO_SET],
            sets: vec![TermSet::default()],
        };
        let mut numbers: FxHashMap<StateID, u32> = FxHashMap::default();
        numbers.insert(start, 1);
        let mut states = vec![start];
        let mut next = 0;
        while next < states.len() {
            let state = states[next];
            let set = winners(dfa, dfa.next_eoi_state(state), terminals, lexical);
            if next == 0 && !set.is_empty() {
                let names: Vec<&str> =
                    set.iter().map(|term| terminals[usize::from(term)].name.as_str()).collect();
                return Err(format!("terminal {} matches the empty text", names.join(", ")));
            }
            let number = raw.intern(set);
            raw.accepts.push(number);
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

    fn intern(&mut self, set: TermSet) -> u16 {
        let found = self.sets.iter().position(|&other| other == set);
        found.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }) as u16
    }

    fn row(&self, state: usize) -> &[u32] {
        &self.transitions[state * self.class_count..(state + 1) * self.class_count]
    }

    /// Add another automaton beside this one; the byte classes become fine enough for both.
    fn append(&mut self, other: &Self) {
        if self.accepts.is_empty() {
            self.classes = vec![0; 256];
            self.class_count = 1;
            self.transitions = vec![0];
            self.intern(TermSet::default());
            self.accepts = vec![NO_SET];
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
        for state in 0..self.accepts.len() {
            let row = self.row(state);
            transitions.extend(pairs.iter().map(|&(class, _)| row[usize::from(class)]));
        }
        for state in 1..other.accepts.len() {
            let row = other.row(state);
            transitions.extend(pairs.iter().map(|&(_, class)| moved(row[usize::from(class)])));
            let set = self.intern(other.sets[usize::from(other.accepts[state])]);
            self.accepts.push(set);
        }
        self.starts.extend(other.starts.iter().map(|&start| moved(start)));
        self.classes = classes;
        self.class_count = pairs.len();
        self.transitions = transitions;
    }

    /// The same automaton with equal states merged and those that reach no match dead.
    fn minimised(&self) -> Self {
        let (class, count) = self.equivalence();
        // The dead state is the first seen, so it keeps its number.
        let mut representative = vec![usize::MAX; count];
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
            sets: self.sets.clone(),
        }
    }

    /// Moore's partition refinement, after states that reach no match are merged with the dead one.
    fn equivalence(&self) -> (Vec<u32>, usize) {
        let count = self.accepts.len();
        let useful = self.useful();
        let mut class: Vec<u32> = (0..count)
            .map(|state| if useful[state] { 1 + u32::from(self.accepts[state]) } else { 0 })
            .collect();
        // A start from which nothing matches stays a state of its own.
        for &start in &self.starts {
            if !useful[start as usize] {
                class[start as usize] = u32::MAX;
            }
        }
        let mut known = 0;
        loop {
            let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
            let mut refined = Vec::with_capacity(count);
            for state in 0..count {
                let mut signature = Vec::with_capacity(self.class_count + 1);
                signature.push(class[state]);
                if useful[state] {
                    signature.extend(self.row(state).iter().map(|&target| class[target as usize]));
                }
                let fresh = numbers.len() as u32;
                refined.push(*numbers.entry(signature).or_insert(fresh));
            }
            let found = numbers.len();
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
        let mut useful: Vec<bool> = self.accepts.iter().map(|&set| set != NO_SET).collect();
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
        Parts {
            starts: self.starts.iter().map(|&start| start as u16).collect(),
            classes: self.classes,
            transitions: self.transitions.iter().map(|&target| target as u16).collect(),
            accepts: self.accepts,
            sets: self.sets,
        }
    }
}

/// The terminal at fault where all together cannot be compiled, or else what was said of all.
fn blame(terminals: &[Terminal], error: String) -> String {
    let check = |terminal: &Terminal| check_pattern(&terminal.name, terminal.pattern.as_deref()?).err();
    terminals.iter().find_map(check).unwrap_or(error)
}

fn check_pattern(name: &str, pattern: &str) -> Result<(), String> {
    dense::Builder::new()
        .syntax(syntax::Config::new().unicode(true).utf8(true))
        .configure(
            dense::Config::new()
                .start_kind(StartKind::Anchored)
                .determinize_size_limit(Some(MAX_LEXER_BYTES)),
        )
        .build(pattern)
        .map(|_| ())
        .map_err(|error| format!("terminal {name}: {error}"))
}

/// Classes of bytes that the automaton cannot tell apart, and a byte of each.
fn byte_classes(dfa: &dense::DFA<Vec<u32>>) -> ([u8; 256], Vec<u8>) {
    let mut classes = [0_u8; 256];
    let mut representatives: Vec<u8> = Vec::new();
    let source = dfa.byte_classes();
    let mut numbers: FxHashMap<u8, u8> = FxHashMap::default();
    for byte in 0..=255_u8 {
        let number = *numbers.entry(source.get(byte)).or_insert_with(|| {
            representatives.push(byte);
            (representatives.len() - 1) as u8
        });
        classes[usize::from(byte)] = number;
    }
    (classes, representatives)
}

/// The terminals that win where an accepting state has several.
fn winners(dfa: &dense::DFA<Vec<u32>>, state: StateID, terminals: &[Terminal], lexical: &[u16]) -> TermSet {
    let mut set = TermSet::default();
    if !dfa.is_match_state(state) {
        return set;
    }
    let matching: Vec<u16> =
        (0..dfa.match_len(state)).map(|index| lexical[dfa.match_pattern(state, index).as_usize()]).collect();
    let rank = |term: u16| (terminals[usize::from(term)].priority, terminals[usize::from(term)].is_string);
    let best = matching.iter().map(|&term| rank(term)).max();
    matching.into_iter().filter(|&term| Some(rank(term)) == best).for_each(|term| set.insert(term));
    set
}
