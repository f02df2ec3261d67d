//! The context conditions of a language: errors that its parser finds and its grammar does not state.

use crate::base::sets::TermSet;
use crate::layout::java;
use crate::layout::keys::KeyTerms;
use crate::layout::mode_rules::{ModeAction, ModeRules};
use crate::layout::place::ConditionStack;
use crate::layout::python::LogicalLines;
use crate::layout::roles::{Check, Escapes, Role};
use crate::layout::scopes::ConditionStacks;
use crate::layout::tags::TagTerms;
use crate::lexer::ids::TermSetId;
use crate::lexer::terminals::{Terminal, named_like};

/// The conditions that are checked, and the role of each lexeme for them.
#[derive(Default)]
pub struct Conditions {
    pub check: Check,
    /// The role of each set of terminals of the lexer; empty if nothing is checked.
    roles: Vec<Option<Role>>,
    /// The same without those that only names in lists need.
    without_names: Vec<Option<Role>>,
    refusable: Option<java::Refusable>,
    /// The terminals of keys that are given once.
    pub keys: Option<KeyTerms>,
    /// The terminals of names that stand twice.
    pub tags: Option<TagTerms>,
}

impl Conditions {
    /// Returns the conditions on the members of classes.
    pub fn of_members(terminals: &[Terminal], sets: &[TermSet], ignored: &TermSet) -> Self {
        let role = |set: &TermSet| {
            let terminal = &terminals[set.iter().next()?.index()];
            (!set.intersects(ignored)).then(|| Role::Member(java::Role::of(terminal)))
        };
        Self {
            check: Check::Members,
            roles: sets.iter().map(role).collect(),
            refusable: Some(java::Refusable::find(terminals)),
            ..Self::default()
        }
    }

    /// Returns the conditions on keys that are given once.
    pub fn of_keys(terms: KeyTerms, sets: &[TermSet], ignored: &TermSet) -> Self {
        let role = |set: &TermSet| (!set.intersects(ignored)).then(|| Role::Key(terms.role(set)));
        let roles = sets.iter().map(role).collect();
        Self { check: Check::Keys, roles, keys: Some(terms), ..Self::default() }
    }

    /// Returns the conditions on names that stand where something opens and where it closes.
    pub fn of_tags(terms: TagTerms, sets: &[TermSet], ignored: &TermSet) -> Self {
        let role = |set: &TermSet| (!set.intersects(ignored)).then(|| Role::Tag(terms.role(set)));
        let roles = sets.iter().map(role).collect();
        Self { check: Check::Tags, roles, tags: Some(terms), ..Self::default() }
    }

    /// Returns the conditions of a version of a language of logical lines; `actions` are those of the sets.
    pub fn of_lines(
        lines: &LogicalLines,
        terminals: &[Terminal],
        sets: &[TermSet],
        ignored: &TermSet,
        (rules, actions): (&ModeRules, &[ModeAction]),
    ) -> Self {
        let escapes = Escapes::find(terminals);
        let check = match escapes {
            _ if lines.version.refuses_repeated_keywords() => Check::Keywords,
            None if lines.compiles => Check::Names,
            Some(_) if lines.compiles => Check::NamesAndEscapes,
            Some(_) => Check::Escapes,
            None => Check::Nothing,
        };
        let (types, names) = (named_like(terminals, &["TYPE"]), named_like(terminals, &["NAME", "READ"]));
        let role = |check: Check, (set, &action): (&TermSet, &ModeAction)| {
            let literal = set.iter().find_map(|term| terminals[term.index()].literal.as_deref());
            let role = match check {
                Check::Nothing | Check::Members | Check::Keys | Check::Tags => return None,
                Check::Keywords | Check::Names => Role::for_keywords(action, literal, lines.compiles),
                _ if check.finds_escapes() && escapes.is_some_and(|found| found.are_malformed(set)) => {
                    Role::Malformed
                }
                Check::NamesAndEscapes => {
                    Role::for_names_and_escapes(action, literal, |kind| rules.is_raw(kind))
                }
                Check::Escapes => Role::for_escapes(action, literal, |kind| rules.is_raw(kind)),
            };
            let is_plain = role == Role::Other && lines.compiles && check.compares_names();
            let role = match role {
                _ if is_plain && set.intersects(&types) => Role::Type,
                _ if is_plain && set.intersects(&names) => Role::Name,
                _ => role,
            };
            (!set.intersects(ignored)).then_some(role)
        };
        let all = |check| sets.iter().zip(actions).map(|lexeme| role(check, lexeme)).collect();
        let escapes_alone = if check == Check::NamesAndEscapes { Check::Escapes } else { Check::Nothing };
        Self { check, roles: all(check), without_names: all(escapes_alone), ..Self::default() }
    }

    /// Returns the role of a lexeme of this set; none if the parser ignores the lexeme, or if nothing is
    /// checked.
    #[inline]
    pub fn role_of(&self, set: TermSetId) -> Option<Role> {
        self.roles.get(set.index()).copied().flatten()
    }

    /// Returns whether a lexeme of this set is a part of a key that is given once.
    pub fn is_part_of_key(&self, set: TermSetId) -> bool {
        matches!(self.role_of(set), Some(Role::Key(role)) if role.is_part())
    }

    /// Returns the role of a lexeme of this set where no names in lists are compared.
    #[inline]
    pub fn role_without_names(&self, set: TermSetId) -> Option<Role> {
        if self.check.compares_names() || self.check == Check::Tags {
            self.without_names.get(set.index()).copied().flatten()
        } else {
            self.role_of(set)
        }
    }

    /// Returns the terminals that would violate a condition after a stack, if that is known in the language.
    pub fn refused(&self, scopes: &ConditionStacks, stack: ConditionStack) -> TermSet {
        if let Some(terms) = &self.tags {
            return scopes.tags.open(stack).refused(terms);
        }
        self.refusable.as_ref().map_or_else(TermSet::default, |refusable| scopes.refused(stack, refusable))
    }

    /// Returns texts that lead to the name of a class which is declared inside what is open.
    pub fn class_openings(&self) -> &'static [&'static str] {
        if self.refusable.is_some() { &java::OPENINGS } else { &[] }
    }
}
