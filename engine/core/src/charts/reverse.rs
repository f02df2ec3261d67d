//! This module keeps the nodes of right contexts, which are reverse Earley charts, and builds the nodes
//! before them.
//!
//! A node is the number of a chart with items `(t, j)`. An item says that the text from this node to one that
//! is equivalent to the origin `j` leads from state `t` to the end of its rule, and that the rule may end
//! there, given the text after it. The tag of the node at which a block ends holds the columns that the
//! block may have.

use std::cell::RefCell;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::interner::Interner;
use crate::base::sets::{TermId, TermSet};
use crate::charts::automaton::Automaton;
use crate::charts::earley::Item;
use crate::charts::origins::{Direction, OriginId, ReturnEdge};
use crate::charts::shared::{SharedChart, SharedCharts};
use crate::grammar::splits::Parts;
use crate::grammar::{Grammar, StateId, moved};
use crate::layout::columns::{Column, Columns};
use crate::lexer::ids::TermSetId;
use crate::limits::{MAX_BLOCK_COLUMNS, MAX_DEPTH};
use crate::rules::contexts::{ContextSet, LabelId, bare, contexts_of, packed};
use crate::rules::dfa::RuleId;

/// The node at the end of the text.
pub const END: SharedChart = SharedChart::FIRST;

/// The grammar read backwards.
///
/// An item's state is packed with the number of a set of contexts: those of the item's rule in which the text
/// between the item and the rule's end can be read.
struct Reversed<'g> {
    grammar: &'g Grammar,
    sets: &'g RefCell<Interner<ContextSet>>,
}

/// The number of the set of all contexts.
const ALL: u32 = 0;

impl Reversed<'_> {
    fn unpacked(&self, state: u32) -> (StateId, ContextSet) {
        let contexts = if self.grammar.has_contexts() {
            *self.sets.borrow().get(contexts_of(state))
        } else {
            self.grammar.labels.all()
        };
        (StateId::at(bare(state) as usize), contexts)
    }

    /// Returns a state packed with a set of contexts, or none if that is empty.
    fn packed(&self, state: StateId, contexts: ContextSet) -> Option<u32> {
        if contexts.is_empty() {
            return None;
        }
        let has_contexts = self.grammar.has_contexts();
        let number = if has_contexts { self.sets.borrow_mut().number(contexts) } else { ALL };
        Some(packed(u32::from(state), number))
    }
}

impl Automaton for Reversed<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        // Of a chart's items, few take a lexeme.
        if !self.grammar.source_terms[bare(state) as usize].intersects(terms) {
            return;
        }
        let (own, contexts) = self.unpacked(state);
        for edge in self.grammar.term_sources(own).iter().filter(|edge| terms.contains(edge.term)) {
            self.packed(edge.from, contexts.and(edge.contexts)).into_iter().for_each(&mut f);
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(RuleId, u32, LabelId)) {
        let sources = self.grammar.rule_sources(StateId::at(bare(state) as usize));
        if sources.is_empty() {
            return;
        }
        let (own, contexts) = self.unpacked(state);
        let has_contexts = self.grammar.has_contexts();
        for edge in sources {
            if !has_contexts || !self.grammar.labels.domain(edge.label).and(contexts).is_empty() {
                f(edge.rule, moved(state, own, edge.to), edge.label);
            }
        }
    }

    fn last_children(&self, _state: u32, _f: impl FnMut(u32)) {}

    fn completes(&self, state: u32) -> Option<RuleId> {
        let state = StateId::at(bare(state) as usize);
        let rule = self.grammar.rule_of(state);
        (self.grammar.start_of(rule) == state).then_some(rule)
    }

    fn starts(&self, rule: RuleId, mut f: impl FnMut(u32)) {
        self.grammar.rules[rule.index()].finals.iter().for_each(|&state| f(u32::from(state)));
    }
}

impl Direction for Reversed<'_> {
    fn grammar(&self) -> &Grammar {
        self.grammar
    }

    fn takes(&self, state: u32, terms: &TermSet) -> bool {
        // Predicted states are read in all contexts.
        self.grammar.source_terms[bare(state) as usize].intersects(terms)
    }

    fn goes_on(&self, state: u32) -> bool {
        let (grammar, state) = (self.grammar, StateId::at(bare(state) as usize));
        !grammar.before(state).is_empty() || grammar.rule_of(state) == grammar.root
    }

    fn returned(&self, edge: &ReturnEdge, child: u32) -> Option<u32> {
        if !self.grammar.has_contexts() {
            return Some(edge.to);
        }
        let ((_, inside), (to, contexts)) = (self.unpacked(child), self.unpacked(edge.to));
        self.packed(to, contexts.and(self.grammar.labels.before(edge.label, inside)))
    }
}

/// The beginning of a line, determined from the right context alone.
#[derive(Clone, Copy)]
pub enum LineTurn {
    /// The first line; the levels before it are unknown.
    First(Column),
    Indent,
    Dedents(u32),
    /// A line that is less indented than all lines before it in the right context: `inner` blocks that began
    /// there end, then the block at `from`.
    Below {
        inner: u32,
        from: Column,
        to: Column,
    },
}

/// The nodes to which the ways after a lexeme lead.
type Several = SmallVec<[SharedChart; 4]>;

/// The charts of right contexts.
pub struct ReverseCharts {
    pub charts: SharedCharts,
    columns: Interner<Columns>,
    /// The sets of contexts that items have.
    sets: RefCell<Interner<ContextSet>>,
    /// For each node and set of terminals before it: the previous node, or none.
    before: FxHashMap<(SharedChart, TermSetId), Option<SharedChart>>,
    /// The same for several nodes, sorted, where a lexeme leads to more than one.
    before_several: FxHashMap<(Several, TermSetId), Option<SharedChart>>,
    /// Room for the items with which a chart begins.
    scanned: Vec<Item<OriginId>>,
    /// Whether a node was refused because it is too deep, since this was last set to false.
    pub is_too_deep: bool,
}

impl ReverseCharts {
    /// Returns the charts of a grammar; chart 0 is [`END`].
    pub fn new(grammar: &Grammar) -> Self {
        let finals = grammar.rules[grammar.root.index()].finals.iter().map(|&state| u32::from(state));
        let sets = RefCell::new(Interner::of(&[grammar.labels.all()]));
        let reversed = Reversed { grammar, sets: &sets };
        let charts = SharedCharts::new(&reversed, &grammar.used_rules(), finals, 0);
        Self {
            charts,
            columns: Interner::of(&[Columns::Any]),
            sets,
            before: FxHashMap::default(),
            before_several: FxHashMap::default(),
            scanned: Vec::new(),
            is_too_deep: false,
        }
    }

    /// Returns the columns that a block of this origin may have; the node at which it ends determines them.
    pub fn columns(&self, origin: OriginId) -> Columns {
        *self.columns.get(self.charts.tag(origin) >> 1)
    }

    /// Returns the state of an item or of an edge to return over, and the contexts in which what follows it can
    /// be read.
    pub fn unpacked(&self, grammar: &Grammar, state: u32) -> (StateId, ContextSet) {
        Reversed { grammar, sets: &self.sets }.unpacked(state)
    }

    /// Returns, for each of some terminals, the items of a node that the terminal before it may lead to.
    pub fn takers(
        &mut self,
        grammar: &Grammar,
        node: SharedChart,
        terms: &[TermId],
    ) -> Vec<Vec<Item<OriginId>>> {
        let reversed = Reversed { grammar, sets: &self.sets };
        let sets: Vec<TermSetId> = terms.iter().map(|&term| grammar.lexer.single(term)).collect();
        self.charts.takers(&reversed, node, &sets)
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.charts.size()
            + self.before.capacity() * size_of::<((SharedChart, TermSetId), Option<SharedChart>)>()
            + self.before_several.capacity() * size_of::<((Several, TermSetId), Option<SharedChart>)>()
    }

    /// Returns the node before a lexeme that leads to any of `nexts`, or none if the lexeme fits nowhere.
    pub fn token(&mut self, grammar: &Grammar, nexts: &[SharedChart], set: TermSetId) -> Option<SharedChart> {
        if let &[next] = nexts
            && let Some(&Some(found)) = self.before.get(&(next, set))
        {
            return Some(found);
        }
        if nexts.is_empty() {
            return None;
        }
        let mut several = Several::from_slice(nexts);
        several.sort_unstable();
        several.dedup();
        let known = match several[..] {
            [next] => self.before.get(&(next, set)).copied(),
            _ => self.before_several.get(&(several.clone(), set)).copied(),
        };
        let found = known.unwrap_or_else(|| self.built(grammar, &several, set));
        self.is_too_deep |= found.is_none() && self.are_too_deep(&several);
        if known.is_none() {
            match several[..] {
                [next] => self.before.insert((next, set), found),
                _ => self.before_several.insert((several, set), found),
            };
        }
        found
    }

    /// Builds the node before a lexeme, which may be two terminals in a row.
    fn built(&mut self, grammar: &Grammar, nexts: &[SharedChart], set: TermSetId) -> Option<SharedChart> {
        let mut kernel = std::mem::take(&mut self.scanned);
        if !self.are_too_deep(nexts) {
            for &next in nexts {
                let reversed = Reversed { grammar, sets: &self.sets };
                self.charts.scan_into(&reversed, next, set, &mut kernel);
            }
            for &Parts { first, second } in grammar.splits.of(set) {
                let between = self.token(grammar, nexts, second);
                let before = between.and_then(|between| self.token(grammar, &[between], first));
                kernel.extend(before.iter().flat_map(|&before| self.charts.kernel(before)));
            }
        }
        let reversed = Reversed { grammar, sets: &self.sets };
        let found = self.charts.push(&reversed, kernel.drain(..), 0, None);
        self.scanned = kernel;
        found
    }

    fn are_too_deep(&self, nexts: &[SharedChart]) -> bool {
        nexts.iter().any(|&next| self.charts.depth(next) > MAX_DEPTH)
    }

    /// Returns the node before a layout terminal.
    fn layout(&mut self, grammar: &Grammar, next: SharedChart, term: TermId) -> Option<SharedChart> {
        self.token(grammar, &[next], grammar.lexer.single(term))
    }

    /// Returns the node before the NEWLINE that precedes a line whose content begins at `content`.
    pub fn line(&mut self, grammar: &Grammar, content: SharedChart, turn: LineTurn) -> Option<SharedChart> {
        let Some(lines) = &grammar.layout.lines else { return None };
        let line = match turn {
            LineTurn::First(column) => self.first_line(grammar, content, column)?,
            LineTurn::Indent => self.layout(grammar, content, lines.indent)?,
            LineTurn::Dedents(count) => self.dedents(grammar, content, count)?,
            LineTurn::Below { inner, from, to } => {
                let level = self.below(grammar, content, from, to)?;
                self.dedents(grammar, level, inner + 1)?
            }
        };
        self.layout(grammar, line, lines.newline)
    }

    fn dedents(&mut self, grammar: &Grammar, mut node: SharedChart, count: u32) -> Option<SharedChart> {
        let Some(lines) = &grammar.layout.lines else { return None };
        for _ in 0..count {
            node = self.layout(grammar, node, lines.dedent)?;
        }
        Some(node)
    }

    /// Returns the node before the first line, whose content an INDENT, nothing, or any number of DEDENTs
    /// precedes.
    pub fn first_line(
        &mut self,
        grammar: &Grammar,
        content: SharedChart,
        column: Column,
    ) -> Option<SharedChart> {
        let Some(lines) = &grammar.layout.lines else { return None };
        let (indent, dedent) = (grammar.lexer.single(lines.indent), grammar.lexer.single(lines.dedent));
        let mut kernel = self.charts.kernel(content).to_vec();
        let columns = Columns::Above(column.col);
        let looped = grammar.lexer.set(dedent);
        let ended = self.push(grammar, kernel.clone(), Some(looped), columns);
        self.charts.scan_into(&Reversed { grammar, sets: &self.sets }, content, indent, &mut kernel);
        if let Some(ended) = ended {
            self.charts.scan_into(&Reversed { grammar, sets: &self.sets }, ended, dedent, &mut kernel);
        }
        self.push(grammar, kernel, None, Columns::Any)
    }

    /// Returns the node at which the block at `from` ends before a line that is less indented than all lines
    /// before it. Blocks at columns between `to` and `from` may end there, too; each column has its own node.
    fn below(
        &mut self,
        grammar: &Grammar,
        content: SharedChart,
        from: Column,
        to: Column,
    ) -> Option<SharedChart> {
        let Some(lines) = &grammar.layout.lines else { return None };
        let dedent = grammar.lexer.single(lines.dedent);
        let mut kernel = self.charts.kernel(content).to_vec();
        for col in to.col + 1..from.col.min(to.col + MAX_BLOCK_COLUMNS) {
            if let Some(level) = self.push(grammar, kernel.clone(), None, Columns::AtCol(col)) {
                self.charts.scan_into(&Reversed { grammar, sets: &self.sets }, level, dedent, &mut kernel);
            }
        }
        self.push(grammar, kernel, None, Columns::At(from))
    }

    fn push(
        &mut self,
        grammar: &Grammar,
        kernel: Vec<Item<OriginId>>,
        looped: Option<&TermSet>,
        columns: Columns,
    ) -> Option<SharedChart> {
        let tag = self.columns.number(columns) << 1 | u32::from(looped.is_some());
        self.charts.push(&Reversed { grammar, sets: &self.sets }, kernel, tag, looped)
    }
}
