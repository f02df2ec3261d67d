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
use crate::names::cursor::Readable;
use crate::quotient::State;
use crate::quotient::state::{Admitted, Assumed};
use crate::vocab::sets::{add_all, each_bit, set_bit};
use crate::vocab::words::{KnownWords, Lead, TokenWords};

/// Number of tokens up to which each of their words is looked up.
const FEW: usize = 8;

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
        if begun != Some(&[])
            && let Some(own) = taken(open, words.unled())
        {
            match begun {
                Some(begun) => self.add_rests(words, state, begun, (own, mask)),
                None => each_token(&own, |token| self.try_token(state, token, mask)),
            }
        }
        for (lead, tokens) in words.of_many() {
            if let Some(own) = taken(open, tokens) {
                self.add_many(words, lead, state, (&own, mask));
            }
        }
        if open.iter().any(|&word| word != 0) {
            self.add_few(words, state, (open, mask));
        }
    }

    /// Adds those tokens that go on with a name which `begun` begins.
    fn add_rests(
        &mut self,
        words: &TokenWords,
        state: &State,
        begun: &[u8],
        (mut own, mask): (Vec<u64>, &mut [u64]),
    ) {
        let mut found = KnownWords::among(self.trie, vec![0; own.len()]);
        let mut has_names = false;
        self.quotient.each_name(state, begun, |name| {
            has_names = true;
            found.add(&name[begun.len()..]);
        });
        if has_names {
            add_all(&mut found.tokens, words.foreign());
        }
        own.iter_mut().zip(&found.tokens).for_each(|(own, found)| *own &= found);
        add_all(mask, &own);
    }

    /// Adds tokens of one lead, after a search for all known names among them.
    fn add_many(
        &mut self,
        words: &TokenWords,
        lead: &Lead,
        state: &State,
        (own, mask): (&[u64], &mut [u64]),
    ) {
        let first = own.iter().enumerate().find(|&(_, &word)| word != 0);
        let first = first.map(|(at, word)| at as u32 * 64 + word.trailing_zeros());
        let Some(after) = first.and_then(|token| self.after_lead(state, lead, token)) else { return };
        let Some(readable) = self.quotient.readable(&after) else { return };
        let known = self.tables.named.of(self.quotient, words, &readable);
        for (mask, (own, known)) in mask.iter_mut().zip(own.iter().zip(known)) {
            *mask |= own & known;
        }
    }

    /// Adds tokens of several leads, as far as their words may be known at all.
    fn add_few(&mut self, words: &TokenWords, state: &State, (open, mask): (&[u64], &mut [u64])) {
        let Some(readable) = self.quotient.readable_later(state) else { return };
        let mut possible = self.tables.named.of(self.quotient, words, &readable);
        possible.iter_mut().zip(open).for_each(|(possible, open)| *possible &= open);
        let mut by_lead: FxHashMap<u32, Vec<u32>> = FxHashMap::default();
        each_token(&possible, |token| {
            if let Some(lead) = words.lead_of(token) {
                by_lead.entry(lead).or_default().push(token);
            }
        });
        // What may be read after the last lead, and its tokens.
        let mut last: Option<(Readable, Vec<u64>)> = None;
        for (lead, tokens) in by_lead {
            let lead = words.lead(lead);
            let Some(after) = self.after_lead(state, lead, tokens[0]) else { continue };
            if tokens.len() <= FEW {
                self.look_up(lead, &after, &tokens, mask);
                continue;
            }
            let Some(readable) = self.quotient.readable(&after) else { return };
            let same = last.take().filter(|(before, _)| before.is_like(&readable));
            let (_, known) = last.insert(same.unwrap_or_else(|| {
                let known = self.tables.named.of(self.quotient, words, &readable);
                (readable, known)
            }));
            let is_known = |token: u32| known[token as usize / 64] >> (token % 64) & 1 == 1;
            tokens.iter().filter(|&&token| is_known(token)).for_each(|&token| set_bit(mask, token));
        }
    }

    /// Adds tokens of one lead whose words are looked up one by one.
    fn look_up(&mut self, lead: &Lead, after: &State, tokens: &[u32], mask: &mut [u64]) {
        for &token in tokens {
            let text = &self.trie.token(token)[lead.bytes.len()..];
            let end = text.iter().position(|&byte| !is_word(byte)).unwrap_or(text.len());
            if self.quotient.may_read_word(after, &text[..end], end < text.len()) {
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

/// Removes those tokens from `open` that are in another set, and returns them, if there are any.
fn taken(open: &mut [u64], tokens: &[u64]) -> Option<Vec<u64>> {
    if open.iter().zip(tokens).all(|(open, own)| open & own == 0) {
        return None;
    }
    let both = open.iter_mut().zip(tokens).map(|(open, own)| {
        let both = *open & own;
        *open &= !own;
        both
    });
    Some(both.collect())
}

fn each_token(tokens: &[u64], mut f: impl FnMut(u32)) {
    tokens.iter().enumerate().for_each(|(at, &word)| each_bit(at, word, &mut f));
}

/// Returns the tokens whose names are not looked up by themselves.
fn tried(words: &TokenWords, state: &State) -> Vec<u64> {
    let mut tried = words.several().to_vec();
    if state.names.are_owed {
        add_all(&mut tried, words.punctuated());
    }
    tried
}
