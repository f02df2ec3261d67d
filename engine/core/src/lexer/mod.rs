//! All terminals of a language as one automaton over bytes.
//!
//! A state's accepting terminals are a set: of those that match the same text the highest
//! priority wins, then literal strings over regular expressions, and what is left is the
//! parser's to decide. One step costs two table look-ups and touches one row of the table.

pub mod codec;
mod compile;
pub mod divergence;
pub mod ids;
pub mod longest;
pub mod self_loops;
pub mod terminals;
pub mod unicode_names;
pub mod utf8;

use crate::base::sets::TermSet;
pub use ids::{DEAD, NO_SET};

use crate::lexer::compile::{Parts, compile};
use crate::lexer::terminals::Terminal;

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
        Ok(Self::from_parts(compile(terminals, modes)?, terminals.len()))
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
