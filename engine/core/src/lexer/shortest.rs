//! The shortest texts from a state of the lexer to every other state and to every terminal.

use std::collections::VecDeque;

use crate::base::sets::TermId;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};

/// The length, in bytes, that stands for *there is no text*.
pub const NEVER: u32 = u32::MAX;

/// The shortest texts from one state of the lexer to every other. Of the bytes that the automaton cannot tell
/// apart, they contain only the plainest one.
pub struct Ways {
    /// For each state, the state before it and the byte between them on the shortest text to it.
    into: Vec<Option<(LexState, u8)>>,
    /// For each state, the length of the shortest text to it in bytes, or [`NEVER`].
    lengths: Vec<u32>,
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
            into: vec![None; count],
            lengths: vec![NEVER; count],
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
                if next != DEAD && ways.lengths[next.index()] == NEVER {
                    ways.lengths[next.index()] = ways.lengths[state.index()] + 1;
                    ways.into[next.index()] = Some((state, byte));
                    work.push_back(next);
                }
            }
        }
        ways.sort(lexer);
        ways
    }

    fn sort(&mut self, lexer: &Lexer) {
        let lengths = &self.lengths;
        let is_reached = |state: &LexState| (1..NEVER).contains(&lengths[state.index()]);
        self.by_length = (1..lengths.len()).map(LexState::at).filter(is_reached).collect();
        self.by_length.sort_by_key(|&state| lengths[state.index()]);
        for &state in &self.by_length {
            for term in lexer.set(lexer.accept(state)).iter() {
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
        (1..self.lengths.len())
            .map(LexState::at)
            .filter(move |&state| (1..=length).contains(&self.lengths[state.index()]))
    }

    /// Returns the shortest text to a state that is reached.
    pub fn text(&self, mut state: LexState) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((from, byte)) = self.into[state.index()] {
            text.push(byte);
            state = from;
        }
        text.reverse();
        text
    }

    /// Returns the shortest non-empty text after which a terminal matches; none if there is none.
    pub fn to_term(&self, term: TermId) -> Option<Vec<u8>> {
        let state = self.to_term.get(term.index()).copied().flatten()?;
        Some(self.text(state))
    }
}
