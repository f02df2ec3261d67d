//! This module holds the rules' edges over terminals in a table.

use crate::base::ids::id_type;
use crate::base::sets::TermId;

id_type! {
    /// A state of a rule's automaton; the states of all rules of a grammar are numbered together.
    StateId: u16
}

/// The entry of a state and terminal without an edge; `MAX_STATES` is smaller.
const NO_EDGE: u16 = u16::MAX;

/// The targets of the edges over terminals, by state and terminal.
#[derive(Default)]
pub struct Transitions {
    targets: Vec<u16>,
    term_count: usize,
}

impl Transitions {
    /// Returns a table without edges.
    pub fn new(state_count: usize, term_count: usize) -> Self {
        Self { targets: vec![NO_EDGE; state_count * term_count], term_count }
    }

    /// Adds an edge, or replaces the one from this state over this terminal.
    pub fn set(&mut self, from: StateId, term: TermId, to: StateId) {
        self.targets[from.index() * self.term_count + term.index()] = to.0;
    }

    /// Returns the target of the edge from a state over a terminal.
    #[inline]
    pub fn get(&self, from: StateId, term: TermId) -> Option<StateId> {
        let target = self.targets[from.index() * self.term_count + term.index()];
        (target != NO_EDGE).then_some(StateId(target))
    }
}
