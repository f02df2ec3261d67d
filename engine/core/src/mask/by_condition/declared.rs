//! Masks where names are declared once.
//!
//! The plans are followed as if nothing were declared. Only tokens in which a name ends that is declared may then be wrong, and
//! those that end one which is pending or was read last. They are tried one by one.

use std::sync::Arc;

use crate::base::byte_sets::{is_word, word_at_end};
use crate::layout::declared::frames::Scope;
use crate::layout::declared::numbers::{BLIND, ScopeId};
use crate::lexer::{DEAD, NO_SET};
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::vocab::declaring::{DeclaringTokens, is_sign};
use crate::vocab::ended_words::EndedWords;
use crate::vocab::sets::clear_bit;

/// The signs that follow a name where only what follows tells that it is declared, and the beginning of a word that does.
const SETTLING: [u8; 4] = [b',', b'=', b'}', b'f'];

impl MaskPass<'_> {
    /// Returns the tokens after which a state is still viable, in a language in which names are declared once.
    pub(super) fn mask_of_declared(&mut self, state: &State, words: &EndedWords) -> Arc<[u64]> {
        let Some(rules) = &self.grammar.layout.declared else { return self.mask_of_conditions(state) };
        let mut blind = state.clone();
        blind.place.declared = BLIND;
        let mut all = self.mask_of_conditions(&blind);
        if state.place.declared == BLIND {
            return all;
        }
        let mask = Arc::make_mut(&mut all);
        let scope = Arc::clone(self.quotient.texts.declared.get(state.place.declared));
        let tokens = self.tables.declaring(self.trie);
        for &token in &tokens.behind_words {
            self.try_declaring(state, token, mask);
        }
        if scope.is_in_list() {
            for &token in &tokens.behind_commas {
                self.try_declaring(state, token, mask);
            }
        }
        if state.is_pending && scope.wants_name() {
            if state.has_tail() {
                return self.each_tried(state, mask);
            }
            self.end_declared(state, mask);
        } else if scope.frame.held.is_some() {
            self.settle_held(state, mask);
        }
        if scope.wants_name() {
            let begun = if state.is_pending { self.quotient.texts.text(state.text) } else { Vec::new() };
            let is_name = begun.iter().all(|byte| is_word(*byte) || is_sign(byte));
            let begun = if is_name { begun.as_slice() } else { &[] };
            self.try_names(state, (&scope, begun), (words, &tokens), mask);
        }
        let after = self.quotient.changed_after(state);
        let is_repeating =
            |declared: ScopeId| self.quotient.texts.declared.get(declared).frame.repeats_names();
        if scope.frame.repeats_names() || after.is_some_and(is_repeating) {
            return self.each_tried(state, mask);
        }
        self.try_directives(state, (&scope, &rules.directives), &tokens, mask);
        if let Some(after) = after.filter(|&after| after != state.place.declared) {
            let after = Arc::clone(self.quotient.texts.declared.get(after));
            if after.wants_name() {
                self.try_names(state, (&after, &[]), (words, &tokens), mask);
            }
        }
        if !rules.jumps.is_empty() {
            self.correct_labels(state, (&scope, after), &tokens, mask);
        }
        self.correct_members(state, (&scope, after), (words, &tokens), mask);
        if state.has_tail() {
            self.correct_tail(state, words, mask);
        }
        all
    }

    pub(super) fn try_declaring(&mut self, state: &State, token: u32, mask: &mut [u64]) {
        if mask[token as usize / 64] >> (token % 64) & 1 == 1 {
            clear_bit(mask, token);
            self.try_token(state, token, mask);
        }
    }

    /// Corrects the tokens in which a directive ends.
    fn try_directives(
        &mut self,
        state: &State,
        (scope, directives): (&Scope, &[Vec<u8>]),
        tokens: &DeclaringTokens,
        mask: &mut [u64],
    ) {
        for &token in &tokens.with_directives {
            self.try_declaring(state, token, mask);
        }
        let begun = self.quotient.texts.text(state.text);
        if !state.is_pending || begun.is_empty() || !scope.frame.refuses_directive() {
            return;
        }
        let trie = self.trie;
        let rests = directives.iter().filter_map(|text| text.strip_prefix(&*begun));
        for node in rests.filter_map(|rest| trie.find(rest)) {
            for &token in trie.tokens(trie.all(node)) {
                self.try_declaring(state, token, mask);
            }
        }
    }

    /// Corrects the tokens that end the pending name.
    pub(super) fn end_declared(&mut self, state: &State, mask: &mut [u64]) {
        if state.last == NO_SET {
            return;
        }
        match self.quotient.declared_after(state) {
            Err(_) => {
                let (lexer, trie) = (&self.grammar.lexer, self.trie);
                let ends = |&node: &u32| lexer.step(state.lexer, trie.byte(node)) == DEAD;
                for node in trie.roots().filter(ends) {
                    trie.tokens(trie.all(node)).iter().for_each(|&token| clear_bit(mask, token));
                }
            }
            Ok(after) if self.quotient.texts.declared.get(after).holds_clash() => self.settle(state, mask),
            Ok(_) => {}
        }
    }

    /// Corrects the tokens that settle whether the name that was read last is declared.
    fn settle_held(&mut self, state: &State, mask: &mut [u64]) {
        if self.quotient.texts.declared.get(state.place.declared).holds_clash() {
            self.settle(state, mask);
        }
    }

    fn settle(&mut self, state: &State, mask: &mut [u64]) {
        let trie = self.trie;
        let settles = |token: &[u8]| {
            let first = token.iter().find(|byte| !byte.is_ascii_whitespace() && **byte != b'/');
            first.is_some_and(|byte| SETTLING.contains(byte))
        };
        for token in (0..trie.len() as u32).filter(|&token| settles(trie.token(token))) {
            self.try_declaring(state, token, mask);
        }
    }

    /// Corrects the tokens in which a name may end that is declared in a scope, or that may be there twice, given the part of
    /// it that is pending.
    fn try_names(
        &mut self,
        state: &State,
        (scope, begun): (&Scope, &[u8]),
        (words, tokens): (&EndedWords, &DeclaringTokens),
        mask: &mut [u64],
    ) {
        let mut found = words.several().to_vec();
        let (mut has_signs, mut is_foreign) = (begun.iter().any(is_sign), !begun.is_ascii());
        let mut add = |word: &[u8]| found.extend(words.of(word));
        scope.each_near_name(&mut |name| {
            has_signs |= name.last().is_some_and(is_sign);
            is_foreign |= !name.is_ascii();
            add(word_at_end(name));
            if let Some(rest) = name.strip_prefix(begun).filter(|_| !begun.is_empty()) {
                add(word_at_end(rest));
            }
        });
        if has_signs {
            found.extend(&tokens.with_signs);
        }
        if is_foreign {
            found.extend(words.foreign());
        }
        if !begun.is_empty() {
            found.extend(words.listed());
        }
        found.sort_unstable();
        found.dedup();
        for token in found {
            self.try_declaring(state, token, mask);
        }
    }
}
