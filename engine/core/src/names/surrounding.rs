//! The names around a cursor, which are kept from one request to the next.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::interrupt::count_steps;
use crate::base::text::Edit;
use crate::grammar::Grammar;
use crate::names::blocks::Mode;
use crate::names::environment::{Environment, Later, Names, Outline};
use crate::names::lines::line::{Line, STEPS_A_LINE, read_line, read_partial};
use crate::names::lines::reader::{LineReader, LineText, Span, turn};
use crate::names::lines_after::{LinesAfter, Reading};
use crate::names::lines_before::LinesBefore;
use crate::names::missing::{Missing, find_missing};
use crate::names::symbols::{Symbol, Symbols};
use crate::names::tables::NameTables;

/// The tables are discarded when they hold more names than this.
const MAX_SYMBOLS: usize = 1 << 20;

/// What ends a string of several lines.
const STRING_ENDS: [&[u8]; 2] = [b"\"\"\"", b"'''"];

/// The names around a cursor.
#[derive(Clone)]
pub struct Surrounding {
    /// The scopes before the line of the cursor, with the names after the cursor.
    pub(super) environment: Environment,
    /// The line of the cursor, up to the lexeme that the cursor may cut.
    pub(super) text: Vec<u8>,
    /// The length of that line up to the cursor.
    pub(super) typed: usize,
    /// The names that the rest of the cursor's line binds for the brackets in which the cursor is.
    pub(super) targets: Vec<Symbol>,
    /// The rest of the cursor's line.
    pub(super) rest: Vec<u8>,
    /// The names in that rest.
    in_rest: Vec<Symbol>,
    /// What the line of the cursor does up to the cursor; none if it has no content there.
    own: Option<Line>,
    /// The lines after the cursor's.
    pub(super) after: Arc<[(usize, Arc<Line>)]>,
    pub(super) declaring: Declaring,
}

/// What matters for names that are declared to belong to an outer scope.
#[derive(Clone, Default)]
pub struct Declaring {
    /// The lines before the cursor's, from the header of the outermost function on that is open.
    pub(super) before: Vec<Arc<Line>>,
    /// The number of lines after the cursor's that may lie in scopes that are open at the cursor.
    pub(super) after: usize,
    /// The names that the scope of the cursor declares after the cursor, and the column at which it does.
    pub(super) later: Vec<Symbol>,
    pub(super) column: u32,
    /// Whether the line of the cursor may have a mistake with names that are known.
    pub(super) own_may_err: bool,
    /// Whether it may have a comprehension.
    pub(super) own_repeats: bool,
    /// Whether any of these lines may, or the rest of the cursor's.
    pub(super) others_may_err: bool,
}

/// What is known of a document's names.
pub struct NameIndex {
    pub tables: Arc<Mutex<NameTables>>,
    before: LinesBefore,
    lines_after: LinesAfter,
    after: Option<After>,
    /// The names after the cursor, for the last outline.
    later: Option<(Outline, Later)>,
}

impl NameIndex {
    /// Returns the index of a document of which nothing is known.
    pub fn new(grammar: &Grammar) -> Self {
        let tables = Arc::new(Mutex::new(NameTables::new(grammar)));
        let (before, lines_after) = Default::default();
        Self { tables, before, lines_after, after: None, later: None }
    }

    /// Discards what an edit changes; and what is known of the right context as a whole, unless the edit `keeps_right`.
    pub fn edit(&mut self, change: &Edit, keeps_right: bool) {
        self.before.truncate(change.from);
        self.lines_after.truncate(change.kept);
        if !keeps_right {
            (self.after, self.later) = (None, None);
        }
    }

    /// Returns the names around a cursor. `pending` is the offset in the left context of the lexeme that the cursor may
    /// cut.
    pub fn surrounding(
        &mut self,
        grammar: &Grammar,
        left: &[u8],
        pending: usize,
        right: &[u8],
    ) -> Surrounding {
        let tables = Arc::clone(&self.tables);
        let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.symbols.count() > MAX_SYMBOLS {
            *tables = NameTables::new(grammar);
            (self.before, self.after, self.later) = (LinesBefore::default(), None, None);
            self.lines_after = LinesAfter::default();
        }
        let before = &left[..pending];
        let (mut environment, begin) = self.before.environment(grammar, &mut tables, before);
        let line = LineReader::new(grammar, before, begin).next_line();
        let NameTables { charts, symbols } = &mut *tables;
        let own = read_partial(grammar, charts, symbols, LineText::new(&line, before)).line;
        let has_blocks = grammar.name_rules.as_ref().is_some_and(|rules| rules.blocks.is_some());
        if !line.spans.is_empty() && !has_blocks {
            environment.enter(line.column);
        }
        let lines_after = &mut self.lines_after;
        let after = self.after.get_or_insert_with(|| After::new(grammar, &mut tables, lines_after, right));
        environment.is_open |= own.imports_all;
        let after_lines = Arc::clone(&after.lines);
        let outline = environment.outline(&own);
        if has_blocks {
            let mut there = environment.clone();
            there.push(&own);
            let names = after.globals(grammar, &mut tables, right, there.mode());
            environment.add_globals_after(&names);
        } else if self.later.as_ref().is_none_or(|(known, _)| *known != outline) {
            self.later =
                Some((outline.clone(), Later::new(&outline, after.lines.iter().map(|(_, line)| line))));
        }
        if let Some((_, later)) = self.later.as_ref().filter(|_| !has_blocks) {
            environment.add_later(later);
        }
        let text = before[begin..].to_vec();
        let mut declaring = Declaring::default();
        if !has_blocks {
            let column = if line.spans.is_empty() { blanks_at_end(left) } else { line.column.col };
            declaring = Declaring::new(
                &environment,
                self.before.lines_from_function(&environment, before),
                &after_lines,
                column,
            );
            let may_err = own.bound.as_ref().is_some_and(|bound| bound.may_err);
            declaring.own_may_err = own.parses && (may_err || !own.declares.is_empty());
            declaring.own_repeats = own.bound.is_some();
            declaring.others_may_err |= after.rest_may_err;
        }
        Surrounding {
            environment,
            text,
            typed: left.len() - begin,
            targets: after.targets.clone(),
            rest: right[..after.rest].to_vec(),
            in_rest: after.in_rest.clone(),
            own: (!line.spans.is_empty()).then_some(own),
            after: after_lines,
            declaring,
        }
    }
}

impl Declaring {
    /// Finds what matters for a cursor at a column: of the lines `before` it, from the header of a function on, and
    /// of those after it.
    fn new(
        environment: &Environment,
        before: Vec<Arc<Line>>,
        after: &[(usize, Arc<Line>)],
        column: u32,
    ) -> Self {
        let outermost = environment.outermost_column().unwrap_or(column);
        let mut found = Self { before, ..Self::default() };
        found.others_may_err = found.before.iter().any(|line| line.may_declare());
        let mut lowest = column;
        for (_, line) in after.iter().take_while(|(_, line)| line.column.col > outermost) {
            found.after += 1;
            found.others_may_err |= line.may_declare();
            let is_inside = line.column.col > lowest || line.header.is_some();
            lowest = lowest.min(line.column.col);
            if line.may_declare()
                && found.later.is_empty()
                && !is_inside
                && environment.has_function_at(line.column.col)
            {
                found.later.extend(line.declared());
                found.column = line.column.col;
            }
        }
        found
    }
}

/// Returns the number of blanks at the end of a text, if they begin a line, or 0.
fn blanks_at_end(text: &[u8]) -> u32 {
    let count = text.iter().rev().take_while(|&&byte| byte == b' ').count();
    let begins_line = text.len() == count || text[text.len() - count - 1] == b'\n';
    if begins_line { count as u32 } else { 0 }
}

impl Surrounding {
    /// Returns whether names may be bound that cannot be seen.
    pub fn is_open(&self) -> bool {
        self.environment.is_open
    }

    /// Returns the names that the lines after the cursor's read and that only a middle can bind.
    pub(super) fn missing(&self, grammar: &Grammar, symbols: &Symbols) -> Vec<Missing> {
        let mut environment = self.environment.clone();
        let outside = environment.depth();
        if let Some(own) = &self.own {
            environment.push(own);
        }
        // The name of a definition is bound around it.
        let is_unnamed = self.own.as_ref().is_some_and(|own| own.header.is_some() && own.binds.is_empty());
        let depth = if is_unnamed { outside } else { environment.depth() };
        // What is done with the names in the rest of the cursor's line depends on the middle.
        environment.add_everywhere(self.in_rest.iter().copied());
        find_missing(grammar, symbols, environment, depth, &self.after)
    }
}

/// What the right context does with names.
struct After {
    /// The targets of comprehensions in the rest of the cursor's line, whose brackets were opened before it.
    targets: Vec<Symbol>,
    /// The names in the rest of the cursor's line.
    in_rest: Vec<Symbol>,
    /// The lines after the cursor's, and the byte offsets at which they begin.
    lines: Arc<[(usize, Arc<Line>)]>,
    /// The byte offset at which the rest of the cursor's line ends.
    rest: usize,
    /// Whether that rest may have a mistake with names that are known.
    rest_may_err: bool,
    /// In a language of blocks, the names that the text has and does not declare, by what its first name is.
    globals: Vec<(Mode, Names)>,
}

impl After {
    /// Reads the lines after the cursor.
    ///
    /// If some of them are no lines of the language, the right context may begin inside a string. What follows the
    /// first end of a string is then read as well, and both readings count.
    fn new(grammar: &Grammar, tables: &mut NameTables, known: &mut LinesAfter, right: &[u8]) -> Self {
        if grammar.name_rules.as_ref().is_some_and(|rules| rules.blocks.is_some()) {
            let rest = LineReader::new(grammar, right, 0).next_line().end;
            let (targets, in_rest, globals) = Default::default();
            let (lines, rest_may_err) = Default::default();
            return Self { targets, in_rest, lines, rest, rest_may_err, globals };
        }
        let reading = known.read(grammar, tables, right, 0);
        let mut found = Self::of(grammar, tables, reading, right);
        if found.lines.iter().all(|(_, line)| line.parses) {
            return found;
        }
        let mut lines = found.lines.to_vec();
        for quotes in STRING_ENDS {
            if let Some(at) = right.windows(quotes.len()).position(|part| part == quotes) {
                lines.extend_from_slice(&known.clone().read(grammar, tables, right, at + quotes.len()).lines);
            }
        }
        found.lines = lines.into();
        found
    }

    /// Returns what a right context does whose lines have been read.
    fn of(grammar: &Grammar, tables: &mut NameTables, reading: Reading, right: &[u8]) -> Self {
        let Reading { lines, rest, spans } = reading;
        let targets = targets_in(grammar, &mut tables.symbols, &spans, right);
        let in_rest = names_in(grammar, &mut tables.symbols, &spans, right);
        let rules = grammar.name_rules.as_ref();
        let may_err = |span: &Span| rules.is_some_and(|rules| rules.may_err(grammar.lexer.set(span.set)));
        let rest_may_err = spans.iter().any(may_err);
        Self { targets, in_rest, lines, rest, rest_may_err, globals: Vec::new() }
    }

    /// Returns the names that the text, in a language of blocks, has and does not declare.
    fn globals(&mut self, grammar: &Grammar, tables: &mut NameTables, right: &[u8], first: Mode) -> Names {
        if let Some((_, known)) = self.globals.iter().find(|(mode, _)| *mode == first) {
            return Arc::clone(known);
        }
        let mut environment = Environment::inside(first);
        let mut reader = LineReader::new(grammar, right, 0);
        let NameTables { charts, symbols } = tables;
        loop {
            count_steps(STEPS_A_LINE);
            let line = reader.next_line();
            if line.spans.is_empty() {
                break;
            }
            environment.push(&read_line(grammar, charts, symbols, LineText::new(&line, right)));
        }
        let names = environment.globals();
        self.globals.push((first, Arc::clone(&names)));
        names
    }
}

/// Returns the names among some lexemes of a text.
fn names_in(grammar: &Grammar, symbols: &mut Symbols, spans: &[Span], text: &[u8]) -> Vec<Symbol> {
    let Some(rules) = &grammar.name_rules else { return Vec::new() };
    let names = spans.iter().filter(|span| rules.is_name(grammar.lexer.set(span.set)));
    names.map(|span| symbols.number(&text[span.begin as usize..span.end as usize])).collect()
}

/// Returns the targets of comprehensions in brackets that were opened before a text.
fn targets_in(grammar: &Grammar, symbols: &mut Symbols, spans: &[Span], text: &[u8]) -> Vec<Symbol> {
    let Some(rules) = &grammar.name_rules else { return Vec::new() };
    let (mut depth, mut lowest, mut in_targets) = (0, 0, false);
    let (mut found, mut pending) = (Vec::new(), Vec::new());
    for span in spans {
        let terms = grammar.lexer.set(span.set);
        depth += turn(grammar, span.set);
        if depth < lowest {
            // The bracket around the targets was opened before the text.
            lowest = depth;
            found.append(&mut pending);
        }
        if depth == lowest && terms.intersects(&rules.targets) {
            in_targets = true;
        } else if terms.intersects(&rules.targets_end) {
            in_targets = false;
        } else if in_targets && terms.intersects(&rules.bind) {
            pending.push(symbols.number(&text[span.begin as usize..span.end as usize]));
        }
    }
    found
}
