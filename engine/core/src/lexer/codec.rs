//! Encodes the lexer's automaton as bytes, so that it can be kept from one start of a program to the next.
//!
//! Numbers are in little-endian order, and each list follows its length. The bytes that are decoded are not
//! trusted: if they are not those of some automaton, there is no lexer.

use crate::base::codec::{put, take};
use crate::base::sets::TermSet;
use crate::lexer::Lexer;
use crate::lexer::compile::Parts;
use crate::lexer::ids::{DEAD, LexState, NO_SET, TermSetId};

/// Maximum number of sets of terminals in an automaton that is decoded. One with more is refused.
const MAX_SETS: usize = 1 << 11;

impl Lexer {
    /// Returns the automaton as bytes.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Parts { starts, classes, transitions, accepts, rows, ahead, sets } = self.parts();
        let sets: Vec<u64> = sets.iter().flat_map(|set| *set.words()).collect();
        let mut bytes = Vec::new();
        put(&mut bytes, &starts, |state| state.0.to_le_bytes());
        put(&mut bytes, &classes, |byte| [byte]);
        put(&mut bytes, &transitions, |state| state.0.to_le_bytes());
        put(&mut bytes, &accepts, |set| set.0.to_le_bytes());
        put(&mut bytes, &rows, u16::to_le_bytes);
        put(&mut bytes, &ahead, |set| set.0.to_le_bytes());
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
        let rows = take(&mut bytes, u16::from_le_bytes)?;
        let ahead = take(&mut bytes, |set| TermSetId(u16::from_le_bytes(set)))?;
        let words = take(&mut bytes, u64::from_le_bytes)?;
        let (sets, rest) = words.as_chunks();
        let sets: Vec<TermSet> = sets.iter().map(|&words| TermSet::from_words(words)).collect();
        let parts = Parts { starts, classes, transitions, accepts, rows, ahead, sets };
        let is_whole = bytes.is_empty() && rest.is_empty();
        let lexer = (is_whole && parts.fit(terminals, modes)).then(|| Self::from_parts(parts, terminals))?;
        // A mode without terminals has a start from which nothing matches, and no other state is of this kind.
        let is_useful = |state| lexer.is_start(state) || !lexer.reachable(state).is_empty();
        lexer.states().skip(1).all(is_useful).then_some(lexer)
    }
}

impl Parts {
    /// Returns whether these are the parts of some automaton over the given numbers of terminals and modes, so
    /// that nothing which a lexer does with them fails or does not end.
    fn fit(&self, terminals: usize, modes: usize) -> bool {
        let count = self.accepts.len();
        let class_count = self.classes.iter().max().map_or(0, |&most| usize::from(most) + 1);
        let is_state = |state: &LexState| state.index() < count;
        let are_terminals = |set: &TermSet| set.iter().all(|term| term.index() < terminals);
        self.classes.len() == 256
            && (0..class_count).all(|class| self.classes.iter().any(|&own| usize::from(own) == class))
            && self.starts.len() == modes
            && count > 0
            && u16::try_from(count).is_ok()
            // The lexer adds the singletons, and what is done with names adds sets to these.
            && self.sets.len() <= MAX_SETS
            && self.transitions.len() == count * class_count
            && self.starts.iter().all(is_state)
            && self.transitions.iter().all(is_state)
            && self.accepts.iter().all(|&set| set.index() < self.sets.len())
            && self.sets.first().is_some_and(TermSet::is_empty)
            && self.sets.iter().skip(1).all(|set| !set.is_empty() && are_terminals(set))
            && self.looks_ahead_well(class_count)
            && self.begins_well(class_count)
    }

    /// Returns whether the conditional states have rows, and nothing matches in them whatever follows.
    fn looks_ahead_well(&self, class_count: usize) -> bool {
        let count = self.ahead.len() / (class_count + 1);
        let is_well =
            |(&row, &set): (&u16, &TermSetId)| usize::from(row) <= count && (row == 0 || set == NO_SET);
        (self.rows.is_empty() || self.rows.len() == self.accepts.len())
            && self.ahead.len() == count * (class_count + 1)
            && self.ahead.iter().all(|&set| set.index() < self.sets.len())
            && self.rows.iter().zip(&self.accepts).all(is_well)
    }

    /// Returns whether the dead state is dead, and whether no mode begins with it or in the midst of a lexeme.
    fn begins_well(&self, class_count: usize) -> bool {
        let is_dead = self.transitions[..class_count].iter().all(|&target| target == DEAD);
        let is_conditional = |state: LexState| self.rows.get(state.index()).is_some_and(|&row| row != 0);
        let is_start = |start: &LexState| {
            *start != DEAD && self.accepts[start.index()] == NO_SET && !is_conditional(*start)
        };
        is_dead
            && self.accepts[DEAD.index()] == NO_SET
            && !is_conditional(DEAD)
            && self.starts.iter().all(is_start)
    }
}
