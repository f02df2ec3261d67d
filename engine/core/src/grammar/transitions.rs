//! The edges of the rules over terminals, as a table.

use crate::base::ids::id_type;
use crate::base::sets::TermId;

id_type! {
    /// A state of the rules of a grammar, numbered over all of them.
    StateId: u16
}

/// What the table holds where there is no edge: `MAX_STATES` is smaller.
const NO_EDGE: u16 = u16::MAX;

/// For each state and terminal, the state that the edge leads to.
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
