//! The states directly before a state, whatever leads from them to it.

use crate::base::packed_lists::PackedLists;
use crate::grammar::transitions::StateId;
use crate::rules::contexts::ContextSet;

/// A state from which edges lead to another one, and the contexts in which some of them exist.
#[derive(Clone, Copy, Debug)]
pub struct StateBefore {
    pub state: StateId,
    pub contexts: ContextSet,
}

/// Returns, per state, the states before it, each once; `edges` has one for each edge. Many terminals lead from one state to
/// another, as all signs of assignment do.
pub fn of_states(mut edges: Vec<Vec<StateBefore>>) -> PackedLists<StateBefore> {
    for befores in &mut edges {
        befores.sort_unstable_by_key(|before| before.state);
        befores.dedup_by(|later, before| {
            let is_same = later.state == before.state;
            if is_same {
                before.contexts = before.contexts.or(later.contexts);
            }
            is_same
        });
    }
    edges.into()
}
