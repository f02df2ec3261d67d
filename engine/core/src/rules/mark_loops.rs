//! The terminals of marks, which occur in no text: a state has loops over those of its marks.

use crate::base::sets::TermId;
use crate::rules::dfa::{Dfa, Symbol};

/// Number of marks.
pub const MAX_MARKS: usize = 16;

/// Returns the terminal of a mark.
pub const fn terminal(mark: usize) -> TermId {
    TermId(u16::MAX - mark as u16)
}

/// Returns the mark whose terminal this is, if it is one's.
pub const fn mark_of(term: TermId) -> Option<usize> {
    let mark = (u16::MAX - term.0) as usize;
    if mark < MAX_MARKS { Some(mark) } else { None }
}

/// Returns the automaton whose loops over marks lead from each state to itself. Those of a state that was made of several
/// lead to a part of them; no text leads there, but the edges from there would be read backwards.
#[must_use]
pub fn settled(mut dfa: Dfa) -> Dfa {
    let mut is_changed = false;
    for (state, edges) in dfa.edges.iter_mut().enumerate() {
        for (symbol, to) in edges {
            if matches!(*symbol, Symbol::Term(term, _) if mark_of(term).is_some()) {
                is_changed |= *to != state as u32;
                *to = state as u32;
            }
        }
    }
    if is_changed { dfa.minimised() } else { dfa }
}
