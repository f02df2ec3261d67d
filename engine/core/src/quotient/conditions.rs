//! Errors that no grammar finds, in the middle and across the cursor.
//!
//! The left context and the middle carry a stack of
//! [`ConditionStacks`](crate::layout::scopes::ConditionStacks). Where the middle ends, the stack is followed
//! into the right context until nothing is open that was open before the cursor. The text after that is
//! checked by [`crate::context::right::conditions`].
//!
//! Where names stand twice, those that are open where the middle ends are compared with those that the right context closes
//! (see [`crate::context::right::tags`]).

use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::base::sets::TermSet;
use crate::context::right::tags::rests::Needed;
use crate::grammar::Grammar;
use crate::layout::arguments::name_at;
use crate::layout::counts::Told;
use crate::layout::keys;
use crate::layout::place::ROOT;
use crate::layout::place::{ConditionStack, NO_SCOPE};
use crate::layout::roles::{Check, Role};
use crate::layout::scopes::is_lasting;
use crate::layout::tags::stacks::OpenTags;
use crate::layout::violation::Violation;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};
use crate::quotient::{Quotient, State};

/// Spacing in bytes of the offsets in the right context at which results are kept.
const SPACING: usize = 4;

/// Number of names that are tried where a name is declared.
const MAX_NAMES: usize = 12;

/// Number of ways in which the right context may close names of which the nearest one is found.
const MAX_NEEDED: usize = 16;

/// Names of which one may follow, and what of it is pending.
type TagsBegun<'a> = (Vec<&'a [u8]>, Box<[u8]>);

impl Quotient {
    /// Returns whether the text of the pending lexeme matters: it may be a name, or a keyword to compare.
    #[inline]
    pub(crate) fn needs_text(&self, state: &State) -> bool {
        self.filters_names()
            || self.compares_text(state)
            || self.declares_text(state)
            || self.may_hold_word(state)
    }

    /// Returns whether the pending lexeme may hold the word with which a text ends.
    #[inline]
    pub(crate) fn may_hold_word(&self, state: &State) -> bool {
        let rules = &self.grammar.layout.modes;
        rules.has_words() && self.grammar.lexer.reachable(state.lexer).intersects(&rules.counting)
    }

    /// Returns what must follow before the text that is open can end with its word; none where nothing must, or no word
    /// is known. Nothing is pending in the state.
    pub(crate) fn end_of_text(&self, state: &State) -> Option<Vec<u8>> {
        let modes = state.place.modes;
        let count = self.modes.count(modes).filter(|count| count.pending.is_none())?;
        let (rules, mode) = (&self.grammar.layout.modes, self.modes.declared(modes));
        let [content, ..] = rules.counted_in(mode)?.modes;
        let begin = (mode == content).then_some(rules.counted_in(mode)?.begin);
        let end: Vec<u8> =
            begin.into_iter().chain(count.whole.word()?.rest(count.left).iter().copied()).collect();
        (!end.is_empty()).then_some(end)
    }

    /// Returns the bytes of the pending lexeme, if they are kept.
    pub(crate) fn pending_text(&self, state: &State) -> Vec<u8> {
        self.texts.text(state.text)
    }

    /// Returns what is counted of the pending lexeme, if it is one of a set and goes on with `more`.
    pub(crate) fn told(&self, state: &State, set: TermSetId, more: &[u8]) -> Told {
        let (rules, action) = (&self.grammar.layout.modes, self.grammar.layout.action_of(set));
        if rules.counted.is_empty() {
            return Told::NOTHING;
        }
        let own = state.end() - state.begin();
        let word = rules.has_words().then(|| {
            let mut text = self.texts.text(state.text);
            text.truncate(own as usize);
            rules.word(action, &[&text, more].concat())
        });
        let length = own + more.len() as u32;
        Told { length, first_byte: state.first_byte(), word: word.flatten() }
    }

    /// Returns whether the text of the pending lexeme, or of the next one, may be a keyword to compare.
    #[inline]
    pub(crate) fn compares_text(&self, state: &State) -> bool {
        let scopes = state.place.scopes;
        if self.grammar.layout.conditions.check == Check::Keys {
            return self.texts.scopes.keys(scopes).needs_text();
        }
        if let Some(terms) = &self.grammar.layout.conditions.tags {
            return self.grammar.lexer.reachable(state.lexer).intersects(&terms.names);
        }
        scopes != NO_SCOPE && self.texts.scopes.needs_text(scopes)
    }

    /// Returns the stack of scopes after the pending lexeme, up to its last whole end.
    pub(crate) fn scopes_after(&mut self, state: &State) -> Result<ConditionStack, Violation> {
        let Some(role) = self.grammar.layout.conditions.role_of(state.last) else {
            return Ok(state.place.scopes);
        };
        let mut text = self.texts.text(state.text);
        text.truncate(text.len().saturating_sub(state.tail_length()));
        let scopes = self.texts.scopes.after(state.place.scopes, role, &text)?;
        let makes_key = matches!(role, Role::Key(role) if role.makes_key());
        if makes_key && self.keys_clash(scopes) { Err(Violation::RepeatedKey) } else { Ok(scopes) }
    }

    /// Returns whether the pending lexeme is an error if it ends here, such as a keyword that its call
    /// already has.
    pub(crate) fn fails_if_it_ends(&mut self, state: &State) -> bool {
        let size = self.texts.size();
        let fails = self.scopes_after(state).is_err() || self.declared_after(state).is_err();
        self.texts.truncate(size);
        fails
    }

    /// Returns whether the pending lexeme, which can only end as it is, repeats a key.
    pub(crate) fn repeats_key(&mut self, state: &State) -> bool {
        if self.grammar.layout.conditions.check != Check::Keys || state.last == NO_SET || state.has_tail() {
            return false;
        }
        let Some(Role::Key(role)) = self.grammar.layout.conditions.role_of(state.last) else { return false };
        role.is_delimited()
            && (0..=u8::MAX).all(|byte| self.grammar.lexer.step(state.lexer, byte) == DEAD)
            && self.fails_if_it_ends(state)
    }

    /// Returns the terminals that would complete a key which is there already, or in the sections of the right context.
    pub(crate) fn refused_after_key(&self, scopes: ConditionStack) -> TermSet {
        let Some(terms) = &self.grammar.layout.conditions.keys else { return TermSet::default() };
        let (keys, later) = (self.texts.scopes.keys(scopes), self.exits.later.as_ref());
        let is_refused = |&&role: &&keys::Role| match keys.after(role, &[]) {
            Err(_) => true,
            Ok(next) => next.zip(later).is_some_and(|(next, later)| later.clashes(next.of_file())),
        };
        let ends = keys.ends().iter().filter(is_refused);
        let refused = ends.fold(TermSet::default(), |all, &role| all.or(&terms.of(role)));
        let passes =
            keys.ends().is_empty() || !later.is_some_and(|later| later.clashes(keys.passed().of_file()));
        if passes { refused } else { refused.or(&terms.of(keys::Role::Dot)) }
    }

    /// Returns whether no middle fits, since the left context and the sections of the right one repeat a key.
    pub(crate) fn keys_clash(&self, scopes: ConditionStack) -> bool {
        let (later, keys) = (self.exits.later.as_ref(), self.texts.scopes.keys(scopes));
        later.is_some_and(|later| {
            later.clashes(keys.of_file()) || (keys.is_passed() && later.clashes(keys.passed().of_file()))
        })
    }

    /// Returns whether the scopes that are open where a middle ends have no error. `ending` is the number of
    /// the ending of the pending lexeme, if one is pending.
    pub(crate) fn scopes_go_on(&mut self, state: &State, ending: Option<usize>) -> bool {
        if self.grammar.layout.conditions.check == Check::Nothing {
            return true;
        }
        let size = self.texts.size();
        if self.grammar.layout.conditions.check == Check::Tags {
            let goes_on = self.tags_go_on(state, ending);
            self.texts.truncate(size);
            return goes_on;
        }
        let read = self.read_scopes(state, ending);
        self.texts.truncate(size);
        read.is_ok()
    }

    fn read_scopes(&mut self, state: &State, ending: Option<usize>) -> Result<(), Violation> {
        let (grammar, exits) = (Arc::clone(&self.grammar), Arc::clone(&self.exits));
        let right = exits.start.as_slice();
        let (mut scopes, mut modes, mut at) = (state.place.scopes, state.place.modes, 0);
        let mut text = self.texts.text(state.text);
        let mut found = ending.map(|number| (exits.get(number).set, exits.get(number).offset));
        let mut passed = Vec::new();
        loop {
            if found.is_none() && at % SPACING == 0 && is_lasting(scopes) {
                if self.texts.sound.contains(&(at, scopes)) {
                    break;
                }
                passed.push((at, scopes));
            }
            let next = || lexeme_at(&grammar, right, at, self.modes.start(modes));
            let Some((set, end)) = found.take().or_else(next) else { break };
            text.extend(&right[at..end]);
            if let Some(role) = grammar.layout.conditions.role_of(set) {
                scopes = self.texts.scopes.after(scopes, role, &text)?;
                let action = grammar.layout.action_of(set);
                let told = grammar.told(set, &text);
                let after = self.modes.after(&grammar.layout.modes, modes, action, (0, &told));
                let Some(&after) = after.first() else { return Ok(()) };
                modes = after;
            } else if modes == ROOT && grammar.ends_line(set) {
                return Ok(());
            }
            if scopes == NO_SCOPE && !grammar.layout.conditions.check.goes_on_anywhere() {
                return Ok(());
            }
            text.clear();
            at = end;
        }
        self.texts.sound.extend(passed);
        Ok(())
    }
}

impl Quotient {
    /// Returns names before parentheses in the right context, which a member that the middle declares may
    /// need to have. At most `MAX_NAMES` names are found. If the right context begins with the end of a
    /// name, the missing beginning of that name is returned, too.
    pub(crate) fn names_called(&self) -> Vec<Vec<u8>> {
        let begun = name_at(&self.exits.start);
        let mut names = self.names_before_brackets();
        let halves = names.iter().filter_map(|name| name.strip_suffix(begun)).map(<[u8]>::to_vec);
        let mut halves: Vec<Vec<u8>> = if begun.is_empty() { Vec::new() } else { halves.collect() };
        halves.append(&mut names);
        halves
    }

    fn names_before_brackets(&self) -> Vec<Vec<u8>> {
        let (mut at, mut last) = (0, Vec::new());
        let mut found: Vec<Vec<u8>> = Vec::new();
        while let Some((set, end)) =
            lexeme_at(&self.grammar, &self.exits.start, at, self.grammar.lexer.start(0))
        {
            match self.grammar.layout.conditions.role_of(set) {
                Some(role) if role.is_member_name() => last = self.exits.start[at..end].to_vec(),
                Some(role) if role.begins_member() && !last.is_empty() && !found.contains(&last) => {
                    found.push(std::mem::take(&mut last));
                }
                Some(_) => last.clear(),
                None => {}
            }
            if found.len() == MAX_NAMES {
                break;
            }
            at = end;
        }
        found
    }
}

impl Quotient {
    /// Returns the names of which one must follow, if the end of something open has begun, and what of it is pending.
    pub(crate) fn wanted_tags(&self, state: &State) -> Option<TagsBegun<'_>> {
        let begun = self.begun_tag(state)?;
        let mut wanted = self.texts.scopes.tags.open(state.place.scopes).wanted()?;
        if wanted.len() > 1 {
            wanted.retain(|name| self.may_close(state, name));
        }
        Some((wanted, begun))
    }

    /// Returns the names of which one may follow that the right context closes, and what of it is pending.
    pub(crate) fn closed_tags(&self, state: &State) -> Option<TagsBegun<'_>> {
        let begun = self.begun_tag(state)?;
        let terms = self.grammar.layout.conditions.tags.as_ref()?;
        if !self.grammar.lexer.reachable(state.lexer).intersects(&terms.names) {
            return None;
        }
        let closed = self.exits.needed.iter().flatten().flat_map(|needed| &needed.closed).flatten();
        let mut names: Vec<&[u8]> = Vec::new();
        for name in closed {
            if names.len() < MAX_NAMES && !names.contains(&&**name) {
                names.push(name);
            }
        }
        Some((names, begun))
    }

    /// Returns the pending part of a name that stands twice; it is empty if no name is pending.
    fn begun_tag(&self, state: &State) -> Option<Box<[u8]>> {
        let terms = self.grammar.layout.conditions.tags.as_ref()?;
        let possible = self.grammar.lexer.reachable(state.lexer);
        let is_name = state.is_pending
            && possible.intersects(&terms.names)
            && !possible.intersects(&self.grammar.ignored);
        let begun = if is_name { self.texts.text(state.text) } else { Vec::new() };
        Some(terms.kind(possible).compared(&begun))
    }

    /// Returns whether the parser takes a name that closes, or may find it in the right context.
    fn may_close(&self, state: &State, name: &[u8]) -> bool {
        let start = self.modes.start(state.place.modes);
        let set = lexeme_at(&self.grammar, name, 0, start).map(|(set, _)| self.grammar.lexer.set(set));
        set.is_some_and(|set| set.intersects(self.takes(state.chart)))
            || self.exits_after(state.chart).iter().any(|&exits| exits != 0)
    }

    /// Returns whether a pending name can become none of those that are open.
    pub(crate) fn begins_other_tag(&self, state: &State) -> bool {
        self.wanted_tags(state)
            .is_some_and(|(wanted, begun)| !wanted.iter().any(|name| name.starts_with(&begun)))
    }

    /// Returns whether the names that are open where a middle ends are those that the right context closes. `ending` is
    /// the number of the ending of the pending lexeme, if one is pending.
    fn tags_go_on(&mut self, state: &State, ending: Option<usize>) -> bool {
        let exits = Arc::clone(&self.exits);
        let Some(ending) = ending else {
            return exits.gap_exit.is_some_and(|exit| self.leads_on(state.place.scopes, exit));
        };
        let mut scopes = state.place.scopes;
        let found = exits.get(ending);
        if let Some(role) = self.grammar.layout.conditions.role_of(found.set) {
            let text = [&self.texts.text(state.text), &exits.start[..found.offset]].concat();
            let Ok(after) = self.texts.scopes.after(scopes, role, &text) else { return false };
            scopes = after;
        }
        let (taken, of_ending) = (self.exits_after(state.chart), exits.of(ending));
        let is_taken = |exit: usize| taken[exit / 64] >> (exit % 64) & 1 == 1;
        of_ending.iter().any(|&exit| is_taken(exit) && self.leads_on(scopes, exit))
    }

    /// Returns how far the names that are open are from those that the right context closes, at the least.
    pub(crate) fn tags_apart(&mut self, state: &State) -> TagsApart {
        if self.grammar.layout.conditions.tags.is_none() {
            return TagsApart::default();
        }
        let mut ended = state.clone();
        let ends = state.is_pending && self.end_lexeme(&mut ended, None);
        let scopes = if ends { ended.place.scopes } else { state.place.scopes };
        let mut open = self.texts.scopes.tags.open(scopes);
        let mut names = Vec::new();
        while let Some((name, around)) = open.top() {
            names.push((name, open.may_be_left()));
            open = around;
        }
        count_steps(names.len());
        let needed = self.exits.needed.iter().flatten().filter(|needed| needed.is_all).take(MAX_NEEDED);
        needed.map(|needed| tags_apart(needed, &names)).min_by_key(|apart| apart.count()).unwrap_or_default()
    }

    fn leads_on(&self, scopes: ConditionStack, exit: usize) -> bool {
        let needed = &self.exits.needed[self.exits.list[exit].needed as usize];
        needed.iter().any(|needed| are_closed(needed, self.texts.scopes.tags.open(scopes)))
    }
}

/// The number of names that must close, and of those that must open, before the right context can close all that is open.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct TagsApart {
    pub to_close: u32,
    pub to_open: u32,
}

impl TagsApart {
    pub(crate) fn count(self) -> u32 {
        self.to_close + self.to_open
    }
}

/// Returns how far the names that are open, innermost first and each with whether it may be left open, are from those that
/// the right context closes.
fn tags_apart(needed: &Needed, open: &[(&[u8], bool)]) -> TagsApart {
    let mut inner = open;
    let mut closed = needed.closed.as_slice();
    while let (Some((&(name, may_be_left), within)), Some((wanted, before))) =
        (inner.split_last(), closed.split_last())
    {
        let is_same = wanted.as_ref().is_none_or(|wanted| **wanted == *name);
        if !is_same && !may_be_left {
            break;
        }
        inner = within;
        if is_same {
            closed = before;
        }
    }
    let to_close = inner.iter().filter(|(_, may_be_left)| !may_be_left).count();
    TagsApart { to_close: to_close as u32, to_open: closed.len() as u32 }
}

/// Returns whether the right context closes the names that are open.
fn are_closed(needed: &Needed, mut open: OpenTags<'_>) -> bool {
    let mut closed = needed.closed.iter();
    match (open.wanted(), &needed.first) {
        (Some(_), Some(first)) => {
            let Some(around) = open.around(first) else { return false };
            open = around;
        }
        (Some(_), None) => return false,
        (None, Some(first)) => match closed.clone().next() {
            Some(name) if name.as_ref().is_none_or(|name| name == first) => {
                closed.next();
            }
            _ if needed.is_first_optional => {}
            Some(_) => return false,
            None => return !needed.is_all,
        },
        (None, None) => {}
    }
    for name in closed {
        let around = match name {
            Some(name) => open.around(name),
            None => open.top().map(|(_, around)| around),
        };
        let Some(around) = around else { return false };
        open = around;
    }
    !needed.is_all || open.may_all_be_left()
}

fn lexeme_at(grammar: &Grammar, bytes: &[u8], at: usize, start: LexState) -> Option<(TermSetId, usize)> {
    let found = grammar.lexer.longest(start, &bytes[at..]);
    (found.set != NO_SET).then_some((found.set, at + found.end))
}
