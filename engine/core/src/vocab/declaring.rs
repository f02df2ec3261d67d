//! The tokens of a vocabulary in which a name may be declared that begins in them.

use crate::base::byte_sets::is_word;
use crate::vocab::trie::TokenTrie;

/// The blanks of ASCII that end no line.
pub const BLANKS: [u8; 4] = [b' ', b'\t', 0x0b, 0x0c];

/// Tokens in which names end that the same token may declare.
#[derive(Debug, Default)]
pub struct DeclaringTokens {
    /// Those with a name behind a word that begins declarations, or behind the rest of one with which the token begins.
    pub behind_words: Vec<u32>,
    /// Those with a name behind a comma.
    pub behind_commas: Vec<u32>,
    /// Those with a sign in them that belongs to names and to no word.
    pub with_signs: Vec<u32>,
    /// Those in which the name of a member may begin.
    pub with_members: Vec<u32>,
    /// Those with a word behind one that stands before what is exported, or behind the rest of one.
    pub behind_exports: Vec<u32>,
    /// Those with a word and what may be a label behind it, or with what may be two labels.
    pub behind_jumps: Vec<u32>,
    /// Those with a directive.
    pub with_directives: Vec<u32>,
    /// Those with a colon.
    pub with_colons: Vec<u32>,
    /// Those in which names may end that what follows in the same token makes parameters.
    pub with_parameters: Vec<u32>,
}

impl DeclaringTokens {
    /// Finds the tokens of a trie, given the words that begin declarations, those before exports and before labels, the
    /// directives, and the bytes that begin names of members.
    pub fn new(
        trie: &TokenTrie,
        [words, exports, jumps, directives]: [&[Vec<u8>]; 4],
        members: &[u8],
    ) -> Self {
        let with_signs = with_signs(trie);
        let begun = trie.containing(|byte| members.contains(&byte));
        let with_members = begun.iter().flat_map(|piece| trie.tokens(piece.ranks(trie))).copied().collect();
        let mut found = Self { with_signs, with_members, ..Self::default() };
        for number in 0..trie.len() as u32 {
            let token = trie.token(number);
            if is_behind_word(token, exports, has_word) {
                found.behind_exports.push(number);
            }
            if has_jump(token, jumps) || has_label_behind_colon(token) {
                found.behind_jumps.push(number);
            }
            if directives.iter().any(|text| token.windows(text.len()).any(|part| part == text)) {
                found.with_directives.push(number);
            }
            if token.contains(&b':') {
                found.with_colons.push(number);
            }
            if !has_ended_name(token) {
                continue;
            }
            if is_behind_word(token, words, has_ended_name) {
                found.behind_words.push(number);
            }
            if has_name_in_parameters(token) {
                found.with_parameters.push(number);
            }
            let comma = token.iter().position(|&byte| byte == b',');
            if comma.is_some_and(|comma| has_ended_name(&token[comma..])) {
                found.behind_commas.push(number);
            }
        }
        found
    }
}

/// Returns the tokens with a sign, not at their end, that may belong to a name and belongs to no word.
pub fn with_signs(trie: &TokenTrie) -> Vec<u32> {
    let begun = trie.containing(|byte| is_sign(&byte));
    let tokens = begun.iter().flat_map(|piece| trie.tokens(piece.ranks(trie)));
    let is_within =
        |number: &u32| trie.token(*number).split_last().is_some_and(|(_, rest)| rest.iter().any(is_sign));
    tokens.copied().filter(is_within).collect()
}

/// Returns whether a byte may belong to a name and to no word.
pub fn is_sign(byte: &u8) -> bool {
    matches!(byte, b'$' | b'\\')
}

fn is_of_name(byte: u8) -> bool {
    is_word(byte) || is_sign(&byte)
}

/// Returns whether a name stands before the end of parentheses that something follows which may make it a parameter.
fn has_name_in_parameters(text: &[u8]) -> bool {
    let before = |end: usize, signs: &[u8]| text[..end].iter().rposition(|byte| signs.contains(byte));
    let end = before(text.len(), b"={").and_then(|follower| before(follower, b")"));
    end.is_some_and(|end| text[..end].iter().any(|&byte| is_of_name(byte)))
}

/// Returns whether a name ends in a text before the text does.
fn has_ended_name(text: &[u8]) -> bool {
    text.windows(2).any(|pair| is_of_name(pair[0]) && !is_of_name(pair[1]))
}

/// Returns whether a text has one of some words, and nothing but blanks behind it, or what a label may begin with.
fn has_jump(text: &[u8], words: &[Vec<u8>]) -> bool {
    words.iter().any(|word| {
        text.windows(word.len()).enumerate().any(|(at, part)| {
            let behind = &text[at + word.len()..];
            part == word && (at == 0 || !is_of_name(text[at - 1])) && goes_to_label(behind)
        })
    })
}

/// Returns whether what stands behind a word, of which nothing goes on with it, may be the beginning of a label.
pub fn goes_to_label(behind: &[u8]) -> bool {
    let is_begun = |&byte: &u8| is_of_name(byte) || byte == b'/';
    let begins_apart = behind.first().is_some_and(|&byte| !is_of_name(byte) || !byte.is_ascii());
    begins_apart && behind.iter().find(|byte| !BLANKS.contains(byte)).is_none_or(is_begun)
}

/// Returns whether a name stands between two colons, directly before the second one.
fn has_label_behind_colon(text: &[u8]) -> bool {
    let mut parts = text.split(|&byte| byte == b':').skip(1).peekable();
    std::iter::from_fn(|| parts.next().filter(|_| parts.peek().is_some()))
        .any(|part| part.trim_ascii_end().last().is_some_and(|&byte| is_of_name(byte)))
}

fn has_word(text: &[u8]) -> bool {
    text.iter().any(|&byte| is_of_name(byte))
}

/// Returns whether a text has one of some words, or begins with the rest of one, and `is_wanted` holds of what is behind it.
fn is_behind_word(token: &[u8], words: &[Vec<u8>], is_wanted: impl Fn(&[u8]) -> bool) -> bool {
    let goes_on = |text: &[u8]| text.first().is_some_and(|&byte| !is_of_name(byte)) && is_wanted(text);
    words.iter().any(|word| {
        let within = token.windows(word.len()).enumerate().any(|(at, part)| {
            part == word && (at == 0 || !is_of_name(token[at - 1])) && goes_on(&token[at + word.len()..])
        });
        let rest = |from: usize| token.strip_prefix(&word[from..]).is_some_and(goes_on);
        within || (1..word.len()).any(rest)
    })
}

#[cfg(test)]
mod tests {
    use super::{has_ended_name, is_behind_word};

    #[test]
    fn names_are_found_behind_words_and_their_rests() {
        let words = [b"let".to_vec(), b"class".to_vec()];
        for (token, is_found) in [
            ("let a=", true),
            ("let a", false),
            ("letter a=", false),
            (" outlet a=", false),
            ("t a;", true),
            ("x.a;", false),
            (";class A{", true),
            ("ss A {", true),
            ("let {a,", true),
        ] {
            assert_eq!(is_behind_word(token.as_bytes(), &words, has_ended_name), is_found, "{token}");
        }
    }
}
