//! Logical lines that are noted while a text is parsed, so that they need not be lexed a second time.

use crate::grammar::Grammar;
use crate::grammar::name_marks::Marks;
use crate::layout::columns::Column;
use crate::layout::place::LayoutState;
use crate::names::lines::bodies::Body;
use crate::names::lines::far::Far;
use crate::names::lines::reader::{LineText, Span};

/// Number of lexemes up to which lines are noted; the lines after them are lexed a second time.
const MAX_NOTED: usize = 1 << 18;

/// A logical line with content.
#[derive(Clone, Copy, Debug)]
struct Noted {
    column: Column,
    /// The byte offset after the line before it, and after its own end; none if no line end has ended it.
    from: u32,
    end: Option<u32>,
    /// The number of lexemes in all lines before it.
    spans: u32,
    /// Whether something in it matters outside the scope in which it stands.
    is_far: bool,
}

/// The logical lines at the beginning of a text.
#[derive(Default)]
pub struct NotedLines {
    lines: Vec<Noted>,
    spans: Vec<Span>,
    /// The marks of the last lexeme.
    before: Marks,
    /// Whether what follows is to be noted.
    goes_on: bool,
}

impl NotedLines {
    /// Returns no lines; those of a text are noted as it is parsed, if its names matter and it has logical lines.
    pub fn new(grammar: &Grammar, filters_names: bool) -> Self {
        let goes_on = filters_names && grammar.name_rules.is_some() && grammar.layout.lines.is_some();
        Self { goes_on, ..Self::default() }
    }

    /// Notes no more lines.
    pub fn stop(&mut self) {
        self.goes_on = false;
    }

    /// Returns whether lines are still noted.
    #[inline]
    pub fn goes_on(&self) -> bool {
        self.goes_on
    }

    /// Notes a lexeme between two states of the layout.
    #[inline]
    pub fn take(
        &mut self,
        grammar: &Grammar,
        text: &[u8],
        span: Span,
        (before, after): (&LayoutState, &LayoutState),
    ) {
        if grammar.is_ignored_set(span.set) {
            if after.newline_pending && !before.newline_pending {
                self.end(span.end);
            }
            return;
        }
        let Some(rules) = &grammar.name_rules else { return };
        if before.opens_line() {
            let from = self.lines.last().and_then(|line| line.end).unwrap_or_default();
            let spans = self.spans.len() as u32;
            self.lines.push(Noted { column: before.column, from, end: None, spans, is_far: false });
            self.before = Marks::default();
        }
        self.spans.push(span);
        let marks = rules.marks.of(span.set);
        if let Some(line) = self.lines.last_mut() {
            line.is_far |=
                Far::is_far(rules, self.before, marks, || &text[span.begin as usize..span.end as usize]);
        }
        self.before = marks;
    }

    fn end(&mut self, end: u32) {
        if let Some(line) = self.lines.last_mut() {
            line.end = Some(end);
        }
        self.goes_on = self.spans.len() < MAX_NOTED;
    }

    /// Returns the number of the line whose reading begins at a byte offset, if it was noted.
    pub fn at(&self, from: usize) -> Option<usize> {
        self.lines.binary_search_by_key(&(from as u32), |line| line.from).ok()
    }

    /// Returns a line of a text and the byte offset at which it ends, if it is whole.
    pub fn whole<'a>(&'a self, number: usize, text: &'a [u8]) -> Option<(LineText<'a>, usize)> {
        let line = self.lines.get(number)?;
        let end = self.lines.get(number + 1).map_or(self.spans.len(), |next| next.spans as usize);
        let spans = &self.spans[line.spans as usize..end];
        Some((LineText { column: line.column, spans, text, counted: 0..text.len() }, line.end? as usize))
    }

    /// Returns the body whose header at a column is the line before a number, if it has ended and can be passed.
    pub fn body(&self, number: usize, column: u32) -> Option<Body> {
        let first = self.lines.get(number)?;
        let mut least = u32::MAX;
        for (count, line) in self.lines[number..].iter().enumerate() {
            if line.column.col <= column {
                return (count > 0).then(|| Body::new((line.from - first.from) as usize, count, least));
            }
            if line.is_far {
                return None;
            }
            least = least.min(line.column.col);
        }
        None
    }
}
