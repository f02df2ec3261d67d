//! The bodies of functions and classes that have ended, which are passed without reading what their lines do with names.
//!
//! Such a body matters to nobody outside it: what it binds counts inside it only. Exceptions are names that are declared
//! to belong to an outer scope, and what may bind names that cannot be seen; a body with one of these is not passed.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use crate::base::interrupt::count_steps;
use crate::grammar::Grammar;
use crate::grammar::name_marks::Marks;
use crate::grammar::name_rules::NameRules;
use crate::layout::mode_rules::ModeAction;
use crate::names::lines::far::Far;
use crate::names::lines::line::{Line, STEPS_A_LINE};
use crate::names::lines::line_names::read_line;
use crate::names::lines::plain::PlainCode;
use crate::names::lines::pool::LinePool;
use crate::names::lines::reader::{LineReader, LineText, Span};
use crate::names::tables::NameTables;

/// What passing a line counts as; see [`count_steps`].
const STEPS_A_PASSED_LINE: usize = 8;

/// A logical line, or the body of a function or of a class that has ended.
#[derive(Clone)]
pub enum Entry {
    Line(Arc<Line>),
    Body(Arc<Body>),
}

impl Entry {
    /// Returns the line, if the entry is one.
    pub fn line(&self) -> Option<&Arc<Line>> {
        match self {
            Self::Line(line) => Some(line),
            Self::Body(_) => None,
        }
    }
}

/// A line of a body, by byte offsets from the body's beginning.
#[derive(Clone)]
pub struct LineOfBody {
    /// Where its reading begins, with nothing open; where its content does; and its end.
    pub from: usize,
    pub begin: usize,
    pub end: usize,
    pub line: Arc<Line>,
}

/// The body of a function or of a class that has ended. Its lines are read when they are asked for.
pub struct Body {
    /// The length in bytes.
    pub length: usize,
    /// The number of logical lines, and the least of their columns.
    pub count: usize,
    pub column: u32,
    lines: OnceLock<Vec<LineOfBody>>,
}

impl Body {
    /// Returns a body whose lines have not been read.
    pub fn new(length: usize, count: usize, column: u32) -> Self {
        Self { length, count, column, lines: OnceLock::new() }
    }

    /// Returns the lines of the body, whose bytes are `text`.
    pub fn lines(&self, grammar: &Grammar, tables: &mut NameTables, text: &[u8]) -> &[LineOfBody] {
        self.lines.get_or_init(|| {
            let NameTables { charts, symbols } = tables;
            let mut reader = LineReader::new(grammar, text, 0);
            let mut lines = Vec::with_capacity(self.count);
            loop {
                count_steps(STEPS_A_LINE);
                let from = reader.at();
                let read = reader.next_line();
                let Some(first) = read.spans.first() else { return lines };
                let (begin, end) = (first.begin as usize, read.end);
                let line = Arc::new(read_line(grammar, charts, symbols, LineText::new(&read, text)));
                lines.push(LineOfBody { from, begin, end, line });
            }
        })
    }
}

/// A logical line that was passed.
struct Passed {
    bytes: Range<usize>,
    column: u32,
    /// Whether something in it matters outside the scope in which it stands.
    is_far: bool,
}

/// Finds bodies in a text, ahead of its lines.
pub struct BodyFinder<'a> {
    grammar: &'a Grammar,
    plain: Option<&'a PlainCode>,
    ahead: LineReader<'a>,
    passed: VecDeque<Passed>,
    /// Whether the text's end ends all bodies.
    ends_all: bool,
}

impl<'a> BodyFinder<'a> {
    /// Returns a finder of bodies in a text. The end of a text that `ends_all` ends bodies as well.
    pub fn new(grammar: &'a Grammar, pool: &'a LinePool, text: &'a [u8], ends_all: bool) -> Self {
        let ahead = LineReader::new(grammar, text, 0);
        Self { grammar, plain: pool.plain(grammar), ahead, passed: VecDeque::new(), ends_all }
    }

    /// Returns the body whose header at a column ended at an offset, if it can be passed.
    pub fn find(&mut self, column: u32, offset: usize) -> Option<Body> {
        let rules = self.grammar.name_rules.as_ref()?;
        if self.ahead.at() < offset {
            self.ahead.move_to(offset);
            self.passed.clear();
        }
        while self.passed.front().is_some_and(|passed| passed.bytes.start < offset) {
            self.passed.pop_front();
        }
        let mut body = Body::new(0, 0, u32::MAX);
        for index in 0.. {
            if index == self.passed.len() && !self.pass(rules) {
                let is_found = self.ends_all && body.count > 0;
                return is_found.then_some(body);
            }
            let line = &self.passed[index];
            if line.column <= column {
                return (body.count > 0).then_some(body);
            }
            if line.is_far {
                return None;
            }
            body.count += 1;
            body.column = body.column.min(line.column);
            body.length = line.bytes.end - offset;
        }
        None
    }

    /// Passes one more line with content; none is left if there is no such line.
    fn pass(&mut self, rules: &NameRules) -> bool {
        count_steps(STEPS_A_PASSED_LINE);
        let from = self.ahead.at();
        let text = self.ahead.text();
        let mut far = Far::new(rules, self.plain, text);
        let outline = self.ahead.read_into(false, &mut far);
        if outline.has_content {
            let is_far = far.is_found;
            self.passed.push_back(Passed {
                bytes: from..self.ahead.at(),
                column: outline.column.col,
                is_far,
            });
        }
        outline.has_content
    }
}

/// Returns whether a line with these lexemes opens the scope of a function or of a class.
pub fn opens_scope(grammar: &Grammar, spans: &[Span]) -> bool {
    let Some(rules) = &grammar.name_rules else { return false };
    let is_header = |span: &Span| rules.marks.of(span.set).has(Marks::FUNCTION.and(Marks::CLASS));
    let is_open = |span: &Span| {
        grammar.layout.action_of(span.set) != ModeAction::Stay || rules.marks.of(span.set).has(Marks::LAMBDA)
    };
    match spans {
        [first, ..] if is_header(first) => true,
        [first, second, ..] => is_header(second) && !is_open(first),
        _ => false,
    }
}
