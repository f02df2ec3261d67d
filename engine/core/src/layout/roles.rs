//! The roles of lexemes for the context conditions: errors that a language's parser finds and no grammar
//! states.

use crate::base::sets::TermSet;
use crate::layout::java;
use crate::layout::keys;
use crate::layout::mode_rules::ModeAction;
use crate::layout::tags;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::named_like;

/// The errors for which a language's scopes are tracked.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Check {
    #[default]
    Nothing,
    /// Repeated keyword arguments.
    Keywords,
    /// Repeated keyword arguments and parameters in brackets that hold a part of the middle. Those that lie wholly
    /// in the contexts are left to the language's compiler.
    Names,
    /// Malformed escapes in fields with `=`.
    Escapes,
    /// Those, and what is checked for names.
    NamesAndEscapes,
    /// Constructors' names and repeated modifiers, in Java: see `java`.
    Members,
    /// Keys that are given twice: see `keys`.
    Keys,
    /// Names that stand where something opens and where it closes: see `tags`.
    Tags,
}

impl Check {
    /// Returns whether names in lists are compared.
    pub fn compares_names(self) -> bool {
        matches!(self, Self::Keywords | Self::Names | Self::NamesAndEscapes | Self::Keys)
    }

    /// Returns whether names are compared, in lists or with those of classes.
    pub fn compares_texts(self) -> bool {
        self.compares_names() || self == Self::Members
    }

    /// Returns whether malformed escapes are checked.
    pub fn finds_escapes(self) -> bool {
        matches!(self, Self::Escapes | Self::NamesAndEscapes)
    }

    /// Returns whether what is open in the left context can make an error of what follows in the right one, even if
    /// nothing was open at first.
    pub fn goes_on_anywhere(self) -> bool {
        self != Self::Escapes
    }
}

/// The role of a lexeme for these errors.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    Other,
    /// The beginning of a definition, whose parameters are compared if `checks_parameters` is set.
    Def {
        checks_parameters: bool,
    },
    /// The beginning of a class, whose type parameters are compared.
    Class,
    /// A name, and one that may begin an alias of a type, whose parameters are compared.
    Name,
    Type,
    /// The beginning of a lambda, whose parameters are compared if `checks_parameters` is set.
    Lambda {
        checks_parameters: bool,
    },
    /// One star, or two.
    Star,
    Comma,
    Equals,
    Colon,
    Arrow,
    /// A parenthesis, where keywords are compared.
    Parenthesis,
    /// Every other opening lexeme, where keywords are compared.
    Opening,
    Closing,
    /// A bracket, where escapes are checked; the roles up to the next comment belong to escapes, too.
    Bracket,
    Text {
        is_raw: bool,
    },
    Field,
    Format,
    /// A lexeme with a malformed escape.
    Malformed,
    /// A role in Java.
    Member(java::Role),
    /// A role in a text of keys.
    Key(keys::Role),
    /// A role for names that stand twice.
    Tag(tags::Role),
}

impl Role {
    /// Returns the role, for keywords and parameters, of a lexeme with this action and this only text.
    pub fn for_keywords(movement: ModeAction, literal: Option<&str>, checks_parameters: bool) -> Self {
        match (movement, literal) {
            (ModeAction::Open, Some("(")) => Self::Parenthesis,
            (ModeAction::Open | ModeAction::Start(_) | ModeAction::Field, _) => Self::Opening,
            (ModeAction::Close | ModeAction::End | ModeAction::FieldEnd, _) => Self::Closing,
            (_, Some("def")) => Self::Def { checks_parameters },
            (_, Some("class")) if checks_parameters => Self::Class,
            (_, Some("lambda")) => Self::Lambda { checks_parameters },
            (_, Some("*" | "**")) => Self::Star,
            (_, Some(",")) => Self::Comma,
            (_, Some("=")) => Self::Equals,
            (_, Some(":")) => Self::Colon,
            (_, Some("->")) => Self::Arrow,
            _ => Self::Other,
        }
    }

    /// Returns the role of a lexeme where keywords, parameters and escapes are checked.
    pub fn for_names_and_escapes(
        movement: ModeAction,
        literal: Option<&str>,
        is_raw: impl Fn(u8) -> bool,
    ) -> Self {
        match movement {
            ModeAction::Start(_) | ModeAction::Field | ModeAction::Format => {
                Self::for_escapes(movement, literal, is_raw)
            }
            _ => Self::for_keywords(movement, literal, true),
        }
    }

    /// Returns the role for escapes of a lexeme with this action and this only text; `is_raw` says which
    /// kinds of formatted strings are raw.
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

    /// Returns whether a lexeme of this role opens something.
    pub fn opens(self) -> bool {
        matches!(self, Self::Parenthesis | Self::Opening | Self::Bracket | Self::Text { .. } | Self::Field)
    }

    /// Returns whether a lexeme of this role may be the name of a class or of one of its members.
    pub fn is_member_name(self) -> bool {
        self == Self::Member(java::Role::Name)
    }

    /// Returns whether a lexeme of this role begins the parameters or the body of a member.
    pub fn begins_member(self) -> bool {
        matches!(self, Self::Member(java::Role::Parenthesis | java::Role::Brace))
    }
}

/// The kind of a frame for escapes, and whether these must be well formed in a field with `=`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EscapePlace {
    /// A bracket or a format specification, whose fields may contain any escape.
    Anywhere,
    Text {
        is_raw: bool,
    },
    Field {
        is_read: bool,
    },
}

/// The part of a definition's header that was read last.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    Nothing,
    Def { checks_parameters: bool },
    DefAndName { checks_parameters: bool },
    Class,
    ClassAndName,
    Type,
    TypeAndName,
}

impl Header {
    /// Returns what has been read after one more lexeme.
    #[must_use]
    pub fn after(self, role: Role) -> Self {
        match (role, self) {
            (Role::Name | Role::Type, Self::Type) => Self::TypeAndName,
            (Role::Def { checks_parameters }, _) => Self::Def { checks_parameters },
            (Role::Class, _) => Self::Class,
            (Role::Name | Role::Type | Role::Other, Self::Def { checks_parameters }) => {
                Self::DefAndName { checks_parameters }
            }
            (Role::Name | Role::Type | Role::Other, Self::Class) => Self::ClassAndName,
            (Role::Type, _) => Self::Type,
            _ => Self::Nothing,
        }
    }

    /// Returns whether a bracket that opens here has the parameters of types, which are compared.
    pub fn has_types(self) -> bool {
        matches!(self, Self::DefAndName { checks_parameters: true } | Self::ClassAndName | Self::TypeAndName)
    }
}

/// The terminals that identify malformed escapes.
#[derive(Clone, Copy, Debug)]
pub struct Escapes {
    strings: TermSet,
    /// The terminals of strings whose escapes are all well formed.
    decodable: TermSet,
    malformed: TermSet,
}

impl Escapes {
    /// Finds the terminals by their names. Returns none for a grammar in which such escapes do not matter.
    pub fn find(terminals: &[Terminal]) -> Option<Self> {
        let decodable = named_like(terminals, &["DECODABLE_"]);
        (!decodable.is_empty()).then(|| Self {
            strings: named_like(terminals, &["STRING", "BYTES"]),
            decodable,
            malformed: named_like(terminals, &["MALFORMED_ESCAPE"]),
        })
    }

    /// Returns whether a lexeme of these terminals contains an escape that is malformed in a field with `=`.
    pub fn are_malformed(&self, terms: &TermSet) -> bool {
        let is_decodable = !terms.intersects(&self.strings) || terms.intersects(&self.decodable);
        terms.intersects(&self.malformed) || !is_decodable
    }
}
