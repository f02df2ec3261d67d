//! Masks where keys are given once.
//!
//! The plans are followed as if the text had no keys yet. Only tokens in which a key ends may then be wrong, and those
//! that end one which is pending or was read last. They are tried one by one.

use std::sync::Arc;

use crate::base::byte_sets::{is_word, word_at_end};
use crate::context::later_keys::Later;
use crate::layout::keys::stacks::BLIND;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::vocab::ended_words::EndedWords;
use crate::vocab::sets::clear_bit;

/// The signs after which a key of another table may stand in a token.
const APART: [u8; 5] = [b'\n', b'.', b'[', b'{', b','];

impl MaskPass<'_> {
    pub(super) fn mask_of_keys(&mut self, state: &State, words: &EndedWords) -> Arc<[u64]> {
        let mut blind = state.clone();
        blind.place.scopes = BLIND;
        let mut all = self.mask_without_lists(&blind);
        let mask = Arc::make_mut(&mut all);
        let begun = self.begun_key(state);
        if state.has_tail() && !begun.is_empty() || begun.contains(&b'\\') {
            return self.each_tried(state, mask);
        }
        self.end_key(state, &begun, mask);
        for token in self.with_names(state, &begun, words) {
            self.try_again(state, token, mask);
        }
        all
    }

    /// Returns the part of a key that is pending; nothing if none is.
    fn begun_key(&self, state: &State) -> Vec<u8> {
        let is_begun = state.is_pending && self.quotient.compares_text(state);
        let text = if is_begun { self.quotient.texts.text(state.text) } else { Vec::new() };
        let may_be_part = |&byte: &u8| is_word(byte) || matches!(byte, b'-' | b'"' | b'\'');
        if text.first().is_some_and(may_be_part) { text } else { Vec::new() }
    }

    fn try_again(&mut self, state: &State, token: u32, mask: &mut [u64]) {
        if mask[token as usize / 64] >> (token % 64) & 1 == 1 {
            clear_bit(mask, token);
            self.try_token(state, token, mask);
        }
    }

    /// Corrects the tokens that end the pending part of a key, or that follow the last one.
    fn end_key(&mut self, state: &State, begun: &[u8], mask: &mut [u64]) {
        let is_whole = state.last != NO_SET && self.grammar.layout.conditions.is_part_of_key(state.last);
        if let ([quote @ (b'"' | b'\''), inner @ ..], false) = (begun, is_whole) {
            let keys = self.quotient.texts.scopes.keys(state.place.scopes);
            let later = self.quotient.exits.later.as_ref().map(Later::names).unwrap_or_default();
            if keys.known_names().0.contains(&inner) || later.contains(&inner) {
                self.try_those(state, mask, |token| token.first() == Some(quote));
            }
            return;
        }
        let (lexer, trie) = (&self.grammar.lexer, self.trie);
        let mut scopes = state.place.scopes;
        if !begun.is_empty() && is_whole {
            let Ok(after) = self.quotient.scopes_after(state) else {
                let ends = |&node: &u32| lexer.step(state.lexer, trie.byte(node)) == DEAD;
                for node in trie.roots().filter(ends) {
                    trie.tokens(trie.all(node)).iter().for_each(|&token| clear_bit(mask, token));
                }
                return;
            };
            scopes = after;
        }
        if !self.quotient.refused_after_key(scopes).is_empty() {
            self.try_those(state, mask, |token| {
                let first = token.iter().find(|byte| !byte.is_ascii_whitespace());
                first.is_some_and(|&byte| !is_word(byte) && byte != b'-')
            });
        }
    }

    fn try_those(&mut self, state: &State, mask: &mut [u64], is_meant: impl Fn(&[u8]) -> bool) {
        let trie = self.trie;
        for node in trie.roots().filter(|&node| !is_word(trie.byte(node))) {
            for &token in trie.tokens(trie.all(node)) {
                if is_meant(trie.token(token)) {
                    self.try_again(state, token, mask);
                }
            }
        }
    }

    /// Returns the tokens in which a name ends that is known, or that may be there twice.
    fn with_names(&mut self, state: &State, begun: &[u8], words: &EndedWords) -> Vec<u32> {
        let after = if begun.is_empty() { self.quotient.scopes_after(state).ok() } else { None };
        let keys = self.quotient.texts.scopes.keys(state.place.scopes);
        let (mut near, mut all) = keys.known_names();
        let later = self.quotient.exits.later.as_ref().map(Later::names).unwrap_or_default();
        near.extend(&later);
        all.extend(&later);
        near.extend(
            after.map(|after| self.quotient.texts.scopes.keys(after).known_names().0).unwrap_or_default(),
        );
        let mut found = words.several().to_vec();
        if !begun.is_empty() {
            found.extend(words.listed());
        }
        let begun = begun.strip_suffix(b"\"").or(begun.strip_suffix(b"'")).unwrap_or(begun);
        let begun = word_at_end(begun);
        found.extend(words.of(begun));
        for name in near {
            let word = word_at_end(name);
            found.extend(of_name(words, name));
            if let Some(rest) = word.strip_prefix(begun).filter(|_| !begun.is_empty()) {
                found.extend(words.of(rest));
            }
        }
        let is_apart = |token: &&u32| self.trie.token(**token).iter().any(|byte| APART.contains(byte));
        let far =
            all.iter().flat_map(|name| of_name(words, name)).chain(words.escaped()).chain(words.foreign());
        found.extend(far.filter(is_apart));
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// Returns the tokens in which a name may end.
fn of_name<'w>(words: &'w EndedWords, name: &[u8]) -> &'w [u32] {
    match word_at_end(name) {
        [] => words.of_sign(name.last().copied().unwrap_or(b'"')),
        word => words.of(word),
    }
}
