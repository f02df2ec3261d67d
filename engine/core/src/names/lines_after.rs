//! The lines of a document after its cursors, which are kept over edits.

use std::sync::Arc;

use crate::base::text::Distance;
use crate::grammar::Grammar;
use crate::names::lines::bodies::{Body, BodyFinder, Entry, opens_scope};
use crate::names::lines::line_names::read_line;
use crate::names::lines::reader::{LineReader, LineText, LogicalLine, Span, closes_more};
use crate::names::tables::NameTables;

/// An entry of a text.
#[derive(Clone)]
struct Kept {
    /// Where its reading began, with nothing open.
    from: Distance,
    /// Where its content begins; of a body, the same.
    begin: Distance,
    entry: Entry,
}

/// The logical lines at the end of a text, and the bodies that are passed among them, the last one first.
#[derive(Clone, Default)]
pub struct LinesAfter {
    entries: Vec<Kept>,
}

/// What was read of a right context.
pub struct Reading {
    /// The lines after the cursor's and the bodies that are passed among them, and the byte offsets at which they begin.
    pub entries: Arc<[(usize, Entry)]>,
    /// The byte offset at which the rest of the cursor's line ends, and the lexemes in it.
    pub rest: usize,
    pub spans: Vec<Span>,
}

/// An entry that has just been found.
enum New {
    Line(LogicalLine),
    Body(Body),
}

impl New {
    fn line(self) -> Option<LogicalLine> {
        match self {
            Self::Line(line) => Some(line),
            Self::Body(_) => None,
        }
    }
}

impl LinesAfter {
    /// Discards what is known of a text but of a number of bytes at its end.
    pub fn truncate(&mut self, kept: usize) {
        self.entries.truncate(self.entries.partition_point(|entry| entry.from <= Distance::of(kept)));
    }

    /// Reads the lines of a right context from an offset on. What is closed there and was not opened there belongs to
    /// the line of the cursor, as does everything before it. Lines are known from the first place on at which a known
    /// one begins. If a reading `has_bodies`, bodies may be passed.
    pub fn read(
        &mut self,
        grammar: &Grammar,
        tables: &mut NameTables,
        (right, from): (&[u8], usize),
        has_bodies: bool,
    ) -> Reading {
        let mut reader = LineReader::new(grammar, right, from);
        let pool = Arc::clone(&tables.charts);
        let mut finder = BodyFinder::new(grammar, &pool, right, true);
        let first = reader.rest();
        let (mut rest, mut spans) = (first.end, first.spans);
        let mut new: Vec<(Distance, New)> = Vec::new();
        // The offset up to which bodies are not passed.
        let mut no_bodies = if has_bodies { 0 } else { right.len() };
        // The column of the header that was read last.
        let mut header = None;
        let known = loop {
            let at = reader.at();
            let begin = Distance::of(right.len() - at);
            let place = self.entries.partition_point(|entry| entry.from < begin);
            if self.entries.get(place).is_some_and(|entry| entry.from == begin) {
                break place + 1;
            }
            if let Some(body) = header.take().and_then(|column| finder.find(column, at)) {
                reader.move_to(at + body.length);
                new.push((begin, New::Body(body)));
                continue;
            }
            let line = reader.next_line();
            if line.spans.is_empty() {
                break 0;
            }
            if closes_more(grammar, &line.spans) {
                if new.iter().any(|(_, new)| matches!(new, New::Body(_))) {
                    // The bodies belong to the cursor's line as well, so their lexemes are wanted.
                    no_bodies = line.end;
                    reader.move_to(rest);
                    new.clear();
                    continue;
                }
                rest = line.end;
                spans.extend(new.drain(..).filter_map(|(_, new)| new.line()).flat_map(|line| line.spans));
                spans.extend(line.spans);
                continue;
            }
            let is_header = line.end > no_bodies && opens_scope(grammar, &line.spans);
            header = is_header.then_some(line.column.col);
            new.push((begin, New::Line(line)));
        };
        let count = known + new.len();
        self.add(grammar, tables, right, (known, new));
        let count = self.check_bodies(grammar, tables, right, (known, count), has_bodies);
        let offset = |kept: &Kept| (right.len() - kept.begin.bytes(), kept.entry.clone());
        Reading { entries: self.entries[..count].iter().rev().map(offset).collect(), rest, spans }
    }

    /// Adds new entries before those that are known.
    fn add(
        &mut self,
        grammar: &Grammar,
        tables: &mut NameTables,
        right: &[u8],
        (known, new): (usize, Vec<(Distance, New)>),
    ) {
        if new.is_empty() {
            return;
        }
        let NameTables { charts, symbols } = tables;
        self.entries.truncate(known);
        self.entries.extend(new.into_iter().rev().map(|(from, new)| match new {
            New::Line(line) => {
                let begin = line.spans.first().map_or(line.end, |first| first.begin as usize);
                let begin = Distance::of(right.len() - begin);
                let line = Arc::new(read_line(grammar, charts, symbols, LineText::new(&line, right)));
                Kept { from, begin, entry: Entry::Line(line) }
            }
            New::Body(body) => Kept { from, begin: from, entry: Entry::Body(Arc::new(body)) },
        }));
    }

    /// Replaces bodies before which there is no header of theirs by their lines, or all bodies if the reading
    /// has none. Returns the number of entries of the reading, which were `count`, of them `known` before.
    fn check_bodies(
        &mut self,
        grammar: &Grammar,
        tables: &mut NameTables,
        right: &[u8],
        (known, mut count): (usize, usize),
        has_bodies: bool,
    ) -> usize {
        let is_of = |body: &Body, header: &Kept| {
            let line = header.entry.line();
            line.is_some_and(|line| line.header.is_some() && line.column.col < body.column)
        };
        let first = if has_bodies { known.saturating_sub(1) } else { 0 };
        for place in (first..known).rev() {
            let Kept { from, entry: Entry::Body(body), .. } = &self.entries[place] else { continue };
            let header = self.entries[..count].get(place + 1);
            if has_bodies && header.is_some_and(|header| is_of(body, header)) {
                continue;
            }
            let (from, body) = (*from, Arc::clone(body));
            let begin = right.len() - from.bytes();
            let lines = body.lines(grammar, tables, &right[begin..begin + body.length]);
            count += lines.len() - 1;
            let at = |offset: usize| from - offset as u32;
            self.entries.splice(
                place..=place,
                lines.iter().rev().map(|line| Kept {
                    from: at(line.from),
                    begin: at(line.begin),
                    entry: Entry::Line(Arc::clone(&line.line)),
                }),
            );
        }
        count
    }
}
