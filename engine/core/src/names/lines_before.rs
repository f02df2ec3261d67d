//! The lines of a document up to its cursors, which are kept over edits.

use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::grammar::Grammar;
use crate::names::environment::Environment;
use crate::names::lines::bodies::{BodyFinder, Entry};
use crate::names::lines::line::{Line, STEPS_A_LINE};
use crate::names::lines::line_names::read_line;
use crate::names::lines::noted::NotedLines;
use crate::names::lines::reader::{LineReader, LineText};
use crate::names::tables::NameTables;

/// Maximum number of environments that are kept; if there are more, every other one is discarded.
const MAX_KEPT: usize = 32;

/// The logical lines of a text up to the farthest position at which a cursor's line began, and the environments after
/// some of them.
pub struct LinesBefore {
    /// The lines, and the bodies that end before a later line, with the byte offsets at which they end.
    entries: Vec<(usize, Entry)>,
    /// Numbers of entries, and the environments after so many of them.
    kept: Vec<(usize, Environment)>,
    /// The number of entries from one environment to the next.
    spacing: usize,
}

impl Default for LinesBefore {
    fn default() -> Self {
        Self { entries: Vec::new(), kept: Vec::new(), spacing: 64 }
    }
}

impl LinesBefore {
    /// Discards what is known of a text from an offset on.
    pub fn truncate(&mut self, offset: usize) {
        // A line end may be longer if the byte after it changes.
        self.entries.truncate(self.entries.partition_point(|&(end, _)| end < offset));
        // A body is one only before a line that ends it.
        self.entries.pop_if(|(_, entry)| entry.line().is_none());
        self.keep(self.entries.len());
    }

    /// Discards the environments after more entries than a number.
    fn keep(&mut self, count: usize) {
        self.kept.retain(|&(entries, _)| entries <= count);
    }

    /// Returns the number of entries up to an offset of a text, the last of which is a line.
    fn count(&mut self, grammar: &Grammar, tables: &mut NameTables, text: &[u8], offset: usize) -> usize {
        let count = self.entries.partition_point(|&(end, _)| end <= offset);
        let last = self.entries[..count].last().is_some_and(|(_, entry)| entry.line().is_none());
        let cut = if last { count - 1 } else { count };
        let Some((_, Entry::Body(body))) = self.entries.get(cut) else { return count };
        // The position is in the body, or before the line that ends it: its lines matter.
        let begin = cut.checked_sub(1).map_or(0, |before| self.entries[before].0);
        let mut lines = Vec::new();
        read_entries(grammar, tables, &text[..begin + body.length], begin, &mut lines);
        self.entries.splice(cut..=cut, lines);
        self.keep(cut);
        self.count(grammar, tables, text, offset)
    }

    /// Returns the environment after all whole lines up to an offset of a text, and the offset at which they end. Those
    /// that are `noted` up to the offset are not lexed again.
    pub fn environment(
        &mut self,
        grammar: &Grammar,
        tables: &mut NameTables,
        (text, noted): (&[u8], &NotedLines),
        offset: usize,
    ) -> (Environment, usize) {
        self.read(grammar, tables, &text[..offset], noted);
        let count = self.count(grammar, tables, text, offset);
        let known = self.kept.iter().rposition(|&(lines, _)| lines <= count);
        let (mut after, mut environment) =
            known.map_or_else(|| (0, Environment::default()), |known| self.kept[known].clone());
        for (_, entry) in &self.entries[after..count] {
            if let Some(line) = entry.line() {
                environment.push(line);
            }
            after += 1;
            if after % self.spacing == 0 {
                self.kept.retain(|&(lines, _)| lines != after);
                let place = self.kept.partition_point(|&(lines, _)| lines < after);
                self.kept.insert(place, (after, environment.clone()));
            }
        }
        if self.kept.len() > MAX_KEPT {
            self.spacing *= 2;
            let spacing = self.spacing;
            self.kept.retain(|&(lines, _)| lines % spacing == 0);
        }
        (environment, count.checked_sub(1).map_or(0, |last| self.entries[last].0))
    }

    /// Returns the lines from the header of the outermost function on that is open in an environment, which is the one
    /// that was found last, without the bodies that are passed.
    pub fn lines_from_outermost(&self, environment: &Environment, offset: usize) -> Vec<Arc<Line>> {
        let Some(column) = environment.outermost_column() else { return Vec::new() };
        let count = self.entries.partition_point(|&(end, _)| end <= offset);
        let is_header =
            |(_, entry): &(usize, Entry)| entry.line().is_some_and(|line| line.column.col <= column);
        let begin = self.entries[..count].iter().rposition(is_header).unwrap_or(0);
        self.entries[begin..count].iter().filter_map(|(_, entry)| entry.line().map(Arc::clone)).collect()
    }

    fn read(&mut self, grammar: &Grammar, tables: &mut NameTables, text: &[u8], noted: &NotedLines) {
        let mut begin = self.entries.last().map_or(0, |&(end, _)| end);
        if begin >= text.len() {
            return;
        }
        if let Some(first) = noted.at(begin) {
            begin = take_noted(grammar, tables, text, (noted, first), &mut self.entries).unwrap_or(begin);
        }
        read_entries(grammar, tables, text, begin, &mut self.entries);
    }
}

/// Adds the whole ones of the lines of a text that are noted, from a number on. Returns the offset at which they end, if
/// there are any.
fn take_noted(
    grammar: &Grammar,
    tables: &mut NameTables,
    text: &[u8],
    (noted, mut number): (&NotedLines, usize),
    entries: &mut Vec<(usize, Entry)>,
) -> Option<usize> {
    let NameTables { charts, symbols } = tables;
    let mut last = None;
    while let Some((line, mut end)) = noted.whole(number, text) {
        count_steps(STEPS_A_LINE);
        let column = line.column.col;
        let read = read_line(grammar, charts, symbols, line);
        let is_header = read.header.is_some();
        entries.push((end, Entry::Line(Arc::new(read))));
        number += 1;
        if let Some(body) = is_header.then(|| noted.body(number, column)).flatten() {
            end += body.length;
            number += body.count;
            entries.push((end, Entry::Body(Arc::new(body))));
        }
        last = Some(end);
    }
    last
}

/// Reads the whole lines of a text from an offset on, and adds them.
fn read_entries(
    grammar: &Grammar,
    tables: &mut NameTables,
    text: &[u8],
    begin: usize,
    entries: &mut Vec<(usize, Entry)>,
) {
    let NameTables { charts, symbols } = tables;
    let mut reader = LineReader::new(grammar, text, begin);
    let mut finder = BodyFinder::new(grammar, charts, text, false);
    loop {
        count_steps(STEPS_A_LINE);
        let line = reader.next_line();
        if !line.is_whole {
            return;
        }
        let read = read_line(grammar, charts, symbols, LineText::new(&line, text));
        let header = read.header.map(|_| read.column.col);
        entries.push((line.end, Entry::Line(Arc::new(read))));
        if let Some(body) = header.and_then(|column| finder.find(column, line.end)) {
            let end = line.end + body.length;
            entries.push((end, Entry::Body(Arc::new(body))));
            reader.move_to(end);
        }
    }
}
