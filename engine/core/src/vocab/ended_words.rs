//! The words that end inside a vocabulary's tokens.
//!
//! Whether a token may follow can depend on a word in it that was used before, such as the name of an argument. The
//! tokens for which it may are few, and are found here by the word.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::byte_sets::is_word;
use crate::vocab::trie::TokenTrie;

/// The sign that belongs to no word, but to names in some languages.
const CURRENCY: u8 = b'$';

/// The tokens of one vocabulary by the words that end inside them, before the token's end.
#[derive(Default)]
pub struct EndedWords {
    by_word: ByWord,
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

/// Tokens by the prints of words, in order; `tokens` has the token for each of `prints`. Different words may have one print,
/// so that some tokens are found in vain.
#[derive(Default)]
struct ByWord {
    prints: Vec<u32>,
    tokens: Vec<u32>,
}

impl ByWord {
    /// Makes the table from tokens in the lower halves of numbers, and prints in the upper ones.
    fn new(mut printed: Vec<u64>) -> Self {
        printed.sort_unstable();
        printed.dedup();
        let prints = printed.iter().map(|&both| (both >> 32) as u32).collect();
        Self { prints, tokens: printed.iter().map(|&both| both as u32).collect() }
    }

    fn of(&self, word: &[u8]) -> &[u32] {
        let print = print(word);
        let begin = self.prints.partition_point(|&other| other < print);
        let count = self.prints[begin..].partition_point(|&other| other == print);
        &self.tokens[begin..begin + count]
    }
}

fn print(word: &[u8]) -> u32 {
    let mut hasher = FxHasher::default();
    hasher.write(word);
    (hasher.finish() >> 32) as u32
}

impl EndedWords {
    /// Finds the words in the tokens of a trie.
    pub fn new(trie: &TokenTrie) -> Self {
        let (mut found, mut printed) = (Self::default(), Vec::new());
        for number in 0..trie.len() as u32 {
            let token = trie.token(number);
            if found.add_signs(number, token) {
                found.add(number, token, &mut printed);
            }
            if token.contains(&CURRENCY) {
                found.add_currency(number, token);
            }
        }
        found.by_word = ByWord::new(printed);
        found
    }

    fn add(&mut self, number: u32, token: &[u8], printed: &mut Vec<u64>) {
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
                printed.push(u64::from(print(word)) << 32 | u64::from(number));
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

    /// Adds a token by the signs with which names may end. Returns whether a word ends in the token.
    fn add_signs(&mut self, number: u32, token: &[u8]) -> bool {
        let (mut has_word, mut is_in_word) = (false, false);
        for (at, &byte) in token.iter().enumerate() {
            let after_word = std::mem::replace(&mut is_in_word, is_word(byte));
            if is_in_word || at == 0 {
                continue;
            }
            has_word |= after_word;
            let before = token[at - 1];
            if !after_word && (matches!(byte, b'"' | b'\'') || before == b'-') {
                self.by_last_sign.entry(before).or_default().push(number);
            }
        }
        has_word
    }

    /// Adds a token with names that have a currency sign, where they are compared.
    fn add_currency(&mut self, number: u32, token: &[u8]) {
        let (mut at, mut before): (usize, Vec<&[u8]>) = (0, Vec::new());
        for piece in token.split(|&byte| !is_word(byte) && byte != CURRENCY) {
            let (begin, end) = (at, at + piece.len());
            at = end + 1;
            if piece.is_empty() || end == token.len() || !is_compared(&token[..begin]) {
                before.push(piece);
                continue;
            }
            if piece.contains(&CURRENCY) && before.contains(&piece) {
                self.repeated.push(number);
            } else if token[0] == CURRENCY {
                self.listed.push(number);
            }
            before.push(piece);
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

    /// Returns the tokens in which a word ends, and perhaps others.
    pub fn of(&self, word: &[u8]) -> &[u32] {
        self.by_word.of(word)
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
            "\\u0041(", "\\n(", "$ {$(", "$, a$=", "$;$(",
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
            ["$, a$=", "(a, b", "a a,", "a { c(", "a {a(", "a, *a=", "a, a", "a, b=", "a=", "x.a.b"]
        );
        assert_eq!(texts(words.of(b"b")), ["a, b="]);
        assert_eq!(texts(words.foreign()), ["é(", "é, e="]);
        assert_eq!(texts(words.repeated()), ["$ {$(", "a {a(", "a, *a=", "é, e="]);
        assert_eq!(texts(words.listed()), ["$, a$=", "a { c(", "a, b="]);
        assert_eq!(texts(words.escaped()), ["\\u0041("]);
    }
}
