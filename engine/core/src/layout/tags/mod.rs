//! Names that stand where something opens and again where it closes, such as the tags of elements.
//!
//! The grammar pairs what opens with what closes, and the lexer reads any name. What is open is a stack of names here, and a
//! closing name must be that of the innermost one, but for those whose end may be left out. Equal stacks have equal numbers.

pub mod stacks;

use crate::base::sets::{TermId, TermSet};
use crate::lexer::terminals::Terminal;

/// The role of a lexeme for names that stand twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Other,
    /// The name of what opens or, directly after [`Role::Close`], of what closes.
    Name(NameKind),
    /// What stands in the place of a name where there is none.
    Nameless,
    /// The beginning of what closes.
    Close,
    /// The end of what opens and closes at once.
    Alone,
}

/// How a name is compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct NameKind {
    /// Whether the end of what it opens may be left out.
    pub is_optional: bool,
    /// Whether capital letters are small ones.
    pub is_caseless: bool,
}

impl NameKind {
    /// Returns a name as it is compared.
    pub fn compared(self, word: &[u8]) -> Box<[u8]> {
        if self.is_caseless { word.to_ascii_lowercase().into() } else { word.into() }
    }
}

/// The terminals of each role.
#[derive(Clone, Debug)]
pub struct TagTerms {
    /// All names.
    pub names: TermSet,
    optional: TermSet,
    caseless: TermSet,
    pub nameless: TermSet,
    pub close: TermSet,
    alone: TermSet,
    /// The texts of the terminals that begin what closes.
    pub closings: Vec<Vec<u8>>,
}

impl TagTerms {
    /// Returns the terminals by the names of their roles in a manifest. Fails if a role is unknown, or if something that
    /// closes has no fixed text.
    pub fn new(roles: &[(String, Vec<TermId>)], terminals: &[Terminal]) -> Result<Self, String> {
        let empty = TermSet::default();
        let mut found = Self {
            names: empty,
            optional: empty,
            caseless: empty,
            nameless: empty,
            close: empty,
            alone: empty,
            closings: Vec::new(),
        };
        for (role, terms) in roles {
            let set = match role.as_str() {
                "name" => &mut found.names,
                "optional" => &mut found.optional,
                "caseless" => &mut found.caseless,
                "nameless" => &mut found.nameless,
                "close" => &mut found.close,
                "alone" => &mut found.alone,
                _ => return Err(format!("tags: there is no role {role}")),
            };
            for &term in terms {
                set.insert(term);
            }
        }
        found.names = found.names.or(&found.optional);
        for term in found.close.iter() {
            let terminal = &terminals[term.index()];
            let text = terminal.literal.as_ref();
            let text = text.ok_or_else(|| format!("tags: {} must be a literal", terminal.name))?;
            found.closings.push(text.as_bytes().to_vec());
        }
        Ok(found)
    }

    /// Returns the role of a lexeme that may be each of some terminals.
    pub fn role(&self, terms: &TermSet) -> Role {
        let name = Role::Name(self.kind(terms));
        let roles = [
            (&self.names, name),
            (&self.nameless, Role::Nameless),
            (&self.close, Role::Close),
            (&self.alone, Role::Alone),
        ];
        roles.into_iter().find(|(own, _)| own.intersects(terms)).map_or(Role::Other, |(_, role)| role)
    }

    /// Returns how a name is compared that may be each of some terminals.
    pub fn kind(&self, terms: &TermSet) -> NameKind {
        NameKind {
            is_optional: self.optional.intersects(terms),
            is_caseless: self.caseless.intersects(terms),
        }
    }
}
