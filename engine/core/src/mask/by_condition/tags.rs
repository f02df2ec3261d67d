//! Masks where names stand twice: a closing name must be that of what is open.
//!
//! The plans are followed as if nothing were open. Where the end of something open has begun, few tokens fit, and they are
//! found by walking over the vocabulary; elsewhere the tokens in which such an end begins are tried one by one.

use std::sync::Arc;

use crate::layout::place::NO_SCOPE;
use crate::layout::roles::Role;
use crate::layout::tags;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::vocab::sets::{clear_bit, set_bit};

impl MaskPass<'_> {
    /// Returns the tokens after which a state is still viable, in a language in which names stand twice.
    pub(super) fn mask_of_tags(&mut self, state: &State) -> Arc<[u64]> {
        let state = &self.after_closing(state);
        if self.quotient.wanted_tags(state).is_some() {
            let mut found = self.empty();
            self.explore(state, None, Arc::make_mut(&mut found));
            return found;
        }
        let mut blind = state.clone();
        blind.place.scopes = NO_SCOPE;
        let mut all = self.mask_without_lists(&blind);
        let mask = Arc::make_mut(&mut all);
        let is_open = state.place.scopes != NO_SCOPE || self.may_open(state);
        let tried = self.tables.closing(self.trie, !is_open);
        for &token in tried.iter() {
            if mask[token as usize / 64] >> (token % 64) & 1 == 1 {
                clear_bit(mask, token);
                self.try_token(state, token, mask);
            }
        }
        if state.is_pending {
            self.explore_closings(state, mask);
        }
        all
    }

    /// Returns the state with a pending lexeme ended that begins the end of something and cannot go on.
    fn after_closing(&mut self, state: &State) -> State {
        let role = self.grammar.layout.conditions.role_of(state.last);
        let is_closing = state.last != NO_SET && role == Some(Role::Tag(tags::Role::Close));
        let mut ended = state.clone();
        let ends = is_closing
            && !state.has_tail()
            && (0..=u8::MAX).all(|byte| self.grammar.lexer.step(state.lexer, byte) == DEAD)
            && self.quotient.end_lexeme(&mut ended, None);
        if ends { ended } else { state.clone() }
    }

    /// Returns whether a name that opens something may be what is pending, or what follows.
    fn may_open(&self, state: &State) -> bool {
        let Some(terms) = &self.grammar.layout.conditions.tags else { return false };
        let begins = terms.closings.iter().any(|closing| closing[0] == state.first_byte());
        (state.is_pending && begins) || self.grammar.lexer.reachable(state.lexer).intersects(&terms.names)
    }

    /// Decides about the tokens with which the pending lexeme begins the end of something.
    fn explore_closings(&mut self, state: &State, mask: &mut [u64]) {
        let grammar = self.grammar;
        let Some(terms) = &grammar.layout.conditions.tags else { return };
        let pending = state.pending_bytes();
        for closing in &terms.closings {
            if pending >= closing.len() || state.first_byte() != closing[0] {
                continue;
            }
            let Some(node) = self.trie.find(&closing[pending..]) else { continue };
            let own = self.trie.tokens(self.trie.own(node)).to_vec();
            for &token in self.trie.tokens(self.trie.all(node)) {
                if !own.contains(&token) {
                    clear_bit(mask, token);
                }
            }
            let mut after = state.clone();
            if self.quotient.advance(&mut after, &closing[pending..]) && self.quotient.is_viable(&after) {
                self.explore(&after, Some(node), mask);
            }
        }
    }

    /// Adds the tokens that begin with a node's prefix and after which a state is viable. The state is that after the
    /// prefix.
    pub(super) fn explore(&mut self, state: &State, node: Option<u32>, mask: &mut [u64]) {
        let trie = self.trie;
        let mut left = vec![(state.clone(), node)];
        while let Some((state, node)) = left.pop() {
            for child in trie.children(node) {
                let mut after = state.clone();
                if self.quotient.advance(&mut after, &[trie.byte(child)]) && self.quotient.is_viable(&after) {
                    trie.tokens(trie.own(child)).iter().for_each(|&token| set_bit(mask, token));
                    left.push((after, Some(child)));
                }
            }
        }
    }
}
