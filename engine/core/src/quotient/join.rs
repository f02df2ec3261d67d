//! The join: builds the quotient grammar from the charts on both sides of the cursor.
//!
//! Rules that lie wholly in the middle are the grammar's own. A rule that ends in the right context gets a
//! *copy* of its states, and those states of the copy are alive from which an exit can be reached.
//! A rule that began in the left context needs no copy: its items keep an origin, which is a chart with waits
//! alone here. The open rules are found from the cursor outwards on each side. The pairs that fit are found
//! from the whole file inwards, and only what can reach an end is kept, so every item alive later can be
//! completed to a middle that fits. (After Melcer et al. 2024, section IV; both halves of a rule lie on one
//! edge of one automaton.)

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::interner::Numbers;
use crate::base::sets::{TermId, TermSet};
use crate::charts::earley::{Automaton, ChartId, Charts, Item, WaitingEdge};
use crate::charts::forward::ForwardCharts;
use crate::charts::reverse::ReverseCharts;
use crate::charts::shared::{OriginId, ROOT_ORIGIN, SharedChart};
use crate::context::left::{Left, Pending};
use crate::grammar::StateId;
use crate::language::Language;
use crate::layout::columns::{Column, Columns};
use crate::quotient::exits::Exits;
use crate::rules::dfa::RuleId;

/// A rule that ends in the right context, at any node that returns to one origin.
#[derive(Clone, Copy, Debug)]
struct RuleCopy {
    rule: RuleId,
    origin: OriginId,
    /// The number of its first state among all states of the quotient grammar.
    first: u32,
    columns: Columns,
}

/// The right half of the quotient grammar, which depends on the right context alone.
pub struct RightQuotient {
    grammar: Arc<Language>,
    base_count: u32,
    /// The terminal that begins an indented block.
    pub(crate) indent: Option<TermId>,
    copies: Vec<RuleCopy>,
    numbers: Numbers<(RuleId, OriginId)>,
    /// Per state beyond the grammar's own: the number of its copy in `copies`.
    copy_of: Vec<u32>,
    alive: Vec<bool>,
    takes: Vec<TermSet>,
    /// Per state beyond the grammar's own: the copies that may be its last child.
    last: Vec<Vec<u32>>,
    exits: Vec<Vec<u32>>,
    exact_columns: Vec<Columns>,
}

/// The quotient grammar as an automaton for the middle's charts.
pub struct Middle<'a> {
    pub joined: &'a RightQuotient,
    /// The column of an INDENT that is scanned next.
    pub column: Column,
}

impl RightQuotient {
    /// Builds the right half: the copies, their exits, and which of their states are alive.
    pub fn new(grammar: &Arc<Language>, nodes: &ReverseCharts, exits: &Exits) -> Self {
        let indent = grammar.layout.lines.as_ref().map(|lines| lines.indent);
        let mut joined = Self {
            grammar: Arc::clone(grammar),
            base_count: grammar.state_count as u32,
            indent,
            copies: Vec::new(),
            numbers: Numbers::default(),
            copy_of: Vec::new(),
            alive: Vec::new(),
            takes: Vec::new(),
            last: Vec::new(),
            exits: Vec::new(),
            exact_columns: Vec::new(),
        };
        joined.place_exits(nodes, exits);
        joined.find_parents(nodes);
        joined.find_alive();
        joined.find_takes();
        joined.find_exact_columns();
        joined
    }

    fn copy(&mut self, nodes: &ReverseCharts, rule: RuleId, origin: OriginId) -> u32 {
        let (number, is_new) = self.numbers.of((rule, origin));
        if is_new {
            let first = self.base_count + self.copy_of.len() as u32;
            self.copies.push(RuleCopy { rule, origin, first, columns: nodes.columns(origin) });
            let count = usize::from(self.grammar.rules[rule.index()].count);
            self.copy_of.resize(self.copy_of.len() + count, number);
            self.last.resize(self.copy_of.len(), Vec::new());
            self.exits.resize(self.copy_of.len(), Vec::new());
        }
        number
    }

    /// Returns the state that stands for a state of the grammar in a copy of its rule.
    fn state_in(&self, copy: u32, state: StateId) -> u32 {
        let RuleCopy { rule, first, .. } = self.copies[copy as usize];
        first + u32::from(state) - u32::from(self.grammar.start_of(rule))
    }

    fn index(&self, state: u32) -> usize {
        (state - self.base_count) as usize
    }

    /// Returns the state of the grammar that this state is or copies.
    pub fn base(&self, state: u32) -> StateId {
        if state < self.base_count {
            return StateId::at(state as usize);
        }
        let copy = self.copies[self.copy_of[self.index(state)] as usize];
        StateId::at(self.grammar.start_of(copy.rule).index() + (state - copy.first) as usize)
    }

    fn place_exits(&mut self, nodes: &ReverseCharts, exits: &Exits) {
        let grammar = Arc::clone(&self.grammar);
        for (number, exit) in exits.list.iter().enumerate() {
            // A rule that ends where the right context begins is the middle's own.
            let items = match exit.term {
                None => nodes.charts.kernel(exit.node),
                Some(_) => nodes.charts.items(exit.node),
            };
            for item in items {
                let state = StateId::at(item.state as usize);
                if exit.term.is_none() && !grammar.allows_gap(state, exit.is_ending) {
                    continue;
                }
                if exit.is_whole && state != grammar.start_of(grammar.root) {
                    continue;
                }
                let copy = self.copy(nodes, grammar.rule_of(state), item.origin);
                match exit.term {
                    None => self.place_exit(copy, state, number),
                    Some(term) => {
                        for &(_, from) in grammar.term_sources(state).iter().filter(|source| source.0 == term)
                        {
                            self.place_exit(copy, from, number);
                        }
                    }
                }
            }
        }
    }

    fn place_exit(&mut self, copy: u32, state: StateId, exit: usize) {
        let index = self.index(self.state_in(copy, state));
        self.exits[index].push(exit as u32);
    }

    /// Finds the parents of every copy: the rules that end where their last child ends, and the parents of
    /// those.
    fn find_parents(&mut self, nodes: &ReverseCharts) {
        let mut next = 0;
        while next < self.copies.len() {
            let RuleCopy { origin, .. } = self.copies[next];
            for entry in nodes.charts.returns(origin) {
                let state = StateId::at(entry.to as usize);
                let parent = self.copy(nodes, self.grammar.rule_of(state), entry.origin);
                let index = self.index(self.state_in(parent, state));
                self.last[index].push(next as u32);
            }
            next += 1;
        }
    }

    fn find_alive(&mut self) {
        let parents = self.parents();
        self.alive = self.exits.iter().map(|exits| !exits.is_empty()).collect();
        let mut work: Vec<u32> = (0..self.alive.len())
            .filter(|&index| self.alive[index])
            .map(|index| self.base_count + index as u32)
            .collect();
        let grammar = Arc::clone(&self.grammar);
        while let Some(state) = work.pop() {
            let number = self.copy_of[self.index(state)];
            let base = self.base(state);
            let sources = grammar.term_sources(base).iter().map(|&(_, from)| from);
            let sources = sources.chain(grammar.rule_sources(base).iter().map(|edge| edge.to));
            for from in sources {
                self.revive(self.state_in(number, from), &mut work);
            }
            if state == self.copies[number as usize].first {
                for &parent in &parents[number as usize] {
                    self.revive(parent, &mut work);
                }
            }
        }
    }

    fn revive(&mut self, state: u32, work: &mut Vec<u32>) {
        let index = self.index(state);
        if !std::mem::replace(&mut self.alive[index], true) {
            work.push(state);
        }
    }

    fn find_takes(&mut self) {
        self.takes = vec![TermSet::default(); self.alive.len()];
        for index in 0..self.alive.len() {
            if !self.alive[index] {
                continue;
            }
            let state = self.base_count + index as u32;
            let base = self.base(state);
            for term in self.grammar.takes(base).iter() {
                if self.grammar.scan(base, term).is_some_and(|to| self.is_alive(moved(state, base, to))) {
                    self.takes[index].insert(term);
                }
            }
        }
    }

    fn is_alive(&self, state: u32) -> bool {
        state < self.base_count || self.alive[self.index(state)]
    }

    /// Returns the terminals that a state can continue with.
    pub fn takes(&self, state: u32) -> &TermSet {
        if state < self.base_count {
            self.grammar.takes(StateId::at(state as usize))
        } else {
            &self.takes[self.index(state)]
        }
    }

    /// Returns the exits that a state may take.
    pub fn exits(&self, state: u32) -> &[u32] {
        if state < self.base_count { &[] } else { &self.exits[self.index(state)] }
    }

    /// Returns whether an indented block may begin at `column` that ends where the state's rule does.
    fn allows_block(&self, state: u32, column: Column) -> bool {
        state < self.base_count || self.columns(state).hold(column)
    }

    /// Returns what the right context requires of the columns of the indented blocks that end in it, each
    /// requirement once.
    pub fn exact_columns(&self) -> &[Columns] {
        &self.exact_columns
    }

    fn find_exact_columns(&mut self) {
        for copy in &self.copies {
            if copy.columns != Columns::Any && !self.exact_columns.contains(&copy.columns) {
                self.exact_columns.push(copy.columns);
            }
        }
    }

    /// Returns the states beyond the grammar's own, each of which copies one of the grammar's.
    pub fn copies(&self) -> impl Iterator<Item = u32> + '_ {
        self.base_count..self.base_count + self.copy_of.len() as u32
    }

    /// Returns what the right context requires of the column of an indented block that ends where the state's
    /// rule does.
    pub fn columns(&self, state: u32) -> Columns {
        self.copies[self.copy_of[self.index(state)] as usize].columns
    }

    /// Returns the counterpart of `other` in the copy to which `state` belongs.
    pub fn sibling(&self, state: u32, other: StateId) -> u32 {
        moved(state, self.base(state), other)
    }

    /// Returns the states that may have a state's copy as last child, if it is the first state of that
    /// copy.
    pub fn states_before<'a>(&self, parents: &'a [Vec<u32>], state: u32) -> &'a [u32] {
        let copy = self.copy_of[self.index(state)] as usize;
        if self.copies[copy].first == state { &parents[copy] } else { &[] }
    }

    /// Returns, per copy, the states that may have it as last child.
    pub fn parents(&self) -> Vec<Vec<u32>> {
        let mut parents: Vec<Vec<u32>> = vec![Vec::new(); self.copies.len()];
        for (index, children) in self.last.iter().enumerate() {
            for &child in children {
                parents[child as usize].push(self.base_count + index as u32);
            }
        }
        parents
    }

    /// Returns whether any text fits between some left context and this right context.
    pub fn is_enterable(&self) -> bool {
        self.alive.contains(&true)
    }

    /// Returns the left half: the chart at the cursor, whose items are all alive, or none if no middle fits.
    pub fn enter(
        &self,
        forward: &ForwardCharts,
        left: &Left,
        pending: &Pending,
        charts: &mut Charts,
    ) -> Option<ChartId> {
        let root = self.numbers.get(&(self.grammar.root, ROOT_ORIGIN))?;
        Pairing::new(self, forward, left, pending).enter(root, charts)
    }
}

impl Automaton for Middle<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        let joined = self.joined;
        let base = joined.base(state);
        for term in joined.takes(state).and(terms).iter() {
            if joined.indent == Some(term) && !joined.allows_block(state, self.column) {
                continue;
            }
            if let Some(to) = joined.grammar.scan(base, term) {
                f(moved(state, base, to));
            }
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(RuleId, u32)) {
        let joined = self.joined;
        let base = joined.base(state);
        for edge in joined.grammar.rule_edges(base) {
            let to = moved(state, base, edge.to);
            if joined.is_alive(to) {
                f(edge.rule, to);
            }
        }
    }

    fn last_children(&self, state: u32, mut f: impl FnMut(u32)) {
        let joined = self.joined;
        if state < joined.base_count {
            return;
        }
        for &child in &joined.last[joined.index(state)] {
            let start = joined.copies[child as usize].first;
            if joined.is_alive(start) {
                f(start);
            }
        }
    }

    fn completes(&self, state: u32) -> Option<RuleId> {
        let (base, grammar) = (StateId::at(state as usize), &self.joined.grammar);
        (state < self.joined.base_count && grammar.is_final(base)).then(|| grammar.rule_of(base))
    }

    fn starts(&self, rule: RuleId, mut f: impl FnMut(u32)) {
        f(u32::from(self.joined.grammar.start_of(rule)));
    }
}

/// Returns the state that stands for `to` in the copy in which `state` stands for `base`.
fn moved(state: u32, base: StateId, to: StateId) -> u32 {
    state - u32::from(base) + u32::from(to)
}

/// A rule that is open at the cursor: its origin and its number.
type Open = (OriginId, RuleId);

/// An open rule inside another one, whose child it is over the edge from `from` to `to`.
#[derive(Clone, Copy)]
struct Child {
    open: Open,
    from: StateId,
    to: StateId,
}

/// The search for the open rules of the left context and their pairing with those of the right context.
struct Pairing<'a> {
    joined: &'a RightQuotient,
    forward: &'a ForwardCharts,
    levels: Vec<Column>,
    /// Per open rule: its own items at the cursor, and the open rules directly inside it.
    items: FxHashMap<Open, Vec<StateId>>,
    children: FxHashMap<Open, Vec<Child>>,
    origins: Vec<OriginId>,
}

impl<'a> Pairing<'a> {
    fn new(joined: &'a RightQuotient, forward: &'a ForwardCharts, left: &Left, pending: &Pending) -> Self {
        let mut opening = Self {
            joined,
            forward,
            levels: left.stacks.levels(pending.place.stack),
            items: FxHashMap::default(),
            children: FxHashMap::default(),
            origins: Vec::new(),
        };
        opening.find_open(pending.chart);
        opening
    }

    fn find_open(&mut self, chart: SharedChart) {
        let grammar = &self.joined.grammar;
        let mut seen: FxHashSet<Open> = FxHashSet::default();
        let mut work: Vec<Open> = Vec::new();
        // Rules that begin at the cursor are predicted again there.
        for item in self.forward.charts.kernel(chart) {
            let state = StateId::at(item.state as usize);
            let open = (item.origin, grammar.rule_of(state));
            self.items.entry(open).or_default().push(state);
            if seen.insert(open) {
                work.push(open);
            }
        }
        while let Some(open) = work.pop() {
            self.origins.push(open.0);
            for entry in self.forward.charts.returns(open.0) {
                let parent = (entry.origin, grammar.rule_of(StateId::at(entry.from as usize)));
                let child = Child {
                    open,
                    from: StateId::at(entry.from as usize),
                    to: StateId::at(entry.to as usize),
                };
                self.children.entry(parent).or_default().push(child);
                if seen.insert(parent) {
                    work.push(parent);
                }
            }
        }
        self.origins.sort_unstable();
        self.origins.dedup();
    }

    /// Returns whether a rule that began at `origin` and is in `state` may end with `copy`: the column of the
    /// indented block that it opened must be one that the end allows.
    fn fits(&self, copy: Option<u32>, origin: OriginId, state: StateId) -> bool {
        let Some(copy) = copy else { return true };
        if !self.joined.grammar.inside_block(state) {
            return true;
        }
        let level = self.forward.charts.tag(origin) as usize;
        self.levels.get(level).is_some_and(|&column| self.joined.copies[copy as usize].columns.hold(column))
    }

    fn enter(&self, root: u32, charts: &mut Charts) -> Option<ChartId> {
        let grammar = &self.joined.grammar;
        let number = |origin: OriginId| ChartId::at(self.origins.partition_point(|&other| other < origin));
        let mut kernel: Vec<Item> = Vec::new();
        let mut waits: Vec<Vec<WaitingEdge>> = vec![Vec::new(); self.origins.len()];
        let mut seen: FxHashSet<(Open, Option<u32>)> = FxHashSet::default();
        let mut work = vec![((ROOT_ORIGIN, grammar.root), Some(root))];
        seen.insert(work[0]);
        while let Some((open, copy)) = work.pop() {
            let origin = open.0;
            let state_in =
                |state: StateId| copy.map_or(u32::from(state), |copy| self.joined.state_in(copy, state));
            for &state in self.items.get(&open).into_iter().flatten() {
                if self.joined.is_alive(state_in(state)) && self.fits(copy, origin, state) {
                    kernel.push(Item { state: state_in(state), origin: number(origin) });
                }
            }
            for child in self.children.get(&open).into_iter().flatten() {
                if !self.fits(copy, origin, child.from) {
                    continue;
                }
                if self.joined.is_alive(state_in(child.to)) {
                    waits[number(child.open.0).index()].push(WaitingEdge {
                        rule: child.open.1,
                        from: state_in(child.from),
                        to: state_in(child.to),
                        origin: number(origin),
                    });
                    if seen.insert((child.open, None)) {
                        work.push((child.open, None));
                    }
                }
                if copy.is_some() {
                    for &last in &self.joined.last[self.joined.index(state_in(child.from))] {
                        let fits = self.joined.copies[last as usize].rule == child.open.1;
                        if fits && seen.insert((child.open, Some(last))) {
                            work.push((child.open, Some(last)));
                        }
                    }
                }
            }
        }
        for waits in waits {
            charts.push_waits(waits);
        }
        charts.push(&Middle { joined: self.joined, column: Column::ZERO }, kernel)
    }
}
