//! The lines of a document up to its cursors, which are kept over edits.

use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::grammar::Grammar;
use crate::names::environment::Environment;
use crate::names::lines::line::{Line, STEPS_A_LINE, read_line};
use crate::names::lines::reader::{LineReader, LineText};
use crate::names::tables::NameTables;

/// Maximum number of environments that are kept; if there are more, every other one is discarded.
const MAX_KEPT: usize = 32;

/// The logical lines of a text up to the farthest position at which a cursor's line began, and the environments after
/// some of them.
pub struct LinesBefore {
    /// The lines, and the byte offsets at which they end.
    lines: Vec<(usize, Arc<Line>)>,
    /// Numbers of lines, and the environments after so many lines.
    kept: Vec<(usize, Environment)>,
    /// The number of lines from one environment to the next.
    spacing: usize,
}

impl Default for LinesBefore {
    fn default() -> Self {
        Self { lines: Vec::new(), kept: Vec::new(), spacing: 64 }
    }
}

impl LinesBefore {
    /// Discards what is known of a text from an offset on.
    pub fn truncate(&mut self, offset: usize) {
        // A line end may be longer if the byte after it changes.
        self.lines.truncate(self.lines.partition_point(|&(end, _)| end < offset));
        let count = self.lines.len();
        self.kept.retain(|&(lines, _)| lines <= count);
    }

    /// Returns the environment after all whole lines of a text, and the offset at which they end.
    pub fn environment(
        &mut self,
        grammar: &Grammar,
        tables: &mut NameTables,
        text: &[u8],
    ) -> (Environment, usize) {
        self.read(grammar, tables, text);
        let count = self.lines.partition_point(|&(end, _)| end <= text.len());
        let known = self.kept.iter().rposition(|&(lines, _)| lines <= count);
        let (mut after, mut environment) =
            known.map_or_else(|| (0, Environment::default()), |known| self.kept[known].clone());
        for (_, line) in &self.lines[after..count] {
            environment.push(line);
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
        (environment, count.checked_sub(1).map_or(0, |last| self.lines[last].0))
    }

    /// Returns the lines from the header of the outermost function on that is open in an environment, which is the one
    /// that was found last.
    pub fn lines_from_function(&self, environment: &Environment, text: &[u8]) -> Vec<Arc<Line>> {
        let Some(column) = environment.function_column() else { return Vec::new() };
        let count = self.lines.partition_point(|&(end, _)| end <= text.len());
        let is_header = |(_, line): &(usize, Arc<Line>)| line.column.col <= column;
        let begin = self.lines[..count].iter().rposition(is_header).unwrap_or(0);
        self.lines[begin..count].iter().map(|(_, line)| Arc::clone(line)).collect()
    }

    fn read(&mut self, grammar: &Grammar, tables: &mut NameTables, text: &[u8]) {
        let begin = self.lines.last().map_or(0, |&(end, _)| end);
        if begin >= text.len() {
            return;
        }
        let NameTables { charts, symbols } = tables;
        let mut reader = LineReader::new(grammar, text, begin);
        loop {
            count_steps(STEPS_A_LINE);
            let line = reader.next_line();
            if !line.is_whole {
                return;
            }
            let read = read_line(grammar, charts, symbols, LineText::new(&line, text));
            self.lines.push((line.end, Arc::new(read)));
        }
    }
}
