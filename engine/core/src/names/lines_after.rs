//! The lines of a document after its cursors, which are kept over edits.

use std::sync::Arc;

use crate::base::text::Distance;
use crate::grammar::Grammar;
use crate::names::lines::line::{Line, read_line};
use crate::names::lines::reader::{LineReader, LineText, LogicalLine, Span, closes_more};
use crate::names::tables::NameTables;

/// A logical line of a text.
#[derive(Clone)]
struct Kept {
    /// Where its reading began, with nothing open.
    from: Distance,
    /// Where its content begins.
    begin: Distance,
    line: Arc<Line>,
}

/// The logical lines at the end of a text, the last one first.
#[derive(Clone, Default)]
pub struct LinesAfter {
    lines: Vec<Kept>,
}

/// What was read of a right context.
pub struct Reading {
    /// The lines after the cursor's, and the byte offsets at which they begin.
    pub lines: Arc<[(usize, Arc<Line>)]>,
    /// The byte offset at which the rest of the cursor's line ends, and the lexemes in it.
    pub rest: usize,
    pub spans: Vec<Span>,
}

impl LinesAfter {
    /// Discards what is known of a text but of a number of bytes at its end.
    pub fn truncate(&mut self, kept: usize) {
        self.lines.truncate(self.lines.partition_point(|line| line.from <= Distance::of(kept)));
    }

    /// Reads the lines of a right context from an offset on. What is closed there and was not opened there belongs to
    /// the line of the cursor, as does everything before it. Lines are known from the first place on at which a known
    /// one begins.
    pub fn read(&mut self, grammar: &Grammar, tables: &mut NameTables, right: &[u8], from: usize) -> Reading {
        let mut reader = LineReader::new(grammar, right, from);
        let first = reader.rest();
        let (mut rest, mut spans) = (first.end, first.spans);
        let mut new: Vec<(Distance, LogicalLine)> = Vec::new();
        let known = loop {
            let begin = Distance::of(right.len() - reader.at());
            let place = self.lines.partition_point(|line| line.from < begin);
            if self.lines.get(place).is_some_and(|line| line.from == begin) {
                break place + 1;
            }
            let line = reader.next_line();
            if line.spans.is_empty() {
                break 0;
            }
            if closes_more(grammar, &line.spans) {
                rest = line.end;
                spans.extend(new.drain(..).flat_map(|(_, line)| line.spans));
                spans.extend(line.spans);
            } else {
                new.push((begin, line));
            }
        };
        let NameTables { charts, symbols } = tables;
        let new = new.into_iter().rev().map(|(from, line)| {
            let begin = line.spans.first().map_or(line.end, |first| first.begin as usize);
            let begin = Distance::of(right.len() - begin);
            let line = Arc::new(read_line(grammar, charts, symbols, LineText::new(&line, right)));
            Kept { from, begin, line }
        });
        let new: Vec<Kept> = new.collect();
        let count = known + new.len();
        if !new.is_empty() {
            self.lines.truncate(known);
            self.lines.extend(new);
        }
        let offset = |kept: &Kept| (right.len() - kept.begin.bytes(), Arc::clone(&kept.line));
        Reading { lines: self.lines[..count].iter().rev().map(offset).collect(), rest, spans }
    }
}
