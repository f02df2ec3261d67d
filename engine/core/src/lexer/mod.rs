//! The lexer is one automaton over bytes for all terminals of a language.
//!
//! Each state accepts a set of terminals. Of the terminals that match one text, those of the highest priority
//! win, and among these literal strings win over regular expressions; the parser decides between the
//! remaining ones. One step costs two table look-ups and touches one row of the table.

pub mod characters;
pub mod codec;
mod compile;
pub mod divergence;
pub mod far;
pub mod ids;
pub mod longest;
pub mod lookahead;
pub mod self_loops;
pub mod shortest;
pub mod terminals;
pub mod together;
pub mod unfinished;

use crate::base::interrupt::ByteCount;
use crate::base::sets::{TermId, TermSet};
use crate::lexer::ids::{LexState, TermSetId};
pub use ids::{DEAD, NO_SET};

use crate::lexer::compile::{Parts, compile};
use crate::lexer::lookahead::Lookahead;
use crate::lexer::terminals::Terminal;

/// The automaton of a language; state 0 is dead. A *mode* is a set of terminals; its start is the state
/// before the first byte of a lexeme that these terminals match.
pub struct Lexer {
    /// The start of each mode.
    starts: Vec<LexState>,
    classes: [u8; 256],
    class_count: usize,
    transitions: Vec<LexState>,
    /// For each state, the set of terminals that match the bytes read so far, as an index into `sets`.
    accepts: Vec<TermSetId>,
    lookahead: Lookahead,
    /// The distinct sets of terminals, including the singleton of each terminal.
    pub sets: Vec<TermSet>,
    singles: Vec<TermSetId>,
    /// For each state, the terminals that match after some continuation, including the empty one.
    reachable: Vec<TermSet>,
    /// The strongly connected components of the live states; each follows its successors.
    pub components: Vec<Component>,
    component_of: Vec<u32>,
}

/// A strongly connected component: states that reach one another.
#[derive(Clone, Default, Debug)]
pub struct Component {
    pub states: Vec<LexState>,
    /// The other components that are one step away.
    pub successors: Vec<u32>,
}

impl Lexer {
    /// Compiles the terminals of each mode. Fails with a message on an invalid pattern, on one that matches
    /// the empty text, and on an automaton that exceeds the limits.
    pub fn new(terminals: &[Terminal], modes: &[Vec<TermId>]) -> Result<Self, String> {
        Ok(Self::from_parts(compile(terminals, modes)?, terminals.len()))
    }

    /// Returns the lexer of an automaton over `terminals` terminals.
    pub(crate) fn from_parts(parts: Parts, terminals: usize) -> Self {
        let mut classes = [0; 256];
        classes.copy_from_slice(&parts.classes);
        let class_count = classes.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let mut lexer = Self {
            starts: parts.starts,
            classes,
            class_count,
            lookahead: Lookahead::new(parts.rows, parts.ahead, class_count),
            transitions: parts.transitions,
            accepts: parts.accepts,
            sets: parts.sets,
            singles: Vec::new(),
            reachable: Vec::new(),
            components: Vec::new(),
            component_of: Vec::new(),
        };
        lexer.singles =
            (0..terminals).map(TermId::at).map(|term| lexer.intern(TermSet::single(term))).collect();
        lexer.find_components();
        lexer.find_reachable();
        lexer
    }

    /// Returns a copy of the automaton from which the lexer was made.
    pub(crate) fn parts(&self) -> Parts {
        Parts {
            starts: self.starts.clone(),
            classes: self.classes.to_vec(),
            transitions: self.transitions.clone(),
            accepts: self.accepts.clone(),
            rows: self.lookahead.parts().0.to_vec(),
            ahead: self.lookahead.parts().1.to_vec(),
            sets: self.sets.clone(),
        }
    }

    fn intern(&mut self, set: TermSet) -> TermSetId {
        let found = self.sets.iter().position(|&other| other == set);
        TermSetId::at(found.unwrap_or_else(|| {
            self.sets.push(set);
            self.sets.len() - 1
        }))
    }

    /// Adds, for each set that has some of the terminals `old`, the set with `new` instead of them. Returns the numbers
    /// of these sets, by the numbers of all sets.
    pub fn replace(&mut self, old: &TermSet, new: &TermSet) -> Vec<TermSetId> {
        let mut found: Vec<TermSetId> = Vec::new();
        while found.len() < self.sets.len() {
            let set = self.sets[found.len()];
            found.push(self.intern(if set.intersects(old) { set.minus(old).or(new) } else { set }));
        }
        found
    }

    /// Returns whether a state is the start of a mode, in which no lexeme has begun.
    pub fn is_start(&self, state: LexState) -> bool {
        self.starts.contains(&state)
    }

    /// Returns the state before a lexeme's first byte in a mode.
    pub fn start(&self, mode: usize) -> LexState {
        self.starts[mode]
    }

    /// Returns the number of modes.
    pub fn mode_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns one byte of each equivalence class of bytes, letters first.
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

    /// Returns the number of a byte's class: bytes of one class lead from each state to the same one.
    #[inline]
    pub fn class(&self, byte: u8) -> usize {
        usize::from(self.classes[usize::from(byte)])
    }

    /// Returns the number of classes of bytes.
    pub fn class_count(&self) -> usize {
        self.class_count
    }

    /// Returns the state after one more byte.
    #[inline]
    pub fn step(&self, state: LexState, byte: u8) -> LexState {
        self.transitions[state.index() * self.class_count + usize::from(self.classes[usize::from(byte)])]
    }

    /// Returns the states after one more byte, by the byte's class.
    pub fn steps_from(&self, state: LexState) -> &[LexState] {
        &self.transitions[state.index() * self.class_count..][..self.class_count]
    }

    /// Returns the state after some more bytes, which is dead if no lexeme goes on with them.
    pub fn after(&self, state: LexState, bytes: &[u8]) -> LexState {
        bytes.iter().fold(state, |state, &byte| self.step(state, byte))
    }

    /// Returns whether some terminals match only if the next byte allows it.
    #[inline]
    pub fn looks_ahead(&self) -> bool {
        self.lookahead.has_any()
    }

    /// Returns whether what matches in a state is known only with the next byte. Until then, nothing does.
    #[inline]
    pub fn is_conditional(&self, state: LexState) -> bool {
        self.lookahead.is_conditional(state)
    }

    /// Returns the set of terminals that match in a conditional state before a byte, or [`NO_SET`]; for any other
    /// state it is [`NO_SET`], too.
    #[inline]
    pub fn accept_before(&self, state: LexState, byte: u8) -> TermSetId {
        if self.lookahead.is_conditional(state) {
            self.lookahead.before(state, self.class(byte))
        } else {
            NO_SET
        }
    }

    /// Returns the set of terminals that match in a conditional state at the end of the text; for any other state it is
    /// [`NO_SET`].
    #[inline]
    pub fn accept_at_end(&self, state: LexState) -> TermSetId {
        self.lookahead.at_end(state)
    }

    /// Returns the set of terminals that match in a state of which it is known what matches, if a byte follows.
    pub fn accept_with(&self, state: LexState, byte: u8) -> TermSetId {
        if self.is_conditional(state) { self.accept_before(state, byte) } else { self.accept(state) }
    }

    /// Returns the sets of terminals that match in a conditional state, by the next byte or at the end of the text.
    pub fn conditions(&self, state: LexState) -> &[TermSetId] {
        self.lookahead.all(state)
    }

    /// Returns the set of terminals that match in a state, whatever follows. In a conditional state nothing does.
    #[inline]
    pub fn accept(&self, state: LexState) -> TermSetId {
        self.accepts[state.index()]
    }

    /// Returns the terminals of a set.
    #[inline]
    pub fn set(&self, set: TermSetId) -> &TermSet {
        &self.sets[set.index()]
    }

    /// Returns the terminals that match after some continuation from a state, including the empty one.
    #[inline]
    pub fn reachable(&self, state: LexState) -> &TermSet {
        &self.reachable[state.index()]
    }

    /// Returns the set that holds only one terminal.
    pub fn single(&self, term: TermId) -> TermSetId {
        self.singles[term.index()]
    }

    /// Returns the number of states, including the dead one.
    pub fn state_count(&self) -> usize {
        self.accepts.len()
    }

    /// Yields all states, the dead one first.
    pub fn states(&self) -> impl Iterator<Item = LexState> + Clone + use<> {
        (0..self.state_count()).map(LexState::at)
    }

    /// Returns the index of a live state's component.
    #[inline]
    pub fn component_of(&self, state: LexState) -> usize {
        self.component_of[state.index()] as usize
    }

    fn find_successors(&self, state: LexState) -> Vec<LexState> {
        let mut targets = self.steps_from(state).to_vec();
        targets.retain(|&target| target != DEAD);
        targets.sort_unstable();
        targets.dedup();
        targets
    }

    /// Returns the longest match at the start of `bytes` from the state `start`; its set is [`NO_SET`] where
    /// no terminal matches.
    pub fn longest(&self, start: LexState, bytes: &[u8]) -> Match {
        let mut best = Match { set: NO_SET, end: 0, seen: bytes.len() + 1 };
        let state = self.go_on(start, bytes, 0, &mut best);
        self.end_text(state, bytes.len(), &mut best);
        best
    }

    /// Takes into account that the text ends after `length` bytes of a lexeme, in a state.
    pub fn end_text(&self, state: LexState, length: usize, best: &mut Match) {
        let set = self.accept_at_end(state);
        if set != NO_SET {
            (best.set, best.end) = (set, length);
        }
    }

    /// Steps over bytes from an offset on, in a lexeme that began at the first of them and whose best match so far is
    /// given. Returns the state at their end; if it is dead, the match is the longest.
    pub fn go_on(&self, mut state: LexState, bytes: &[u8], mut at: usize, best: &mut Match) -> LexState {
        let mut count = ByteCount::default();
        while at < bytes.len() {
            count.passed();
            let set = self.accept_before(state, bytes[at]);
            if set != NO_SET {
                (best.set, best.end) = (set, at);
            }
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
        state
    }

    /// Steps over the byte at an offset, and over the following bytes that do not change the state after it.
    /// The look-ups for these bytes do not depend on one another, so the processor can overlap them. Returns
    /// the new state and offset.
    #[inline]
    pub fn steps(&self, state: LexState, bytes: &[u8], at: usize) -> (LexState, usize) {
        let next = self.step(state, bytes[at]);
        let mut at = at + 1;
        if next == state && next != DEAD && !self.is_conditional(state) {
            let row = state.index() * self.class_count;
            let row = &self.transitions[row..row + self.class_count];
            while at < bytes.len() && row[usize::from(self.classes[usize::from(bytes[at])])] == state {
                at += 1;
            }
        }
        (next, at)
    }

    /// Finds the strongly connected components by Tarjan's algorithm, without recursion. The algorithm yields
    /// each component after its successors.
    fn find_components(&mut self) {
        let count = self.state_count();
        let successors: Vec<Vec<LexState>> = self.states().map(|state| self.find_successors(state)).collect();
        // The dead state keeps 0: it has no component, and its entry is never read.
        self.component_of = vec![0; count];
        let mut index: Vec<Option<u32>> = vec![None; count];
        let mut low = vec![0_u32; count];
        let mut on_stack = vec![false; count];
        let mut stack = Vec::new();
        let mut next = 0;
        for root in self.states().skip(1) {
            let mut calls: Vec<(LexState, Vec<LexState>)> = Vec::new();
            if index[root.index()].is_none() {
                calls.push((root, successors[root.index()].clone()));
            }
            while let Some((state, pending)) = calls.last_mut() {
                let state = state.index();
                if index[state].is_none() {
                    index[state] = Some(next);
                    low[state] = next;
                    next += 1;
                    stack.push(LexState::at(state));
                    on_stack[state] = true;
                }
                if let Some(target) = pending.pop() {
                    let target_index = target.index();
                    match index[target_index] {
                        None => calls.push((target, successors[target_index].clone())),
                        Some(known) if on_stack[target_index] => low[state] = low[state].min(known),
                        Some(_) => {}
                    }
                    continue;
                }
                if index[state] == Some(low[state]) {
                    let at = stack.iter().rposition(|&member| member.index() == state).unwrap_or(0);
                    let component = stack.split_off(at);
                    for &member in &component {
                        on_stack[member.index()] = false;
                    }
                    self.push_component(component, &successors);
                }
                calls.pop();
                if let Some((parent, _)) = calls.last() {
                    let parent = parent.index();
                    low[parent] = low[parent].min(low[state]);
                }
            }
        }
    }

    fn push_component(&mut self, states: Vec<LexState>, successors: &[Vec<LexState>]) {
        let number = self.components.len() as u32;
        for &state in &states {
            self.component_of[state.index()] = number;
        }
        let mut found: Vec<u32> = states
            .iter()
            .flat_map(|&state| &successors[state.index()])
            .map(|&target| self.component_of[target.index()])
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
                set.union_with(&self.sets[self.accepts[state.index()].index()]);
                for ahead in self.lookahead.all(state) {
                    set.union_with(&self.sets[ahead.index()]);
                }
            }
            for &successor in &component.successors {
                set.union_with(&sets[successor as usize]);
            }
            for &state in &component.states {
                self.reachable[state.index()] = set;
            }
            sets.push(set);
        }
    }
}

/// The result of [`Lexer::longest`].
#[derive(Clone, Copy, Debug)]
pub struct Match {
    /// The terminals that match, or [`NO_SET`].
    pub set: TermSetId,
    /// Length of the match in bytes.
    pub end: usize,
    /// Number of bytes after which it is certain that there is no longer match. It is one more than the
    /// number of bytes given where further bytes could make the match longer.
    pub seen: usize,
}
