//! Names that are declared once, in the middle and across the cursor.
//!
//! What is open at the cursor also has the names that the right context declares in it, if each is closed there and nowhere
//! else. What the middle opens is compared with the right context where the middle ends.

use std::sync::{Arc, PoisonError};

use crate::base::sets::TermSet;
use crate::context::left::{Left, Pending};
use crate::context::right::declared::known::TailLexeme;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{FrameKind, clash, sealed};
use crate::layout::declared::numbers::{AT_START, BLIND, ScopeId};
use crate::layout::violation::Violation;
use crate::quotient::{Quotient, State};

impl Quotient {
    /// Returns what is declared before the pending lexeme, or none if the two contexts declare a name twice.
    pub(super) fn declared_before(&mut self, left: &Left, pending: &Pending) -> Option<ScopeId> {
        if self.grammar.layout.declared.is_none() {
            return Some(AT_START);
        }
        let exits = Arc::clone(&self.exits);
        let levels = &exits.declared.levels;
        let scope = left.declared.get(pending.place.declared);
        let mut compared = exits.declared.compared.lock().unwrap_or_else(PoisonError::into_inner);
        let found = if levels.is_bad { None } else { sealed(scope, levels, &mut compared).ok() };
        found.map(|scope| self.texts.declared.number(&scope))
    }

    /// Returns whether the text of the pending lexeme matters, since it may declare a name.
    #[inline]
    pub(crate) fn declares_text(&self, state: &State) -> bool {
        self.grammar.layout.declared.is_some() && self.texts.declared.wants_name(state.place.declared)
    }

    /// Returns what is declared after the pending lexeme, up to its last whole end.
    pub(crate) fn declared_after(&mut self, state: &State) -> Result<ScopeId, Violation> {
        let role = self.grammar.layout.declared.as_ref().and_then(|rules| rules.role_of(state.last));
        let Some(role) = role else { return Ok(state.place.declared) };
        let text = if role.is_name() { self.whole_text(state) } else { Vec::new() };
        self.texts.declared.after(state.place.declared, role, &text)
    }

    /// Returns the terminals behind a name that would declare it again.
    pub(crate) fn refused_after_held(&self, declared: ScopeId) -> TermSet {
        let rules = self.grammar.layout.declared.as_ref().filter(|_| declared != BLIND);
        match rules.filter(|_| self.texts.declared.get(declared).holds_clash()) {
            Some(rules) => rules.of(&[Role::Comma, Role::Assign, Role::CloseBlock, Role::From]),
            None => TermSet::default(),
        }
    }

    /// Returns whether a middle that ends at a state and the right context declare no name twice. `ending` is the number of
    /// the ending of the pending lexeme, if one is pending.
    pub(super) fn declarations_go_on(&mut self, state: &State, ending: Option<usize>) -> bool {
        let grammar = Arc::clone(&self.grammar);
        let Some(rules) = &grammar.layout.declared else { return true };
        let exits = Arc::clone(&self.exits);
        let mut declared = state.place.declared;
        let tail = match ending {
            None => exits.declared.gap_tail.as_ref(),
            Some(number) => {
                let ending = exits.get(number);
                let [code, text] = &ending.tails;
                let role = rules.role_of(ending.set);
                let is_hole =
                    declared != BLIND && self.texts.declared.get(declared).frame.kind == FrameKind::Hole;
                if let Some(role) = role {
                    let text = [&self.texts.text(state.text), &exits.start[..ending.offset]].concat();
                    let Ok(after) = self.texts.declared.after(declared, role, &text) else { return false };
                    declared = after;
                }
                match role {
                    Some(Role::CloseBlock) if is_hole => text.as_ref(),
                    Some(Role::CloseBlock) => code.as_ref(),
                    _ => code.as_ref().or(text.as_ref()),
                }
            }
        };
        let Some(tail) = tail.filter(|_| declared != BLIND) else { return true };
        let mut read = 0;
        for stop in &tail.stops {
            for TailLexeme { role, word, is_hole } in &tail.lexemes[read..stop.at] {
                let is_open = self.texts.declared.get(declared).frame.kind == FrameKind::Hole;
                if is_hole.is_some_and(|is_hole| is_hole != is_open) {
                    return true;
                }
                let Ok(after) = self.texts.declared.after(declared, *role, word) else { return false };
                declared = after;
            }
            read = stop.at;
            let scope = self.texts.declared.get(declared);
            if stop.is_last || scope.may_begin_statement() {
                let mut compared = exits.declared.compared.lock().unwrap_or_else(PoisonError::into_inner);
                return !clash(scope, &stop.levels, &mut compared);
            }
        }
        true
    }
}
