//! The shortest texts from a state of the lexer to every other state and to every terminal.

use std::collections::VecDeque;

use crate::base::sets::TermId;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};

/// The length, in bytes, that stands for *there is no text*.
pub const NEVER: u32 = u32::MAX;

/// The length of a text to a state that no text reaches.
const UNREACHED: u16 = u16::MAX;

/// The shortest texts from one state of the lexer to every other. Of the bytes that the automaton cannot tell
/// apart, they contain only the plainest one.
pub struct Ways {
    /// For each state, the state before it on the shortest text to it, and the byte between them.
    before: Vec<LexState>,
    bytes: Vec<u8>,
    /// For each state, the length of the shortest text to it in bytes, or [`UNREACHED`].
    lengths: Vec<u16>,
    /// The states that a non-empty text reaches, those with shorter texts first.
    by_length: Vec<LexState>,
    /// For each terminal, the first of the states in `by_length` in which it matches.
    to_term: Vec<Option<LexState>>,
}

impl Ways {
    /// Finds the shortest texts that consist of allowed bytes only, by breadth-first search.
    pub fn from(lexer: &Lexer, start: LexState, allows: impl Fn(u8) -> bool) -> Self {
        let count = lexer.state_count();
        let mut ways = Self {
            before: vec![DEAD; count],
            bytes: vec![0; count],
            lengths: vec![UNREACHED; count],
            by_length: Vec::new(),
            to_term: Vec::new(),
        };
        ways.lengths[start.index()] = 0;
        let mut bytes = lexer.plain_bytes();
        bytes.retain(|&byte| allows(byte));
        let mut work = VecDeque::from([start]);
        while let Some(state) = work.pop_front() {
            for &byte in &bytes {
                let next = lexer.step(state, byte);
                let length = ways.lengths[state.index()] + 1;
                if next != DEAD && length < ways.lengths[next.index()] {
                    ways.lengths[next.index()] = length;
                    (ways.before[next.index()], ways.bytes[next.index()]) = (state, byte);
                    work.push_back(next);
                }
            }
        }
        ways.sort(lexer);
        ways
    }

    fn sort(&mut self, lexer: &Lexer) {
        let lengths = &self.lengths;
        let is_reached = |state: &LexState| (1..UNREACHED).contains(&lengths[state.index()]);
        self.by_length = (1..lengths.len()).map(LexState::at).filter(is_reached).collect();
        self.by_length.sort_by_key(|&state| lengths[state.index()]);
        for &state in &self.by_length {
            for term in lexer.set(lexer.accept(state)).iter() {
                let term = term.index();
                self.to_term.resize(self.to_term.len().max(term + 1), None);
                self.to_term[term].get_or_insert(state);
            }
        }
        // What matches only if the next byte allows it comes after what always does.
        for &state in &self.by_length {
            for term in lexer.conditions(state).iter().flat_map(|&set| lexer.set(set).iter()) {
                let term = term.index();
                self.to_term.resize(self.to_term.len().max(term + 1), None);
                self.to_term[term].get_or_insert(state);
            }
        }
    }

    /// Returns the states that a non-empty text reaches, those with shorter texts first.
    pub fn by_length(&self) -> &[LexState] {
        &self.by_length
    }

    /// Yields the states that a non-empty text of at most `length` bytes reaches, in the order of their
    /// numbers.
    pub fn within(&self, length: u32) -> impl Iterator<Item = LexState> + '_ {
        (1..self.lengths.len()).map(LexState::at).filter(move |&state| {
            let own = self.lengths[state.index()];
            own != UNREACHED && (1..=length).contains(&u32::from(own))
        })
    }

    /// Returns the shortest text to a state that is reached.
    pub fn text(&self, mut state: LexState) -> Vec<u8> {
        let mut text = Vec::new();
        while self.before[state.index()] != DEAD {
            text.push(self.bytes[state.index()]);
            state = self.before[state.index()];
        }
        text.reverse();
        text
    }

    /// Returns the shortest non-empty text after which a terminal matches; none if there is none.
    pub fn to_term(&self, term: TermId) -> Option<Vec<u8>> {
        let state = self.to_term.get(term.index()).copied().flatten()?;
        Some(self.text(state))
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        let per_state = size_of::<LexState>() + size_of::<u8>() + size_of::<u16>();
        self.lengths.len() * per_state
            + self.by_length.capacity() * size_of::<LexState>()
            + self.to_term.capacity() * size_of::<Option<LexState>>()
    }
}
