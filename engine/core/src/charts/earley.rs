//! Earley's algorithm is applied to automata here (Earley 1970; with transition networks, Perlin 1991).
//!
//! A chart is an Earley set. The charts are stored one after another in an arena. A chart's items are pairs
//! `(state, origin)`. Its *waits* are the rule edges that leave the items' states, among which the completion of a
//! rule finds what follows it. They are kept by state (see [`crate::charts::facts`]), except those of a context. An
//! item whose origin is its own chart is never complete, since no rule derives the empty text. A chart refers to its
//! predicted items and their waits (see [`crate::charts::predictions`]), and owns the others.

use std::hash::{Hash, Hasher};
use std::ops::Range;
use std::sync::Arc;

use crate::base::ids::niche_id_type;
use crate::base::sets::{TermId, TermSet};
use crate::charts::automaton::Predicting;
use crate::charts::facts::{Digest, StateFacts};
use crate::charts::predictions::{PredictedEdge, Prediction};
use crate::charts::rule_sets::{NO_RULES, RuleSetId};
use crate::lexer::ids::TermSetId;
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

/// The edge at which an item waits: when `rule` is complete, the item's state is followed by `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WaitingEdge {
    pub rule: RuleId,
    pub to: u32,
    pub origin: ChartId,
}

/// A chart: the end of its own items, the waits of a context, what it predicts, and the terminals that can follow.
struct Head {
    items: u32,
    waits: Range<u32>,
    predicted: Arc<Prediction>,
    takes: TermSet,
}

/// Numbers of items and charts for which an arena has room from the beginning: about what a key needs.
const ITEMS: usize = 128;
const CHARTS: usize = 64;

/// Maximum number of items for which an arena without charts keeps room.
const MOST_KEPT: usize = 1 << 14;

/// An arena of charts; chart `k` may have any earlier chart as predecessor.
#[derive(Default)]
pub struct Charts {
    items: Vec<Item>,
    /// Per item: what is looked at first in its state.
    digests: Vec<Digest>,
    facts: StateFacts,
    /// The waits of contexts, those of a chart sorted by rule.
    waits: Vec<WaitingEdge>,
    heads: Vec<Head>,
    seen: ItemSet,
    /// A buffer of the sets of rules for which a chart's own items wait.
    awaited: Vec<RuleSetId>,
}

impl Charts {
    /// Returns an arena without charts.
    pub fn new() -> Self {
        let (items, digests) = (Vec::with_capacity(ITEMS), Vec::with_capacity(ITEMS));
        Self { items, digests, heads: Vec::with_capacity(CHARTS), ..Self::default() }
    }

    /// Forgets all charts, and what does not hold for other texts of the grammar.
    pub fn reset(&mut self) {
        if self.items.capacity() > MOST_KEPT || self.waits.capacity() > MOST_KEPT {
            *self = Self { facts: std::mem::take(&mut self.facts), ..Self::new() };
        }
        self.items.clear();
        self.digests.clear();
        self.waits.clear();
        self.heads.clear();
        self.facts.reset();
    }

    /// Returns the number of charts, which is also the index of the next one.
    pub fn count(&self) -> u32 {
        self.heads.len() as u32
    }

    /// Yields the items of a chart, those of its kernel first.
    pub fn items(&self, chart: ChartId) -> impl Iterator<Item = Item> + '_ {
        let predicted = self.predicted(chart).states.iter();
        let predicted = predicted.map(move |&state| Item { state, origin: chart });
        self.own_items(chart).iter().copied().chain(predicted)
    }

    fn predicted(&self, chart: ChartId) -> &Prediction {
        &self.heads[chart.index()].predicted
    }

    /// Returns the items of a chart that are not predicted, those of its kernel first.
    pub fn own_items(&self, chart: ChartId) -> &[Item] {
        &self.items[self.range_of_items(chart)]
    }

    fn range_of_items(&self, chart: ChartId) -> Range<usize> {
        let before = chart.index().checked_sub(1).map_or(0, |before| self.heads[before].items);
        before as usize..self.heads[chart.index()].items as usize
    }

    /// Yields the rule edges that leave a chart's items.
    pub fn waits(&self, chart: ChartId) -> impl Iterator<Item = WaitingEdge> + '_ {
        let Range { start, end } = self.heads[chart.index()].waits;
        let predicted = self.predicted(chart).waits.iter();
        let predicted =
            predicted.map(move |&PredictedEdge { rule, to }| WaitingEdge { rule, to, origin: chart });
        let of_context = self.waits[start as usize..end as usize].iter().copied();
        of_context.chain(self.own_waits(chart)).chain(predicted)
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
            let start = self.waits.len() as u32;
            while let Some((_, wait)) = waits.next_if(|&(of, _)| of == chart) {
                self.waits.push(wait);
            }
            self.finish(start..self.waits.len() as u32, Arc::clone(&nothing), TermSet::default());
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
        let digest = terms.digest();
        let range = self.range_of_items(chart);
        for (item, own) in self.items[range.clone()].iter().zip(&self.digests[range]) {
            if own.may_take(digest) && self.facts.of(own.number).takes.intersects(terms) {
                let Item { state, origin } = *item;
                automaton.scan(state, terms, |state| kernel.push(Item { state, origin }));
            }
        }
        let predicted = self.predicted(chart).scan(automaton.grammar(), set);
        kernel.extend(predicted.iter().map(|&state| Item { state, origin: chart }));
    }

    fn close(&mut self, automaton: &impl Predicting, first: usize) -> Option<ChartId> {
        if self.items.len() == first {
            return None;
        }
        let here = ChartId::at(self.heads.len());
        let mut takes = TermSet::default();
        self.awaited.clear();
        let mut next = first;
        while next < self.items.len() {
            let item = self.items[next];
            next += 1;
            let number = self.facts.number(automaton, item.state);
            let facts = self.facts.of(number);
            self.digests.push(facts.digest);
            takes.union_with(&facts.takes);
            if facts.awaited != NO_RULES && self.awaited.last() != Some(&facts.awaited) {
                self.awaited.push(facts.awaited);
            }
            if let Some(rule) = facts.completes
                && item.origin != here
            {
                self.complete(rule, item.origin);
            }
            for &state in self.facts.children(number) {
                add(&mut self.seen, &mut self.items, Item { state, origin: here });
            }
        }
        let predicted = self.facts.prediction(automaton, &mut self.awaited);
        takes.union_with(&predicted.takes);
        Some(self.finish(0..0, predicted, takes))
    }

    fn complete(&mut self, rule: RuleId, origin: ChartId) {
        let range = self.range_of_items(origin);
        let Self { items, digests, facts, waits, heads, seen, .. } = self;
        let Head { waits: of_context, predicted, .. } = &heads[origin.index()];
        let of_context = &waits[of_context.start as usize..of_context.end as usize];
        let first = of_context.partition_point(|wait| wait.rule < rule);
        for wait in of_context[first..].iter().take_while(|wait| wait.rule == rule) {
            add(seen, items, Item { state: wait.to, origin: wait.origin });
        }
        for index in range {
            let own = &digests[index];
            if !own.may_wait_for(rule) {
                continue;
            }
            for &(awaited, state) in facts.waits(own.number) {
                if awaited == rule {
                    let origin = items[index].origin;
                    add(seen, items, Item { state, origin });
                }
            }
        }
        for wait in predicted.waits_for(rule) {
            add(seen, items, Item { state: wait.to, origin });
        }
    }

    /// Returns the terminals that can follow a chart.
    pub fn takes(&self, chart: ChartId) -> &TermSet {
        &self.heads[chart.index()].takes
    }

    /// Adds a terminal to those that can follow a chart.
    pub fn add_taken(&mut self, chart: ChartId, term: TermId) {
        self.heads[chart.index()].takes.insert(term);
    }

    /// Yields the exits that can be taken next, some of them several times.
    pub fn exits(&self, chart: ChartId) -> impl Iterator<Item = u32> + '_ {
        let own = self.digests[self.range_of_items(chart)].iter().filter(|own| own.has_exits);
        own.flat_map(|own| self.facts.exits(own.number)).copied()
    }

    fn own_waits(&self, chart: ChartId) -> impl Iterator<Item = WaitingEdge> + '_ {
        self.range_of_items(chart).flat_map(move |index| {
            let origin = self.items[index].origin;
            let waits = self.facts.waits(self.digests[index].number).iter();
            waits.map(move |&(rule, to)| WaitingEdge { rule, to, origin })
        })
    }

    fn finish(&mut self, waits: Range<u32>, predicted: Arc<Prediction>, takes: TermSet) -> ChartId {
        self.heads.push(Head { items: self.items.len() as u32, waits, predicted, takes });
        ChartId::at(self.heads.len() - 1)
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.items.capacity() * (size_of::<Item>() + size_of::<Digest>())
            + self.facts.size()
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
