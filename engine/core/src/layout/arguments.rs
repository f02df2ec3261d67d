//! The arguments of a call, read lexeme by lexeme, and the names of keyword arguments.

use unicode_normalization::UnicodeNormalization;

use crate::layout::roles::Role;

/// The name that a text begins with.
pub fn name_at(text: &[u8]) -> &[u8] {
    let is_in_name = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    &text[..text.iter().take_while(|byte| is_in_name(byte)).count()]
}

/// The same for all spellings of a name: `CPython` compares the forms NFKC, which are equal where
/// these are.
pub fn folded(name: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(name) {
        Ok(text) if !name.is_ascii() => text.nfkd().collect::<String>().into_bytes(),
        _ => name.to_vec(),
    }
}

/// What was last read between parentheses; `W` is a word that may prove to be a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last<W> {
    Other,
    /// The parenthesis or a comma, so that a keyword may come.
    Start,
    Word(W),
}

/// How far the lexemes between two parentheses are read, what is in brackets inside left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments<W> {
    /// Lambdas whose colon is yet to come.
    pub lambdas: u16,
    pub last: Last<W>,
}

impl<W: Copy> Arguments<W> {
    pub const START: Self = Self { lambdas: 0, last: Last::Start };

    /// Whether the next lexeme may be a keyword.
    pub fn needs_text(&self) -> bool {
        matches!(self.last, Last::Start)
    }

    /// Whether a colon that comes now ends a lambda's parameters.
    pub fn is_in_lambda(&self) -> bool {
        self.lambdas > 0
    }

    /// Take one more lexeme; returns the word before if that proves to be a keyword. An opening role
    /// stands for all that it brackets.
    pub fn read(&mut self, role: Role, word: W) -> Option<W> {
        let last = std::mem::replace(&mut self.last, Last::Other);
        match role {
            Role::Lambda => self.lambdas = self.lambdas.saturating_add(1),
            Role::Colon => self.lambdas = self.lambdas.saturating_sub(1),
            Role::Comma if self.lambdas == 0 => self.last = Last::Start,
            Role::Other if matches!(last, Last::Start) => self.last = Last::Word(word),
            Role::Equals => {
                if let Last::Word(word) = last {
                    return Some(word);
                }
            }
            _ => {}
        }
        None
    }
}
