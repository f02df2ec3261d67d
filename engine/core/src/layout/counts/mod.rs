//! What is counted of a text between counted delimiters, such as `[==[ … ]==]`: how many signs its end must have.
//!
//! The lexer cannot count, so such a text is several lexemes: its beginning, whose length says the number; pieces of its
//! content; and at each place where its end may begin, one lexeme, and then one for each sign. What is left to count lies
//! with the lexer's mode on the stack of modes, and decides which of two modes holds: in the first more signs must
//! follow, and in the second the end is whole with the next lexeme.

pub mod ends;
pub mod texts;

/// The number of signs, and how many of them must still follow before the text can end. Texts with more than 255 signs are
/// refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Count {
    pub whole: u8,
    pub left: u8,
}

/// What a move does with the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing is counted any more.
    Leave,
    /// The lexeme's bytes are counted, but for so many.
    Begin(u32),
    /// All signs must follow again.
    Again,
    /// One sign fewer must follow.
    Down,
}

impl Change {
    /// Returns the count after the change, or none if the change is impossible. `length` is that of the lexeme, in bytes.
    pub fn of(self, count: Option<Count>, length: u32) -> Option<Count> {
        match self {
            Self::Leave => Some(Count::default()),
            Self::Begin(others) => {
                let whole = u8::try_from(length.checked_sub(others)?).ok()?;
                Some(Count { whole, left: whole })
            }
            Self::Again => count.map(|Count { whole, .. }| Count { whole, left: whole }),
            Self::Down => {
                count.and_then(|Count { whole, left }| Some(Count { whole, left: left.checked_sub(1)? }))
            }
        }
    }
}
