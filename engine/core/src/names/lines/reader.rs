//! Reads a text one logical line at a time.

use std::ops::Range;

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::layout::columns::Column;
use crate::layout::mode_rules::ModeAction;
use crate::layout::modes::ModeStacks;
use crate::layout::place::{ModeStack, ROOT};
use crate::lexer::NO_SET;
use crate::lexer::ids::TermSetId;

/// A lexeme of content: its terminals, and the byte offsets at which it begins and ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Span {
    pub set: TermSetId,
    pub begin: u32,
    pub end: u32,
}

/// The lexemes of a logical line.
#[derive(Clone, Default, Debug)]
pub struct LogicalLine {
    pub column: Column,
    pub spans: Vec<Span>,
    /// The byte offset after the line's end.
    pub end: usize,
    /// Whether a line end has ended the line, and not the text's end.
    pub is_whole: bool,
    /// Whether every byte belongs to a lexeme.
    pub is_sound: bool,
}

/// The lexemes of a line and their texts.
#[derive(Clone)]
pub struct LineText<'a> {
    pub column: Column,
    pub spans: &'a [Span],
    pub text: &'a [u8],
    /// The byte offsets between which reads count.
    pub counted: Range<usize>,
}

impl<'a> LineText<'a> {
    /// Returns a line of a text, all of which counts.
    pub fn new(line: &'a LogicalLine, text: &'a [u8]) -> Self {
        Self { column: line.column, spans: &line.spans, text, counted: 0..text.len() }
    }
}

/// A position in a text at which a logical line begins.
pub struct LineReader<'a> {
    grammar: &'a Grammar,
    text: &'a [u8],
    modes: ModeStacks,
    at: usize,
}

impl<'a> LineReader<'a> {
    /// Returns the position at an offset of a text, with nothing open.
    pub fn new(grammar: &'a Grammar, text: &'a [u8], at: usize) -> Self {
        Self { grammar, text, modes: ModeStacks::new(&grammar.layout.modes), at }
    }

    /// Returns the byte offset.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Reads the rest of a logical line that began before the text; it may have no content.
    pub fn rest(&mut self) -> LogicalLine {
        self.read(true)
    }

    /// Reads the next logical line that has any content. The text's last line may have none.
    pub fn next_line(&mut self) -> LogicalLine {
        self.read(false)
    }

    fn read(&mut self, may_be_empty: bool) -> LogicalLine {
        let mut line = LogicalLine { is_sound: true, ..LogicalLine::default() };
        let mut mode = ROOT;
        while self.at < self.text.len() {
            let start = self.at;
            let found = self.grammar.lexer.longest(self.modes.start(mode), &self.text[start..]);
            if found.set == NO_SET {
                line.is_sound = false;
                self.at += 1;
                continue;
            }
            self.at += found.end;
            let terms = self.grammar.lexer.set(found.set);
            if terms.intersects(&self.grammar.ignored) {
                if self.passes_ignored(&mut line, mode, terms, start)
                    || (may_be_empty && mode == ROOT && self.grammar.ends_line(found.set))
                {
                    line.is_whole = true;
                    break;
                }
                continue;
            }
            line.spans.push(Span { set: found.set, begin: start as u32, end: self.at as u32 });
            mode = self.mode_after(mode, found.set);
        }
        line.end = self.at;
        line
    }

    /// Updates a line by an ignored lexeme. Returns whether the lexeme ends the line.
    fn passes_ignored(&self, line: &mut LogicalLine, mode: ModeStack, terms: &TermSet, start: usize) -> bool {
        let Some(lines) = &self.grammar.layout.lines else {
            return !line.spans.is_empty() && self.text[start..self.at].contains(&b'\n');
        };
        if mode != ROOT {
            return false;
        }
        if terms.contains(lines.line_end) {
            if line.spans.is_empty() {
                line.column = Column::ZERO;
                return false;
            }
            return true;
        }
        if line.spans.is_empty() && terms.contains(lines.blank) {
            line.column = line.column.after(self.text[start]);
        }
        false
    }

    /// Returns the mode after a lexeme; a bracket that closes nothing changes nothing.
    fn mode_after(&mut self, mode: ModeStack, set: TermSetId) -> ModeStack {
        let action = self.grammar.layout.action_of(set);
        if mode == ROOT && action == ModeAction::Close {
            return mode;
        }
        self.modes.after(&self.grammar.layout.modes, mode, action, 0).first().copied().unwrap_or(mode)
    }
}

/// Returns the number of brackets that a lexeme opens, less those that it closes.
pub fn turn(grammar: &Grammar, set: TermSetId) -> i32 {
    match grammar.layout.action_of(set) {
        ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => 1,
        ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => -1,
        _ => 0,
    }
}

/// Returns whether a line closes a bracket that it does not open.
pub fn closes_more(grammar: &Grammar, spans: &[Span]) -> bool {
    let mut depth = 0;
    spans.iter().any(|span| {
        depth += turn(grammar, span.set);
        depth < 0
    })
}
