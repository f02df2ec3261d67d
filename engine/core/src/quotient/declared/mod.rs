//! Names that are declared once, in the middle and across the cursor.
//!
//! What is open at the cursor also has the names that the right context declares in it, if each is closed there and nowhere
//! else. What the middle opens is compared with the right context where the middle ends.

use std::sync::{Arc, PoisonError};

use crate::base::sets::TermSet;
use crate::context::left::{Left, Pending};
use crate::context::right::declared::known::TailLexeme;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{FrameKind, Phase};
use crate::layout::declared::levels::{clash, lacking_labels, lacks_members, sealed};
use crate::layout::declared::members::declares;
use crate::layout::declared::numbers::{AT_START, BLIND, ScopeId};
use crate::layout::violation::Violation;
use crate::lexer::NO_SET;
use crate::lexer::ids::LexState;
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

    /// Lets a middle close nothing that is open at a state, if something fits then.
    pub fn keep_open(&mut self, state: &mut State) {
        if self.grammar.layout.declared.is_none() || state.place.declared == BLIND {
            return;
        }
        let before = state.place.declared;
        let kept = self.texts.declared.get(before).kept_open();
        state.place.declared = self.texts.declared.number(&kept);
        if !self.is_viable(state) {
            state.place.declared = before;
        }
    }

    /// Returns whether the text of the pending lexeme matters, since it may declare a name.
    #[inline]
    pub(crate) fn declares_text(&self, state: &State) -> bool {
        self.grammar.layout.declared.is_some() && self.texts.declared.wants_name(state.place.declared)
    }

    /// Returns whether the text of a lexeme matters that leads to this state, since it may be the name of a member.
    #[inline]
    pub(crate) fn may_be_member(&self, lexer: LexState) -> bool {
        let rules = self.grammar.layout.declared.as_ref();
        rules.is_some_and(|rules| self.grammar.lexer.reachable(lexer).intersects(&rules.private))
    }

    /// Returns the terminals that the pending lexeme cannot become: names of members, if it must be known and can become none
    /// that is, and what would close a class that lacks one.
    pub(crate) fn refused_member(&self, state: &State) -> TermSet {
        let rules = self.grammar.layout.declared.as_ref().filter(|_| state.place.declared != BLIND);
        let Some(rules) = rules else { return TermSet::default() };
        let reachable = self.grammar.lexer.reachable(state.lexer);
        if reachable.intersects(&rules.closing)
            && self.texts.declared.get(state.place.declared).closes_in_vain()
        {
            return rules.closing;
        }
        let refused = self.refused_label(state);
        if !refused.is_empty() {
            return refused;
        }
        if !reachable.intersects(&rules.private) {
            return TermSet::default();
        }
        let begun = self.texts.text(state.text);
        let wanted = self.wanted_members(state.place.declared);
        let is_other = wanted.is_some_and(|wanted| !wanted.iter().any(|name| name.starts_with(&begun)));
        if is_other { rules.private } else { TermSet::default() }
    }

    /// Returns the names of members of which one must follow, if one is used; none if any may.
    pub(crate) fn wanted_members(&self, declared: ScopeId) -> Option<Vec<&[u8]>> {
        let scope = self.texts.declared.get(declared);
        if declares(scope) == Some(false) { scope.wanted_members() } else { None }
    }

    /// Returns whether the two contexts use names of members at a cursor, whose state this is, that neither declares.
    pub fn lacks_members(&self, state: &State) -> bool {
        if self.grammar.layout.declared.is_none() {
            return false;
        }
        let scope = self.texts.declared.get(state.place.declared);
        // What is pending may be the name that is lacking.
        let known = state.is_pending.then(|| self.texts.text(state.text));
        let levels = &self.exits.declared.levels;
        let is_label =
            |name: &Vec<u8>| known.as_ref().is_some_and(|known| !known.is_empty() && name.starts_with(known));
        let lacks_labels = scope.frame.phase != Phase::Begun
            && lacking_labels(scope, levels).iter().any(|name| !is_label(name));
        let known = known.filter(|_| declares(scope) != Some(false));
        lacks_labels || lacks_members(scope, levels, known)
    }

    /// Returns the names of members that must be declared before a class ends, where one may be declared.
    pub(crate) fn owed_members(&self, state: &State) -> Vec<Vec<u8>> {
        if self.grammar.layout.declared.is_none() || state.is_pending || state.place.declared == BLIND {
            return Vec::new();
        }
        let scope = self.texts.declared.get(state.place.declared);
        if scope.frame.kind != FrameKind::Class || declares(scope) != Some(true) {
            return Vec::new();
        }
        let mut owed = scope.frame.unmet();
        owed.extend(self.exits.declared.levels.all_needs());
        owed.retain(|name| scope.frame.names.get(name).is_none() && scope.frame.later.get(name).is_none());
        owed.into_iter().map(<[u8]>::to_vec).collect()
    }

    /// Returns the terminals that the pending lexeme cannot become, if it can be no label that one of them must be.
    fn refused_label(&self, state: &State) -> TermSet {
        let Some(wanted) = self.texts.declared.get(state.place.declared).wanted_labels() else {
            return TermSet::default();
        };
        let begun = self.texts.text(state.text);
        let is_other = !wanted.iter().any(|name| name.starts_with(&begun));
        self.grammar
            .layout
            .declared
            .as_ref()
            .filter(|_| is_other)
            .map_or_else(TermSet::default, |rules| rules.names)
    }

    /// Returns whether only a label can follow, and no statement around has any.
    pub(crate) fn lacks_label(&mut self, state: &State) -> bool {
        if !self.wanted_labels(state.place.declared).is_some_and(|wanted| wanted.is_empty()) {
            return false;
        }
        let names = self.grammar.layout.declared.as_ref().map_or_else(TermSet::default, |rules| rules.names);
        self.takes(state.chart).minus(&names).is_empty()
    }

    /// Returns the labels of which one must follow, if a name does at a scope; none if any name may.
    pub(crate) fn wanted_labels(&self, declared: ScopeId) -> Option<Vec<&[u8]>> {
        if declared == BLIND { None } else { self.texts.declared.get(declared).wanted_labels() }
    }

    /// Returns the rests of labels, if one is pending.
    pub(crate) fn rests_of_labels(&self, state: &State) -> Vec<Vec<u8>> {
        let wanted = self.wanted_labels(state.place.declared).filter(|_| state.is_pending);
        let begun = self.texts.text(state.text);
        let rests = wanted.unwrap_or_default().into_iter().filter_map(|name| name.strip_prefix(&*begun));
        rests.filter(|rest| !rest.is_empty() && !begun.is_empty()).map(<[u8]>::to_vec).collect()
    }

    /// Returns the rests of names of members, if one is pending that is used.
    pub(crate) fn rests_of_members(&self, state: &State) -> Vec<Vec<u8>> {
        if !state.is_pending || state.place.declared == BLIND || !self.may_be_member(state.lexer) {
            return Vec::new();
        }
        let (begun, scope) = (self.texts.text(state.text), self.texts.declared.get(state.place.declared));
        let known = if declares(scope) == Some(false) { scope.members() } else { Vec::new() };
        let rests = known.into_iter().filter_map(|name| name.strip_prefix(&*begun));
        rests.filter(|rest| !rest.is_empty()).map(<[u8]>::to_vec).collect()
    }

    /// Returns what is declared after the pending lexeme, up to its last whole end.
    pub(crate) fn declared_after(&mut self, state: &State) -> Result<ScopeId, Violation> {
        let role = self.grammar.layout.declared.as_ref().and_then(|rules| rules.role_of(state.last));
        let Some(role) = role else { return Ok(state.place.declared) };
        let is_read = role.is_name() || role == Role::Private;
        let text = if is_read { self.whole_text(state) } else { Vec::new() };
        self.texts.declared.after_label(state.place.declared, role, &text)
    }

    /// Returns what is declared after the pending lexeme, if it may be something else than before it: behind a name in an
    /// expression, nothing is.
    pub(crate) fn changed_after(&mut self, state: &State) -> Option<ScopeId> {
        if !state.is_pending || state.last == NO_SET {
            return None;
        }
        let role = self.grammar.layout.declared.as_ref().and_then(|rules| rules.role_of(state.last))?;
        let scope = state.place.declared;
        let is_plain = role.is_name() && scope != BLIND && self.texts.declared.get(scope).frame.is_plain();
        if is_plain { None } else { self.declared_after(state).ok() }
    }

    /// Returns the terminals behind a name that would declare it again.
    pub(crate) fn refused_after_held(&self, declared: ScopeId) -> TermSet {
        let rules = self.grammar.layout.declared.as_ref().filter(|_| declared != BLIND);
        let Some(rules) = rules else { return TermSet::default() };
        let scope = self.texts.declared.get(declared);
        if scope.holds_clash() {
            rules.of(&[Role::Comma, Role::Assign, Role::CloseBlock, Role::From])
        } else if scope.repeats_label() {
            rules.of(&[Role::Colon])
        } else if scope.wanted_labels().is_some_and(|wanted| wanted.is_empty()) {
            rules.names
        } else if scope.frame.repeats_constructor() {
            rules.of(&[Role::Open])
        } else if let Some(follower) = scope.frame.refused_follower() {
            rules.of(&[follower])
        } else {
            match [scope.frame.refused_by_repeats(), scope.frame.refused_defaults()] {
                [[], []] => TermSet::default(),
                refused => rules.of(&refused.concat()),
            }
        }
    }

    /// Returns what is declared after a lexeme of the right context, in which it also stands among what is known beforehand.
    fn declared_in_tail(&mut self, before: ScopeId, role: Role, word: &[u8]) -> Option<ScopeId> {
        let scopes = &mut self.texts.declared;
        scopes.after_label(before, role, word).ok().or_else(|| {
            let scope = scopes.get(before).unsealed();
            let before = scopes.number(&scope);
            scopes.after_label(before, role, word).ok()
        })
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
                    let Ok(after) = self.texts.declared.after_label(declared, role, &text) else {
                        return false;
                    };
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
                let Some(after) = self.declared_in_tail(declared, *role, word) else { return false };
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
