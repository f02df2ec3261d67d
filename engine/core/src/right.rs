//! The right context: its positions as a graph, and the reverse Earley chart of each.
//!
//! A position is a node; its chart holds `(t, j)`: from state `t`, the rule can be finished by
//! what lies between this node and node `j`, and ending at `j` is of use to what follows. Nodes
//! are made from the end of the text on, and kept by common suffix. In an indented language a
//! position depends on more than its offset: on the least column since the first line that
//! begins in the right context, and on the columns begun above it (see [`Context`]).

use rustc_hash::FxHashMap;

use crate::earley::{Automaton, Charts, Item};
use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::python::{Column, Columns, Stacks};
use crate::limits::MAX_BLOCK_COLUMNS;
use crate::sets::TermSet;
use crate::suffix::Lexemes;

/// The end of the text.
pub const END: u32 = 0;

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
    /// The least column since, and the stack of columns begun above it.
    Known { least: Column, above: u32 },
}

/// A position of the right context.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The terminals that lead to `next`; for the end and for nodes of several edges, unused.
    set: u16,
    next: u32,
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
}

pub struct Right {
    pub lexemes: Lexemes,
    pub charts: Charts,
    nodes: Vec<Node>,
    /// Positions met before, with the node, or none where the chart is empty.
    known: FxHashMap<(u32, Context), Option<u32>>,
    above: Stacks,
    /// The greatest distance at which the parse broke off, for messages.
    broken: Option<u32>,
}

/// A part of the way from a position to the end.
enum Step {
    Token { at: u32, context: Context, set: u16 },
    Line { at: u32, context: Context, turn: LineTurn },
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
            lexemes: Lexemes::default(),
            charts: Charts::new(),
            nodes: Vec::new(),
            known: FxHashMap::default(),
            above: Stacks::default(),
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
        self.nodes.push(Node { set: 0, next: END, columns: Columns::Any });
    }

    /// Take a new context; the nodes of the common suffix are kept.
    pub fn update(&mut self, grammar: &Grammar, bytes: &[u8]) {
        if self.nodes.len() > 4 * (self.known.len() + bytes.len() / 8 + 1024) {
            *self = Self::new(grammar);
        }
        let common = self.lexemes.update(bytes);
        self.known.retain(|&(distance, _), _| distance <= common);
        if self.broken.is_some_and(|distance| distance > common) {
            self.broken = None;
        }
    }

    /// Columns that a block may have which ends at this node.
    pub fn columns(&self, node: u32) -> Columns {
        self.nodes[node as usize].columns
    }

    /// Offset from the start of the context at which it cannot be read to its end, if known.
    pub fn broken_at(&self) -> Option<usize> {
        let distance = self.lexemes.bad().max(self.broken)?;
        Some(self.lexemes.bytes().len() - distance as usize)
    }

    /// The position at `offset`, content before it on its line; none if the end is out of reach.
    pub fn entry(&mut self, grammar: &Grammar, offset: usize) -> Option<Entry> {
        let distance = self.skip_ignored(grammar, self.lexemes.length() - offset as u32)?;
        let node = self.node(grammar, distance, Context::First)?;
        Some(Entry { node, distance, at_line_end: self.is_line_end(grammar, distance) })
    }

    /// The first line with content behind a blank rest of line, no content standing before it.
    pub fn first_line(&mut self, grammar: &Grammar, entry: Entry) -> Option<u32> {
        let (column, line) = self.next_content(grammar, entry.distance)?;
        let inner = self.content_node(grammar, line, Context::Known { least: column, above: 0 })?;
        self.first_line_node(grammar, inner, column)
    }

    /// Whether a line end that counts, or the end of the text, is at this distance.
    fn is_line_end(&mut self, grammar: &Grammar, distance: u32) -> bool {
        if distance == 0 {
            return true;
        }
        let Layout::Python(names) = &grammar.layout else { return false };
        let lexeme = self.lexemes.get(grammar, distance);
        grammar.lexer.set(lexeme.set).contains(names.line_end)
            && self.lexemes.depth(grammar, distance) == Some(0)
    }

    /// Go over ignored lexemes, but not over a line end that counts.
    fn skip_ignored(&mut self, grammar: &Grammar, mut distance: u32) -> Option<u32> {
        while distance > 0 {
            let lexeme = self.lexemes.get(grammar, distance);
            if !lexeme.is_alive() {
                return None;
            }
            if !grammar.is_ignored_set(lexeme.set) || self.is_line_end(grammar, distance) {
                break;
            }
            distance = lexeme.next;
        }
        Some(distance)
    }

    /// From a line end on: column and distance of the next content, the end of the text included.
    fn next_content(&mut self, grammar: &Grammar, mut distance: u32) -> Option<(Column, u32)> {
        let Layout::Python(names) = &grammar.layout else { return Some((Column::ZERO, distance)) };
        let mut column = Column::ZERO;
        let mut frozen = false;
        while distance > 0 {
            let lexeme = self.lexemes.get(grammar, distance);
            if !lexeme.is_alive() {
                return None;
            }
            let terms = grammar.lexer.set(lexeme.set);
            if !terms.intersects(&grammar.ignored) {
                return Some((column, distance));
            }
            if terms.contains(names.line_end) {
                column = Column::ZERO;
                frozen = false;
            } else if terms.contains(names.blank) && !frozen {
                column = column.after(self.lexemes.byte(distance));
            } else if terms.contains(names.line_join) && !frozen && column.col > 0 {
                column = column.fixed();
                frozen = true;
            }
            distance = lexeme.next;
        }
        Some((Column::ZERO, 0))
    }

    fn content_node(&mut self, grammar: &Grammar, distance: u32, context: Context) -> Option<u32> {
        if distance == 0 { Some(END) } else { self.node(grammar, distance, context) }
    }

    /// The node of a position on a line; walks on to what is known and comes back, iteratively.
    fn node(&mut self, grammar: &Grammar, distance: u32, context: Context) -> Option<u32> {
        if matches!(grammar.layout, Layout::None) && distance == 0 {
            return Some(END);
        }
        let mut steps = Vec::new();
        let (mut at, mut context) = (distance, context);
        let mut base = loop {
            if let Some(&known) = self.known.get(&(at, context)) {
                break known;
            }
            if matches!(grammar.layout, Layout::Python(_)) && self.is_line_end(grammar, at) {
                let Some((turn, next, line)) = self.turn_line(grammar, at, context) else { break None };
                steps.push(Step::Line { at, context, turn });
                (at, context) = (line, next);
                if line == 0 {
                    break Some(END);
                }
            } else {
                let lexeme = self.lexemes.get(grammar, at);
                if !lexeme.is_alive() {
                    break None;
                }
                let Some(next) = self.skip_ignored(grammar, lexeme.next) else { break None };
                steps.push(Step::Token { at, context, set: lexeme.set });
                at = next;
                if next == 0 && matches!(grammar.layout, Layout::None) {
                    break Some(END);
                }
            }
        };
        for step in steps.into_iter().rev() {
            let (at, context, built) = match step {
                Step::Token { at, context, set } => (at, context, self.token_node(grammar, base, set)),
                Step::Line { at, context, turn } => (at, context, self.line_node(grammar, base, turn)),
            };
            if base.is_some() && built.is_none() {
                self.broken = self.broken.max(Some(at));
            }
            base = built;
            self.known.insert((at, context), base);
        }
        base
    }

    /// How the line after the line end at `at` begins, the context from there on, its content.
    fn turn_line(
        &mut self,
        grammar: &Grammar,
        at: u32,
        context: Context,
    ) -> Option<(LineTurn, Context, u32)> {
        let (column, line) = self.next_content(grammar, at)?;
        let Context::Known { least, mut above } = context else {
            return Some((LineTurn::First(column), Context::Known { least: column, above: 0 }, line));
        };
        let top = if above == 0 { least } else { self.above.top(above) };
        if column.col > top.col {
            let above = self.above.push(above, column);
            let turned = (LineTurn::Indent, Context::Known { least, above }, line);
            return (column.alt > top.alt).then_some(turned);
        }
        let mut count = 0;
        while above != 0 && self.above.top(above).col > column.col {
            above = self.above.pop(above);
            count += 1;
        }
        let level = if above == 0 { least } else { self.above.top(above) };
        if level == column {
            return Some((LineTurn::Dedents(count), Context::Known { least, above }, line));
        }
        if above != 0 || level.col <= column.col {
            self.broken = self.broken.max(Some(line.max(1)));
            return None;
        }
        let turn = LineTurn::Below { inner: count, from: least, to: column };
        Some((turn, Context::Known { least: column, above: 0 }, line))
    }

    fn token_node(&mut self, grammar: &Grammar, next: Option<u32>, set: u16) -> Option<u32> {
        let next = next?;
        let node = self.charts.scan(&Reversed(grammar), next, grammar.lexer.set(set))?;
        self.nodes.push(Node { set, next, columns: Columns::Any });
        Some(node)
    }

    /// The NEWLINE in front of a line whose content begins at `content`.
    fn line_node(&mut self, grammar: &Grammar, content: Option<u32>, turn: LineTurn) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        let content = content?;
        let line = match turn {
            LineTurn::First(column) => self.first_line_node(grammar, content, column)?,
            LineTurn::Indent => {
                self.token_node(grammar, Some(content), grammar.lexer.single(names.indent))?
            }
            LineTurn::Dedents(count) => self.dedents(grammar, content, count)?,
            LineTurn::Below { inner, from, to } => {
                let level = self.below_node(grammar, content, from, to)?;
                self.dedents(grammar, level, inner + 1)?
            }
        };
        self.token_node(grammar, Some(line), grammar.lexer.single(names.newline))
    }

    fn dedents(&mut self, grammar: &Grammar, mut node: u32, count: u32) -> Option<u32> {
        let Layout::Python(names) = &grammar.layout else { return None };
        for _ in 0..count {
            node = self.token_node(grammar, Some(node), grammar.lexer.single(names.dedent))?;
        }
        Some(node)
    }

    /// What a position takes that has the same content as `node`.
    fn kernel(&self, grammar: &Grammar, node: u32) -> Vec<Item> {
        let mut kernel = Vec::new();
        if node == END {
            let finals = &grammar.rules[usize::from(grammar.root)].finals;
            kernel.extend(finals.iter().map(|&state| Item { state: u32::from(state), origin: END }));
        } else {
            let Node { set, next, .. } = self.nodes[node as usize];
            self.charts.scan_into(&Reversed(grammar), next, grammar.lexer.set(set), &mut kernel);
        }
        kernel
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
        self.nodes.push(Node { set: 0, next: END, columns });
        Some(node)
    }
}
