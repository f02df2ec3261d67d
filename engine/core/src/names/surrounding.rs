//! The names around a cursor, which are kept from one request to the next.

use std::sync::{Arc, Mutex, PoisonError};

use crate::base::interrupt::count_steps;
use crate::base::text::Edit;
use crate::grammar::Grammar;
use crate::names::blocks::Mode;
use crate::names::environment::{Environment, Later, Names, Outline};
use crate::names::lines::bodies::Entry;
use crate::names::lines::line::{Line, STEPS_A_LINE};
use crate::names::lines::line_names::{read_line, read_partial};
use crate::names::lines::noted::NotedLines;
use crate::names::lines::pool::LinePool;
use crate::names::lines::reader::{LineReader, LineText, Span, turn};
use crate::names::lines_after::{LinesAfter, Reading};
use crate::names::lines_before::LinesBefore;
use crate::names::missing::{MAX_LINES, Missing, find_missing};
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
    /// The lines after the cursor's, and their text as far as missing names are searched in it.
    pub(super) after: Arc<[(usize, Entry)]>,
    text_after: Arc<[u8]>,
    /// Whether all lines after the cursor's are lines of the language.
    is_sound: bool,
    pub(super) declaring: Declaring,
}

/// What matters for names that are declared to belong to an outer scope.
#[derive(Clone, Default)]
pub struct Declaring {
    /// The lines before the cursor's, from the header of the outermost function or class on that is open.
    pub(super) before: Vec<Arc<Line>>,
    /// The number of entries after the cursor's line that may lie in scopes that are open at the cursor.
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
    pub fn new(charts: &Arc<LinePool>) -> Self {
        let tables = Arc::new(Mutex::new(NameTables::new(charts)));
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

    /// Returns the names around a cursor, at an offset of a text. `pending` is the offset of the lexeme that the cursor
    /// may cut. `is_program` tells of offsets after the cursor at which lines begin whether the text from there on is the
    /// end of some program. `noted` are lines of the text before the cursor.
    pub fn surrounding(
        &mut self,
        grammar: &Grammar,
        (text, noted): (&[u8], &NotedLines),
        (pending, cursor): (usize, usize),
        is_program: impl FnMut(usize) -> bool,
    ) -> Surrounding {
        let (left, right) = text.split_at(cursor);
        let tables = Arc::clone(&self.tables);
        let mut tables = tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.symbols.count() > MAX_SYMBOLS {
            *tables = NameTables::new(&Arc::clone(&tables.charts));
            (self.before, self.after, self.later) = (LinesBefore::default(), None, None);
            self.lines_after = LinesAfter::default();
        }
        let before = &left[..pending];
        let (mut environment, begin) = self.before.environment(grammar, &mut tables, (text, noted), pending);
        let line = LineReader::new(grammar, before, begin).next_line();
        let NameTables { charts, symbols } = &mut *tables;
        let own = read_partial(grammar, charts, symbols, LineText::new(&line, before)).line;
        let has_blocks = grammar.name_rules.as_ref().is_some_and(|rules| rules.blocks.is_some());
        if !line.spans.is_empty() && !has_blocks {
            environment.enter(line.column);
        }
        let lines_after = &mut self.lines_after;
        let after = self
            .after
            .get_or_insert_with(|| After::new(grammar, &mut tables, lines_after, right, is_program));
        environment.is_open |= own.parts().any(|part| part.imports_all);
        let entries = Arc::clone(&after.entries);
        let outline = environment.outline(&own);
        if has_blocks {
            let mut there = environment.clone();
            there.push(&own);
            let names = after.globals(grammar, &mut tables, right, there.mode());
            environment.add_globals_after(&names);
        } else if self.later.as_ref().is_none_or(|(known, _)| *known != outline) {
            self.later =
                Some((outline.clone(), Later::new(&outline, entries.iter().filter_map(|(_, e)| e.line()))));
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
                self.before.lines_from_outermost(&environment, pending),
                &entries,
                column,
            );
            let may_err = own.bound.as_ref().is_some_and(|bound| bound.may_err);
            declaring.own_may_err = (own.parses && may_err) || own.may_declare();
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
            after: entries,
            text_after: Arc::clone(&after.text),
            is_sound: after.is_sound,
            declaring,
        }
    }
}

impl Declaring {
    /// Finds what matters for a cursor at a column: of the lines `before` it, from the outermost header on, and of
    /// those after it.
    fn new(environment: &Environment, before: Vec<Arc<Line>>, after: &[(usize, Entry)], column: u32) -> Self {
        let outermost = environment.outermost_column().unwrap_or(column);
        let mut found = Self { before, ..Self::default() };
        found.others_may_err = found.before.iter().any(|line| line.may_declare());
        let mut lowest = column;
        for (_, entry) in after {
            let Some(line) = entry.line() else {
                found.after += 1;
                continue;
            };
            if line.column.col <= outermost {
                break;
            }
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
    pub(super) fn missing(&self, grammar: &Grammar, tables: &mut NameTables) -> Vec<Missing> {
        if !self.is_sound {
            return Vec::new();
        }
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
        let lines = self.first_lines(grammar, tables);
        find_missing(grammar, &tables.symbols, environment, depth, &lines)
    }

    /// Returns the lines after the cursor's in which missing names are searched, and the byte offsets at which they
    /// begin.
    fn first_lines(&self, grammar: &Grammar, tables: &mut NameTables) -> Vec<(usize, Arc<Line>)> {
        let mut lines = Vec::new();
        for (begin, entry) in self.after.iter() {
            if lines.len() >= MAX_LINES {
                break;
            }
            match entry {
                Entry::Line(line) => lines.push((*begin, Arc::clone(line))),
                Entry::Body(body) => {
                    let text = &self.text_after[*begin..*begin + body.length];
                    let found = body.lines(grammar, tables, text).iter();
                    lines.extend(found.map(|line| (begin + line.begin, Arc::clone(&line.line))));
                }
            }
        }
        lines.truncate(MAX_LINES);
        lines
    }
}

/// What the right context does with names.
struct After {
    /// The targets of comprehensions in the rest of the cursor's line, whose brackets were opened before it.
    targets: Vec<Symbol>,
    /// The names in the rest of the cursor's line.
    in_rest: Vec<Symbol>,
    /// The lines after the cursor's, and the byte offsets at which they begin; and what a [`Surrounding`] has of them.
    entries: Arc<[(usize, Entry)]>,
    text: Arc<[u8]>,
    is_sound: bool,
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
    fn new(
        grammar: &Grammar,
        tables: &mut NameTables,
        known: &mut LinesAfter,
        right: &[u8],
        mut is_program: impl FnMut(usize) -> bool,
    ) -> Self {
        if grammar.name_rules.as_ref().is_some_and(|rules| rules.blocks.is_some()) {
            let rest = LineReader::new(grammar, right, 0).next_line().end;
            let (targets, in_rest, globals) = Default::default();
            let (entries, text, rest_may_err) = Default::default();
            return Self { targets, in_rest, entries, text, is_sound: true, rest, rest_may_err, globals };
        }
        let reading = known.read(grammar, tables, (right, 0), true);
        if is_program(reading.rest) {
            // Every line is one of the language.
            return Self::of(grammar, tables, reading, right);
        }
        let reading = known.read(grammar, tables, (right, 0), false);
        let mut found = Self::of(grammar, tables, reading, right);
        found.is_sound = found.entries.iter().filter_map(|(_, entry)| entry.line()).all(|line| line.parses);
        if found.is_sound {
            return found;
        }
        let mut entries = found.entries.to_vec();
        for quotes in STRING_ENDS {
            if let Some(at) = right.windows(quotes.len()).position(|part| part == quotes) {
                let from = (right, at + quotes.len());
                entries.extend_from_slice(&known.clone().read(grammar, tables, from, false).entries);
            }
        }
        found.entries = entries.into();
        found
    }

    /// Returns what a right context does whose lines have been read.
    fn of(grammar: &Grammar, tables: &mut NameTables, reading: Reading, right: &[u8]) -> Self {
        let Reading { entries, rest, spans } = reading;
        let targets = targets_in(grammar, &mut tables.symbols, &spans, right);
        let in_rest = names_in(grammar, &mut tables.symbols, &spans, right);
        let rules = grammar.name_rules.as_ref();
        let may_err = |span: &Span| rules.is_some_and(|rules| rules.may_err(grammar.lexer.set(span.set)));
        let rest_may_err = spans.iter().any(may_err);
        let text = right[..end_of_search(&entries, right)].into();
        let globals = Vec::new();
        Self { targets, in_rest, entries, text, is_sound: true, rest, rest_may_err, globals }
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

/// Returns the offset up to which bodies of functions may be read in which missing names are searched.
fn end_of_search(entries: &[(usize, Entry)], right: &[u8]) -> usize {
    let mut count = 0;
    let mut end = 0;
    for (begin, entry) in entries {
        if count >= MAX_LINES {
            break;
        }
        match entry {
            Entry::Line(_) => count += 1,
            Entry::Body(body) => {
                count += body.count;
                end = (begin + body.length).min(right.len());
            }
        }
    }
    end
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
