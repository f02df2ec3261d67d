//! Masks where the names matter that a middle reads.
//!
//! The plans of a position are followed as if every name were known, and as if none were. A token that fits either way,
//! or neither way, needs no look at its names. Of the others, most have one word, after a lead that many of
//! them share: it is looked up among the names that are known after that lead. The rest, such as tokens with several
//! words, are tried byte by byte.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::byte_sets::is_word;
use crate::mask::compute::MaskPass;
use crate::quotient::State;
use crate::quotient::state::{Admitted, Assumed};
use crate::vocab::sets::{add_all, each_bit, set_bit};
use crate::vocab::words::{KnownWords, Lead, TokenWords};

/// Number of tokens up to which each of their words is looked up.
const FEW: usize = 48;

impl MaskPass<'_> {
    /// Returns the mask that `of` makes of a state, without the tokens that read an unknown name.
    pub(super) fn by_name(
        &mut self,
        state: &State,
        of: impl Fn(&mut Self, &State) -> Arc<[u64]>,
    ) -> Arc<[u64]> {
        let Some(words) = self.words else { return of(self, state) };
        let known = self.assuming(Assumed::Known, state, &of);
        if self.quotient.knows_all(state) {
            return known;
        }
        let refused = self.assuming(Assumed::Refused, state, &of);
        if known == refused {
            return known;
        }
        let unknown = self.assuming(Assumed::Unknown, state, &of);
        let begun = self.begun(state);
        let tried = tried(words, state);
        let is_admitted = state.names.admitted == Admitted::One;
        let mut all = refused.clone();
        let mask = Arc::make_mut(&mut all);
        let mut open = vec![0; mask.len()];
        for (at, open) in open.iter_mut().enumerate() {
            let tried = known[at] & !refused[at] & tried[at];
            each_bit(at, tried, |token| self.try_token(state, token, mask));
            mask[at] |= if is_admitted { known[at] } else { unknown[at] } & !tried;
            *open = known[at] & !mask[at] & !tried;
        }
        self.add_named(words, state, begun.as_deref(), (&mut open, mask));
        all
    }

    /// Returns what `of` makes of a state if every name is taken for the same.
    fn assuming(
        &mut self,
        assumed: Assumed,
        state: &State,
        of: &impl Fn(&mut Self, &State) -> Arc<[u64]>,
    ) -> Arc<[u64]> {
        let names = state.names.assuming(assumed);
        let before = std::mem::replace(&mut self.names, names);
        let mask = of(self, &state.with_names(names));
        self.names = before;
        mask
    }

    /// Returns the name that is pending, which may be empty; none if a word is pending that is no name.
    fn begun(&self, state: &State) -> Option<Vec<u8>> {
        if !state.is_pending || !state.after_word {
            return Some(Vec::new());
        }
        let text = self.quotient.texts.text(state.text);
        let is_name = text.is_ascii() && text.iter().all(|&byte| is_word(byte)) && !text[0].is_ascii_digit();
        is_name.then_some(text)
    }

    /// Adds those of the tokens `open` whose only word is a known name, or the rest of one that `begun` begins.
    fn add_named(
        &mut self,
        words: &TokenWords,
        state: &State,
        begun: Option<&[u8]>,
        (open, mask): (&mut [u64], &mut [u64]),
    ) {
        if open.iter().all(|&word| word == 0) {
            return;
        }
        for (lead, tokens) in words.of_many() {
            if shares_many(open, tokens) {
                let own: Vec<u64> = open.iter().zip(tokens).map(|(open, own)| open & own).collect();
                open.iter_mut().zip(&own).for_each(|(open, own)| *open &= !own);
                self.add_many(words.lead(lead), state, begun, (&own, mask));
            }
        }
        let mut by_lead: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        for (at, &open) in open.iter().enumerate() {
            each_bit(at, open, |token| {
                if let Some(lead) = words.lead_of(token) {
                    by_lead.entry(lead).or_default().push(token);
                }
            });
        }
        for (lead, tokens) in by_lead {
            self.add_few(words.lead(lead), state, begun, (&tokens, mask));
        }
    }

    /// Adds tokens of one lead, after a search for all known names among them.
    fn add_many(
        &mut self,
        lead: &Lead,
        state: &State,
        begun: Option<&[u8]>,
        (own, mask): (&[u64], &mut [u64]),
    ) {
        let Some(begun) = begun_after(lead, begun) else {
            return own.iter().enumerate().for_each(|(at, &word)| {
                each_bit(at, word, |token| self.try_token(state, token, mask));
            });
        };
        let mut first = None;
        own.iter()
            .enumerate()
            .for_each(|(at, &word)| each_bit(at, word, |token| first = first.or(Some(token))));
        let Some(after) = first.and_then(|token| self.after_lead(state, lead, token)) else { return };
        let mut found = KnownWords::after(self.trie, lead.node);
        let mut is_name = begun.is_empty();
        self.quotient.each_name(&after, begun, |name| {
            is_name = true;
            found.add(&name[begun.len()..]);
        });
        found.tokens.iter_mut().zip(own).for_each(|(found, own)| *found &= own);
        if is_name {
            add_all(mask, &found.tokens);
        }
    }

    /// Adds tokens of one lead, whose words are looked up one by one.
    fn add_few(
        &mut self,
        lead: &Lead,
        state: &State,
        begun: Option<&[u8]>,
        (own, mask): (&[u32], &mut [u64]),
    ) {
        let Some(begun) = begun_after(lead, begun) else {
            return own.iter().for_each(|&token| self.try_token(state, token, mask));
        };
        let Some(after) = own.first().and_then(|&token| self.after_lead(state, lead, token)) else { return };
        for &token in own {
            let text = &self.trie.token(token)[lead.bytes.len()..];
            let end = text.iter().position(|&byte| !is_word(byte)).unwrap_or(text.len());
            let word = [begun, &text[..end]].concat();
            if self.quotient.may_read_word(&after, &word, end < text.len()) {
                set_bit(mask, token);
            }
        }
    }

    /// Returns the state in the word of a token, after its lead and the first byte of the word.
    fn after_lead(&mut self, state: &State, lead: &Lead, token: u32) -> Option<State> {
        let mut after = state.clone();
        let begin = &self.trie.token(token)[..=lead.bytes.len()];
        self.quotient.advance(&mut after, begin).then_some(after)
    }
}

/// Returns whether two sets share more than `FEW` tokens.
fn shares_many(one: &[u64], other: &[u64]) -> bool {
    let mut count = 0;
    one.iter().zip(other).map(|(one, other)| one & other).filter(|&both| both != 0).any(|both| {
        count += both.count_ones() as usize;
        count > FEW
    })
}

/// Returns the tokens whose names are not looked up by themselves.
fn tried(words: &TokenWords, state: &State) -> Vec<u64> {
    let mut tried = words.several().to_vec();
    if state.names.are_owed {
        add_all(&mut tried, words.punctuated());
    }
    tried
}

/// Returns the beginning of a name that the word after a lead continues; none if it continues something else.
fn begun_after<'a>(lead: &Lead, begun: Option<&'a [u8]>) -> Option<&'a [u8]> {
    if lead.bytes.is_empty() { begun } else { Some(&[]) }
}
