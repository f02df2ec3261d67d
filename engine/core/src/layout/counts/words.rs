//! Words that end a text, and where they stand in the lexeme that begins it.

use crate::base::byte_sets::Bytes;

/// Length of the longest word, in bytes. A text that begins with a longer one is refused.
const MAX_WORD: usize = 30;

/// A word that ends a text.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Word {
    length: u8,
    bytes: [u8; MAX_WORD],
}

impl Word {
    /// Returns the word of some bytes, if it is not too long.
    pub fn new(text: &[u8]) -> Option<Self> {
        let mut bytes = [0; MAX_WORD];
        bytes.get_mut(..text.len())?.copy_from_slice(text);
        Some(Self { length: text.len() as u8, bytes })
    }

    pub fn length(&self) -> u8 {
        self.length
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes[..usize::from(self.length)]
    }

    /// Returns the last bytes, so many as are `left`.
    pub fn rest(&self, left: u8) -> &[u8] {
        &self.bytes()[usize::from(self.length.saturating_sub(left))..]
    }

    /// Returns the byte that must follow where so many bytes are `left`, which is not 0.
    pub fn sign(&self, left: u8) -> u8 {
        self.rest(left).first().copied().unwrap_or_default()
    }
}

/// The words of which texts may be open at a cursor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Words {
    /// The word of the text that is open or pending before the cursor.
    pub own: Option<Word>,
    /// Number of words behind the cursor, the nearest ones, with which a text may end that the middle begins.
    pub most: u8,
}

/// Number of words that are looked for where the cursor stands in what begins a text, and where middles may take any code.
pub const FEW_WORDS: u8 = 8;
pub const MANY_WORDS: u8 = 32;

impl Words {
    /// No words.
    pub const NONE: Self = Self { own: None, most: 0 };
}

/// Where the word stands in a lexeme: behind the last of some bytes, and before the first of others behind it.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct WordPlace {
    pub behind: Bytes,
    pub before: Bytes,
}

impl WordPlace {
    /// Returns the word in a lexeme.
    pub fn word(&self, lexeme: &[u8]) -> Option<Word> {
        let is_before = |byte: &u8| self.before.contains(*byte);
        let ended = lexeme.iter().rposition(|byte| !is_before(byte)).map_or(0, |last| last + 1);
        let text = &lexeme[..ended];
        let begin = text.iter().rposition(|&byte| self.behind.contains(byte)).map_or(0, |last| last + 1);
        Word::new(&text[begin..])
    }
}

#[cfg(test)]
mod tests {
    use super::{Word, WordPlace};

    fn place(behind: &str, before: &str) -> WordPlace {
        WordPlace { behind: behind.bytes().collect(), before: before.bytes().collect() }
    }

    #[test]
    fn words_stand_between_signs() {
        let (documents, strings) = (place("< \t'\"\\", "'\""), place("\"", "("));
        for (place, lexeme, word) in [
            (documents, "<<EOF", Some("EOF")),
            (documents, "<< 'EOF'", Some("EOF")),
            (documents, "<<\\E", Some("E")),
            (strings, "u8R\"x(", Some("x")),
            (strings, "R\"(", Some("")),
            (strings, "R\"0123456789012345678901234567890(", None),
        ] {
            let expected = word.and_then(|word| Word::new(word.as_bytes()));
            assert_eq!(place.word(lexeme.as_bytes()), expected, "{lexeme}");
        }
    }

    #[test]
    fn signs_follow_one_another() {
        let word = Word::new(b"EOF").expect("it is short");
        assert_eq!([3, 2, 1].map(|left| word.sign(left)), *b"EOF");
        assert_eq!(word.rest(1), b"F");
        assert_eq!(word.rest(0), b"");
    }
}
