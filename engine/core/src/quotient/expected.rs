//! Finds what may follow a state, for messages.

use crate::base::sets::{TermSet, rows_intersect};
use crate::lexer::NO_SET;
use crate::quotient::{Quotient, State};

impl Quotient {
    /// Returns the terminals that can be pending or, if the pending lexeme is whole, can follow it, and
    /// whether the right context can follow.
    pub fn expected(&mut self, state: &State) -> (TermSet, bool) {
        let mut expected = TermSet::default();
        if state.is_pending
            && let Some(chart) = self.content_chart(state)
        {
            let whole = self.grammar.lexer.set(self.grammar.lexer.accept(state.lexer));
            let open = self.grammar.lexer.reachable(state.lexer).minus(whole);
            expected.union_with(&open.and(self.takes(chart)));
        }
        let mut after = state.clone();
        if state.is_pending && (state.last == NO_SET || !self.end_lexeme(&mut after, None)) {
            return (expected, false);
        }
        let mut ends = false;
        if let Some(chart) = self.content_chart(&after) {
            expected.union_with(&self.takes(chart).clone());
            for (exit, found) in self.exits.list.iter().enumerate() {
                if let Some(term) = found.term
                    && self.has_exit(chart, exit)
                {
                    expected.insert(term);
                }
            }
            ends = rows_intersect(self.exits_after(chart), self.exits.without_terminal());
        }
        (expected, ends)
    }
}
