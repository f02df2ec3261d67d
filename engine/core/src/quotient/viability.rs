//! The two questions about a middle: whether it can be continued to one that fits, and whether it fits.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::base::sets::{TermSet, rows_intersect};
use crate::charts::earley::ChartId;
use crate::context::right::Entry;
use crate::grammar::feed;
use crate::grammar::lead::Lead;
use crate::layout::LogicalLines;
use crate::layout::columns::{Column, Columns, IndentStack, Turn, turn};
use crate::layout::counts::Change;
use crate::layout::counts::Counting;
use crate::layout::mode_rules::ModeAction;
use crate::layout::moves::LineEnds;
use crate::layout::place::LayoutState;
use crate::layout::place::{ModeStack, ROOT};
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, NO_SET};
use crate::quotient::exits::Exit;
use crate::quotient::state::ParserSpot;
use crate::quotient::{Quotient, State};

impl Quotient {
    /// Returns whether some text after the state makes the whole a program.
    ///
    /// The pending lexeme can become one that the chart takes, can end in the right context, or can end
    /// before its tail, whose own lexemes must then be viable.
    pub fn is_viable(&mut self, state: &State) -> bool {
        self.is_viable_in_lexeme(state)
            || (state.last != NO_SET && state.has_tail() && self.is_viable_backing_up(state))
    }

    /// Ends the pending lexeme at its last whole end, and lexes the bytes after it again.
    pub(crate) fn end_lexeme(&mut self, state: &mut State, byte: Option<u8>) -> bool {
        let rest: SmallVec<[u8; 16]> = state.tail.iter().copied().chain(byte).collect();
        state.at -= state.tail.len() as u32;
        state.last != NO_SET && self.feed(state) && self.lex(state, rest)
    }

    /// Lexes bytes after a lexeme that has just ended.
    fn lex(&mut self, state: &mut State, mut rest: SmallVec<[u8; 16]>) -> bool {
        loop {
            let mut end = 0;
            let mut stop = None;
            for (index, &byte) in rest.iter().enumerate() {
                let next = self.grammar.lexer.step(state.lexer, byte);
                if state.settle(self.grammar.lexer.accept_before(state.lexer, byte)) {
                    end = index;
                }
                if next == DEAD {
                    stop = Some(index);
                    break;
                }
                if !self.push(state, byte, next) {
                    return false;
                }
                if state.tail.is_empty() && state.last != NO_SET {
                    end = index + 1;
                }
            }
            let Some(stop) = stop else { return true };
            rest.drain(..end);
            state.at -= (stop - end) as u32;
            if state.last == NO_SET || !self.feed(state) {
                return false;
            }
        }
    }

    fn is_viable_backing_up(&mut self, state: &State) -> bool {
        let mut after = state.clone();
        self.end_lexeme(&mut after, None) && self.goes_on_apart(state.lexer, after)
    }

    /// Returns whether a state is viable in which a lexeme with a tail has ended before the tail; the lexeme would be in the
    /// state `swallowing` if it went on.
    fn goes_on_apart(&mut self, swallowing: LexState, mut state: State) -> bool {
        loop {
            if self.is_viable_in_lexeme(&state) {
                return state.has_tail() || self.grows_apart(swallowing, &state);
            }
            if state.last == NO_SET || !state.has_tail() || !self.end_lexeme(&mut state, None) {
                return false;
            }
        }
    }

    /// Returns the state after the last whole end of the pending lexeme, without the tail; none if the lexeme cannot stand.
    pub(crate) fn before_tail(&mut self, state: &State) -> Option<State> {
        let mut before = state.at_whole_end();
        self.feed(&mut before).then_some(before)
    }

    /// Returns whether a state is viable if the pending lexeme ends before the tail, where the state is `before`.
    pub(crate) fn is_viable_with_tail(&mut self, state: &State, before: &State) -> bool {
        let mut after = before.clone();
        self.lex(&mut after, state.tail().into()) && self.goes_on_apart(state.lexer, after)
    }

    /// Returns whether the lexeme that begins after an earlier end can become one that counts, while the
    /// longer lexeme that covers both does not become whole again.
    pub(crate) fn grows_apart(&mut self, swallowing: LexState, state: &State) -> bool {
        let Some(chart) = self.content_chart(state) else { return true };
        let ignored = &self.grammar.ignored;
        let lines = self.grammar.layout.lines.as_ref();
        let ignored = lines.map_or(*ignored, |lines| lines.ignored_inside(ignored));
        let wanted = self.takes_of_content(chart).or(&ignored);
        let (lexer, exits, after) = (&self.grammar.lexer, &self.exits, self.exits_after(chart));
        let pairs = &self.grammar.pairs;
        if pairs.can_match(lexer, (swallowing, state.lexer), &wanted) {
            return true;
        }
        let apart = pairs.get(lexer, swallowing, state.lexer);
        let can_end = |&own: &LexState| exits.reachable(lexer, own).intersects(after);
        let ends_right = |own: LexState| {
            exits.ending(own).is_some_and(|(number, _)| rows_intersect(after, exits.bits(number)))
        };
        apart.going.iter().any(can_end)
            || apart.together.iter().any(|&(first, own)| exits.ending(first).is_none() && ends_right(own))
    }

    pub(crate) fn is_viable_in_lexeme(&mut self, state: &State) -> bool {
        if !state.is_pending {
            return self.is_viable_between(state);
        }
        let is_wrong = self.leaves_names_unpaid(state) || self.ends_in_mistake(state);
        if is_wrong || self.repeats_key(state) || self.begins_other_tag(state) || !self.may_count(state) {
            return false;
        }
        let mut possible = *self.grammar.lexer.reachable(state.lexer);
        let refused = self.refused_at(state.place).or(&self.refused_member(state));
        let content = self.grammar.content.minus(&refused);
        let may_read = self.may_read(state);
        if !may_read {
            possible = self.without_unknown(possible, state.chart, state.place, state.names);
        }
        if possible.intersects(&content)
            && let Some(chart) = self.content_chart(state)
            && (possible.intersects(&self.takes(chart).and(&content))
                || (self.leads_to_exit(state.lexer, chart, may_read)
                    && (refused.is_empty() || self.leads_to_other_exit(state.lexer, chart, &refused))))
        {
            return true;
        }
        !self.lacks_label(state) && self.may_be_ignored(state.spot(), state.lexer, &possible)
    }

    /// Returns whether a lexeme that is pending after a position can become one that the parser ignores. `possible` are
    /// the terminals that it can become.
    pub(crate) fn may_be_ignored(&mut self, spot: ParserSpot, lexer: LexState, possible: &TermSet) -> bool {
        if !possible.intersects(&self.grammar.ignored) {
            return false;
        }
        let grammar = Arc::clone(&self.grammar);
        if let Some(lines) = &grammar.layout.lines {
            return self.is_viable_ignored(spot, lexer, lines, &possible.and(&grammar.ignored));
        }
        let ends = grammar.layout.line_ends.as_ref();
        ends.is_none_or(|ends| self.is_viable_within_line(spot, lexer, ends))
    }

    /// Returns whether a lexeme that is pending in a state of the lexer can become one that the parser ignores.
    pub(crate) fn may_be_gap(&self, lexer: LexState) -> bool {
        self.grammar.lexer.reachable(lexer).intersects(&self.grammar.ignored)
    }

    /// Returns whether an ignored lexeme that is pending in a state of the lexer may continue at a place where lines do not
    /// matter, whatever can follow there.
    pub(crate) fn is_gap_at(&self, place: LayoutState, lexer: LexState) -> bool {
        self.grammar.layout.line_ends.as_ref().is_none_or(|ends| {
            ends.in_mode(self.modes.declared(place.modes)).is_empty() || ends.is_closing(lexer)
        })
    }

    /// Returns the terminals that a lexeme can be with which the exits after a chart are taken.
    pub(crate) fn terms_of_exits(&self, chart: ChartId) -> TermSet {
        let mut terms = TermSet::default();
        for (at, (after, with)) in self.exits_after(chart).iter().zip(self.exits.with_terminal()).enumerate()
        {
            let mut left = after & with;
            while left != 0 {
                let exit = at * 64 + left.trailing_zeros() as usize;
                self.exits.list[exit].term.iter().for_each(|&term| terms.insert(term));
                left &= left - 1;
            }
        }
        // The lexeme may be more than the terminal.
        for split in self.grammar.splits.all() {
            if terms.contains(split.first) {
                terms.insert(split.whole);
            }
        }
        terms
    }

    /// Returns whether an ignored lexeme may continue: a comment that only a line end ends needs a
    /// significant one, its own or the right context's, where line ends are significant.
    fn is_viable_within_line(&self, spot: ParserSpot, lexer: LexState, ends: &LineEnds) -> bool {
        let line_ends = ends.in_mode(self.modes.declared(spot.place.modes));
        line_ends.is_empty()
            || ends.is_closing(lexer)
            || self.takes(spot.chart).intersects(line_ends)
            || self.leads_to_silent_exit(lexer, spot.chart)
    }

    fn takes_of_content(&self, chart: ChartId) -> TermSet {
        self.takes(chart).and(&self.grammar.content)
    }

    /// Returns whether the pending lexeme can end in the right context as content that the chart takes.
    pub(crate) fn leads_to_exit(&self, lexer: LexState, chart: ChartId, may_read: bool) -> bool {
        let with_terminal =
            if may_read { self.exits.with_terminal() } else { self.exits.with_terminal_unread() };
        if !rows_intersect(self.exits_after(chart), with_terminal) {
            return false;
        }
        let reachable = self.exits.reachable(&self.grammar.lexer, lexer);
        self.exits_after(chart)
            .iter()
            .zip(reachable.words())
            .zip(with_terminal)
            .any(|((a, b), c)| a & b & c != 0)
    }

    /// Returns whether the pending lexeme can end in the right context as a terminal that is not refused.
    fn leads_to_other_exit(&self, lexer: LexState, chart: ChartId, refused: &TermSet) -> bool {
        let reachable = self.exits.reachable(&self.grammar.lexer, lexer);
        let mut exits = self.exits.list.iter().enumerate();
        exits.any(|(number, exit)| {
            exit.term.is_some_and(|term| !refused.contains(term))
                && reachable.contains(number)
                && self.has_exit(chart, number)
        })
    }

    fn leads_to_silent_exit(&self, lexer: LexState, chart: ChartId) -> bool {
        let reachable = self.exits.reachable(&self.grammar.lexer, lexer);
        let without_terminal = self.exits.without_terminal();
        self.exits_after(chart)
            .iter()
            .zip(reachable.words())
            .zip(without_terminal)
            .any(|((a, b), c)| a & b & c != 0)
    }

    fn is_viable_between(&mut self, state: &State) -> bool {
        if self.grammar.layout.lines.is_none() {
            return !self.takes(state.chart).is_empty()
                || self.exits_after(state.chart).iter().any(|&word| word != 0);
        }
        !state.place.opens_line()
            || self.is_line_viable(state.chart, state.place, state.has_content)
            || (self.exits.is_marked && self.ends_in_gap(state))
    }

    fn is_viable_ignored(
        &mut self,
        spot: ParserSpot,
        lexer: LexState,
        lines: &LogicalLines,
        ignored: &TermSet,
    ) -> bool {
        let ParserSpot { chart, place, has_content, at } = spot;
        if lines.are_refused(ignored, place, at) {
            return false;
        }
        if place.modes != ROOT {
            return true;
        }
        if place.at_line_start {
            return self.is_line_viable(chart, place, has_content);
        }
        if ignored.contains(lines.comment) && self.leads_to_silent_exit(lexer, chart) {
            return true;
        }
        let ends_line = ignored.contains(lines.line_end) || ignored.contains(lines.comment);
        !ends_line || self.is_line_viable(chart, place.after_line_end(), true)
    }

    /// Returns whether a new logical line can begin after `chart`, at any column. Blank lines can precede it,
    /// so the column of the state does not matter.
    fn is_line_viable(&mut self, chart: ChartId, place: LayoutState, has_content: bool) -> bool {
        let key = (chart, place.stack, place.newline_pending, has_content);
        if let Some(&known) = self.lines.get(&key) {
            return known;
        }
        let start = LayoutState { column: Column::ZERO, frozen: false, ..place };
        let viable = self.ends_at_line_end(chart, start, has_content) || self.line_continues(chart, start);
        self.lines.insert(key, viable);
        viable
    }

    /// Returns whether the right context's own line end can end the line before it.
    fn ends_at_line_end(&self, chart: ChartId, place: LayoutState, has_content: bool) -> bool {
        if self.exits.is_marked || !self.exits.gap.is_some_and(|gap| gap.at_line_end) {
            return false;
        }
        let exit = match (place.newline_pending, has_content) {
            (true, _) => self.exits.gap_exit,
            (false, false) => self.exits.gap_first_line,
            (false, true) => None,
        };
        exit.is_some_and(|exit| self.has_exit(chart, exit))
    }

    fn line_continues(&mut self, chart: ChartId, place: LayoutState) -> bool {
        self.columns_that_matter(place.stack).into_iter().any(|column| {
            self.open_line(chart, LayoutState { column, ..place })
                .is_some_and(|(chart, _)| self.content_can_follow(chart, column))
        })
    }

    /// Returns columns at which a line may begin, one for each way in which its column can matter.
    pub(crate) fn columns_that_matter(&self, stack: IndentStack) -> Vec<Column> {
        let mut columns = self.stacks.levels(stack);
        columns.extend(self.indents(self.stacks.top(stack)));
        columns
    }

    /// Returns the usual column of a block within the innermost one: indented by the step of the innermost
    /// block, or by four blanks.
    pub(crate) fn usual_column(&self, stack: IndentStack) -> Column {
        let levels = self.stacks.levels(stack);
        let top = self.stacks.top(stack);
        let outer = levels.iter().filter(|level| level.col < top.col).max_by_key(|level| level.col);
        let unit = outer.map_or(Column { col: 4, alt: 4 }, |outer| Column {
            col: top.col - outer.col,
            alt: top.alt.saturating_sub(outer.alt),
        });
        Column { col: top.col + unit.col, alt: top.alt + unit.alt }
    }

    /// Returns columns deeper than `top`, one for each way in which a new block's column can matter.
    fn indents(&self, top: Column) -> Vec<Column> {
        let deeper = |col: u32| Column { col, alt: top.alt + (col - top.col) };
        let gap = self.exits.gap_column.col;
        let mut cols = vec![top.col + 1, gap];
        let mut columns = Vec::new();
        for &wanted in self.exact_columns() {
            match wanted {
                Columns::Any => {}
                Columns::At(column) => columns.push(column),
                Columns::AtCol(col) => cols.push(col),
                Columns::Above(col) => cols.extend([col + 1, (col + 1).max(gap)]),
            }
        }
        columns.extend(cols.into_iter().filter(|&col| col > top.col).map(deeper));
        columns.retain(|column| column.col > top.col && column.alt > top.alt);
        columns
    }

    /// Returns whether content can follow at `column`: typed content, or the right context's, if its leading
    /// blanks do not exceed the column.
    fn content_can_follow(&self, chart: ChartId, column: Column) -> bool {
        let typed = !self.takes_of_content(chart).is_empty();
        if typed || rows_intersect(self.exits_after(chart), self.exits.with_terminal()) {
            return true;
        }
        let reaches =
            self.exits.gap.is_some_and(|gap| !gap.at_line_end) && column.col >= self.exits.gap_column.col;
        reaches && !self.exits.is_marked && self.exits.gap_exit.is_some_and(|exit| self.has_exit(chart, exit))
    }

    /// Returns whether the text so far is a middle that fits.
    pub fn is_member(&mut self, state: &State) -> bool {
        if let Some(known) = self.at_cursor.filter(|_| state.end() == self.cursor) {
            return known;
        }
        if self.exits.border.keeps_apart() && state.after_word && state.end() > self.cursor {
            return false;
        }
        if !self.pays_names(state) || self.is_mistaken_as_whole(state) {
            return false;
        }
        let mut state = state.clone();
        loop {
            if !state.is_pending {
                return self.ends_in_gap(&state)
                    && self.scopes_go_on(&state, None)
                    && self.declarations_go_on(&state, None);
            }
            let grammar = Arc::clone(&self.grammar);
            if let Some((number, ending)) = self.exits.ending(state.lexer) {
                if !self.may_end(&state, ending) {
                    return false;
                }
                let ends = if grammar.is_ignored_set(ending.set) {
                    self.ends_ignored(&state, number)
                } else {
                    self.ends_as_content(&state, number)
                };
                return ends
                    && self.scopes_go_on(&state, Some(number))
                    && self.declarations_go_on(&state, Some(number));
            }
            if state.last == NO_SET || !self.end_lexeme(&mut state, None) {
                return false;
            }
        }
    }

    fn ends_as_content(&mut self, state: &State, number: usize) -> bool {
        let (mut chart, mut stack) = (state.chart, state.place.stack);
        if state.place.opens_line() && self.grammar.layout.lines.is_some() {
            let Some(opened) = self.open_line(chart, state.place) else { return false };
            (chart, stack) = opened;
        }
        let offset = self.exits.get(number).offset;
        let Some(counting) = self.counting_after(state, number) else { return false };
        if self.filters_names() && !self.reads_joined_name(state, offset) {
            return self.leaves_unread(chart, (stack, counting), number);
        }
        self.leaves_by_any(chart, (stack, counting), number)
    }

    /// Returns what is counted where an ending ends; none if it cannot end there.
    fn counting_after(&mut self, state: &State, number: usize) -> Option<Counting> {
        let grammar = Arc::clone(&self.grammar);
        let ending = self.exits.get(number);
        let (rules, action) = (&grammar.layout.modes, grammar.layout.action_of(ending.set));
        let is_pending = || self.modes.pending_count(state.place.modes).is_some();
        if rules.counted.is_empty() || (rules.change(action) == Change::Leave && !is_pending()) {
            let stays = action == ModeAction::Stay;
            return Some(if stays { self.modes.counting(state.place.modes) } else { None });
        }
        let told = self.told(state, ending.set, &self.exits.start[..ending.offset]);
        let after = *self.modes.after(rules, state.place.modes, action, (state.begin(), &told)).first()?;
        Some(self.modes.counting(after))
    }

    /// Returns whether a pending lexeme that begins a counted text can become one whose end is possible.
    fn may_count(&mut self, state: &State) -> bool {
        if state.has_tail() || !self.grammar.begins_count(state.last) {
            return true;
        }
        let lexer = &self.grammar.lexer;
        (0..=u8::MAX).any(|byte| lexer.step(state.lexer, byte) != DEAD) || self.feed(&mut state.clone())
    }

    /// Returns whether a counted text that is open after a chart can end: in the middle, or in the right context.
    pub(crate) fn ends_count(&self, chart: ChartId, modes: ModeStack) -> bool {
        let Some(count) = self.modes.count(modes) else { return true };
        let rules = &self.grammar.layout.modes;
        let Some(counted) = rules.counted_in(self.modes.declared(modes)) else { return true };
        let is_same = |exit: &Exit| counted.has(exit.counting, count);
        self.takes(chart).intersects(&counted.last)
            || self
                .exits
                .list
                .iter()
                .enumerate()
                .any(|(exit, one)| is_same(one) && self.has_exit(chart, exit))
    }

    /// Returns whether any exit of an ending can be taken but those of a name that is read.
    fn leaves_unread(
        &mut self,
        chart: ChartId,
        (stack, counting): (IndentStack, Counting),
        number: usize,
    ) -> bool {
        let exits = Arc::clone(&self.exits);
        let leaves = |exit| !exits.is_read(exit) && self.leaves_by(chart, (stack, counting), exit);
        exits.of(number).iter().copied().any(leaves)
    }

    /// Returns whether any exit of an ending can be taken after `chart`, with the levels of `stack` open.
    fn leaves_by_any(
        &mut self,
        chart: ChartId,
        (stack, counting): (IndentStack, Counting),
        number: usize,
    ) -> bool {
        let exits = Arc::clone(&self.exits);
        rows_intersect(self.exits_after(chart), exits.bits(number))
            && exits.of(number).iter().any(|&exit| self.leaves_by(chart, (stack, counting), exit))
    }

    /// Returns whether an exit can be taken. The parser compares the `col` of each level; this compares the
    /// `alt`, which differs where there are tabs, and what is counted.
    fn leaves_by(&self, chart: ChartId, (stack, counting): (IndentStack, Counting), exit: usize) -> bool {
        let found = &self.exits.list[exit];
        let turned = found.column.map(|column| turn(&self.stacks, stack, column));
        self.has_exit(chart, exit) && is_alike(found.counting, counting) && turned != Some(Turn::Inconsistent)
    }

    /// Returns whether a state with nothing pending is a member, which is asked only at the very start of the
    /// text.
    fn ends_in_gap(&mut self, state: &State) -> bool {
        let exits = Arc::clone(&self.exits);
        let (Some(entry), Some(exit)) = (exits.gap, exits.gap_exit) else { return false };
        if self.grammar.layout.lines.is_none() {
            return self.has_exit(state.chart, exit);
        }
        self.ends_at_line_start(state, state.place, entry, &exits.gap_lead, exits.gap_first_line)
    }

    fn ends_ignored(&mut self, state: &State, number: usize) -> bool {
        let exits = Arc::clone(&self.exits);
        let ending = exits.get(number);
        if feed::is_refused(&self.grammar, state.place, ending.set, state.begin()) {
            return false;
        }
        let place = self.place_after(state, ending.set);
        if self.grammar.layout.lines.is_none() || !place.opens_line() {
            let counting = self.modes.counting(place.modes);
            return self.leaves_by_any(state.chart, (place.stack, counting), number);
        }
        let Some(entry) = ending.entry else { return false };
        self.ends_at_line_start(state, place, entry, &ending.lead, ending.first_line)
    }

    fn ends_at_line_start(
        &mut self,
        state: &State,
        place: LayoutState,
        entry: Entry,
        lead: &Lead,
        first_line: Option<usize>,
    ) -> bool {
        let Some(exit) = self.exits.silent(entry) else { return false };
        let grammar = Arc::clone(&self.grammar);
        if lead.sets().any(|set| feed::is_refused(&grammar, place, set, 0)) {
            return false;
        }
        if entry.at_line_end {
            return if place.newline_pending {
                self.leaves_by(state.chart, (place.stack, None), exit)
            } else {
                !state.has_content && first_line.is_some_and(|exit| self.has_exit(state.chart, exit))
            };
        }
        let opened = self.open_line(state.chart, lead.place_after(&grammar, place));
        opened.is_some_and(|(chart, stack)| self.leaves_by(chart, (stack, None), exit))
    }
}

/// Returns whether two texts go on alike by what is counted.
fn is_alike(one: Counting, other: Counting) -> bool {
    one == other || one.zip(other).is_some_and(|(one, other)| one.0 == other.0 && one.1.agrees(&other.1))
}
