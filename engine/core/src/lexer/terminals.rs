//! Terminals as the grammar defines them, and functions with which a layout finds those that it needs.

use crate::base::byte_sets::Bytes;
use crate::base::sets::{TermId, TermSet};

/// A terminal as the grammar defines it.
#[derive(Clone, Debug)]
pub struct Terminal {
    pub name: String,
    /// A regular expression; none for a terminal that the layout policy feeds.
    pub pattern: Option<String>,
    pub priority: i32,
    pub is_string: bool,
    /// The text itself, for a literal string.
    pub literal: Option<String>,
    /// The bytes before which the terminal does not match; usually none.
    pub barred: Bytes,
}

/// Returns the terminal that has a name. With `is_fed` it is one that the layout policy feeds, otherwise one
/// that has a pattern. Fails with a message if there is no such terminal.
pub fn named(terminals: &[Terminal], layout: &str, name: &str, is_fed: bool) -> Result<TermId, String> {
    let found = terminals.iter().position(|other| other.name == name && other.pattern.is_none() == is_fed);
    let found = found.map(TermId::at);
    found.ok_or_else(|| format!("the {layout} layout policy needs a terminal {name}"))
}

/// Returns the terminals whose names begin with one of some texts.
pub fn named_like(terminals: &[Terminal], beginnings: &[&str]) -> TermSet {
    those(terminals, |terminal| beginnings.iter().any(|beginning| terminal.name.starts_with(beginning)))
}

/// Returns the terminals that are literal strings and equal to one of some texts.
pub fn written(terminals: &[Terminal], texts: &[&str]) -> TermSet {
    those(terminals, |terminal| terminal.literal.as_deref().is_some_and(|literal| texts.contains(&literal)))
}

/// Returns the terminals that satisfy a condition.
pub fn those(terminals: &[Terminal], is_wanted: impl Fn(&Terminal) -> bool) -> TermSet {
    let mut set = TermSet::default();
    for (term, terminal) in terminals.iter().enumerate() {
        if is_wanted(terminal) {
            set.insert(TermId::at(term));
        }
    }
    set
}
