//! The left half of the join: the open rules of the left context, and which of those of the right context each of
//! them can be.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::base::interrupt::count_steps;
use crate::charts::earley::{ChartId, Charts, Item, WaitingEdge};
use crate::charts::forward::ForwardCharts;
use crate::charts::origins::{OriginId, ROOT_ORIGIN};
use crate::charts::shared::SharedChart;
use crate::context::left::{Left, Pending};
use crate::grammar::{Grammar, StateId};
use crate::layout::columns::Column;
use crate::quotient::join::{Middle, RightQuotient};
use crate::rules::contexts::{bare, context_of};
use crate::rules::dfa::RuleId;

/// Returns the left half: the chart at the cursor, whose items are all alive, or none if no middle fits.
pub fn enter(
    joined: &RightQuotient,
    forward: &ForwardCharts,
    left: &Left,
    pending: &Pending,
    charts: &mut Charts,
) -> Option<ChartId> {
    let root = joined.numbers.get(&(joined.grammar.root, ROOT_ORIGIN))?;
    Pairing::new(joined, forward, left, pending).enter(root, charts)
}

/// Returns whether some middle fits as far as rules tell.
pub fn fits(joined: &RightQuotient, forward: &ForwardCharts, left: &Left, pending: &Pending) -> bool {
    let root = joined.numbers.get(&(joined.grammar.root, ROOT_ORIGIN));
    root.is_some_and(|root| !Pairing::new(joined, forward, left, pending).pair(root).0.is_empty())
}

/// Returns the rule of a state of the grammar, with the context that it is read in.
fn rule_of(grammar: &Grammar, state: u32) -> RuleId {
    let (state, context) = grammar.unpacked(state);
    grammar.rule_of(state).within(context)
}

/// A rule that is open at the cursor: its origin and its number, with the context that it is read in.
type Open = (OriginId, RuleId);

/// An open rule inside another one, by its place in [`Pairing::nodes`], whose child it is over the edge from `from` to
/// `to`.
#[derive(Clone, Copy)]
struct Child {
    place: u32,
    from: u32,
    to: u32,
}

/// What is known of an open rule.
struct Node {
    open: Open,
    /// The number of its origin among those of all open rules.
    number: ChartId,
    /// Its own items at the cursor, and the open rules directly inside it.
    items: SmallVec<[u32; 2]>,
    children: SmallVec<[Child; 1]>,
}

/// The search for the open rules of the left context and their pairing with those of the right context.
struct Pairing<'a> {
    joined: &'a RightQuotient,
    forward: &'a ForwardCharts,
    levels: Vec<Column>,
    nodes: Vec<Node>,
    places: FxHashMap<Open, u32>,
    /// The number of different origins.
    origins: usize,
}

impl<'a> Pairing<'a> {
    fn new(joined: &'a RightQuotient, forward: &'a ForwardCharts, left: &Left, pending: &Pending) -> Self {
        let mut opening = Self {
            joined,
            forward,
            levels: left.stacks.levels(pending.place.stack),
            nodes: Vec::new(),
            places: FxHashMap::default(),
            origins: 0,
        };
        opening.find_open(pending.chart);
        opening.number_origins();
        opening
    }

    fn find_open(&mut self, chart: SharedChart) {
        let (grammar, forward) = (&self.joined.grammar, self.forward);
        // Rules that begin at the cursor are predicted again there.
        for item in forward.charts.kernel(chart) {
            let place = self.place((item.origin, rule_of(grammar, item.state)));
            self.nodes[place as usize].items.push(item.state);
        }
        // Every node is visited, those that are added meanwhile included.
        let mut next = 0;
        while next < self.nodes.len() {
            count_steps(1);
            for entry in forward.charts.returns(self.nodes[next].open.0) {
                let parent = self.place((entry.origin, rule_of(grammar, entry.from)));
                let child = Child { place: next as u32, from: entry.from, to: entry.to };
                self.nodes[parent as usize].children.push(child);
            }
            next += 1;
        }
    }

    /// Returns the place of an open rule, which is added if it is new.
    fn place(&mut self, open: Open) -> u32 {
        let new = self.nodes.len() as u32;
        let place = *self.places.entry(open).or_insert(new);
        if place == new {
            let (items, children) = Default::default();
            self.nodes.push(Node { open, number: ChartId::at(0), items, children });
        }
        place
    }

    /// Numbers the origins in order.
    fn number_origins(&mut self) {
        let mut order: Vec<u32> = (0..self.nodes.len() as u32).collect();
        order.sort_unstable_by_key(|&place| self.nodes[place as usize].open.0);
        let mut last = None;
        for place in order {
            let node = &mut self.nodes[place as usize];
            if last.replace(node.open.0) != Some(node.open.0) {
                self.origins += 1;
            }
            node.number = ChartId::at(self.origins - 1);
        }
    }

    /// Returns whether a rule that began at `origin` and is in `state` may end with `copy`: the column of the
    /// indented block that it opened must be one that the end allows.
    fn fits(&self, copy: Option<u32>, origin: OriginId, state: u32) -> bool {
        let Some(copy) = copy else { return true };
        if !self.joined.grammar.inside_block(StateId::at(bare(state) as usize)) {
            return true;
        }
        let level = self.forward.charts.tag(origin) as usize;
        self.levels.get(level).is_some_and(|&column| self.joined.copies[copy as usize].columns.hold(column))
    }

    fn enter(&self, root: u32, charts: &mut Charts) -> Option<ChartId> {
        let (kernel, waits) = self.pair(root);
        charts.push_waits(self.origins, waits);
        charts.push(&Middle { joined: self.joined, column: Column::ZERO }, kernel)
    }

    /// Returns the items at the cursor that are alive, and the waits of the rules around them.
    fn pair(&self, root: u32) -> (Vec<Item>, Vec<(ChartId, WaitingEdge)>) {
        let grammar = &self.joined.grammar;
        let mut kernel: Vec<Item> = Vec::new();
        let mut waits: Vec<(ChartId, WaitingEdge)> = Vec::new();
        let mut seen: FxHashSet<(u32, Option<u32>)> = FxHashSet::default();
        let mut work = Vec::new();
        work.extend(self.places.get(&(ROOT_ORIGIN, grammar.root)).map(|&place| (place, Some(root))));
        seen.extend(work.first());
        while let Some((place, copy)) = work.pop() {
            count_steps(1);
            let node = &self.nodes[place as usize];
            let origin = node.open.0;
            let state_in = |state: u32| copy.map_or(state, |copy| self.joined.packed_in(copy, state));
            for &state in &node.items {
                if self.joined.is_alive(state_in(state)) && self.fits(copy, origin, state) {
                    kernel.push(Item { state: state_in(state), origin: node.number });
                }
            }
            for child in &node.children {
                if !self.fits(copy, origin, child.from) {
                    continue;
                }
                let inner = &self.nodes[child.place as usize];
                if self.joined.is_alive(state_in(child.to)) {
                    let wait =
                        WaitingEdge { rule: inner.open.1, to: state_in(child.to), origin: node.number };
                    waits.push((inner.number, wait));
                    if seen.insert((child.place, None)) {
                        work.push((child.place, None));
                    }
                }
                if copy.is_some() {
                    let context = context_of(child.from);
                    for last in self.joined.last.of(self.joined.index(state_in(child.from))) {
                        let rule = self.joined.copies[last.copy as usize].rule;
                        let inside = grammar.labels.apply(last.label, context);
                        let fits = last.contexts.contains(context)
                            && inside.is_some_and(|inside| rule.within(inside) == inner.open.1);
                        if fits && seen.insert((child.place, Some(last.copy))) {
                            work.push((child.place, Some(last.copy)));
                        }
                    }
                }
            }
        }
        (kernel, waits)
    }
}
