//! The right context: its positions as a graph, and the reverse Earley chart of each.
//!
//! A position is a node; its chart holds `(t, j)`: from state `t`, the rule can be finished by
//! what lies between this node and node `j`, and ending at `j` is of use to what follows. Nodes
//! are made from the end of the text on, and kept by common suffix. In an indented language a
//! position depends on more than its offset: on the least column since the first line that
//! begins in the right context, and on the columns begun above it (see [`Context`]). With formatted
//! strings it also depends on what is open there.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::modes::ROOT;
use crate::layout::python::{Column, Stacks};
use crate::limits::{KEPT_BYTES, KEPT_BYTES_PER_BYTE};
use crate::nodes::{END, LineTurn, NOWHERE, Nodes, Numbered};
use crate::places::Places;
use crate::runs::Runs;
use crate::suffix::Lexemes;

/// Lexemes in front of which a next column is kept, of each walk to it: walks from near each other meet soon.
const MOST_PASSED: usize = 8;

/// Next columns kept of former texts. More: all of them are forgotten.
const MOST_NEXT_COLUMNS: usize = 4096;

/// What a position on a line depends on besides its offset.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Context {
    /// No line has begun in the right context yet.
    First,
    /// Behind the last line end.
    End,
    /// The least column since, and the stack of columns begun above it.
    Known { least: Column, above: u32 },
}

/// A place that may have a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Position {
    distance: u32,
    /// What is open, a stack of [`crate::layout::modes::Modes`].
    open: u32,
    /// Number of its [`Context`].
    context: u32,
}

impl Position {
    fn key(&self) -> (u32, u32) {
        (self.open, self.context)
    }
}

type Nexts = SmallVec<[u32; 1]>;

/// The numbers of two contexts, which are there from the beginning.
const FIRST: u32 = 0;
const BEHIND_LAST: u32 = 1;

/// Where the right context can be entered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    pub node: u32,
    /// Distance from the end, behind what is ignored.
    pub distance: u32,
    /// The rest of the line is blank: a line end or the end of the text comes next.
    pub at_line_end: bool,
    /// The column of the first line that begins behind it, if any does.
    pub column: Option<Column>,
    /// A statement may have ended before it, where that matters.
    pub is_ending: bool,
}

pub struct Right {
    pub lexemes: Lexemes,
    pub runs: Runs,
    contexts: Numbered<Context>,
    /// Positions met before, with the node, or [`NOWHERE`] where the chart is empty.
    known: Places,
    above: Stacks,
    /// By distance and what is open there: what [`Self::next_column`] has found.
    next_columns: FxHashMap<(u32, u32), Option<Column>>,
    /// The greatest distance at which the parse broke off, for messages.
    broken: Option<u32>,
}

/// The first part of the ways from a position to the end.
#[derive(Clone)]
enum Step {
    Token { set: u16, nexts: SmallVec<[Position; 1]> },
    Line { turn: LineTurn, next: Position },
    Broken,
}

impl Step {
    fn nexts(&self) -> &[Position] {
        match self {
            Self::Token { nexts, .. } => nexts,
            Self::Line { next, .. } => std::slice::from_ref(next),
            Self::Broken => &[],
        }
    }
}

impl Right {
    pub fn new(grammar: &Grammar) -> Self {
        let mut right = Self {
            lexemes: Lexemes::new(grammar),
            runs: Runs::default(),
            contexts: Numbered::of(&[Context::First, Context::End]),
            known: Places::default(),
            above: Stacks::default(),
            next_columns: FxHashMap::default(),
            broken: None,
        };
        right.lexemes.update(&[]);
        right
    }

    /// Take a new context; the nodes of the common suffix are kept.
    pub fn update(&mut self, grammar: &Grammar, bytes: &[u8]) {
        if self.size() > KEPT_BYTES + KEPT_BYTES_PER_BYTE * bytes.len() {
            *self = Self::new(grammar);
        }
        let common = self.lexemes.update(bytes);
        self.known.keep(common, bytes.len());
        self.runs.keep(common);
        if self.next_columns.len() > MOST_NEXT_COLUMNS {
            self.next_columns.clear();
        }
        self.next_columns.retain(|&(distance, _), _| distance <= common);
        if self.broken.is_some_and(|distance| distance > common) {
            self.broken = None;
        }
    }

    /// Bytes kept for the text and for what is known of it.
    pub fn size(&self) -> usize {
        self.lexemes.size() + self.known.size()
    }

    /// Levels of indentation that begin in the context, the most at once.
    pub fn levels(&self) -> u32 {
        self.above.greatest_height() - 1
    }

    /// Offset from the start of the context at which it cannot be parsed to its end, if known.
    pub fn broken_at(&self) -> Option<usize> {
        Some(self.lexemes.bytes().len() - self.broken? as usize)
    }

    /// The position at `offset` with `open` open, content before it on its line; none if the end is
    /// out of reach.
    pub fn entry(&mut self, grammar: &Grammar, nodes: &mut Nodes, offset: usize, open: u32) -> Option<Entry> {
        let distance = self.skip_ignored(grammar, self.lexemes.length() - offset as u32, open)?;
        if self.lexemes.repeat_keyword(grammar, distance, open) {
            return None;
        }
        let node = self.node(grammar, nodes, Position { distance, open, context: FIRST })?;
        let column = self.next_column(grammar, distance, open);
        let at_line_end = self.is_line_end(grammar, distance, open);
        Some(Entry { node, distance, at_line_end, column, is_ending: self.lexemes.modes.is_ending(open) })
    }

    /// The column of the first line with content that begins behind a position; none if the rest of
    /// the text is one line.
    pub fn next_column(&mut self, grammar: &Grammar, mut distance: u32, mut open: u32) -> Option<Column> {
        let mut passed: SmallVec<[(u32, u32); MOST_PASSED]> = SmallVec::new();
        let column = loop {
            if let Some(&known) = self.next_columns.get(&(distance, open)) {
                break known;
            }
            if passed.len() < MOST_PASSED {
                passed.push((distance, open));
            }
            if self.is_line_end(grammar, distance, open) {
                let content = self.next_content(grammar, distance);
                break content.and_then(|(column, line)| (line > 0).then_some(column));
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            let Some(&way) = lexeme.ways.first() else { break None };
            (open, distance) = (way, lexeme.next);
        };
        self.next_columns.extend(passed.into_iter().map(|place| (place, column)));
        column
    }

    /// The first line with content behind a blank rest of line, no content standing before it.
    pub fn first_line(&mut self, grammar: &Grammar, nodes: &mut Nodes, entry: Entry) -> Option<u32> {
        let (column, line) = self.next_content(grammar, entry.distance)?;
        let known = Context::Known { least: column, above: 0 };
        let context = if line == 0 { BEHIND_LAST } else { self.contexts.number(known) };
        let inner = self.node(grammar, nodes, Position { distance: line, open: ROOT, context })?;
        nodes.first_line(grammar, inner, column)
    }

    /// Whether a line end that counts, or the end of the text, is at this distance.
    fn is_line_end(&mut self, grammar: &Grammar, distance: u32, open: u32) -> bool {
        if distance == 0 {
            return true;
        }
        let Layout::Python(names) = &grammar.layout else { return false };
        if open != ROOT {
            return false;
        }
        let set = self.lexemes.get(grammar, distance, open).set;
        grammar.lexer.set(set).contains(names.line_end)
    }

    /// Go over ignored lexemes, but not over a line end that counts.
    fn skip_ignored(&mut self, grammar: &Grammar, mut distance: u32, open: u32) -> Option<u32> {
        loop {
            if !self.lexemes.is_alive(grammar, distance, open) {
                return None;
            }
            if distance == 0 {
                return Some(distance);
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            let (set, next) = (lexeme.set, lexeme.next);
            if !grammar.is_ignored_set(set) || self.is_line_end(grammar, distance, open) {
                return Some(distance);
            }
            distance = next;
        }
    }

    /// From a line end on: column and distance of the next content, the end of the text included.
    fn next_content(&mut self, grammar: &Grammar, mut distance: u32) -> Option<(Column, u32)> {
        let Layout::Python(names) = &grammar.layout else { return Some((Column::ZERO, distance)) };
        let mut column = Column::ZERO;
        let mut frozen = false;
        while distance > 0 {
            let lexeme = self.lexemes.get(grammar, distance, ROOT);
            if !lexeme.is_alive() {
                return None;
            }
            let next = lexeme.next;
            let terms = grammar.lexer.set(lexeme.set);
            if !terms.intersects(&grammar.ignored) {
                return Some((column, distance));
            }
            if terms.contains(names.line_end) {
                column = Column::ZERO;
                frozen = false;
            } else if terms.contains(names.blank) && !frozen {
                column = column.after(self.lexemes.byte(distance));
            } else if names.joins(terms) {
                if names.version.refuses_joined_start() {
                    return None;
                }
                if !frozen && let Some(fixed) = column.at_join() {
                    column = fixed;
                    frozen = true;
                }
            }
            distance = next;
        }
        Some((Column::ZERO, 0))
    }

    /// The node of a position; walks on to what is known and comes back, iteratively.
    fn node(&mut self, grammar: &Grammar, nodes: &mut Nodes, position: Position) -> Option<u32> {
        let mut work: Vec<(Position, Step)> = Vec::new();
        let mut wanted = Some(position);
        loop {
            if let Some(position) = wanted.take()
                && self.known_node(grammar, position).is_none()
            {
                work.push((position, self.step(grammar, position)));
            }
            let Some((position, step)) = work.last() else { break };
            wanted = step.nexts().iter().find(|&&next| self.known_node(grammar, next).is_none()).copied();
            if wanted.is_none() {
                let (position, step) = (*position, step.clone());
                let node = self.build(grammar, nodes, position, &step);
                self.known.insert(position.distance, position.key(), node.unwrap_or(NOWHERE));
                work.pop();
            }
        }
        self.known_node(grammar, position).filter(|&node| node != NOWHERE)
    }

    /// The node of a position, or [`NOWHERE`], if it is known.
    fn known_node(&self, grammar: &Grammar, position: Position) -> Option<u32> {
        let is_end = position.distance == 0
            && (!matches!(grammar.layout, Layout::Python(_)) || position.context == BEHIND_LAST);
        if is_end { Some(END) } else { self.known.get(position.distance, position.key()) }
    }

    fn step(&mut self, grammar: &Grammar, position: Position) -> Step {
        let Position { distance, open, context } = position;
        if self.is_line_end(grammar, distance, open) {
            return self.turn_line(grammar, distance, context).map_or(
                Step::Broken,
                |(turn, context, line)| Step::Line { turn, next: Position { distance: line, open, context } },
            );
        }
        let lexeme = self.lexemes.get(grammar, distance, open);
        let (set, next, ways) = (lexeme.set, lexeme.next, lexeme.ways.clone());
        let nexts = ways.into_iter().filter_map(|open| {
            let distance = self.skip_ignored(grammar, next, open)?;
            Some(Position { distance, open, context })
        });
        Step::Token { set, nexts: nexts.collect() }
    }

    fn build(
        &mut self,
        grammar: &Grammar,
        nodes: &mut Nodes,
        position: Position,
        step: &Step,
    ) -> Option<u32> {
        let mut nexts = Nexts::new();
        for &next in step.nexts() {
            nexts.extend(self.known_node(grammar, next).filter(|&node| node != NOWHERE));
        }
        let leads_on = !nexts.is_empty();
        let built = match *step {
            Step::Token { set, .. } => nodes.token(grammar, &nexts, set),
            Step::Line { turn, .. } => nexts.first().and_then(|&next| nodes.line(grammar, next, turn)),
            Step::Broken => None,
        };
        if leads_on && built.is_none() {
            self.broken = self.broken.max(Some(position.distance));
        }
        built
    }

    /// How the line after the line end at `at` begins, the context from there on, its content.
    fn turn_line(&mut self, grammar: &Grammar, at: u32, context: u32) -> Option<(LineTurn, u32, u32)> {
        let (column, line) = self.next_content(grammar, at)?;
        let (turn, context) = self.turn_to(column, line, self.contexts.get(context))?;
        Some((turn, if line == 0 { BEHIND_LAST } else { self.contexts.number(context) }, line))
    }

    fn turn_to(&mut self, column: Column, line: u32, context: Context) -> Option<(LineTurn, Context)> {
        let Context::Known { least, mut above } = context else {
            return Some((LineTurn::First(column), Context::Known { least: column, above: 0 }));
        };
        let top = if above == 0 { least } else { self.above.top(above) };
        if column.col > top.col {
            let above = self.above.push(above, column);
            let turned = (LineTurn::Indent, Context::Known { least, above });
            return (column.alt > top.alt).then_some(turned);
        }
        let mut count = 0;
        while above != 0 && self.above.top(above).col > column.col {
            above = self.above.pop(above);
            count += 1;
        }
        let level = if above == 0 { least } else { self.above.top(above) };
        if level == column {
            return Some((LineTurn::Dedents(count), Context::Known { least, above }));
        }
        if above != 0 || level.col <= column.col {
            self.broken = self.broken.max(Some(line.max(1)));
            return None;
        }
        let turn = LineTurn::Below { inner: count, from: least, to: column };
        Some((turn, Context::Known { least: column, above: 0 }))
    }
}
