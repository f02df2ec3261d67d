//! The violations of context conditions.

/// An error that the parser of some version finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Violation {
    RepeatedKeyword,
    RepeatedParameter,
    MalformedEscape,
    ConstructorsName,
    RepeatedModifier,
    RepeatedKey,
    RepeatedTable,
    OtherTag,
    Redeclared,
    Undeclared,
    NoLabel,
}

impl Violation {
    pub fn message(self) -> &'static str {
        match self {
            Self::RepeatedKeyword => "this keyword argument stands in its call twice",
            Self::RepeatedParameter => "this parameter stands in its definition twice",
            Self::MalformedEscape => "this field is shown with its text, in which an escape is malformed",
            Self::ConstructorsName => "a method needs a type, and a constructor the name of its class",
            Self::RepeatedModifier => "this modifier stands here twice",
            Self::RepeatedKey => "this key is there already",
            Self::RepeatedTable => "this table is there already",
            Self::OtherTag => "this name is not the one that is open",
            Self::Redeclared => "this name is declared here already",
            Self::NoLabel => "no statement around has this label",
            Self::Undeclared => "no class around declares this name",
        }
    }
}
