//! Names that stand where something opens and again where it closes, such as the tags of elements.
//!
//! The grammar pairs what opens with what closes, and the lexer reads any name. What is open is a stack of names here, and a
//! closing name must be that of the innermost one. Equal stacks have equal numbers.

pub mod stacks;

use crate::base::sets::{TermId, TermSet};
use crate::lexer::terminals::Terminal;

/// The role of a lexeme for names that stand twice.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Other,
    /// The name of what opens or, directly after [`Role::Close`], of what closes.
    Name,
    /// What stands in the place of a name where there is none.
    Nameless,
    /// The beginning of what closes.
    Close,
    /// The end of what opens and closes at once.
    Alone,
}

/// The terminals of each role.
#[derive(Clone, Debug)]
pub struct TagTerms {
    pub names: TermSet,
    pub nameless: TermSet,
    close: TermSet,
    alone: TermSet,
    /// The texts of the terminals that begin what closes.
    pub closings: Vec<Vec<u8>>,
}

impl TagTerms {
    /// Returns the terminals by the names of their roles in a manifest. Fails if a role is unknown, or if something that
    /// closes has no fixed text.
    pub fn new(roles: &[(String, Vec<TermId>)], terminals: &[Terminal]) -> Result<Self, String> {
        let empty = TermSet::default();
        let mut found =
            Self { names: empty, nameless: empty, close: empty, alone: empty, closings: Vec::new() };
        for (role, terms) in roles {
            let set = match role.as_str() {
                "name" => &mut found.names,
                "nameless" => &mut found.nameless,
                "close" => &mut found.close,
                "alone" => &mut found.alone,
                _ => return Err(format!("tags: there is no role {role}")),
            };
            for &term in terms {
                set.insert(term);
            }
        }
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
        let roles = [
            (&self.names, Role::Name),
            (&self.nameless, Role::Nameless),
            (&self.close, Role::Close),
            (&self.alone, Role::Alone),
        ];
        roles.into_iter().find(|(own, _)| own.intersects(terms)).map_or(Role::Other, |(_, role)| role)
    }
}
