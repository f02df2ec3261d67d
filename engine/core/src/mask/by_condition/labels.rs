//! Masks where statements go to labels, of which one must be around.

use crate::base::byte_sets::is_word;
use crate::layout::declared::Role;
use crate::layout::declared::frames::Scope;
use crate::layout::declared::numbers::ScopeId;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::vocab::declaring::{BLANKS, DeclaringTokens, goes_to_label, is_sign};
use crate::vocab::sets::{clear_bit, each_bit};

impl MaskPass<'_> {
    /// Corrects the tokens in which labels stand.
    pub(super) fn correct_labels(
        &mut self,
        state: &State,
        (scope, after): (&Scope, Option<ScopeId>),
        tokens: &DeclaringTokens,
        mask: &mut [u64],
    ) {
        for &token in &tokens.behind_jumps {
            self.try_declaring(state, token, mask);
        }
        self.end_jump(state, mask);
        let is_wanted = |pass: &Self, declared: ScopeId| pass.quotient.wanted_labels(declared).is_some();
        self.correct_repeated_labels(state, (scope, after), tokens, mask);
        let is_here = is_wanted(self, state.place.declared);
        if !is_here && !after.is_some_and(|after| is_wanted(self, after)) {
            return;
        }
        if state.has_tail() || (is_here && state.is_pending && self.grammar.may_be_text(state.lexer)) {
            for at in 0..mask.len() {
                let word = mask[at];
                each_bit(at, word, |token| {
                    if state.has_tail() || self.leaves_text(state.lexer, token) {
                        self.try_declaring(state, token, mask);
                    }
                });
            }
            return;
        }
        if is_here && state.is_pending && state.last != NO_SET && self.quotient.declared_after(state).is_err()
        {
            let (lexer, trie) = (&self.grammar.lexer, self.trie);
            let ends = |&node: &u32| lexer.step(state.lexer, trie.byte(node)) == DEAD;
            for node in trie.roots().filter(ends) {
                trie.tokens(trie.all(node)).iter().for_each(|&token| clear_bit(mask, token));
            }
        }
        self.keep_labels(state, None, mask);
    }

    /// Removes the tokens, of those that begin with a node's prefix, that go to labels that there are not. The state is that
    /// after the prefix.
    fn keep_labels(&mut self, state: &State, node: Option<u32>, mask: &mut [u64]) {
        let trie = self.trie;
        for child in trie.children(node) {
            let byte = trie.byte(child);
            let is_blank = BLANKS.contains(&byte);
            if !is_blank && byte != b'/' && !is_word(byte) && !is_sign(&byte) {
                continue;
            }
            let mut after = state.clone();
            if !self.quotient.advance(&mut after, &[byte]) || !self.is_jumping(after.place.declared) {
                continue;
            }
            if is_blank && self.quotient.is_viable(&after) {
                self.keep_labels(&after, Some(child), mask);
                continue;
            }
            trie.tokens(trie.all(child)).iter().for_each(|&token| clear_bit(mask, token));
            if self.quotient.is_viable(&after) {
                trie.tokens(trie.own(child))
                    .iter()
                    .for_each(|&token| crate::vocab::sets::set_bit(mask, token));
                self.explore(&after, Some(child), mask);
            }
        }
    }

    /// Corrects the tokens that end a pending word behind which a label may be named.
    fn end_jump(&mut self, state: &State, mask: &mut [u64]) {
        let Some(rules) = self.grammar.layout.declared.as_ref().filter(|_| state.is_pending) else { return };
        let (lexer, trie) = (&self.grammar.lexer, self.trie);
        if !lexer.reachable(state.lexer).intersects(&rules.leaving) {
            return;
        }
        let ends = |rest: &&[u8]| {
            let end = lexer.after(state.lexer, rest);
            let role = if end == DEAD { None } else { rules.role_of(lexer.accept(end)) };
            matches!(role, Some(Role::Leave | Role::Repeat))
        };
        let rests = rules.jumps.iter().flat_map(|word| (1..word.len()).map(|from| &word[from..]));
        for rest in rests.filter(ends) {
            let Some(node) = trie.find(rest) else { continue };
            for &token in trie.tokens(trie.all(node)) {
                if goes_to_label(&trie.token(token)[rest.len()..]) {
                    self.try_declaring(state, token, mask);
                }
            }
        }
    }

    fn is_jumping(&self, declared: ScopeId) -> bool {
        self.quotient.wanted_labels(declared).is_some()
    }

    /// Corrects the tokens that may make of a name a label that a statement around has.
    fn correct_repeated_labels(
        &mut self,
        state: &State,
        (scope, after): (&Scope, Option<ScopeId>),
        tokens: &DeclaringTokens,
        mask: &mut [u64],
    ) {
        let after = after.map(|after| std::sync::Arc::clone(self.quotient.texts.declared.get(after)));
        let labelled = [Some(scope), after.as_deref()];
        let labels: Vec<&[u8]> = labelled.into_iter().flatten().flat_map(Scope::open_labels).collect();
        if labels.is_empty() {
            return;
        }
        let pending = if state.is_pending { self.quotient.texts.text(state.text) } else { Vec::new() };
        let held = scope.frame.held.as_deref().filter(|_| pending.is_empty());
        let begun = held.unwrap_or(&pending);
        for &token in &tokens.with_colons {
            if may_end_label(self.trie.token(token), &labels, begun) {
                self.try_declaring(state, token, mask);
            }
        }
    }
}

/// Returns whether a label, or the end of one that has `begun`, stands before a colon of a token.
fn may_end_label(token: &[u8], labels: &[&[u8]], begun: &[u8]) -> bool {
    token.iter().enumerate().filter(|&(_, byte)| *byte == b':').any(|(at, _)| {
        let before = token[..at].trim_ascii_end();
        let length = before.iter().rev().take_while(|byte| is_word(**byte) || is_sign(byte)).count();
        let name = &before[before.len() - length..];
        let is_rest = length == before.trim_ascii_start().len();
        // A comment may stand between.
        before.ends_with(b"/")
            || labels
                .iter()
                .any(|&label| label == name || (is_rest && label.strip_prefix(begun) == Some(name)))
    })
}
