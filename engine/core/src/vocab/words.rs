//! The words in a vocabulary's tokens.
//!
//! Whether a token may follow can depend on a name in it. Most tokens have one word at most, after a *lead* that many
//! tokens share, such as a blank: such a word is looked up without a walk over the token's bytes.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::byte_sets::{Groups, is_word};
use crate::vocab::bytes::TokenBytes;
use crate::vocab::sets::set_bit;
use crate::vocab::trie::TokenTrie;

/// Part of the vocabulary: a lead of at least 1 / `MANY_PART` of all tokens has a set of them.
const MANY_PART: usize = 16;

/// The bytes before the only word of some tokens.
pub struct Lead {
    pub bytes: Box<[u8]>,
    /// The set of the tokens, if there are many.
    pub tokens: Option<Box<[u64]>>,
}

/// The words in the tokens of one vocabulary.
pub struct TokenWords {
    /// For each token that has exactly one word, unless it is in `several`, the number of its lead plus one; else 0.
    lead_of: Vec<u32>,
    leads: Vec<Lead>,
    /// The tokens of the empty lead.
    unled: Box<[u64]>,
    /// The tokens that have a lead, from their words on.
    rests: TokenTrie,
    /// Those whose word begins with a character that is not ASCII.
    foreign: Box<[u64]>,
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
        let mut lead_of = vec![0; trie.len()];
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
            lead_of[number as usize] = lead + 1;
        }
        let leads = counts.iter().enumerate().map(|(lead, &(bytes, count))| Lead {
            bytes: bytes.into(),
            tokens: (count * MANY_PART >= trie.len()).then(|| tokens_of(&lead_of, lead as u32 + 1)),
        });
        let leads: Vec<Lead> = leads.collect();
        let unled =
            numbers.get(&[][..]).map_or_else(|| vec![0; room].into(), |&lead| tokens_of(&lead_of, lead + 1));
        let rests = rests(trie, &lead_of, &leads);
        let mut foreign = vec![0; room];
        for node in rests.roots().filter(|&node| !rests.byte(node).is_ascii()) {
            rests.tokens(rests.all(node)).iter().for_each(|&token| set_bit(&mut foreign, token));
        }
        Self { leads, lead_of, unled, rests, foreign: foreign.into(), several, punctuated }
    }

    /// Returns the number of the lead of a token, if it has exactly one word.
    pub fn lead_of(&self, token: u32) -> Option<u32> {
        self.lead_of[token as usize].checked_sub(1)
    }

    /// Returns a lead by its number.
    pub fn lead(&self, number: u32) -> &Lead {
        &self.leads[number as usize]
    }

    /// Yields the leads of many tokens, and the sets of these.
    pub fn of_many(&self) -> impl Iterator<Item = (&Lead, &[u64])> {
        self.leads.iter().filter_map(|lead| Some((lead, lead.tokens.as_deref()?)))
    }

    /// Returns the tokens that begin with their only word.
    pub fn unled(&self) -> &[u64] {
        &self.unled
    }

    /// Returns the tokens with exactly one word, without their leads.
    pub fn rests(&self) -> &TokenTrie {
        &self.rests
    }

    /// Returns those whose word begins with a character that is not ASCII, which any name may begin with in another
    /// spelling.
    pub fn foreign(&self) -> &[u64] {
        &self.foreign
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

/// Returns the set of the tokens of a lead, given by its number plus one.
fn tokens_of(lead_of: &[u32], lead: u32) -> Box<[u64]> {
    let mut bits = vec![0; lead_of.len().div_ceil(64)];
    let own = (0..lead_of.len()).filter(|&token| lead_of[token] == lead);
    own.for_each(|token| set_bit(&mut bits, token as u32));
    bits.into()
}

/// Returns the trie of the tokens without their leads.
fn rests(trie: &TokenTrie, lead_of: &[u32], leads: &[Lead]) -> TokenTrie {
    let mut text = Vec::new();
    let mut lengths = Vec::with_capacity(lead_of.len());
    for (number, lead) in lead_of.iter().enumerate() {
        let begin = text.len();
        if let Some(lead) = lead.checked_sub(1) {
            text.extend(&trie.token(number as u32)[leads[lead as usize].bytes.len()..]);
        }
        lengths.push(text.len() - begin);
    }
    TokenTrie::new(&Arc::new(TokenBytes::new(text, lengths)))
}

/// The tokens that may begin known names, or hold a known name and what follows it. Those that begin with a character
/// that is not ASCII, which any name may begin with in another spelling, are not searched.
pub struct KnownWords<'a> {
    trie: &'a TokenTrie,
    /// The word that was added last, and the nodes of its beginnings.
    word: Vec<u8>,
    nodes: Vec<u32>,
    /// The tokens that were found.
    pub tokens: Vec<u64>,
}

impl<'a> KnownWords<'a> {
    /// Returns a search among the tokens of a trie, of which some have been found.
    pub fn among(trie: &'a TokenTrie, tokens: Vec<u64>) -> Self {
        Self { trie, word: Vec::new(), nodes: Vec::new(), tokens }
    }

    /// Adds the tokens that go on after a node with a character that is not ASCII, which may begin any name.
    fn add_foreign(&mut self, node: u32) {
        let trie = self.trie;
        let inside = trie.inside(node);
        if inside.without(Groups::BEYOND_ASCII) == inside {
            return;
        }
        let foreign = trie.children(Some(node)).filter(|&node| !trie.byte(node).is_ascii());
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
            let Some(node) = trie.child(self.nodes.last().copied(), byte) else { return };
            self.nodes.push(node);
            self.set(trie.own(node));
            self.add_foreign(node);
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
        let mut found = KnownWords::among(&trie, vec![0]);
        assert_eq!(texts(&found.tokens), [""; 0]);
        found.add(b"foo");
        assert_eq!(texts(&found.tokens), ["foo", "fo", "foo(", "foo()("]);
        found.add(b"foobar");
        found.add(b"fobs");
        assert_eq!(texts(&found.tokens), ["foo", "fo", "foo(", "fob", "foo()("]);
    }

    #[test]
    fn leads_do_not_matter_among_rests() {
        let words = TokenWords::new(&trie());
        assert_eq!(texts(words.unled()), ["foo", "fo", "foo(", "é", "fob", "foo()("]);
        assert_eq!(texts(words.foreign()), ["é"]);
        let mut found = KnownWords::among(words.rests(), vec![1 << 6]);
        found.add(b"foobar");
        assert_eq!(texts(&found.tokens), ["foo", "fo", " foo", "(foo", "é"]);
    }
}
