//! The lines of a middle, the first of which begins with that of the cursor.

use std::ops::Range;

use crate::grammar::Grammar;
use crate::layout::columns::Column;
use crate::names::environment::Environment;
use crate::names::lines::line::{Line, Partial};
use crate::names::lines::line_names::{read_line, read_partial};
use crate::names::lines::reader::{LineReader, LineText};
use crate::names::symbols::Symbols;
use crate::names::tables::NameTables;
use crate::names::trail::{NO_TRAIL, TrailId, Trails};

/// A middle with the line of the cursor before it, and perhaps the rest of that line after it.
pub struct MiddleText {
    pub bytes: Vec<u8>,
    /// The byte offset at which the middle ends. Only lines that end before it are whole.
    pub end: usize,
    /// Whether every line with content is whole, the last one as well.
    pub is_closed: bool,
    /// The byte offsets between which reads count.
    pub counted: Range<usize>,
}

/// The beginning of a line, after the whole ones.
pub struct LastLine {
    /// The byte offset at which its reading began.
    pub begin: usize,
    pub column: Column,
    pub has_content: bool,
    pub partial: Partial,
}

/// Reads the lines of a middle from an offset on, calls `f` with those that are whole, and returns what follows them.
pub fn read_lines(
    grammar: &Grammar,
    tables: &mut NameTables,
    (text, from): (&MiddleText, usize),
    mut f: impl FnMut(&Symbols, Line),
) -> LastLine {
    let NameTables { charts, symbols } = tables;
    let mut reader = LineReader::new(grammar, &text.bytes, from);
    loop {
        let begin = reader.at();
        let line = reader.next_line();
        let (column, has_content) = (line.column, !line.spans.is_empty());
        let of_text = LineText { counted: text.counted.clone(), ..LineText::new(&line, &text.bytes) };
        let is_whole = if text.is_closed { has_content } else { line.is_whole && line.end <= text.end };
        if is_whole {
            let line = read_line(grammar, charts, symbols, of_text);
            f(symbols, line);
            continue;
        }
        let partial = read_partial(grammar, charts, symbols, of_text);
        return LastLine { begin, column, has_content, partial };
    }
}

/// A place in middles at which a line begins.
pub struct LineStart {
    /// The byte offset, and what is known before the line.
    pub begin: usize,
    pub before: Environment,
    /// What is known in the line, by its column.
    inside: Vec<(Column, Environment)>,
}

impl LineStart {
    /// Returns a place and what is known before the line.
    pub fn new(begin: usize, before: Environment) -> Self {
        Self { begin, before, inside: Vec::new() }
    }

    /// Returns what is known in the line if it has a column.
    pub fn at(&mut self, column: Column) -> &Environment {
        let known = self.inside.iter().position(|&(other, _)| other == column);
        let place = known.unwrap_or_else(|| {
            let mut environment = self.before.clone();
            environment.enter(column);
            self.inside.push((column, environment));
            self.inside.len() - 1
        });
        &self.inside[place].1
    }
}

/// The places at which the last lines of middles begin.
pub struct LineStarts {
    all: Vec<LineStart>,
    /// For each list of lexemes the number of its place, as far as it is known.
    of: Vec<Option<u32>>,
}

impl LineStarts {
    /// Returns what is known of middles without lexemes: `before` is known before the line of the cursor.
    pub fn new(before: Environment) -> Self {
        Self { all: vec![LineStart::new(0, before)], of: vec![Some(0)] }
    }

    /// Returns the number of the last place that is known in a middle.
    pub fn last(&self, trails: &Trails, mut trail: TrailId) -> u32 {
        loop {
            if let Some(known) = self.of.get(trail.index()).copied().flatten() {
                return known;
            }
            if trail == NO_TRAIL {
                return 0;
            }
            trail = trails.before(trail);
        }
    }

    /// Keeps the number of the place at which the last line of a middle begins.
    pub fn keep(&mut self, trail: TrailId, place: u32) {
        if self.of.len() <= trail.index() {
            self.of.resize(trail.index() + 1, None);
        }
        self.of[trail.index()] = Some(place);
    }

    /// Adds a place, and returns its number.
    pub fn add(&mut self, place: LineStart) -> u32 {
        self.all.push(place);
        self.all.len() as u32 - 1
    }

    /// Returns a place by its number.
    pub fn get(&mut self, number: u32) -> &mut LineStart {
        &mut self.all[number as usize]
    }
}
