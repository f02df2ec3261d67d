//! Masks where classes declare names for themselves alone, and one member of which there is one.

use crate::base::byte_sets::is_word;
use crate::layout::declared::Role;
use crate::layout::declared::frames::Scope;
use crate::layout::declared::members::declares;
use crate::layout::declared::numbers::ScopeId;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::vocab::declaring::{DeclaringTokens, is_sign};
use crate::vocab::ended_words::EndedWords;
use crate::vocab::sets::{clear_bit, each_bit, set_bit};

impl MaskPass<'_> {
    /// Corrects the tokens in which names of members stand, and those in which a second constructor does.
    pub(super) fn correct_members(
        &mut self,
        state: &State,
        (scope, after): (&Scope, Option<ScopeId>),
        (words, tokens): (&EndedWords, &DeclaringTokens),
        mask: &mut [u64],
    ) {
        let is_member = state.is_pending && self.quotient.may_be_member(state.lexer);
        if is_member && !state.has_tail() {
            self.end_member(state, scope, mask);
        }
        let is_text = state.is_pending && !is_member && self.grammar.may_be_text(state.lexer);
        for &token in &tokens.with_members {
            if !is_text || self.leaves_text(state.lexer, token) {
                self.try_declaring(state, token, mask);
            }
        }
        self.correct_parameters(state, after, tokens, mask);
        self.correct_defaults(state, (scope, after), tokens, mask);
        let after = after.and_then(|after| self.quotient.texts.declared.get(after).depth_of_needs());
        // Ends of classes, where no class around declares a name that is used.
        if let Some(depth) = scope.depth_of_needs().into_iter().chain(after).min() {
            self.try_closing(state, depth, mask);
        }
        if scope.is_in_class() {
            // Parameters that stand twice.
            for &token in words.several().iter().filter(|&&token| self.trie.token(token).contains(&b'(')) {
                self.try_declaring(state, token, mask);
            }
        }
        if scope.has_constructor() {
            self.end_constructor(state, words, mask);
        }
    }

    /// Corrects the tokens that make of parentheses those of parameters, though two of these have one name; `after` is what is
    /// declared behind the pending lexeme.
    fn correct_parameters(
        &mut self,
        state: &State,
        after: Option<ScopeId>,
        tokens: &DeclaringTokens,
        mask: &mut [u64],
    ) {
        for &token in &tokens.with_parameters {
            self.try_declaring(state, token, mask);
        }
        let is_repeating = |scope| self.quotient.texts.declared.get(scope).repeats_parameters();
        if is_repeating(state.place.declared) || after.is_some_and(is_repeating) {
            self.try_each(state, mask, |token| token.iter().any(|byte| matches!(byte, b'=' | b'>' | b'{')));
        }
    }

    /// Corrects the tokens that begin a second export without a name.
    fn correct_defaults(
        &mut self,
        state: &State,
        (scope, after): (&Scope, Option<ScopeId>),
        tokens: &DeclaringTokens,
        mask: &mut [u64],
    ) {
        if !tokens.behind_exports.is_empty() && scope.has_default() {
            for &token in &tokens.behind_exports {
                self.try_declaring(state, token, mask);
            }
        }
        let scopes = [Some(state.place.declared), after];
        let is_wrong = |scope: ScopeId| {
            let frame = &self.quotient.texts.declared.get(scope).frame;
            !frame.refused_defaults().is_empty() || frame.wants_overload()
        };
        if scopes.into_iter().flatten().any(is_wrong) {
            self.try_each(state, mask, |token| token.iter().any(|byte| !byte.is_ascii_whitespace()));
        }
    }

    /// Returns whether a comment or a string ends in a token, or becomes something else.
    pub(super) fn leaves_text(&self, mut lexer: LexState, token: u32) -> bool {
        self.trie.token(token).iter().any(|&byte| {
            lexer = self.grammar.lexer.step(lexer, byte);
            let whole = self.grammar.lexer.accept(lexer);
            lexer == DEAD || (whole != NO_SET && !self.grammar.is_text(whole))
        })
    }

    /// Corrects the tokens that go on with a name of a member in the tail of the pending lexeme, as in ` #`, where blanks may
    /// become a longer lexeme. Only those may be wrong that are refused behind the lexeme's end.
    pub(super) fn correct_tail(&mut self, state: &State, words: &EndedWords, mask: &mut [u64]) {
        let mut after = state.clone();
        while after.has_tail() {
            if after.last == NO_SET || !self.quotient.end_lexeme(&mut after, None) {
                return;
            }
        }
        if !after.is_pending || !self.quotient.may_be_member(after.lexer) {
            return;
        }
        let kept = self.mask_of_declared(&after, words);
        for at in 0..mask.len() {
            let refused = mask[at] & !kept[at];
            each_bit(at, refused, |token| self.try_declaring(state, token, mask));
        }
    }

    /// Corrects the tokens that go on with a pending name of a member.
    fn end_member(&mut self, state: &State, scope: &Scope, mask: &mut [u64]) {
        let begun = self.quotient.texts.text(state.text);
        if declares(scope) != Some(false) {
            self.end_declared(state, mask);
            let mut names = Vec::new();
            scope.each_near_name(&mut |name| names.push(name));
            for rest in names.into_iter().filter_map(|name| name.strip_prefix(&*begun)) {
                self.try_behind(state, rest, mask);
            }
            return;
        }
        if let Some(depth) = scope.depth_of_class() {
            // What is used may be declared in the class around, but not behind it.
            self.try_closing(state, depth, mask);
        }
        let Some(wanted) = self.quotient.wanted_members(state.place.declared) else { return };
        let rests = wanted.into_iter().filter_map(|name| name.strip_prefix(&*begun));
        let rests: Vec<Vec<u8>> = rests.map(<[u8]>::to_vec).collect();
        let mut kept = self.empty();
        let kept = std::sync::Arc::make_mut(&mut kept);
        for rest in rests {
            self.keep_rest(&rest, kept);
        }
        mask.iter_mut().zip(kept).for_each(|(own, kept)| *own &= *kept);
    }

    /// Adds the tokens that the rest of a name begins with, and those that begin with it and end it.
    fn keep_rest(&self, rest: &[u8], kept: &mut [u64]) {
        let trie = self.trie;
        for length in 1..=rest.len() {
            let Some(node) = trie.find(&rest[..length]) else { return };
            trie.tokens(trie.own(node)).iter().for_each(|&token| set_bit(kept, token));
        }
        for node in trie.children(trie.find(rest)).filter(|&node| !is_of_name(trie.byte(node))) {
            trie.tokens(trie.all(node)).iter().for_each(|&token| set_bit(kept, token));
        }
    }

    /// Corrects the tokens that begin with the rest of a name and end it.
    fn try_behind(&mut self, state: &State, rest: &[u8], mask: &mut [u64]) {
        let trie = self.trie;
        let Some(node) = trie.find(rest) else { return };
        for node in trie.children(Some(node)).filter(|&node| !is_of_name(trie.byte(node))) {
            for &token in trie.tokens(trie.all(node)) {
                self.try_declaring(state, token, mask);
            }
        }
    }

    /// Corrects the tokens that begin a second constructor.
    fn end_constructor(&mut self, state: &State, words: &EndedWords, mask: &mut [u64]) {
        let Some(rules) = &self.grammar.layout.declared else { return };
        let lexer = &self.grammar.lexer;
        for word in &rules.constructors {
            for &token in words.of(word) {
                self.try_declaring(state, token, mask);
            }
            let ends = |rest: &&[u8]| {
                let end = lexer.after(state.lexer, rest);
                end != DEAD && rules.role_of(lexer.accept(end)) == Some(Role::Constructor)
            };
            let mut rests = (1..word.len()).map(|from| &word[from..]).filter(|_| state.is_pending);
            if let Some(rest) = rests.find(ends) {
                self.try_behind(state, rest, mask);
            }
        }
        let mut repeats = self.quotient.texts.declared.get(state.place.declared).frame.repeats_constructor();
        if state.is_pending && state.last != NO_SET {
            let after = self.quotient.declared_after(state);
            repeats |=
                after.is_ok_and(|after| self.quotient.texts.declared.get(after).frame.repeats_constructor());
        }
        if repeats {
            self.try_each(state, mask, |token| token.contains(&b'('));
        }
    }

    /// Corrects the tokens that close as many brackets, or more.
    fn try_closing(&mut self, state: &State, depth: usize, mask: &mut [u64]) {
        self.try_each(state, mask, |token| {
            token.iter().filter(|byte| matches!(byte, b')' | b']' | b'}')).count() >= depth
        });
    }

    /// Corrects the tokens for which `is_wanted` holds.
    fn try_each(&mut self, state: &State, mask: &mut [u64], is_wanted: impl Fn(&[u8]) -> bool) {
        for at in 0..mask.len() {
            let word = mask[at];
            each_bit(at, word, |token| {
                if is_wanted(self.trie.token(token)) {
                    clear_bit(mask, token);
                    self.try_token(state, token, mask);
                }
            });
        }
    }
}

fn is_of_name(byte: u8) -> bool {
    is_word(byte) || is_sign(&byte)
}
