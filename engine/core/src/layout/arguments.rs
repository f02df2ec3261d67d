//! The arguments of a call and other lists, read lexeme by lexeme, and the names in them.

use unicode_normalization::UnicodeNormalization;

use crate::layout::place::ConditionStack;
use crate::layout::roles::Role;

/// Returns the name with which a text begins.
pub fn name_at(text: &[u8]) -> &[u8] {
    let is_in_name = |&byte: &u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    &text[..text.iter().take_while(|byte| is_in_name(byte)).count()]
}

/// Returns the same bytes for all spellings of a name: `CPython` compares the NFKC forms, which are equal
/// exactly if these are.
pub fn folded(name: &[u8]) -> Vec<u8> {
    match std::str::from_utf8(name) {
        Ok(text) if !name.is_ascii() => text.nfkd().collect::<String>().into_bytes(),
        _ => name.to_vec(),
    }
}

/// What was read last between parentheses; `W` is a word that may prove to be a keyword.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last<W> {
    Other,
    /// The parenthesis or a comma, after which a keyword may stand.
    Start,
    Word(W),
}

/// The state after some lexemes between two parentheses, without what is in brackets between them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Arguments<W> {
    /// The number of lambdas whose colon must still follow.
    pub lambdas: u16,
    pub last: Last<W>,
}

impl<W: Copy> Arguments<W> {
    pub const START: Self = Self { lambdas: 0, last: Last::Start };

    /// Returns whether the next lexeme may be a keyword.
    pub fn needs_text(&self) -> bool {
        matches!(self.last, Last::Start)
    }

    /// Returns whether a colon would end a lambda's parameters.
    pub fn is_in_lambda(&self) -> bool {
        self.lambdas > 0
    }

    /// Reads one more lexeme. Returns the word before it if that proves to be a keyword. An opening role
    /// stands for everything between its brackets.
    pub fn read(&mut self, role: Role, word: W) -> Option<W> {
        let last = std::mem::replace(&mut self.last, Last::Other);
        match role {
            Role::Lambda { .. } => self.lambdas = self.lambdas.saturating_add(1),
            Role::Colon => self.lambdas = self.lambdas.saturating_sub(1),
            Role::Comma if self.lambdas == 0 => self.last = Last::Start,
            Role::Other | Role::Name | Role::Type if matches!(last, Last::Start) => {
                self.last = Last::Word(word);
            }
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

/// A name among the letters of a text's condition stacks: where it begins, and where it ends.
pub type Name = (u32, u32);

/// An open list in which names must differ.
#[derive(Clone, Copy, Debug)]
pub struct List {
    pub kind: ListKind,
    pub below: ConditionStack,
    pub arguments: Arguments<Name>,
    /// The number of the list of the names so far.
    pub names: u32,
    pub is_malformed: bool,
}

/// What the names of a list are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ListKind {
    /// The keywords between parentheses that may be a call's.
    Call,
    /// The parameters between the parentheses of a definition.
    Parameters,
    /// The parameters between `lambda` and its colon.
    Lambda,
    /// The type parameters of a definition or a class.
    Types,
}

impl List {
    /// Returns an empty list.
    pub fn new(kind: ListKind, below: ConditionStack) -> Self {
        Self { kind, below, arguments: Arguments::START, names: 0, is_malformed: false }
    }
}
