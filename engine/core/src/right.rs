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

use crate::earley::{Automaton, Charts, Item};
use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::modes::ROOT;
use crate::layout::python::{Column, Columns, Stacks};
use crate::limits::MAX_BLOCK_COLUMNS;
use crate::sets::TermSet;
use crate::suffix::Lexemes;

/// The end of the text.
pub const END: u32 = 0;
/// No node: the end is out of reach.
const NOWHERE: u32 = u32::MAX;

/// Lexemes in front of which a next column is kept, of each walk to it: walks from near each other meet soon.
const MOST_PASSED: usize = 8;

/// The grammar read backwards.
pub struct Reversed<'g>(pub &'g Grammar);

impl Automaton for Reversed<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        for &(term, from) in self.0.term_sources(state as u16) {
            if terms.contains(term) {
                f(u32::from(from));
            }
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(u16, u32)) {
        self.0.rule_sources(state as u16).iter().for_each(|edge| f(edge.rule, u32::from(edge.to)));
    }

    fn last_children(&self, _state: u32, _f: impl FnMut(u32)) {}

    fn completes(&self, state: u32) -> Option<u16> {
        let rule = self.0.rule_of(state as u16);
        (u32::from(self.0.start_of(rule)) == state).then_some(rule)
    }

    fn starts(&self, rule: u16, mut f: impl FnMut(u32)) {
        self.0.rules[usize::from(rule)].finals.iter().for_each(|&state| f(u32::from(state)));
    }
}

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
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Position {
    distance: u32,
    /// What is open, a stack of [`crate::layout::modes::Modes`].
    open: u32,
    context: Context,
}

type Nexts = SmallVec<[u32; 1]>;

/// A position of the right context.
#[derive(Clone, Debug)]
struct Node {
    /// The terminals that lead to each of `nexts`; for the end and for nodes of the layout, unused.
    set: u16,
    nexts: Nexts,
    columns: Columns,
}

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
    pub charts: Charts,
    nodes: Vec<Node>,
    /// Positions met before, with the node, or [`NOWHERE`] where the chart is empty.
    known: FxHashMap<Position, u32>,
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

/// How a line begins, seen from the right context alone.
#[derive(Clone, Copy)]
enum LineTurn {
    /// The first line: the levels before it are unknown.
    First(Column),
    Indent,
    Dedents(u32),
    /// A line below every one before: `inner` blocks begun here end, then the one at `from`.
    Below {
        inner: u32,
        from: Column,
        to: Column,
    },
}

impl Right {
    pub fn new(grammar: &Grammar) -> Self {
        let mut right = Self {
            lexemes: Lexemes::new(grammar),
            charts: Charts::new(),
            nodes: Vec::new(),
            known: FxHashMap::default(),
            above: Stacks::default(),
            next_columns: FxHashMap::default(),
            broken: None,
        };
        right.lexemes.update(&[]);
        right.push_end(grammar);
        right
    }

    fn push_end(&mut self, grammar: &Grammar) {
        let finals = &grammar.rules[usize::from(grammar.root)].finals;
        let kernel = finals.iter().map(|&state| Item { state: u32::from(state), origin: END });
        self.charts.push(&Reversed(grammar), kernel, None);
        self.nodes.push(Node { set: 0, nexts: Nexts::new(), columns: Columns::Any });
    }

    /// Take a new context; the nodes of the common suffix are kept.
    pub fn update(&mut self, grammar: &Grammar, bytes: &[u8]) {
        if self.nodes.len() > 4 * (self.known.len() + bytes.len() / 8 + 1024) {
            *self = Self::new(grammar);
        }
        let common = self.lexemes.update(bytes);
        self.known.retain(|position, _| position.distance <= common);
        self.next_columns.retain(|&(distance, _), _| distance <= common);
        if self.broken.is_some_and(|distance| distance > common) {
            self.broken = None;
        }
    }

    /// Columns that a block may have which ends at this node.
    pub fn columns(&self, node: u32) -> Columns {
        self.nodes[node as usize].columns
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
    pub fn entry(&mut self, grammar: &Grammar, offset: usize, open: u32) -> Option<Entry> {
        let distance = self.skip_ignored(grammar, self.lexemes.length() - offset as u32, open)?;
        if self.lexemes.repeat_keyword(grammar, distance, open) {
            return None;
        }
        let node = self.node(grammar, Position { distance, open, context: Context::First })?;
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
    pub fn first_line(&mut self, grammar: &Grammar, entry: Entry) -> Option<u32> {
        let (column, line) = self.next_content(grammar, entry.distance)?;
        let context = if line == 0 { Context::End } else { Context::Known { least: column, above: 0 } };
        let inner = self.node(grammar, Position { distance: line, open: ROOT, context })?;
        self.first_line_node(grammar, inner, column)
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
    fn node(&mut self, grammar: &Grammar, position: Position) -> Option<u32> {
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
                let node = self.build(grammar, position, &step);
                self.known.insert(position, node.unwrap_or(NOWHERE));
                work.pop();
            }
        }
        self.known_node(grammar, position).filter(|&node| node != NOWHERE)
    }

    /// The node of a position, or [`NOWHERE`], if it is known.
    fn known_node(&self, grammar: &Grammar, position: Position) -> Option<u32> {
        let is_end = position.distance == 0
            && (!matches!(grammar.layout, Layout::Python(_)) || position.context == Context::End);
        if is_end { Some(END) } else { self.known.get(&position).copied() }
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

    fn build(&mut self, grammar: &Grammar, position: Position, step: &Step) -> Option<u32> {
        let mut nexts = Nexts::new();
        for &next in step.nexts() {
            nexts.extend(self.known_node(grammar, next).filter(|&node| node != NOWHERE));
        }
        let leads_on = !nexts.is_empty();
        let built = match *step {
            Step::Token { set, .. } => self.token_node(grammar, nexts, set),
            Step::Line { turn, .. } => nexts.first().and_then(|&next| self.line_node(grammar, next, turn)),
            Step::Broken => None,
        };
        if leads_on && built.is_none() {
            self.broken = self.broken.max(Some(position.distance));
        }
        built
    }

    /// How the line after the line end at `at` begins, the context from there on, its content.
    fn turn_line(
        &mut self,
        grammar: &Grammar,
        at: u32,
        context: Context,
    ) -> Option<(LineTurn, Context, u32)> {
        let (column, line) = self.next_content(grammar, at)?;
        let (turn, context) = self.turn_to(column, line, context)?;
        Some((turn, if line == 0 { Context::End } else { context }, line))
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

    /// The node in front of a lexeme, which leads to any of `nexts`.
    fn token_node(&mut self, grammar: &Grammar, nexts: Nexts, set: u16) -> Option<u32> {
        let node = if let &[next] = nexts.as_slice() {
            self.charts.scan(&Reversed(grammar), next, grammar.lexer.set(set))?
        } else {
            let kernel = self.scanned(grammar, &nexts, set);
            self.charts.push(&Reversed(grammar), kernel, None)?
        };
        self.nodes.push(Node { set, nexts, columns: Columns::Any });
        Some(node)
    }

    fn scanned(&self, grammar: &Grammar, nexts: &[u32], set: u16) -> Vec<Item> {
        let mut kernel = Vec::new();
        for &next in nexts {
            self.charts.scan_into(&Reversed(grammar), next, grammar.lexer.set(set), &mut kernel);
        }
        kernel
    }

    /// The node in front of a terminal that the layout policy feeds.
    fn layout_node(&mut self, grammar: &Grammar, next: u32, term: u16) -> Option<u32> {
        self.token_node(grammar, smallvec::smallvec![next], grammar.lexer.single(term))
    }

    /// The NEWLINE in front of a line whose content begins at `content`.
    fn line_node(&mut self, grammar: &Grammar, content: u32, turn: LineTurn) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        let line = match turn {
            LineTurn::First(column) => self.first_line_node(grammar, content, column)?,
            LineTurn::Indent => self.layout_node(grammar, content, names.indent)?,
            LineTurn::Dedents(count) => self.dedents(grammar, content, count)?,
            LineTurn::Below { inner, from, to } => {
                let level = self.below_node(grammar, content, from, to)?;
                self.dedents(grammar, level, inner + 1)?
            }
        };
        self.layout_node(grammar, line, names.newline)
    }

    fn dedents(&mut self, grammar: &Grammar, mut node: u32, count: u32) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        for _ in 0..count {
            node = self.layout_node(grammar, node, names.dedent)?;
        }
        Some(node)
    }

    /// What a position takes that has the same content as `node`.
    fn kernel(&self, grammar: &Grammar, node: u32) -> Vec<Item> {
        if node == END {
            let finals = &grammar.rules[usize::from(grammar.root)].finals;
            return finals.iter().map(|&state| Item { state: u32::from(state), origin: END }).collect();
        }
        let Node { set, nexts, .. } = &self.nodes[node as usize];
        self.scanned(grammar, nexts, *set)
    }

    /// In front of the first line: an INDENT, nothing, or any number of DEDENTs.
    fn first_line_node(&mut self, grammar: &Grammar, content: u32, column: Column) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        let (indent, dedent) = (TermSet::single(names.indent), TermSet::single(names.dedent));
        let mut kernel = self.kernel(grammar, content);
        let columns = Columns::Above(column.col);
        let ended = self.push_node(grammar, kernel.clone(), Some(&dedent), columns);
        self.charts.scan_into(&Reversed(grammar), content, &indent, &mut kernel);
        if let Some(ended) = ended {
            self.charts.scan_into(&Reversed(grammar), ended, &dedent, &mut kernel);
        }
        self.push_node(grammar, kernel, None, Columns::Any)
    }

    /// A line below all before: one position for each column that an ended block may have; the
    /// one returned is where the block at `from` ends.
    fn below_node(&mut self, grammar: &Grammar, content: u32, from: Column, to: Column) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        let dedent = TermSet::single(names.dedent);
        let mut kernel = self.kernel(grammar, content);
        for col in to.col + 1..from.col.min(to.col + MAX_BLOCK_COLUMNS) {
            if let Some(level) = self.push_node(grammar, kernel.clone(), None, Columns::AtCol(col)) {
                self.charts.scan_into(&Reversed(grammar), level, &dedent, &mut kernel);
            }
        }
        self.push_node(grammar, kernel, None, Columns::At(from))
    }

    fn push_node(
        &mut self,
        grammar: &Grammar,
        kernel: Vec<Item>,
        looped: Option<&TermSet>,
        columns: Columns,
    ) -> Option<u32> {
        let node = self.charts.push(&Reversed(grammar), kernel, looped)?;
        self.nodes.push(Node { set: 0, nexts: Nexts::new(), columns });
        Some(node)
    }
}
