//! The words that end inside a vocabulary's tokens.
//!
//! Whether a token may follow can depend on a word in it that was used before, such as the name of an argument. The
//! tokens for which it may are few, and are found here by the word.

use rustc_hash::FxHashMap;

use crate::base::byte_sets::is_word;
use crate::vocab::trie::TokenTrie;

/// The tokens of one vocabulary by the words that end inside them, before the token's end.
#[derive(Default)]
pub struct EndedWords {
    by_word: FxHashMap<Box<[u8]>, Vec<u32>>,
    /// The tokens in which a word ends that is not ASCII, and may be another one in another spelling.
    foreign: Vec<u32>,
    /// The tokens in which a word ends that begins with the escape of a character, such as `\u0041`.
    escaped: Vec<u32>,
    /// The tokens in which a word ends that stands where it is compared and perhaps in the same token before.
    repeated: Vec<u32>,
    /// The tokens that begin with a word and in which another one ends that stands where it is compared.
    listed: Vec<u32>,
    /// The tokens in which two equal words end, and those that begin with a word and in which another one ends in
    /// another line or after a comma or a brace.
    several: Vec<u32>,
    /// The tokens in which a name between quotes, or one with a hyphen at its end, may end, by its last byte, which
    /// belongs to no word.
    by_last_sign: FxHashMap<u8, Vec<u32>>,
}

impl EndedWords {
    /// Finds the words in the tokens of a trie.
    pub fn new(trie: &TokenTrie) -> Self {
        let mut found = Self::default();
        for &number in trie.order() {
            found.add(number, trie.token(number));
            found.add_signs(number, trie.token(number));
        }
        found
    }

    fn add(&mut self, number: u32, token: &[u8]) {
        let (mut at, mut before): (usize, Vec<&[u8]>) = (0, Vec::new());
        while let Some(begin) = token[at..].iter().position(|&byte| is_word(byte)).map(|place| at + place) {
            let end = token[begin..].iter().position(|&byte| !is_word(byte)).map(|place| begin + place);
            let Some(end) = end else { return };
            let word = &token[begin..end];
            let is_same = |other: &&[u8]| *other == word || !other.is_ascii() || !word.is_ascii();
            if is_compared(&token[..begin]) {
                if before.iter().any(is_same) {
                    self.repeated.push(number);
                } else if is_word(token[0]) {
                    self.listed.push(number);
                }
            }
            let is_apart = token[..begin].iter().any(|byte| matches!(byte, b'\n' | b',' | b'{'));
            if before.contains(&word) || (is_word(token[0]) && is_apart) {
                self.several.push(number);
            }
            if word.is_ascii() {
                self.by_word.entry(word.into()).or_default().push(number);
            } else {
                self.foreign.push(number);
            }
            if word[0] == b'u' && token[..begin].ends_with(b"\\") {
                self.escaped.push(number);
            }
            before.push(word);
            at = end;
        }
    }

    fn add_signs(&mut self, number: u32, token: &[u8]) {
        for pair in token.windows(2).filter(|pair| !is_word(pair[0])) {
            let ends = matches!(pair[1], b'"' | b'\'') || (pair[0] == b'-' && !is_word(pair[1]));
            if ends {
                self.by_last_sign.entry(pair[0]).or_default().push(number);
            }
        }
    }

    /// Returns the tokens in which names may end whose last byte belongs to no word.
    pub fn of_sign(&self, byte: u8) -> &[u32] {
        self.by_last_sign.get(&byte).map_or(&[], Vec::as_slice)
    }

    /// Returns the tokens in which two words end that may be names of one list, or one that may be the same as a word
    /// that the token continues.
    pub fn several(&self) -> &[u32] {
        &self.several
    }

    /// Returns the tokens in which a word ends.
    pub fn of(&self, word: &[u8]) -> &[u32] {
        self.by_word.get(word).map_or(&[], Vec::as_slice)
    }

    /// Returns the tokens in which a word ends that is not ASCII.
    pub fn foreign(&self) -> &[u32] {
        &self.foreign
    }

    /// Returns the tokens in which a word ends that begins with the escape of a character.
    pub fn escaped(&self) -> &[u32] {
        &self.escaped
    }

    /// Returns the tokens in which a word ends that may be compared with a word which the token continues.
    pub fn listed(&self) -> &[u32] {
        &self.listed
    }

    /// Returns the tokens in which a word ends that may be compared with the same word.
    pub fn repeated(&self) -> &[u32] {
        &self.repeated
    }
}

/// Returns whether a word after a text may be compared with one in it: both in one list, or the second in a body to
/// which the first one belongs.
fn is_compared(text: &[u8]) -> bool {
    let follows_comma =
        text.iter().rev().find(|byte| !matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b'*')) == Some(&b',');
    follows_comma || text.contains(&b'{')
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::EndedWords;
    use crate::vocab::bytes::TokenBytes;
    use crate::vocab::trie::TokenTrie;

    #[test]
    fn words_are_found_that_end_inside_tokens() {
        let tokens = [
            "a", "a=", "(a, b", "a, b=", "a, a", "a, *a=", "é(", "x.a.b", "a a,", "é, e=", "a {a(", "a { c(",
            "\\u0041(", "\\n(",
        ];
        let lengths = tokens.iter().map(|token| token.len());
        let trie = TokenTrie::new(&Arc::new(TokenBytes::new(tokens.concat().into_bytes(), lengths)));
        let words = EndedWords::new(&trie);
        let texts = |numbers: &[u32]| {
            let mut texts: Vec<&str> = numbers.iter().map(|&number| tokens[number as usize]).collect();
            texts.sort_unstable();
            texts.dedup();
            texts
        };
        assert_eq!(
            texts(words.of(b"a")),
            ["(a, b", "a a,", "a { c(", "a {a(", "a, *a=", "a, a", "a, b=", "a=", "x.a.b"]
        );
        assert_eq!(texts(words.of(b"b")), ["a, b="]);
        assert_eq!(texts(words.foreign()), ["é(", "é, e="]);
        assert_eq!(texts(words.repeated()), ["a {a(", "a, *a=", "é, e="]);
        assert_eq!(texts(words.listed()), ["a { c(", "a, b="]);
        assert_eq!(texts(words.escaped()), ["\\u0041("]);
    }
}
