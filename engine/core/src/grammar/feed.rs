//! What the layout makes of a lexeme: the terminals that the parser is fed, and the layout's next state.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::layout::columns::{FILE_LEVEL, IndentStack, IndentStacks, Turn, turn};
use crate::layout::modes::ModeStacks;
use crate::layout::place::LayoutState;
use crate::lexer::ids::TermSetId;
use crate::limits::MAX_LEVELS;

/// A parser that layout policies feed: the forward chart of the left context, or of the middle.
pub trait LayoutParser {
    /// A chart of this parser.
    type Chart: Copy;

    /// The chart after `chart` and a set of terminals (a number of [`crate::lexer::Lexer::sets`]);
    /// `stack` holds the levels behind it.
    fn scan(&mut self, chart: Self::Chart, set: TermSetId, stack: IndentStack) -> Option<Self::Chart>;
    fn stacks(&mut self) -> &mut IndentStacks;
    fn modes(&mut self) -> &mut ModeStacks;
}

/// A whole lexeme: its terminals (a number of [`crate::lexer::Lexer::sets`]), its first byte, and
/// where it begins in the text.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub set: TermSetId,
    pub first_byte: u8,
    pub at: u32,
}

/// Give a whole lexeme to the policy, which gives what follows from it to the parser. Returns the
/// chart and the place behind it, or the chart that could not go on.
pub fn feed<P: LayoutParser>(
    parser: &mut P,
    grammar: &Grammar,
    chart: P::Chart,
    place: LayoutState,
    lexeme: Lexeme,
) -> Result<(P::Chart, LayoutState), P::Chart> {
    let Lexeme { set, first_byte, at } = lexeme;
    let terms = grammar.lexer.set(set);
    if terms.intersects(&grammar.ignored) {
        if is_refused(grammar, place, set, at) {
            return Err(chart);
        }
        return Ok((chart, place_after_ignored(grammar, place, terms, first_byte)));
    }
    if grammar.layout.lines.is_none() {
        let next = parser.scan(chart, set, FILE_LEVEL).ok_or(chart)?;
        let modes =
            parser.modes().after(&grammar.layout.modes, place.modes, grammar.layout.action_of(set), at);
        return Ok((next, LayoutState { modes: modes.first().copied().ok_or(chart)?, ..place }));
    }
    let (mut chart, mut stack) = (chart, place.stack);
    if place.opens_line() {
        (chart, stack) = open_line(parser, grammar, chart, place)?;
    }
    let next = parser.scan(chart, set, stack).ok_or(chart)?;
    let movement = grammar.layout.action_of(set);
    let modes = parser.modes().after(&grammar.layout.modes, place.modes, movement, at).first().copied();
    Ok((next, place.after_content(stack, modes.ok_or(chart)?)))
}

/// Whether an ignored lexeme may not stand at a place: a byte order mark elsewhere than at the text's
/// start, and a backslash that begins a line, in the versions of Python that treat it apart.
pub fn is_refused(grammar: &Grammar, place: LayoutState, set: TermSetId, at: u32) -> bool {
    let Some(lines) = &grammar.layout.lines else { return false };
    let terms = grammar.lexer.set(set);
    lines.refuses(terms, place) || (at > 0 && lines.is_byte_order_mark(terms))
}

/// The place behind an ignored lexeme.
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

/// Feed the NEWLINE, INDENT or DEDENTs that precede the first content of a logical line. Returns
/// the chart and the stack of levels behind them, or the chart that could not go on.
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
