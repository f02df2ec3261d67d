//! The shortest texts from a state of the lexer to each other one, and to each terminal.

use std::collections::VecDeque;

use crate::base::sets::TermId;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};

/// No text at all.
pub const NEVER: u32 = u32::MAX;

/// The shortest texts from one state of the lexer to every other, in plain characters if they do.
pub struct Ways {
    /// Per state: the state and the byte that lead to it, and how many bytes it takes.
    into: Vec<Option<(LexState, u8)>>,
    lengths: Vec<u32>,
    /// The states reached by some text, shorter ones first.
    by_length: Vec<LexState>,
    /// Per terminal: the first of these states in which it matches.
    to_term: Vec<Option<LexState>>,
}

impl Ways {
    /// By breadth-first search, with the allowed bytes alone.
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

    /// The states reached by some text, shorter ones first.
    pub fn by_length(&self) -> &[LexState] {
        &self.by_length
    }

    /// The states reached by some text of so many bytes at most, in their own order.
    pub fn within(&self, length: u32) -> impl Iterator<Item = LexState> + '_ {
        (1..self.lengths.len())
            .map(LexState::at)
            .filter(move |&state| (1..=length).contains(&self.lengths[state.index()]))
    }

    /// The shortest text to a state that is reached.
    pub fn text(&self, mut state: LexState) -> Vec<u8> {
        let mut text = Vec::new();
        while let Some((from, byte)) = self.into[state.index()] {
            text.push(byte);
            state = from;
        }
        text.reverse();
        text
    }

    /// The shortest text after which a terminal matches; none if that takes no text, or never does.
    pub fn to_term(&self, term: TermId) -> Option<Vec<u8>> {
        let state = self.to_term.get(term.index()).copied().flatten()?;
        Some(self.text(state))
    }
}
