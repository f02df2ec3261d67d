//! The left half of the join: the open rules of the left context, and which of those of the right context each of
//! them can be.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::interrupt::count_steps;
use crate::charts::earley::{ChartId, Charts, Item, WaitingEdge};
use crate::charts::forward::ForwardCharts;
use crate::charts::shared::{OriginId, ROOT_ORIGIN, SharedChart};
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

/// Returns the rule of a state of the grammar, with the context that it is read in.
fn rule_of(grammar: &Grammar, state: u32) -> RuleId {
    let (state, context) = grammar.unpacked(state);
    grammar.rule_of(state).within(context)
}

/// A rule that is open at the cursor: its origin and its number, with the context that it is read in.
type Open = (OriginId, RuleId);

/// An open rule inside another one, whose child it is over the edge from `from` to `to`.
#[derive(Clone, Copy)]
struct Child {
    open: Open,
    from: u32,
    to: u32,
}

/// The search for the open rules of the left context and their pairing with those of the right context.
struct Pairing<'a> {
    joined: &'a RightQuotient,
    forward: &'a ForwardCharts,
    levels: Vec<Column>,
    /// Per open rule: its own items at the cursor, and the open rules directly inside it.
    items: FxHashMap<Open, Vec<u32>>,
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
            let open = (item.origin, rule_of(grammar, item.state));
            self.items.entry(open).or_default().push(item.state);
            if seen.insert(open) {
                work.push(open);
            }
        }
        while let Some(open) = work.pop() {
            count_steps(1);
            self.origins.push(open.0);
            for entry in self.forward.charts.returns(open.0) {
                let parent = (entry.origin, rule_of(grammar, entry.from));
                let child = Child { open, from: entry.from, to: entry.to };
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
    fn fits(&self, copy: Option<u32>, origin: OriginId, state: u32) -> bool {
        let Some(copy) = copy else { return true };
        if !self.joined.grammar.inside_block(StateId::at(bare(state) as usize)) {
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
            count_steps(1);
            let origin = open.0;
            let state_in = |state: u32| copy.map_or(state, |copy| self.joined.packed_in(copy, state));
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
                    let context = context_of(child.from);
                    for last in &self.joined.last[self.joined.index(state_in(child.from))] {
                        let rule = self.joined.copies[last.copy as usize].rule;
                        let inside = grammar.labels.apply(last.label, context);
                        let fits = last.contexts.contains(context)
                            && inside.is_some_and(|inside| rule.within(inside) == child.open.1);
                        if fits && seen.insert((child.open, Some(last.copy))) {
                            work.push((child.open, Some(last.copy)));
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
