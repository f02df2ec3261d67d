//! The names that a middle reads, and those that it may read.
//!
//! A name has a terminal of its own where it is read. If it is not known, its lexeme has the other terminals only, so
//! the charts hold exactly those readings of the middle in which the name is bound, or is the name of an attribute or
//! of an argument.

use std::sync::Arc;

use crate::base::byte_sets::is_word;
use crate::base::sets::TermSet;
use crate::charts::earley::ChartId;
use crate::grammar::name_rules::Unsettled;
use crate::language::Language;
use crate::layout::columns::Column;
use crate::layout::mode_rules::ModeAction;
use crate::layout::place::{LayoutState, ROOT};
use crate::lexer::NO_SET;
use crate::lexer::ids::TermSetId;
use crate::names::cursor::{NameFilter, Readable};
use crate::names::environment::Names;
use crate::names::trail::{Effect, TrailId};
use crate::quotient::state::{Admitted, Assumed, Binding, NamesRead};
use crate::quotient::{Quotient, State};

impl Quotient {
    /// Returns whether the names matter that a middle reads.
    #[inline]
    pub fn filters_names(&self) -> bool {
        self.names.is_some()
    }

    /// Sets the names that an import can bind, if names matter.
    pub fn set_importable(&mut self, names: &[Vec<u8>]) {
        if let Some(filter) = &mut self.names {
            filter.set_importable(names);
        }
    }

    /// Makes names known, if names matter. Nothing may have been read yet.
    pub fn know(&mut self, more: &[Vec<u8>]) {
        if let Some(names) = self.names.as_mut().filter(|_| !more.is_empty()) {
            names.know(more);
        }
    }

    /// Returns the unknown names that the middle was allowed to read, the pending one included.
    pub fn admitted_names(&mut self, state: &State) -> Vec<Vec<u8>> {
        let grammar = Arc::clone(&self.grammar);
        let text = if state.is_pending { self.whole_text(state) } else { Vec::new() };
        let is_pending = state.is_pending && state.last != NO_SET && self.admits_now(state, &grammar, &text);
        let Some(names) = &mut self.names else { return Vec::new() };
        let trail =
            names.follow(state.names.trail, &text, Effect { admits: is_pending, ..Effect::default() });
        names.admitted(&grammar, trail)
    }

    /// Returns the column of the line that begins at a state, or none if content stands in the line already.
    pub(super) fn line_column(state: &State) -> Option<Column> {
        (state.place.at_line_start && state.place.modes == ROOT).then_some(state.place.column)
    }

    /// Returns the text of the pending lexeme up to its last whole end.
    pub(super) fn whole_text(&self, state: &State) -> Vec<u8> {
        let mut text = self.texts.text(state.text);
        text.truncate(text.len().saturating_sub(state.tail_length()));
        text
    }

    /// Returns whether the pending lexeme ends at the cursor: it is what the user has typed.
    fn is_typed_name(&self, state: &State) -> bool {
        state.end() == self.cursor && state.begin() < self.cursor
    }

    /// Returns whether the user has typed an unknown name that can only be read here if it ends at the cursor, and with
    /// which known names begin.
    pub fn has_typed_unknown_name(&mut self, state: &State) -> bool {
        let grammar = Arc::clone(&self.grammar);
        let is_typed = state.is_pending && state.last != NO_SET && self.is_typed_name(state);
        if !is_typed || self.binding(state) != Binding::No {
            return false;
        }
        let Some(rules) = grammar.name_rules.as_ref() else { return false };
        let Some(chart) = self.content_chart(state) else { return false };
        if !grammar.lexer.set(state.last).and(self.takes(chart)).intersects(&rules.read) {
            return false;
        }
        let text = self.whole_text(state);
        self.names.is_some()
            && !self.may_read_word(state, &text, true)
            && self.may_read_word(state, &text, false)
    }

    /// Returns the terminals of the pending lexeme, which depend on whether it is a known name.
    pub(super) fn set_by_name(&mut self, state: &State) -> TermSetId {
        let grammar = Arc::clone(&self.grammar);
        let Some(rules) = &grammar.name_rules else { return state.last };
        let is_read = grammar.lexer.set(state.last).intersects(&rules.read);
        if self.names.is_none() || !is_read || self.reads_known_name(state) {
            return state.last;
        }
        rules.unknown(state.last, self.unsettled(state.chart, state.place, state.names))
    }

    /// Returns whether a position is in an expression, and not where a statement begins.
    fn is_in_expression(&self, chart: ChartId, place: LayoutState) -> bool {
        let begins_line = place.at_line_start && place.modes == ROOT;
        let rules = self.grammar.name_rules.as_ref().filter(|_| !begins_line);
        rules.is_some_and(|rules| self.takes(chart).intersects(&rules.lambda))
    }

    /// Returns what an unknown name may be at a position.
    pub(crate) fn unsettled(&self, chart: ChartId, place: LayoutState, names: NamesRead) -> Unsettled {
        match names.owe_nothing {
            true if self.is_in_expression(chart, place) => Unsettled::NotHoped,
            true => Unsettled::NotOwed,
            false => Unsettled::Allowed,
        }
    }

    /// Returns the terminals that a lexeme can become at a position if it is no known name.
    pub(crate) fn without_unknown(
        &self,
        possible: TermSet,
        chart: ChartId,
        place: LayoutState,
        names: NamesRead,
    ) -> TermSet {
        let rules = self.grammar.name_rules.as_ref().filter(|rules| possible.intersects(&rules.read));
        let Some(rules) = rules else { return possible };
        let rest = possible.minus(&rules.read);
        match self.unsettled(chart, place, names) {
            Unsettled::Allowed => rest.or(&rules.owed),
            Unsettled::NotOwed => rest,
            Unsettled::NotHoped => rest.minus(&rules.bind),
        }
    }

    /// Returns whether the pending lexeme, as it is, may be read as a name.
    pub(crate) fn reads_known_name(&mut self, state: &State) -> bool {
        if let Some(assumed) = state.names.assumed {
            return assumed == Assumed::Known;
        }
        if state.names.admitted.is_any() || self.is_typed_name(state) {
            return true;
        }
        let text = self.whole_text(state);
        self.may_read_word(state, &text, true)
    }

    /// Returns whether the pending lexeme may be read as a name if some bytes of the right context end it.
    pub(super) fn reads_joined_name(&mut self, state: &State, offset: usize) -> bool {
        let is_settled = state.names.assumed.is_some() || state.names.admitted.is_any();
        if offset == 0 || is_settled || self.is_typed_name(state) {
            return self.reads_known_name(state);
        }
        let mut text = self.texts.text(state.text);
        text.extend(&self.exits.start[..offset]);
        !text.iter().all(|&byte| is_word(byte)) || self.may_read_word(state, &text, true)
    }

    /// Returns whether all names may be read at a state.
    pub(crate) fn knows_all(&self, state: &State) -> bool {
        state.names.admitted == Admitted::All || self.names.as_ref().is_none_or(NameFilter::is_open)
    }

    /// Calls `f` with the names that may be read and begin with a text.
    pub(crate) fn each_name(&mut self, state: &State, begun: &[u8], mut f: impl FnMut(&[u8])) {
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return };
        names.each_beginning(&grammar, state.names.trail, Self::line_column(state), begun, |name| {
            f(name);
            true
        });
        if state.names.admitted.is_import() {
            names.each_importable(begun).for_each(f);
        }
    }

    /// Returns the names that may be read at a state, but for builtin ones; none if names do not matter.
    pub(crate) fn readable(&mut self, state: &State) -> Option<Readable> {
        let grammar = Arc::clone(&self.grammar);
        let names = self.names.as_mut()?;
        let readable = names.readable(&grammar, state.names.trail, Self::line_column(state));
        Some(with_imports(readable, state, names))
    }

    /// Returns names among which are all that may be read at a state or after any lexemes without a name, but for builtin
    /// ones; none if names do not matter.
    pub(crate) fn readable_later(&mut self, state: &State) -> Option<Readable> {
        let grammar = Arc::clone(&self.grammar);
        let pending = if state.is_pending { self.texts.text(state.text) } else { Vec::new() };
        let names = self.names.as_mut()?;
        let readable = names.readable_later(&grammar, state.names.trail, Self::line_column(state), &pending);
        Some(with_imports(readable, state, names))
    }

    /// Returns the names of a set in order.
    pub(crate) fn texts_of(&self, set: &Names) -> Vec<Arc<[u8]>> {
        self.names.as_ref().map_or_else(Vec::new, |names| names.texts_of(set))
    }

    /// Returns whether a name that begins at a state, or one that begins with it unless it `is_whole`, may be read.
    pub(crate) fn may_read_word(&mut self, state: &State, word: &[u8], is_whole: bool) -> bool {
        let (grammar, column) = (Arc::clone(&self.grammar), Self::line_column(state));
        let may_import = state.names.admitted.is_import();
        let Some(names) = &mut self.names else { return true };
        if is_whole {
            names.knows(&grammar, state.names.trail, column, word)
                || (may_import && names.is_importable(word))
        } else {
            names.knows_beginning(&grammar, state.names.trail, column, word)
                || (may_import && names.begins_importable(word))
        }
    }

    /// Returns whether the pending lexeme can become a name that may be read.
    pub(crate) fn may_read(&mut self, state: &State) -> bool {
        if let Some(assumed) = state.names.assumed {
            return assumed == Assumed::Known;
        }
        if self.names.is_none() || state.names.admitted.is_any() || self.is_typed_name(state) {
            return true;
        }
        let text = self.texts.text(state.text);
        self.may_read_word(state, &text, false)
    }

    /// Returns whether a name that is read or bound can follow a chart.
    pub(crate) fn takes_name(&self, chart: ChartId) -> bool {
        self.grammar.name_rules.as_ref().is_some_and(|rules| rules.is_name(self.takes(chart)))
    }

    /// Returns the names that the right context reads and that only a middle can bind, each with its byte offset there
    /// and whether it is read in the scope of the cursor.
    pub fn missing_names(&mut self) -> Vec<(Vec<u8>, usize, bool)> {
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return Vec::new() };
        let found = names.missing(&grammar);
        found.iter().map(|one| (names.text(one), one.at, one.is_near)).collect()
    }

    /// Returns the numbers of the missing names that are still missing if the middle ends at a state.
    pub fn still_missing(&mut self, state: &State) -> Vec<usize> {
        let text = if state.is_pending { self.whole_text(state) } else { Vec::new() };
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return Vec::new() };
        let trail = names.follow(state.names.trail, &text, Effect::default());
        names.still_missing(&grammar, trail)
    }

    /// Returns what the pending lexeme, as it is, is as a name.
    pub fn binding(&mut self, state: &State) -> Binding {
        let grammar = Arc::clone(&self.grammar);
        let Some(rules) = grammar.name_rules.as_ref().filter(|_| state.is_pending && state.last != NO_SET)
        else {
            return Binding::No;
        };
        let Some(chart) = self.content_chart(state) else { return Binding::No };
        let takes = *self.takes(chart);
        let terms = grammar.lexer.set(state.last).and(&takes);
        let (is_parameter, is_bound) = (terms.intersects(&rules.parameter), terms.intersects(&rules.bind));
        if !is_parameter && !is_bound {
            return Binding::No;
        }
        let text = self.whole_text(state);
        let names = self.names.as_mut();
        let header = names.and_then(|names| names.use_in_body(&grammar, state.names.trail, &text));
        if let Some(is_missing) = header.filter(|_| is_parameter) {
            return if is_missing { Binding::Parameter } else { Binding::No };
        }
        if !is_bound {
            return Binding::No;
        }
        if !takes.intersects(&rules.lambda) {
            // What a function's own body reads is seldom that function.
            return if header == Some(true) { Binding::Perhaps } else { Binding::Only };
        }
        let begins_line = state.place.at_line_start && state.place.modes == ROOT;
        if begins_line { Binding::Perhaps } else { Binding::No }
    }

    /// Returns the names that what follows a state must bind.
    pub(super) fn owed_names(&mut self, state: &State) -> Vec<Arc<[u8]>> {
        let grammar = Arc::clone(&self.grammar);
        let names = self.names.as_mut().filter(|_| state.names.are_owed);
        names.map_or_else(Vec::new, |names| names.owed(&grammar, state.names.trail))
    }

    /// Returns the names that what follows a state must bind, the one that it is hoped to bind, and the pending one if
    /// it is read because an import can bind it, or a longer one.
    pub fn unsettled_names(&mut self, state: &State) -> Vec<Arc<[u8]>> {
        let mut found = self.owed_names(state);
        found.extend(self.pending_import(state));
        let names = self.names.as_ref().filter(|_| state.names.hoped != TrailId::default());
        let hoped = names.and_then(|names| names.last(state.names.hoped));
        if let Some(name) = hoped.filter(|name| !found.contains(name)) {
            found.push(name);
        }
        found
    }

    fn pending_import(&mut self, state: &State) -> Option<Arc<[u8]>> {
        if state.names.admitted != Admitted::Importable || !state.is_pending {
            return None;
        }
        let text = self.whole_text(state);
        let names = self.names.as_ref()?;
        let is_word = !text.is_empty() && text.iter().all(|&byte| is_word(byte));
        let is_begun = is_word && names.begins_importable(&text);
        (is_begun && !self.reads_bound_name(state, &text)).then(|| text.into())
    }

    /// Returns whether the pending lexeme is a known name, whatever may be admitted.
    fn reads_bound_name(&mut self, state: &State, text: &[u8]) -> bool {
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return true };
        names.knows(&grammar, state.names.trail, Self::line_column(state), text)
    }

    /// Returns texts that bind the names which what follows a state must bind.
    pub(crate) fn payments(&mut self, state: &State) -> Vec<Vec<u8>> {
        let owed = self.owed_names(state);
        let Some((before, after)) = self.grammar.name_rules.as_ref().and_then(|rules| rules.payment.as_ref())
        else {
            return Vec::new();
        };
        if owed.is_empty() {
            return Vec::new();
        }
        let names = owed.iter().map(AsRef::as_ref).collect::<Vec<&[u8]>>().join(&b", "[..]);
        vec![[before.as_bytes(), &names, after.as_bytes()].concat(), [b", ", names.as_slice()].concat()]
    }

    /// Returns some names that may be read here, or their rests if a name is pending that begins them, and the names
    /// that are owed.
    pub(crate) fn names_to_read(&mut self, state: &State, most: usize) -> Vec<Vec<u8>> {
        let begun = self.texts.text(state.text);
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return Vec::new() };
        let mut found = Vec::new();
        if state.names.are_owed {
            let owed = names.owed(&grammar, state.names.trail);
            found.extend(
                owed.iter().filter_map(|name| name.strip_prefix(begun.as_slice())).map(<[u8]>::to_vec),
            );
        }
        names.each_beginning(&grammar, state.names.trail, Self::line_column(state), &begun, |name| {
            if name.len() > begun.len() && name.is_ascii() {
                found.push(name[begun.len()..].to_vec());
            }
            found.len() < most
        });
        found
    }

    /// Returns whether the pending lexeme is an unknown name that is read only because that was allowed, or because the
    /// user has typed it and an import can bind it.
    fn admits_now(&mut self, state: &State, grammar: &Language, text: &[u8]) -> bool {
        let may_admit = state.names.admitted != Admitted::None || self.is_typed_name(state);
        let Some(rules) = grammar.name_rules.as_ref().filter(|_| may_admit) else { return false };
        let Some(chart) = self.content_chart(state) else { return false };
        let may_read = grammar.lexer.set(state.last).and(self.takes(chart)).intersects(&rules.read);
        let Some(names) = self.names.as_mut().filter(|_| may_read) else { return false };
        !names.knows(grammar, state.names.trail, Self::line_column(state), text)
            && (state.names.admitted.is_any() || names.is_importable(text))
    }

    /// Follows the names of a middle over the pending lexeme, which ends with the terminals `set`. Returns false if it
    /// closes the last bracket whose targets might have bound a name.
    pub(super) fn follow_names(&mut self, state: &mut State, set: TermSetId) -> bool {
        if self.names.is_none() || state.names.assumed.is_some() {
            return true;
        }
        let text = self.whole_text(state);
        let grammar = Arc::clone(&self.grammar);
        let is_admitted = self.admits_now(state, &grammar, &text);
        if is_admitted && state.names.admitted.is_single() && !self.is_typed_name(state) {
            state.names.admitted = Admitted::None;
        }
        let effect = Effect { admits: is_admitted, ..self.effect(state) };
        let Some(names) = &mut self.names else { return true };
        state.names.trail = names.follow(state.names.trail, &text, effect);
        if let Some(rules) = &grammar.name_rules {
            let takes = self.takes(state.chart);
            let terms = grammar.lexer.set(set);
            state.names.are_owed |= set != state.last && takes.intersects(&rules.owed);
            let is_hoped = set != state.last && terms.and(takes).intersects(&rules.bind);
            if state.names.hoped == TrailId::default()
                && is_hoped
                && self.is_in_expression(state.chart, state.place)
            {
                state.names.hoped = state.names.trail;
            } else if terms.intersects(&rules.assign) || state.place.at_line_start {
                state.names.hoped = TrailId::default();
            }
        }
        let NamesRead { trail, are_owed, admitted, .. } = state.names;
        !(are_owed && admitted != Admitted::All && self.closes(set))
            || self.names.as_mut().is_none_or(|names| names.is_settled(&grammar, trail))
    }

    /// Returns whether the pending lexeme, if it ended here, would close the last bracket whose targets might have bound
    /// a name.
    pub(super) fn leaves_names_unpaid(&mut self, state: &State) -> bool {
        let NamesRead { are_owed, admitted, assumed, .. } = state.names;
        if !are_owed || admitted == Admitted::All || state.last == NO_SET || !self.closes(state.last) {
            return false;
        }
        if assumed.is_some() {
            return true;
        }
        let text = self.whole_text(state);
        let grammar = Arc::clone(&self.grammar);
        self.names.as_mut().is_some_and(|names| {
            let trail = names.follow(state.names.trail, &text, Effect::default());
            !names.is_settled(&grammar, trail)
        })
    }

    pub(crate) fn closes(&self, set: TermSetId) -> bool {
        let action = self.grammar.layout.action_of(set);
        matches!(action, ModeAction::Close | ModeAction::FieldEnd | ModeAction::End)
    }

    /// Returns whether all names that were read are bound if the middle ends at a state.
    pub(super) fn pays_names(&mut self, state: &State) -> bool {
        if !state.names.are_owed || state.names.admitted == Admitted::All {
            return true;
        }
        let text = if state.is_pending { self.whole_text(state) } else { Vec::new() };
        let grammar = Arc::clone(&self.grammar);
        let Some(names) = &mut self.names else { return true };
        let trail = names.follow(state.names.trail, &text, Effect::default());
        names.is_paid(&grammar, trail)
    }
}

/// Returns names that may be read at a state, with those that imports can bind, if these may be read.
fn with_imports(readable: Readable, state: &State, names: &NameFilter) -> Readable {
    let importable = state.names.admitted.is_import().then(|| Arc::clone(names.importable()));
    Readable { importable, ..readable }
}
