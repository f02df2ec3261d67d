//! Masks where names in a list must differ: keyword arguments and parameters.
//!
//! The plans are followed as if no list were open. Only a token in which a word ends that is in an open list, or twice
//! in the token itself, may then be wrong, and such tokens are tried one by one.

use std::sync::Arc;

use crate::base::byte_sets::is_word;
use crate::layout::arguments::folded;
use crate::mask::compute::MaskPass;
use crate::names::checks::Wary;
use crate::quotient::State;
use crate::vocab::sets::{clear_bit, each_bit, set_bit};

impl MaskPass<'_> {
    /// Returns the tokens after which a state is still viable, 64 in a word.
    pub fn mask(&mut self, state: &State) -> Arc<[u64]> {
        let Some(words) = self.ended else { return self.mask_without_lists(state) };
        let scopes = state.place.scopes;
        let wary = self.quotient.wary(state);
        let is_compared = self.quotient.compares_text(state) || wary != Wary::Nothing;
        let begun =
            if is_compared && state.is_pending { self.quotient.texts.text(state.text) } else { Vec::new() };
        let mut blind = state.clone();
        blind.place.scopes = self.quotient.texts.scopes.without_lists(scopes);
        let begun = folded(&begun);
        let mut names = self.quotient.texts.scopes.open_names(scopes);
        if !begun.is_empty() {
            names.push(begun.clone());
        }
        let mut mask = self.mask_without_lists(&blind).to_vec();
        match wary {
            Wary::Nothing => {}
            Wary::Names { names: more, in_assignments, after_variable } => {
                names.extend(more);
                if in_assignments {
                    self.try_assignments(state, after_variable, &mut mask);
                }
            }
            Wary::All => return self.each_tried(state, &mask),
        }
        if !begun.is_empty() && self.quotient.fails_if_it_ends(state) {
            self.clear_ends(&mut mask);
        }
        let listed = if begun.is_empty() { &[] } else { words.listed() };
        let tried = words.repeated().iter().chain(listed);
        let foreign = if names.is_empty() { &[] } else { words.foreign() };
        let same = names.iter().flat_map(|name| words.of(name));
        let rests = names.iter().filter_map(|name| name.strip_prefix(begun.as_slice()));
        let rests = rests.filter(|_| !begun.is_empty()).flat_map(|rest| words.of(rest));
        for &token in tried.chain(foreign).chain(same).chain(rests) {
            clear_bit(&mut mask, token);
            self.try_token(state, token, &mut mask);
        }
        mask.into()
    }

    /// Removes the tokens with an assignment expression after which a state is not viable. Those without a word before the
    /// assignment count only `after_variable`.
    fn try_assignments(&mut self, state: &State, after_variable: bool, mask: &mut [u64]) {
        let trie = self.trie;
        for &token in self.tables.assigning(trie).iter() {
            let has_word = trie.token(token).iter().any(|&byte| is_word(byte));
            let is_set = mask[token as usize / 64] >> (token % 64) & 1 == 1;
            if is_set && (has_word || after_variable) {
                clear_bit(mask, token);
                self.try_token(state, token, mask);
            }
        }
    }

    /// Returns those tokens of a mask after which a state is still viable.
    fn each_tried(&mut self, state: &State, mask: &[u64]) -> Arc<[u64]> {
        let mut found = self.empty();
        for (at, &word) in mask.iter().enumerate() {
            each_bit(at, word, |token| self.try_token(state, token, &mut found));
        }
        found.into()
    }

    /// Removes the tokens that end a word which is pending.
    fn clear_ends(&self, mask: &mut [u64]) {
        let trie = self.trie;
        for node in trie.roots().filter(|&node| !is_word(trie.byte(node))) {
            trie.tokens(trie.all(node)).iter().for_each(|&token| clear_bit(mask, token));
        }
    }

    pub(super) fn try_token(&mut self, state: &State, token: u32, mask: &mut [u64]) {
        let mut after = state.clone();
        if self.quotient.advance(&mut after, self.trie.token(token)) && self.quotient.is_viable(&after) {
            set_bit(mask, token);
        }
    }
}
