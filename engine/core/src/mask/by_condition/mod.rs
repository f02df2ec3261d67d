//! Masks where names are compared: keyword arguments and parameters with those of their list, and the names of
//! constructors with that of their class.
//!
//! The plans are followed as if no list were open, and as if each name in a token differed from all others. Only a
//! token in which a word ends that is one of the names to compare, or twice in the token itself, may then be wrong, and
//! such tokens are tried one by one.

mod declared;
mod labels;
mod members;
mod tags;

use std::sync::Arc;

use crate::base::byte_sets::{Bytes, is_word, word_at_end};
use crate::layout::arguments::folded;
use crate::layout::roles::Check;
use crate::mask::compute::MaskPass;
use crate::names::checks::Wary;
use crate::quotient::State;
use crate::vocab::sets::{clear_bit, each_bit, set_bit};

/// The names with which words in tokens may be compared.
struct Compared {
    /// The name that is pending; empty if none is.
    begun: Vec<u8>,
    names: Vec<Vec<u8>>,
    /// Whether a name has signs that belong to no word.
    has_signs: bool,
    /// Whether a name has an escape, so that it may be another one in another spelling.
    is_escaped: bool,
    /// Whether a word that is not ASCII may be one of the names.
    may_be_foreign: bool,
}

impl MaskPass<'_> {
    /// Returns the tokens after which a state is still viable, 64 in a word.
    pub fn mask(&mut self, state: &State) -> Arc<[u64]> {
        match self.ended.filter(|_| self.grammar.layout.declared.is_some()) {
            Some(words) => self.mask_of_declared(state, words),
            None => self.mask_of_conditions(state),
        }
    }

    fn mask_of_conditions(&mut self, state: &State) -> Arc<[u64]> {
        if self.grammar.layout.conditions.check == Check::Tags {
            return self.mask_of_tags(state);
        }
        let has_lists = self.grammar.layout.conditions.check.compares_texts();
        let Some(words) = self.ended.filter(|_| has_lists) else { return self.mask_without_lists(state) };
        if self.grammar.layout.conditions.check == Check::Keys {
            return self.mask_of_keys(state, words);
        }
        let wary = self.quotient.wary(state);
        let compared = self.compared(state, wary != Wary::Nothing);
        let Compared { begun, mut names, has_signs, is_escaped, mut may_be_foreign } = compared;
        if is_escaped {
            let mut mask = self.empty();
            self.try_all(state, &Bytes::ALL, Arc::make_mut(&mut mask));
            return mask;
        }
        let mut blind = state.clone();
        blind.place.scopes = self.quotient.texts.scopes.without_lists(state.place.scopes);
        let mut all = self.mask_without_lists(&blind);
        let mask = Arc::make_mut(&mut all);
        match wary {
            Wary::Nothing => {}
            Wary::Names { names: more, in_assignments, after_variable } => {
                may_be_foreign |= !more.is_empty();
                names.extend(more);
                if in_assignments {
                    self.try_assignments(state, after_variable, mask);
                }
            }
            Wary::All => return self.each_tried(state, mask),
        }
        if !begun.is_empty() && self.quotient.fails_if_it_ends(state) {
            self.clear_ends(mask);
        }
        let listed = if begun.is_empty() { &[] } else { words.listed() };
        let escaped = if names.is_empty() { &[] } else { words.escaped() };
        let foreign = if may_be_foreign { words.foreign() } else { &[] };
        let with_signs = has_signs.then(|| self.tables.with_signs(self.trie));
        let with_signs = with_signs.as_deref().unwrap_or_default();
        let tried = words.repeated().iter().chain(listed).chain(escaped).chain(foreign).chain(with_signs);
        // A name with signs ends with a word, or with a sign that is in the token too.
        let same = names.iter().flat_map(|name| words.of(word_at_end(name)));
        let rests = names.iter().filter_map(|name| name.strip_prefix(begun.as_slice()));
        let rests = rests.filter(|_| !begun.is_empty()).flat_map(|rest| words.of(word_at_end(rest)));
        for &token in tried.chain(same).chain(rests) {
            clear_bit(mask, token);
            self.try_token(state, token, mask);
        }
        all
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
    pub(super) fn each_tried(&mut self, state: &State, mask: &[u64]) -> Arc<[u64]> {
        let mut all = self.empty();
        let found = Arc::make_mut(&mut all);
        for (at, &word) in mask.iter().enumerate() {
            each_bit(at, word, |token| self.try_token(state, token, found));
        }
        all
    }

    fn compared(&self, state: &State, is_wary: bool) -> Compared {
        let is_begun = state.is_pending && (is_wary || self.quotient.compares_text(state));
        let mut begun = if is_begun { self.quotient.texts.text(state.text) } else { Vec::new() };
        if begun.first().is_some_and(|&byte| !is_word(byte) && !is_odd_sign(byte)) {
            begun.clear();
        }
        let mut names = self.quotient.texts.scopes.open_names(state.place.scopes);
        if !begun.is_empty() {
            names.push(begun.clone());
        }
        let has = |sign| names.iter().any(|name| is_name(name) && name.contains(&sign));
        let folds = self.grammar.layout.conditions.check.compares_names();
        Compared {
            has_signs: has(b'$'),
            is_escaped: has(b'\\'),
            may_be_foreign: !names.is_empty() && (folds || !names.iter().all(|name| name.is_ascii())),
            begun: folded(&begun),
            names: names.iter().map(|name| folded(name)).collect(),
        }
    }

    /// Removes the tokens that end a word which is pending.
    fn clear_ends(&self, mask: &mut [u64]) {
        let trie = self.trie;
        let ends = |byte| !is_word(byte) && !is_odd_sign(byte);
        for node in trie.roots().filter(|&node| ends(trie.byte(node))) {
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

/// Returns whether a byte may belong to a name and to no word: a currency sign, or the beginning of an escape.
fn is_odd_sign(byte: u8) -> bool {
    matches!(byte, b'$' | b'\\')
}

/// Returns whether a text has only bytes that may belong to a name.
fn is_name(text: &[u8]) -> bool {
    text.iter().all(|&byte| is_word(byte) || is_odd_sign(byte))
}
