//! What each lexeme is to the context conditions: errors that a language's parser finds and no grammar does.

use crate::base::sets::TermSet;
use crate::layout::java;
use crate::layout::mode_rules::ModeAction;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::named_like;

/// The errors that a language's scopes are kept for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Check {
    #[default]
    Nothing,
    /// Keyword arguments given twice.
    Keywords,
    /// Malformed escapes in fields with `=`.
    Escapes,
    /// Constructors' names and modifiers given twice, in Java: see [`java`].
    Members,
}

/// What a lexeme is as far as these errors go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Other,
    Def,
    Lambda,
    Comma,
    Equals,
    Colon,
    Arrow,
    /// A parenthesis, where keywords are compared.
    Parenthesis,
    /// Anything else that opens, where keywords are compared.
    Opening,
    Closing,
    /// A bracket, where escapes are looked at, and so on.
    Bracket,
    Text {
        is_raw: bool,
    },
    Field,
    Format,
    /// It holds a malformed escape.
    Malformed,
    /// In Java.
    Member(java::Role),
}

impl Role {
    /// The sign of a lexeme that does `movement` and is always written so, for keywords.
    pub fn for_keywords(movement: ModeAction, literal: Option<&str>) -> Self {
        match (movement, literal) {
            (ModeAction::Open, Some("(")) => Self::Parenthesis,
            (ModeAction::Open | ModeAction::Start(_) | ModeAction::Field, _) => Self::Opening,
            (ModeAction::Close | ModeAction::End | ModeAction::FieldEnd, _) => Self::Closing,
            (_, Some("def")) => Self::Def,
            (_, Some("lambda")) => Self::Lambda,
            (_, Some(",")) => Self::Comma,
            (_, Some("=")) => Self::Equals,
            (_, Some(":")) => Self::Colon,
            (_, Some("->")) => Self::Arrow,
            _ => Self::Other,
        }
    }

    /// The same for escapes; `is_raw` says so of kinds of formatted strings.
    pub fn for_escapes(movement: ModeAction, literal: Option<&str>, is_raw: impl Fn(u8) -> bool) -> Self {
        match (movement, literal) {
            (ModeAction::Open, _) => Self::Bracket,
            (ModeAction::Start(kind), _) => Self::Text { is_raw: is_raw(kind) },
            (ModeAction::Field, _) => Self::Field,
            (ModeAction::Format, _) => Self::Format,
            (ModeAction::Close | ModeAction::End | ModeAction::FieldEnd, _) => Self::Closing,
            (_, Some("=")) => Self::Equals,
            _ => Self::Other,
        }
    }

    /// Whether such a lexeme opens something.
    pub fn opens(self) -> bool {
        matches!(self, Self::Parenthesis | Self::Opening | Self::Bracket | Self::Text { .. } | Self::Field)
    }

    /// Whether the name of a class or of one of its members may be such a lexeme.
    pub fn is_member_name(self) -> bool {
        self == Self::Member(java::Role::Name)
    }

    /// Whether such a lexeme begins the parameters or the body of a member.
    pub fn begins_member(self) -> bool {
        matches!(self, Self::Member(java::Role::Parenthesis | java::Role::Brace))
    }

    /// Whether such a lexeme is nothing to the names of members.
    pub fn is_of_no_member(self) -> bool {
        self == Self::Member(java::Role::Other)
    }
}

/// Terminals that tell malformed escapes.
#[derive(Clone, Copy, Debug)]
pub struct Escapes {
    strings: TermSet,
    /// Those of the strings of which all escapes are well formed.
    decodable: TermSet,
    malformed: TermSet,
}

impl Escapes {
    /// Find them by their names; none in a grammar where such escapes do not matter.
    pub fn find(terminals: &[Terminal]) -> Option<Self> {
        let decodable = named_like(terminals, &["DECODABLE_"]);
        (!decodable.is_empty()).then(|| Self {
            strings: named_like(terminals, &["STRING", "BYTES"]),
            decodable,
            malformed: named_like(terminals, &["MALFORMED_ESCAPE"]),
        })
    }

    /// Whether a lexeme of these terminals holds a malformed escape, though it is none to it.
    pub fn are_malformed(&self, terms: &TermSet) -> bool {
        let is_decodable = !terms.intersects(&self.strings) || terms.intersects(&self.decodable);
        terms.intersects(&self.malformed) || !is_decodable
    }
}
