//! Earley's algorithm is applied to automata here (Earley 1970; with transition networks, Perlin 1991).
//!
//! A chart is an Earley set. The charts are stored one after another in an arena. A chart's items are pairs
//! `(state, origin)`. Its *waits* are the rule edges that leave the items' states; they are sorted by rule,
//! so that the completion of a rule reads only a few entries of its origin's chart. An item whose origin is
//! its own chart is never complete, since no rule derives the empty text. A chart refers to its predicted items and
//! their waits (see [`crate::charts::predictions`]), and owns the others.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use crate::base::ids::niche_id_type;
use crate::base::sets::TermSet;
use crate::charts::predictions::{PredictedEdge, Prediction};
use crate::grammar::Grammar;
use crate::lexer::ids::TermSetId;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

niche_id_type! {
    /// A chart of a [`Charts`].
    ChartId
}

/// An item: a state of a rule's automaton and its origin, by default the chart in which the rule began.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Item<O = ChartId> {
    pub state: u32,
    pub origin: O,
}

impl<O: Copy + Into<u32>> Item<O> {
    /// Returns the item as one number, which is compared and hashed faster than its parts.
    #[inline]
    pub fn key(self) -> u64 {
        u64::from(self.state) << 32 | u64::from(self.origin.into())
    }
}

impl<O: Copy + Into<u32>> Hash for Item<O> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u64(self.key());
    }
}

/// The edge at which an item waits: when `rule` is complete, the item's state `from` is followed by `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitingEdge {
    pub rule: RuleId,
    pub from: u32,
    pub to: u32,
    pub origin: ChartId,
}

/// A grammar as Earley's algorithm reads it, in either direction. There may be more states than the grammar's
/// own.
pub trait Automaton {
    /// Calls `f` with each state after one of `terms`.
    fn scan(&self, state: u32, terms: &TermSet, f: impl FnMut(u32));
    /// Calls `f(rule, to, label)` for each edge over a rule.
    fn rule_edges(&self, state: u32, f: impl FnMut(RuleId, u32, LabelId));
    /// Calls `f(state)` for each state that is predicted although no item waits for its rule.
    fn last_children(&self, state: u32, f: impl FnMut(u32));
    /// Returns the rule that is complete in this state, if there is one.
    fn completes(&self, state: u32) -> Option<RuleId>;
    /// Calls `f` with each state in which a rule begins.
    fn starts(&self, rule: RuleId, f: impl FnMut(u32));
}

/// An automaton of which all states in which rules begin are a grammar's own.
pub trait Predicting: Automaton {
    /// Returns the grammar.
    fn grammar(&self) -> &Grammar;
    /// Returns what is predicted where some rules may begin, which are sorted and differ.
    fn predict(&self, rules: &[RuleId]) -> Arc<Prediction>;
}

#[derive(Clone, Copy, Debug)]
struct Head {
    items: u32,
    waits: u32,
}

/// Numbers of items, waits and charts for which an arena has room from the beginning: about what a key needs.
const ITEMS: usize = 128;
const WAITS: usize = 512;
const CHARTS: usize = 64;

/// An arena of charts; chart `k` may have any earlier chart as predecessor.
#[derive(Default)]
pub struct Charts {
    items: Vec<Item>,
    waits: Vec<WaitingEdge>,
    /// Ends of each chart's own items and waits; the first entry is a sentinel.
    heads: Vec<Head>,
    predictions: Vec<Arc<Prediction>>,
    seen: ItemSet,
    /// A buffer of the rules that may begin.
    rules: Vec<RuleId>,
}

impl Charts {
    /// Returns an arena without charts.
    pub fn new() -> Self {
        let mut heads = Vec::with_capacity(CHARTS);
        heads.push(Head { items: 0, waits: 0 });
        let (items, waits) = (Vec::with_capacity(ITEMS), Vec::with_capacity(WAITS));
        Self { items, waits, heads, predictions: Vec::with_capacity(CHARTS), ..Self::default() }
    }

    /// Returns the number of charts, which is also the index of the next one.
    pub fn count(&self) -> u32 {
        (self.heads.len() - 1) as u32
    }

    /// Yields the items of a chart, those of its kernel first.
    pub fn items(&self, chart: ChartId) -> impl Iterator<Item = Item> + '_ {
        let predicted = self.predicted(chart).states.iter();
        let predicted = predicted.map(move |&state| Item { state, origin: chart });
        self.own_items(chart).iter().copied().chain(predicted)
    }

    /// Returns what a chart predicts.
    pub fn predicted(&self, chart: ChartId) -> &Prediction {
        &self.predictions[chart.index()]
    }

    /// Returns the items of a chart that are not predicted, those of its kernel first.
    pub fn own_items(&self, chart: ChartId) -> &[Item] {
        let chart = chart.index();
        &self.items[self.heads[chart].items as usize..self.heads[chart + 1].items as usize]
    }

    /// Yields the rule edges that leave a chart's items.
    pub fn waits(&self, chart: ChartId) -> impl Iterator<Item = WaitingEdge> + '_ {
        let (begin, end) = (self.heads[chart.index()].waits, self.heads[chart.index() + 1].waits);
        let predicted = self.predicted(chart).waits.iter();
        let predicted = predicted.map(move |&PredictedEdge { rule, from, to }| WaitingEdge {
            rule,
            from,
            to,
            origin: chart,
        });
        self.waits[begin as usize..end as usize].iter().copied().chain(predicted)
    }

    /// Adds charts that consist of waits only, which represent the open rules of a context: so many charts, and the waits of
    /// each by its number. The waits need not be sorted.
    pub fn push_waits(&mut self, count: usize, mut waits: Vec<(ChartId, WaitingEdge)>) {
        waits.sort_by_key(|&(chart, wait)| (chart, wait.rule));
        self.waits.reserve(waits.len());
        self.heads.reserve(count);
        let nothing: Arc<Prediction> = Arc::default();
        let mut waits = waits.into_iter().peekable();
        for chart in (0..count).map(ChartId::at) {
            while let Some((_, wait)) = waits.next_if(|&(of, _)| of == chart) {
                self.waits.push(wait);
            }
            self.finish(Arc::clone(&nothing));
        }
    }

    /// Adds the chart with this kernel. Returns none, and adds nothing, if the kernel is empty.
    pub fn push(
        &mut self,
        automaton: &impl Predicting,
        kernel: impl IntoIterator<Item = Item>,
    ) -> Option<ChartId> {
        self.seen.clear();
        let first = self.items.len();
        for item in kernel {
            add(&mut self.seen, &mut self.items, item);
        }
        self.close(automaton, first)
    }

    /// Appends to `kernel` the kernel of the chart after `chart` and one of the terminals of a set.
    pub fn scan_into(
        &self,
        automaton: &impl Predicting,
        chart: ChartId,
        set: TermSetId,
        kernel: &mut Vec<Item>,
    ) {
        let terms = automaton.grammar().lexer.set(set);
        for item in self.own_items(chart) {
            automaton.scan(item.state, terms, |state| kernel.push(Item { state, origin: item.origin }));
        }
        let predicted = self.predicted(chart).scan(automaton.grammar(), set);
        kernel.extend(predicted.iter().map(|&state| Item { state, origin: chart }));
    }

    fn close(&mut self, automaton: &impl Predicting, first: usize) -> Option<ChartId> {
        if self.items.len() == first {
            return None;
        }
        let here = ChartId::at(self.heads.len() - 1);
        let first_wait = self.waits.len();
        let mut next = first;
        while next < self.items.len() {
            let item = self.items[next];
            next += 1;
            if let Some(rule) = automaton.completes(item.state)
                && item.origin != here
            {
                self.complete(rule, item.origin);
            }
            let Self { items, waits, seen, .. } = self;
            automaton.rule_edges(item.state, |rule, to, _| {
                waits.push(WaitingEdge { rule, from: item.state, to, origin: item.origin });
            });
            automaton.last_children(item.state, |state| add(seen, items, Item { state, origin: here }));
        }
        self.waits[first_wait..].sort_unstable_by_key(|wait| wait.rule);
        self.rules.clear();
        self.rules.extend(self.waits[first_wait..].iter().map(|wait| wait.rule));
        self.rules.dedup();
        let prediction = automaton.predict(&self.rules);
        Some(self.finish(prediction))
    }

    fn complete(&mut self, rule: RuleId, origin: ChartId) {
        let begin = self.heads[origin.index()].waits as usize;
        let end = self.heads[origin.index() + 1].waits as usize;
        let offset = self.waits[begin..end].partition_point(|wait| wait.rule < rule);
        for index in begin + offset..end {
            let wait = self.waits[index];
            if wait.rule != rule {
                break;
            }
            add(&mut self.seen, &mut self.items, Item { state: wait.to, origin: wait.origin });
        }
        let Self { items, seen, predictions, .. } = self;
        for wait in predictions[origin.index()].waits_for(rule) {
            add(seen, items, Item { state: wait.to, origin });
        }
    }

    fn finish(&mut self, prediction: Arc<Prediction>) -> ChartId {
        self.predictions.push(prediction);
        self.heads.push(Head { items: self.items.len() as u32, waits: self.waits.len() as u32 });
        ChartId::at(self.heads.len() - 2)
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.items.capacity() * size_of::<Item>()
            + self.waits.capacity() * size_of::<WaitingEdge>()
            + self.heads.capacity() * size_of::<Head>()
    }
}

fn add(seen: &mut ItemSet, items: &mut Vec<Item>, item: Item) {
    if seen.insert(item) {
        items.push(item);
    }
}

/// A set of items that can be cleared in constant time. It uses open addressing; slots of former generations
/// are free.
pub struct ItemSet<O = ChartId> {
    slots: Vec<(u32, Option<Item<O>>)>,
    generation: u32,
    count: usize,
}

impl<O: Copy> Default for ItemSet<O> {
    fn default() -> Self {
        Self { slots: vec![(0, None); 256], generation: 0, count: 0 }
    }
}

impl<O: Copy + Eq + Into<u32>> ItemSet<O> {
    /// Removes all items.
    pub fn clear(&mut self) {
        self.count = 0;
        if self.generation == u32::MAX {
            self.slots.iter_mut().for_each(|slot| slot.0 = 0);
            self.generation = 0;
        }
        self.generation += 1;
    }

    /// Adds an item. Returns whether it was not in the set yet.
    pub fn insert(&mut self, item: Item<O>) -> bool {
        if self.count * 2 >= self.slots.len() {
            self.grow();
        }
        if self.place(item) {
            self.count += 1;
            return true;
        }
        false
    }

    fn place(&mut self, item: Item<O>) -> bool {
        let mask = self.slots.len() - 1;
        let key = item.key().wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (key >> 32) as usize & mask;
        loop {
            let (generation, other) = self.slots[slot];
            if generation != self.generation {
                self.slots[slot] = (self.generation, Some(item));
                return true;
            }
            if other == Some(item) {
                return false;
            }
            slot = (slot + 1) & mask;
        }
    }

    fn grow(&mut self) {
        let old: Vec<Item<O>> =
            self.slots.iter().filter(|slot| slot.0 == self.generation).filter_map(|slot| slot.1).collect();
        self.slots = vec![(0, None); self.slots.len() * 2];
        self.generation = 1;
        for item in old {
            self.place(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{ChartId, Item, ItemSet};

    #[test]
    fn the_seen_set_remembers_until_cleared_and_while_growing() {
        let mut seen = ItemSet::default();
        for round in 0..3 {
            seen.clear();
            let items: Vec<Item> = (0..1000)
                .map(|n| Item { state: n % 97, origin: ChartId::at((n + round) as usize) })
                .collect();
            assert!(items.iter().all(|&item| seen.insert(item)));
            assert!(items.iter().all(|&item| !seen.insert(item)));
        }
    }
}
