//! The words in a vocabulary's tokens.
//!
//! Whether a token may follow can depend on a name in it. Most tokens have one word at most, after a *lead* that many
//! tokens share, such as a blank: such a word is looked up without a walk over the token's bytes.

use rustc_hash::FxHashMap;

use crate::base::byte_sets::is_word;
use crate::vocab::sets::set_bit;
use crate::vocab::trie::TokenTrie;

/// Number of tokens from which on a lead has a set of them.
const MANY: usize = 512;

/// The bytes before the only word of some tokens.
pub struct Lead {
    pub bytes: Box<[u8]>,
    /// The node of these bytes in the trie; none if there are no bytes.
    pub node: Option<u32>,
    /// The set of the tokens, if there are many.
    pub tokens: Option<Box<[u64]>>,
}

/// The words in the tokens of one vocabulary.
pub struct TokenWords {
    /// For each token that has exactly one word, unless it is in `several`, the number of its lead.
    lead_of: Vec<Option<u32>>,
    leads: Vec<Lead>,
    /// The tokens with several words, with a word that begins with a digit, or with one that is not ASCII and does
    /// not end the token.
    several: Vec<u64>,
    /// The tokens with anything but words and blanks.
    punctuated: Vec<u64>,
}

impl TokenWords {
    /// Finds the words in the tokens of a trie.
    pub fn new(trie: &TokenTrie) -> Self {
        let room = trie.len().div_ceil(64);
        let (mut several, mut punctuated) = (vec![0; room], vec![0; room]);
        let mut lead_of = vec![None; trie.len()];
        let mut numbers: FxHashMap<&[u8], u32> = FxHashMap::default();
        let mut counts: Vec<(&[u8], usize)> = Vec::new();
        for &number in trie.order() {
            let token = trie.token(number);
            if token.iter().any(|&byte| !is_word(byte) && byte != b' ' && byte != b'\t') {
                set_bit(&mut punctuated, number);
            }
            let Some(begin) = token.iter().position(|&byte| is_word(byte)) else { continue };
            if !is_simple(&token[begin..]) {
                set_bit(&mut several, number);
                continue;
            }
            let lead = *numbers.entry(&token[..begin]).or_insert_with(|| {
                counts.push((&token[..begin], 0));
                counts.len() as u32 - 1
            });
            counts[lead as usize].1 += 1;
            lead_of[number as usize] = Some(lead);
        }
        let leads = counts.iter().enumerate().map(|(lead, &(bytes, count))| Lead {
            bytes: bytes.into(),
            node: trie.find(bytes),
            tokens: (count >= MANY).then(|| tokens_of(&lead_of, lead as u32)),
        });
        Self { leads: leads.collect(), lead_of, several, punctuated }
    }

    /// Returns the number of the lead of a token, if it has exactly one word.
    pub fn lead_of(&self, token: u32) -> Option<u32> {
        self.lead_of[token as usize]
    }

    /// Returns a lead by its number.
    pub fn lead(&self, number: u32) -> &Lead {
        &self.leads[number as usize]
    }

    /// Yields the numbers of the leads of many tokens, and the set of their tokens.
    pub fn of_many(&self) -> impl Iterator<Item = (u32, &[u64])> {
        let numbered = self.leads.iter().enumerate();
        numbered.filter_map(|(number, lead)| Some((number as u32, lead.tokens.as_deref()?)))
    }

    /// Returns the tokens that have words but no lead.
    pub fn several(&self) -> &[u64] {
        &self.several
    }

    /// Returns the tokens with anything but words and blanks.
    pub fn punctuated(&self) -> &[u64] {
        &self.punctuated
    }
}

/// Returns whether a text that begins with a word has no other one, and this one can be looked up.
fn is_simple(text: &[u8]) -> bool {
    let after = text.iter().position(|&byte| !is_word(byte)).unwrap_or(text.len());
    let is_name = !text[0].is_ascii_digit() && (after == text.len() || text.is_ascii());
    is_name && !text[after..].iter().any(|&byte| is_word(byte))
}

fn tokens_of(lead_of: &[Option<u32>], lead: u32) -> Box<[u64]> {
    let mut bits = vec![0; lead_of.len().div_ceil(64)];
    let own = (0..lead_of.len()).filter(|&token| lead_of[token] == Some(lead));
    own.for_each(|token| set_bit(&mut bits, token as u32));
    bits.into()
}

/// The tokens that may begin known names, or hold a known name and what follows it.
pub struct KnownWords<'a> {
    trie: &'a TokenTrie,
    /// The node before the words; none if they begin the tokens.
    lead: Option<u32>,
    /// The word that was added last, and the nodes of its beginnings.
    word: Vec<u8>,
    nodes: Vec<u32>,
    /// The tokens that were found.
    pub tokens: Vec<u64>,
}

impl<'a> KnownWords<'a> {
    /// Returns a search among the tokens after a lead.
    pub fn after(trie: &'a TokenTrie, lead: Option<u32>) -> Self {
        let tokens = vec![0; trie.len().div_ceil(64)];
        let mut found = Self { trie, lead, word: Vec::new(), nodes: Vec::new(), tokens };
        found.add_foreign(lead);
        found
    }

    /// Adds the tokens that go on after a node with a character that is not ASCII, which may begin any name.
    fn add_foreign(&mut self, node: Option<u32>) {
        let trie = self.trie;
        let foreign = trie.children(node).filter(|&node| !trie.byte(node).is_ascii());
        foreign.for_each(|node| self.set(trie.all(node)));
    }

    /// Adds the tokens of a word. Words that are added in order share the search for their beginnings.
    pub fn add(&mut self, word: &[u8]) {
        let trie = self.trie;
        let shared = self.word.iter().zip(word).take_while(|(a, b)| a == b).count();
        self.nodes.truncate(shared);
        self.word.clear();
        self.word.extend(word);
        while let Some(&byte) = word.get(self.nodes.len()) {
            let Some(node) = trie.child(self.nodes.last().copied().or(self.lead), byte) else { return };
            self.nodes.push(node);
            self.set(trie.own(node));
            self.add_foreign(Some(node));
        }
        let Some(&last) = self.nodes.last() else { return };
        let ends = trie.children(Some(last)).filter(|&node| !is_word(trie.byte(node)));
        ends.for_each(|node| self.set(trie.all(node)));
    }

    fn set(&mut self, ranks: (u32, u32)) {
        self.trie.tokens(ranks).iter().for_each(|&token| set_bit(&mut self.tokens, token));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{KnownWords, TokenWords};
    use crate::vocab::bytes::TokenBytes;
    use crate::vocab::trie::TokenTrie;

    const TOKENS: [&str; 12] =
        ["foo", "fo", " foo", "foo(", "(foo", "x.y", "é", "1a", "", " ", "fob", "foo()("];

    fn trie() -> TokenTrie {
        let lengths = TOKENS.iter().map(|token| token.len());
        TokenTrie::new(&Arc::new(TokenBytes::new(TOKENS.concat().into_bytes(), lengths)))
    }

    fn texts(bits: &[u64]) -> Vec<&'static str> {
        (0..TOKENS.len()).filter(|token| bits[0] >> token & 1 == 1).map(|token| TOKENS[token]).collect()
    }

    #[test]
    fn tokens_with_one_word_have_a_lead() {
        let words = TokenWords::new(&trie());
        let leads: Vec<Option<&[u8]>> = (0..TOKENS.len())
            .map(|token| words.lead_of(token as u32).map(|lead| &*words.lead(lead).bytes))
            .collect();
        let wanted: [Option<&[u8]>; 12] = [
            Some(b""),
            Some(b""),
            Some(b" "),
            Some(b""),
            Some(b"("),
            None,
            Some(b""),
            None,
            None,
            None,
            Some(b""),
            Some(b""),
        ];
        assert_eq!(leads, wanted);
        assert_eq!(texts(words.several()), ["x.y", "1a"]);
        assert_eq!(texts(words.punctuated()), ["foo(", "(foo", "x.y", "foo()("]);
    }

    #[test]
    fn the_tokens_of_known_words_are_found() {
        let trie = trie();
        let mut found = KnownWords::after(&trie, None);
        found.add(b"foo");
        assert_eq!(texts(&found.tokens), ["foo", "fo", "foo(", "é", "foo()("]);
        found.add(b"foobar");
        found.add(b"fobs");
        assert_eq!(texts(&found.tokens), ["foo", "fo", "foo(", "é", "fob", "foo()("]);
        let mut after = KnownWords::after(&trie, trie.find(b" "));
        after.add(b"foobar");
        assert_eq!(texts(&after.tokens), [" foo"]);
    }
}
