//! What is remembered of a text between delimiters that the lexer cannot compare: how many signs its end must have, as in
//! `[==[ … ]==]`, or which word, as in `R"x(…)x"` and in here-documents.
//!
//! Such a text is several lexemes: its beginning, which says the number or the word; pieces of its content; and at each
//! place where its end may begin, one lexeme for each sign. What is left of the end lies with the lexer's mode on the stack
//! of modes, and decides which mode holds: in one more signs must follow, in another one the end is whole with the next
//! lexeme, and behind a sign that differs from the word's it is content again.
//!
//! The content of a here-document begins only with the next line. Until then its word is *pending* in all modes.

pub mod ends;
pub mod texts;
pub mod words;

use words::Word;

/// What the end of a text must have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Delimiter {
    /// So many signs. Texts with more than 255 signs are refused.
    Signs(u8),
    Word(Word),
    /// A word of which only the end is known: what of it must still follow.
    Suffix(Word),
}

impl Delimiter {
    /// Returns the word, if it is one.
    pub fn word(self) -> Option<Word> {
        if let Self::Word(word) = self { Some(word) } else { None }
    }

    /// Returns the number of signs; the most that are possible where it is unknown.
    pub fn length(self) -> u8 {
        match self {
            Self::Signs(number) => number,
            Self::Word(word) => word.length(),
            Self::Suffix(_) => u8::MAX,
        }
    }
}

/// A delimiter, and how many of its signs must still follow before the text can end.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Count {
    pub whole: Delimiter,
    pub left: u8,
    /// The mode in which the content begins, where it has not begun yet.
    pub pending: Option<u8>,
}

/// What is counted, and in which mode; none where nothing is.
pub type Counting = Option<(u8, Count)>;

impl Count {
    pub fn of(whole: Delimiter) -> Self {
        Self { whole, left: whole.length(), pending: None }
    }

    /// Returns whether nothing of the end must follow.
    pub fn is_ended(&self) -> bool {
        self.left == 0 && self.pending.is_none()
    }

    /// Returns whether the texts of a count in the right context and of another one go on alike.
    pub fn agrees(&self, other: &Self) -> bool {
        let goes_on_alike = || {
            let (Delimiter::Suffix(suffix), Delimiter::Word(word)) = (self.whole, other.whole) else {
                return false;
            };
            let is_open = self.pending.is_none() && other.pending.is_none();
            is_open && self.left == other.left && suffix.rest(self.left) == word.rest(self.left)
        };
        self == other || goes_on_alike()
    }
}

/// What a move does with the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing is counted any more, but for a word that is pending.
    Leave,
    /// The lexeme's bytes are counted, but for so many.
    Begin(u32),
    /// The lexeme holds the word. The content begins in a mode when it is opened, or at once.
    Word { pending: Option<u8> },
    /// The content of a pending word begins.
    Open,
    /// All signs must follow again.
    Again,
    /// It may stand before an end of which nothing has followed yet; elsewhere it is content.
    Lead,
    /// One sign fewer must follow.
    Down,
}

/// What is counted of a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Told {
    /// Its length, in bytes.
    pub length: u32,
    pub first_byte: u8,
    /// The word that it holds, if it begins a text that ends with one.
    pub word: Option<Word>,
}

impl Told {
    /// A lexeme of which nothing matters.
    pub const NOTHING: Self = Self { length: 0, first_byte: 0, word: None };
}

impl Change {
    /// Returns whether a text begins.
    pub fn begins(self) -> bool {
        matches!(self, Self::Begin(_) | Self::Word { .. })
    }

    /// Returns the count after a lexeme, or none if the change is impossible.
    pub fn of(self, count: Option<Count>, told: &Told) -> Option<Count> {
        let open = count.filter(|count| count.pending.is_none());
        match self {
            Self::Begin(others) => {
                let whole = u8::try_from(told.length.checked_sub(others)?).ok()?;
                Some(Count::of(Delimiter::Signs(whole)))
            }
            // A line has one of them.
            Self::Word { pending } if count.is_none() => {
                Some(Count { pending, ..Count::of(Delimiter::Word(told.word?)) })
            }
            Self::Leave | Self::Open | Self::Word { .. } => None,
            Self::Again | Self::Lead => open
                .filter(|count| !matches!(count.whole, Delimiter::Suffix(_)))
                .map(|count| Count::of(count.whole)),
            Self::Down => {
                let count = open?;
                let left = count.left.checked_sub(1)?;
                match count.whole {
                    Delimiter::Suffix(word) if word.sign(count.left) != told.first_byte => None,
                    Delimiter::Word(word) if word.sign(count.left) != told.first_byte => {
                        Some(Count::of(count.whole))
                    }
                    _ => Some(Count { left, ..count }),
                }
            }
        }
    }
}
