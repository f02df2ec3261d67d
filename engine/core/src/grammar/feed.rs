//! This module applies the layout to a lexeme. It feeds the parser the lexeme and the layout terminals
//! before it, and determines the layout's next state.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::layout::columns::{FILE_LEVEL, IndentStack, IndentStacks, Turn, turn};
use crate::layout::counts::{Change, Told};
use crate::layout::mode_rules::ModeAction;
use crate::layout::modes::ModeStacks;
use crate::layout::place::{LayoutState, ModeStack};
use crate::lexer::ids::TermSetId;
use crate::limits::MAX_LEVELS;

/// A parser that layout policies feed: the forward chart of the left context, or of the middle.
pub trait LayoutParser {
    /// A chart of this parser.
    type Chart: Copy;

    /// Returns the chart after `chart` and a set of terminals (an index of [`crate::lexer::Lexer::sets`]), or
    /// none if `chart` takes none of them. `stack` holds the levels of indentation after the set.
    fn scan(&mut self, chart: Self::Chart, set: TermSetId, stack: IndentStack) -> Option<Self::Chart>;
    /// Returns the terminals that can follow a chart.
    fn takes_after(&mut self, chart: Self::Chart) -> TermSet;
    /// Returns the stacks of indentation.
    fn stacks(&mut self) -> &mut IndentStacks;
    /// Returns the stacks of modes.
    fn modes(&mut self) -> &mut ModeStacks;
}

/// A whole lexeme: its terminals (an index of [`crate::lexer::Lexer::sets`]), the byte offset in the text at which it
/// begins, its first byte, and what is counted of it.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub set: TermSetId,
    pub first_byte: u8,
    pub at: u32,
    pub told: Told,
}

impl Grammar {
    /// Returns what is counted of a lexeme of this set.
    #[inline]
    pub fn told(&self, set: TermSetId, lexeme: &[u8]) -> Told {
        self.layout.modes.told(self.layout.action_of(set), lexeme)
    }
}

/// Feeds a whole lexeme to the parser, with the layout terminals that precede it. Returns the chart and the
/// layout's state after the lexeme; fails with the last chart that was reached if the lexeme does not fit.
pub fn feed<P: LayoutParser>(
    parser: &mut P,
    grammar: &Grammar,
    chart: P::Chart,
    place: LayoutState,
    lexeme: Lexeme,
) -> Result<(P::Chart, LayoutState), P::Chart> {
    let Lexeme { set, first_byte, at, ref told } = lexeme;
    let terms = grammar.lexer.set(set);
    if terms.intersects(&grammar.ignored) {
        if is_refused(grammar, place, set, at) {
            return Err(chart);
        }
        return Ok((chart, place_after_ignored(grammar, place, terms, first_byte)));
    }
    if grammar.layout.lines.is_none() {
        let next = parser.scan(chart, set, FILE_LEVEL).ok_or(chart)?;
        let modes = modes_after(parser, grammar, (next, place.modes), set, (at, told)).ok_or(chart)?;
        return Ok((next, LayoutState { modes, ..place }));
    }
    let (mut chart, mut stack) = (chart, place.stack);
    if place.opens_line() {
        (chart, stack) = open_line(parser, grammar, chart, place)?;
    }
    let next = parser.scan(chart, set, stack).ok_or(chart)?;
    let modes = modes_after(parser, grammar, (next, place.modes), set, (at, told)).ok_or(chart)?;
    Ok((next, place.after_content(stack, modes)))
}

/// Returns the stack of modes after a lexeme of content, given the chart after it and the stack before it; none if
/// what the lexeme closes is not open, or if too much is open. The lexeme begins at the offset `at`, and `told` says what is
/// counted of it.
#[inline]
pub fn modes_after<P: LayoutParser>(
    parser: &mut P,
    grammar: &Grammar,
    (chart, modes): (P::Chart, ModeStack),
    set: TermSetId,
    (at, told): (u32, &Told),
) -> Option<ModeStack> {
    let rules = &grammar.layout.modes;
    match grammar.layout.action_of(set) {
        ModeAction::Stay => Some(modes),
        action @ ModeAction::To(_) => {
            let change = rules.change(action);
            let pending = if rules.has_pending() { parser.modes().pending_count(modes) } else { None };
            if change == Change::Leave || (change == Change::Open && pending.is_none()) {
                let after = rules.declared_after(action, || parser.takes_after(chart))?;
                return Some(parser.modes().keep_pending(rules, after, pending));
            }
            parser.modes().after(rules, modes, action, (at, told)).first().copied()
        }
        action => parser.modes().after(rules, modes, action, (at, told)).first().copied(),
    }
}

/// Returns the stack of modes after a lexeme of content that is the same whatever may follow it; none if that matters, if
/// the lexeme moves more than the mode, or if what it closes is not open.
pub fn modes_whatever_follows<P: LayoutParser>(
    parser: &mut P,
    grammar: &Grammar,
    modes: ModeStack,
    set: TermSetId,
) -> Option<ModeStack> {
    let rules = &grammar.layout.modes;
    match grammar.layout.action_of(set) {
        ModeAction::Stay => Some(modes),
        action @ ModeAction::To(_) if rules.change(action) == Change::Leave => {
            let after = rules.declared_whatever_follows(action)?;
            let pending = if rules.has_pending() { parser.modes().pending_count(modes) } else { None };
            Some(parser.modes().keep_pending(rules, after, pending))
        }
        _ => None,
    }
}

/// Returns whether an ignored lexeme is refused at a place: a byte order mark that does not begin the text,
/// or a backslash that begins a line, for the versions of Python that treat it specially.
pub fn is_refused(grammar: &Grammar, place: LayoutState, set: TermSetId, at: u32) -> bool {
    let Some(lines) = &grammar.layout.lines else { return false };
    let terms = grammar.lexer.set(set);
    lines.refuses(terms, place) || (at > 0 && lines.is_byte_order_mark(terms))
}

/// Returns the layout's state after an ignored lexeme.
pub fn place_after_ignored(
    grammar: &Grammar,
    place: LayoutState,
    terms: &TermSet,
    first_byte: u8,
) -> LayoutState {
    let Some(lines) = &grammar.layout.lines else { return place };
    if terms.contains(lines.line_end) {
        place.after_line_end()
    } else if lines.joins(terms) {
        place.after_line_join()
    } else if terms.contains(lines.blank) {
        place.after_blank(first_byte)
    } else {
        place
    }
}

/// Returns the layout's state after many ignored lexemes with the same terminals and the same first byte.
pub fn place_after_many_ignored(
    grammar: &Grammar,
    mut place: LayoutState,
    terms: &TermSet,
    first_byte: u8,
    count: u32,
) -> LayoutState {
    let Some(lines) = &grammar.layout.lines else { return place };
    if terms.contains(lines.blank) && !terms.contains(lines.line_end) && !lines.joins(terms) {
        return place.after_blanks(first_byte, count);
    }
    for _ in 0..count {
        let next = place_after_ignored(grammar, place, terms, first_byte);
        if next == place {
            break;
        }
        place = next;
    }
    place
}

/// Feeds the NEWLINE, INDENT or DEDENTs that precede the first content of a logical line. Returns the chart
/// and the stack of levels after them; fails with the last chart that was reached if they do not fit.
pub fn open_line<P: LayoutParser>(
    parser: &mut P,
    grammar: &Grammar,
    mut chart: P::Chart,
    place: LayoutState,
) -> Result<(P::Chart, IndentStack), P::Chart> {
    let Some(lines) = &grammar.layout.lines else { return Ok((chart, place.stack)) };
    let mut stack = place.stack;
    if place.newline_pending {
        chart = parser.scan(chart, grammar.lexer.single(lines.newline), stack).ok_or(chart)?;
    }
    match turn(parser.stacks(), stack, place.column) {
        Turn::Indent => {
            stack = parser.stacks().push(stack, place.column);
            if parser.stacks().height(stack) > MAX_LEVELS {
                return Err(chart);
            }
            chart = parser.scan(chart, grammar.lexer.single(lines.indent), stack).ok_or(chart)?;
        }
        Turn::Dedents(count) => {
            for _ in 0..count {
                stack = parser.stacks().pop(stack);
                chart = parser.scan(chart, grammar.lexer.single(lines.dedent), stack).ok_or(chart)?;
            }
        }
        Turn::Inconsistent => return Err(chart),
    }
    Ok((chart, stack))
}
