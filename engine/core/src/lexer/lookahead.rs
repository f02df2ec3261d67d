//! What matches in a state of the lexer only if the next byte allows it.
//!
//! A terminal may have bytes that *bar* it: it does not match where one of them follows. In a state in which such a
//! terminal matches, what matches is known only with the next byte, or at the end of the text. The lexer treats the
//! state as one in which nothing matches yet, and settles it when the byte is there: the match then ends before it.

use crate::lexer::ids::{LexState, NO_SET, TermSetId};

/// The conditional states of an automaton.
#[derive(Clone, Default)]
pub struct Lookahead {
    /// Per state: the number of its row plus one, or 0 for a state that is not conditional. Empty if there are none.
    rows: Vec<u16>,
    /// Row after row: what matches by class of the next byte, and then what matches at the end of the text.
    sets: Vec<TermSetId>,
    width: usize,
}

impl Lookahead {
    /// Returns the conditional states of an automaton with classes of bytes.
    pub fn new(rows: Vec<u16>, sets: Vec<TermSetId>, class_count: usize) -> Self {
        if sets.is_empty() { Self::default() } else { Self { rows, sets, width: class_count + 1 } }
    }

    /// Returns the row of each state, and the rows.
    pub fn parts(&self) -> (&[u16], &[TermSetId]) {
        (&self.rows, &self.sets)
    }

    /// Returns whether there are conditional states.
    #[inline]
    pub fn has_any(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Returns whether what matches in a state is known only with the next byte.
    #[inline]
    pub fn is_conditional(&self, state: LexState) -> bool {
        self.rows.get(state.index()).is_some_and(|&row| row != 0)
    }

    /// Returns what matches in a conditional state before a byte of a class; [`NO_SET`] for any other state.
    #[inline]
    pub fn before(&self, state: LexState, class: usize) -> TermSetId {
        match self.rows.get(state.index()) {
            None | Some(0) => NO_SET,
            Some(&row) => self.sets[(usize::from(row) - 1) * self.width + class],
        }
    }

    /// Returns what matches in a conditional state at the end of the text; [`NO_SET`] for any other state.
    pub fn at_end(&self, state: LexState) -> TermSetId {
        self.before(state, self.width.saturating_sub(1))
    }

    /// Returns everything that may match in a conditional state.
    pub fn all(&self, state: LexState) -> &[TermSetId] {
        match self.rows.get(state.index()) {
            None | Some(0) => &[],
            Some(&row) => &self.sets[(usize::from(row) - 1) * self.width..usize::from(row) * self.width],
        }
    }
}
