//! Mistakes with names that are known: a pattern that binds one twice, or its declaration after its use.
//!
//! They are found in the lexemes that have ended. A pending lexeme that can only be what it is counts as one of them.

use std::sync::Arc;

use crate::base::byte_sets::is_word;
use crate::layout::place::ROOT;
use crate::lexer::{DEAD, NO_SET};
use crate::names::checks::Wary;
use crate::names::trail::Effect;
use crate::quotient::{Quotient, State};

impl Quotient {
    /// Returns what the pending lexeme, as it is, does with names.
    pub(super) fn effect(&self, state: &State) -> Effect {
        let rules = self.grammar.name_rules.as_ref().filter(|_| state.is_pending && state.last != NO_SET);
        let Some(rules) = rules else { return Effect::default() };
        let terms = self.grammar.lexer.set(state.last);
        let repeats = terms.intersects(&rules.targets) && state.place.modes != ROOT;
        Effect { admits: false, may_err: rules.may_err(terms), repeats }
    }

    /// Returns whether the lexemes that have ended have a mistake, whatever follows.
    pub(super) fn is_mistaken(&mut self, state: &State) -> bool {
        let grammar = Arc::clone(&self.grammar);
        let names = self.names.as_mut().filter(|_| state.names.assumed.is_none());
        names.is_some_and(|names| names.is_mistaken(&grammar, state.names.trail))
    }

    /// Returns whether the pending lexeme, which can only end as it is, completes a mistake.
    pub(super) fn ends_in_mistake(&mut self, state: &State) -> bool {
        if self.names.is_none() || state.names.assumed.is_some() || !self.is_final_lexeme(state) {
            return false;
        }
        let (grammar, effect, text) = (Arc::clone(&self.grammar), self.effect(state), self.whole_text(state));
        let Some(names) = &mut self.names else { return false };
        if !effect.may_err && !names.is_wary(state.names.trail) {
            return false;
        }
        let trail = names.follow(state.names.trail, &text, effect);
        names.is_mistaken(&grammar, trail)
    }

    /// Returns whether the pending lexeme cannot become another one, nor another text of the same terminal.
    fn is_final_lexeme(&mut self, state: &State) -> bool {
        if !state.is_pending || state.last == NO_SET || state.has_tail() {
            return false;
        }
        let grows = |&byte: &u8| self.grammar.lexer.step(state.lexer, byte) != DEAD;
        if self.exits.start.first().is_some_and(grows) {
            return false;
        }
        let Some(chart) = self.content_chart(state) else { return false };
        let takes = self.takes(chart).and(&self.grammar.content);
        let possible = self.grammar.lexer.reachable(state.lexer).and(&takes);
        let own = self.grammar.lexer.set(state.last).and(&takes);
        let is_literal = own.iter().all(|term| self.grammar.terminals[term.index()].literal.is_some());
        is_literal && possible.minus(&own).is_empty()
    }

    /// Returns whether there is a mistake if the middle ends at a state.
    pub(super) fn is_mistaken_as_whole(&mut self, state: &State) -> bool {
        let (grammar, mut effect) = (Arc::clone(&self.grammar), self.effect(state));
        let text = if state.is_pending { self.whole_text(state) } else { Vec::new() };
        let is_joined = state.after_word && self.exits.start.first().is_some_and(|&byte| is_word(byte));
        effect.may_err |= is_joined;
        let Some(names) = &mut self.names else { return false };
        let trail = names.follow(state.names.trail, &text, effect);
        names.is_mistaken_as_whole(&grammar, trail)
    }

    /// Returns the names that a token may not bind or declare once more.
    pub(crate) fn wary(&mut self, state: &State) -> Wary {
        let grammar = Arc::clone(&self.grammar);
        let Some(rules) = grammar.name_rules.as_ref().filter(|_| self.names.is_some()) else {
            return Wary::Nothing;
        };
        let is_declaration =
            self.content_chart(state).is_some_and(|chart| self.takes(chart).intersects(&rules.declare));
        let text = if state.is_pending { self.texts.text(state.text) } else { Vec::new() };
        let column = Self::line_column(state);
        let Some(names) = &mut self.names else { return Wary::Nothing };
        names.wary(&grammar, (state.names.trail, column), is_declaration, &text)
    }
}
