//! Encodes the lexer's automaton as bytes, so that it can be kept from one start of a program to the next.
//!
//! Numbers are in little-endian order, and each list follows its length. The bytes that are decoded are not
//! trusted: if a list does not fit the others, there is no lexer.

use crate::base::codec::{put, take};
use crate::base::sets::TermSet;
use crate::lexer::Lexer;
use crate::lexer::compile::Parts;
use crate::lexer::ids::{LexState, TermSetId};

impl Lexer {
    /// Returns the automaton as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Parts { starts, classes, transitions, accepts, sets } = self.parts();
        let sets: Vec<u64> = sets.iter().flat_map(|set| *set.words()).collect();
        let mut bytes = Vec::new();
        put(&mut bytes, &starts, |state| state.0.to_le_bytes());
        put(&mut bytes, &classes, |byte| [byte]);
        put(&mut bytes, &transitions, |state| state.0.to_le_bytes());
        put(&mut bytes, &accepts, |set| set.0.to_le_bytes());
        put(&mut bytes, &sets, u64::to_le_bytes);
        bytes
    }

    /// Decodes an automaton with the given numbers of terminals and modes. Returns none if the bytes are not
    /// the encoding of one.
    pub fn from_bytes(mut bytes: &[u8], terminals: usize, modes: usize) -> Option<Self> {
        let starts = take(&mut bytes, |state| LexState(u16::from_le_bytes(state)))?;
        let classes = take(&mut bytes, |[byte]| byte)?;
        let transitions = take(&mut bytes, |state| LexState(u16::from_le_bytes(state)))?;
        let accepts = take(&mut bytes, |set| TermSetId(u16::from_le_bytes(set)))?;
        let words = take(&mut bytes, u64::from_le_bytes)?;
        let (sets, rest) = words.as_chunks();
        let sets: Vec<TermSet> = sets.iter().map(|&words| TermSet::from_words(words)).collect();
        let parts = Parts { starts, classes, transitions, accepts, sets };
        let is_whole = bytes.is_empty() && rest.is_empty();
        (is_whole && parts.fit(terminals, modes)).then(|| Self::from_parts(parts, terminals))
    }
}

impl Parts {
    fn fit(&self, terminals: usize, modes: usize) -> bool {
        let count = self.accepts.len();
        let class_count = self.classes.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let is_state = |state: &LexState| state.index() < count;
        let are_terminals = |set: &TermSet| set.iter().all(|term| term.index() < terminals);
        self.classes.len() == 256
            && self.starts.len() == modes
            && count > 0
            && u16::try_from(count).is_ok()
            && self.transitions.len() == count * class_count
            && self.starts.iter().all(is_state)
            && self.transitions.iter().all(is_state)
            && self.accepts.iter().all(|&set| set.index() < self.sets.len())
            && self.sets.first().is_some_and(TermSet::is_empty)
            && self.sets.iter().all(are_terminals)
    }
}
