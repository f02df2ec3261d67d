//! This module implements Earley's algorithm for contexts, with charts and origins that are shared.
//!
//! Which texts may follow a chart depends only on its *kernel*: the items that were not predicted there and
//! from which edges leave. An item of a complete rule is not needed any more once the items that waited for
//! the rule are added. So charts with equal kernels are one chart. An item's origin is not a position in the
//! text, either. It is the list of the rule edges to which the rule returns, each with the origin of its own
//! rule, as in the stack of a generalised parser (Tomita 1986; Scott and Johnstone 2010, GLL). Rules that
//! begin at different positions and return to equal edges have one origin. Charts and origins are numbered,
//! so they are compared by number. In a text of many statements a chart is built only for the first statement
//! of a kind; for later ones each lexeme is a table lookup, as in an automaton that is built lazily.
//!
//! Where rules predict one another in a circle, their origins depend on each other. They are numbered together, and
//! shared with other charts in which all of them return to the same edges.

use std::hash::{Hash, Hasher};
use std::iter::successors;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::ids::niche_id_type;
use crate::base::sets::TermSet;
use crate::charts::earley::{Automaton, Item, ItemSet};
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// The grammar read in one direction, without a quotient's own states.
pub trait Direction: Automaton {
    /// Returns whether edges leave this state, or it belongs to the rule of the whole text.
    fn goes_on(&self, state: u32) -> bool;

    /// Returns the state after an edge over a rule that was completed in the state `child`, or none if the edge
    /// cannot be taken so.
    fn returned(&self, edge: &ReturnEdge, _child: u32) -> Option<u32> {
        Some(edge.to)
    }
}

niche_id_type! {
    /// A chart of a [`SharedCharts`].
    SharedChart
}

niche_id_type! {
    /// An origin of a [`SharedCharts`]: the edges to which the rules that begin there return.
    OriginId
}

/// The origin of the rule of the whole text, which returns to no edge.
pub const ROOT_ORIGIN: OriginId = OriginId::FIRST;

/// Least index of the provisional origins, which stand for the rules that the chart under construction
/// predicts.
const OWN: usize = u32::MAX as usize - 0x1_FFFF;

impl OriginId {
    /// Returns the provisional origin of a rule in the chart under construction.
    fn own(rule: RuleId) -> Self {
        Self::at(OWN + rule.index())
    }

    /// Returns the rule of a provisional origin, or none if the origin is not provisional.
    fn own_rule(self) -> Option<RuleId> {
        self.index().checked_sub(OWN).map(RuleId::at)
    }
}

niche_id_type! {
    /// A list of an `InternedLists`.
    ListId
}

/// A rule edge to which a rule returns: it leads from state `from` to `to`, in a rule with this origin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct ReturnEdge {
    pub from: u32,
    pub to: u32,
    pub origin: OriginId,
    pub label: LabelId,
}

/// Numbered lists, stored one after another. Each has a tag.
struct InternedLists<T> {
    entries: Vec<T>,
    heads: Vec<Head>,
    by_hash: FxHashMap<u64, ListId>,
}

#[derive(Clone, Copy)]
struct Head {
    begin: u32,
    /// End of the entries that are compared; a chart's predicted items follow them.
    end: u32,
    tag: u32,
    /// The previous list with an equal hash.
    before: Option<ListId>,
}

impl<T: Copy + Eq + Hash> InternedLists<T> {
    fn new() -> Self {
        Self { entries: Vec::new(), heads: Vec::new(), by_hash: FxHashMap::default() }
    }

    fn count(&self) -> u32 {
        self.heads.len() as u32
    }

    fn get(&self, number: u32) -> &[T] {
        let Head { begin, end, .. } = self.heads[number as usize];
        &self.entries[begin as usize..end as usize]
    }

    /// Returns the number of the list with these entries and this tag, if there is one, and their hash.
    fn find(&self, list: &[T], tag: u32) -> (Option<u32>, u64) {
        let mut hasher = FxHasher::default();
        (list, tag).hash(&mut hasher);
        let hash = hasher.finish();
        let is_it = |id: &ListId| self.heads[id.index()].tag == tag && self.get(id.index() as u32) == list;
        let first = self.by_hash.get(&hash).copied();
        let found = successors(first, |id| self.heads[id.index()].before).find(is_it);
        (found.map(|id| id.index() as u32), hash)
    }

    /// Adds a list, and entries that belong to it but are not compared. The list can be found only if a hash
    /// is given.
    fn push(&mut self, list: &[T], rest: &[T], tag: u32, hash: Option<u64>) -> u32 {
        let number = self.count();
        let begin = self.entries.len() as u32;
        self.entries.extend_from_slice(list);
        let end = self.entries.len() as u32;
        self.entries.extend_from_slice(rest);
        let before = hash.and_then(|hash| self.by_hash.insert(hash, ListId::at(number as usize)));
        self.heads.push(Head { begin, end, tag, before });
        number
    }

    fn size(&self) -> usize {
        self.entries.capacity() * size_of::<T>()
            + self.heads.capacity() * size_of::<Head>()
            + self.by_hash.capacity() * size_of::<(u64, ListId)>()
    }
}

/// All charts and origins that were built so far for contexts on one side.
pub struct SharedCharts {
    charts: InternedLists<Item<OriginId>>,
    origins: InternedLists<ReturnEdge>,
    /// Per hash of a circle of rules: the number of its first origin; the others follow.
    circles: FxHashMap<u64, u32>,
    /// Per origin: the number of rules that are open around it, the greatest of all ways.
    depths: Vec<u32>,
    /// The rules in topological order: each precedes the rules that it predicts, except in circles.
    order: Vec<RuleId>,
    seen: ItemSet<OriginId>,
    /// The items of the chart under construction; `returns` holds the edges to which each rule returns there.
    items: Vec<Item<OriginId>>,
    returns: Vec<Vec<ReturnEdge>>,
    /// The place of each of these rules in the order, and the number of its origin if it has one.
    places: Vec<usize>,
    numbers: Vec<Option<OriginId>>,
    /// The edges over rules that leave the kernel under construction, and these rules.
    waits: Vec<(RuleId, ReturnEdge)>,
    awaited: Vec<RuleId>,
    /// What is predicted, by the rules for which a kernel waits.
    closures: FxHashMap<Box<[RuleId]>, Arc<Closure>>,
}

/// What is predicted where some rules may begin. It depends on nothing else, so it is computed once.
struct Closure {
    items: Vec<Item<OriginId>>,
    /// The predicted rules in topological order, and the end of each circle among them.
    rules: Vec<RuleId>,
    ends: Vec<usize>,
    /// Per rule: the edges to which it returns that leave predicted items, their origins provisional.
    returns: Vec<Box<[ReturnEdge]>>,
}

impl Closure {
    fn size(&self) -> usize {
        let edges: usize = self.returns.iter().map(|edges| edges.len()).sum();
        self.items.capacity() * size_of::<Item<OriginId>>() + edges * size_of::<ReturnEdge>()
    }
}

impl SharedCharts {
    /// Returns charts of which chart 0 has the given states of the root rule; `rules` are those with states.
    pub fn new(
        automaton: &impl Direction,
        rules: &[RuleId],
        states: impl IntoIterator<Item = u32>,
        tag: u32,
    ) -> Self {
        let order = order_of(automaton, rules);
        let most = rules.iter().max().map_or(0, |&last| last.index() + 1);
        let mut shared = Self {
            charts: InternedLists::new(),
            origins: InternedLists::new(),
            circles: FxHashMap::default(),
            depths: vec![0],
            order,
            seen: ItemSet::default(),
            items: Vec::new(),
            returns: vec![Vec::new(); most],
            places: vec![0; most],
            numbers: vec![None; most],
            waits: Vec::new(),
            awaited: Vec::new(),
            closures: FxHashMap::default(),
        };
        shared.origins.push(&[], &[], tag, None);
        shared.push(
            automaton,
            states.into_iter().map(|state| Item { state, origin: ROOT_ORIGIN }),
            tag,
            None,
        );
        shared
    }

    /// Returns the number of charts.
    pub fn count(&self) -> u32 {
        self.charts.count()
    }

    /// Returns all items of a chart, the kernel first.
    pub fn items(&self, chart: SharedChart) -> &[Item<OriginId>] {
        let begin = self.charts.heads[chart.index()].begin as usize;
        let next = self.charts.heads.get(chart.index() + 1);
        let end = next.map_or(self.charts.entries.len(), |next| next.begin as usize);
        &self.charts.entries[begin..end]
    }

    /// Returns the items of a chart that were not predicted there.
    pub fn kernel(&self, chart: SharedChart) -> &[Item<OriginId>] {
        self.charts.get(chart.index() as u32)
    }

    /// Returns the edges to which a rule of this origin returns.
    pub fn returns(&self, origin: OriginId) -> &[ReturnEdge] {
        self.origins.get(origin.index() as u32)
    }

    /// Returns the number of rules that are open in a chart, the greatest of all ways.
    pub fn depth(&self, chart: SharedChart) -> u32 {
        self.kernel(chart).iter().map(|item| self.depths[item.origin.index()]).max().unwrap_or(0)
    }

    /// Returns the tag of the charts in which rules of this origin begin.
    pub fn tag(&self, origin: OriginId) -> u32 {
        self.origins.heads[origin.index()].tag
    }

    /// Returns the chart of this tag that begins with the given items, or none if it would be empty. The
    /// terminals of `looped` also lead from the chart to itself; the tag must say whether they are given.
    pub fn push(
        &mut self,
        automaton: &impl Direction,
        kernel: impl IntoIterator<Item = Item<OriginId>>,
        tag: u32,
        looped: Option<&TermSet>,
    ) -> Option<SharedChart> {
        self.begin();
        for item in kernel {
            self.add(item);
        }
        self.share(automaton, tag, looped)
    }

    /// Returns the chart of this tag after `chart` and one of `terms`, or none if no item takes any of them.
    pub fn scan(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        terms: &TermSet,
        tag: u32,
    ) -> Option<SharedChart> {
        self.begin();
        for index in 0..self.items(chart).len() {
            let Item { state, origin } = self.items(chart)[index];
            automaton.scan(state, terms, |state| self.add(Item { state, origin }));
        }
        self.share(automaton, tag, None)
    }

    /// Appends to `kernel` the items with which the chart of [`Self::scan`] would begin.
    pub fn scan_into(
        &self,
        automaton: &impl Direction,
        chart: SharedChart,
        terms: &TermSet,
        kernel: &mut Vec<Item<OriginId>>,
    ) {
        for item in self.items(chart) {
            automaton.scan(item.state, terms, |state| kernel.push(Item { state, origin: item.origin }));
        }
    }

    fn begin(&mut self) {
        self.seen.clear();
        self.items.clear();
    }

    fn add(&mut self, item: Item<OriginId>) {
        if self.seen.insert(item) {
            self.items.push(item);
        }
    }

    fn share(
        &mut self,
        automaton: &impl Direction,
        tag: u32,
        looped: Option<&TermSet>,
    ) -> Option<SharedChart> {
        self.reduce(automaton);
        if self.items.is_empty() {
            return None;
        }
        let (known, hash) = self.charts.find(&self.items, tag);
        if let Some(number) = known {
            return Some(SharedChart::at(number as usize));
        }
        let kernel = self.items.clone();
        if looped.is_some() {
            self.close(automaton, looped);
            let rules = self.predicted(&[]);
            let ends = self.ends_of_circles(&rules);
            self.name_origins(&rules, &ends, tag, true);
        } else {
            let closure = self.closure(automaton);
            self.items.extend_from_slice(&closure.items);
            self.name_origins(&closure.rules, &closure.ends, tag, false);
        }
        let number = self.charts.push(&kernel, &self.items[kernel.len()..], tag, Some(hash));
        Some(SharedChart::at(number as usize))
    }

    /// Completes the items and reduces them to a sorted kernel.
    fn reduce(&mut self, automaton: &impl Direction) {
        let mut next = 0;
        while next < self.items.len() {
            let item = self.items[next];
            next += 1;
            self.complete(automaton, item);
        }
        self.items.retain(|item| automaton.goes_on(item.state));
        self.items.sort_unstable();
    }

    fn complete(&mut self, automaton: &impl Direction, item: Item<OriginId>) {
        if item.origin.own_rule().is_none() && automaton.completes(item.state).is_some() {
            for index in 0..self.returns(item.origin).len() {
                let edge = self.returns(item.origin)[index];
                if let Some(state) = automaton.returned(&edge, item.state) {
                    self.add(Item { state, origin: edge.origin });
                }
            }
        }
    }

    /// Adds the predicted items, and collects the edges to which their rules return.
    fn close(&mut self, automaton: &impl Direction, looped: Option<&TermSet>) {
        let mut next = 0;
        while next < self.items.len() {
            let item @ Item { state, origin } = self.items[next];
            next += 1;
            if let Some(terms) = looped {
                self.complete(automaton, item);
                automaton.scan(state, terms, |state| self.add(Item { state, origin }));
            }
            automaton.rule_edges(state, |rule, to, label| {
                let is_new = self.returns[rule.index()].is_empty();
                self.returns[rule.index()].push(ReturnEdge { from: state, to, origin, label });
                if is_new {
                    let own = OriginId::own(rule);
                    automaton.starts(rule, |state| self.add(Item { state, origin: own }));
                }
            });
        }
    }

    /// Returns what the kernel under construction predicts, and collects the edges to which the predicted rules return.
    fn closure(&mut self, automaton: &impl Direction) -> Arc<Closure> {
        let Self { items, waits, awaited, .. } = self;
        waits.clear();
        for &Item { state, origin } in items.iter() {
            automaton.rule_edges(state, |rule, to, label| {
                waits.push((rule, ReturnEdge { from: state, to, origin, label }));
            });
        }
        awaited.clear();
        awaited.extend(waits.iter().map(|&(rule, _)| rule));
        awaited.sort_unstable();
        awaited.dedup();
        let closure = match self.closures.get(&self.awaited[..]) {
            Some(known) => Arc::clone(known),
            None => self.predict(automaton),
        };
        for (rule, edges) in closure.rules.iter().zip(&closure.returns) {
            self.returns[rule.index()].extend_from_slice(edges);
        }
        for &(rule, edge) in &self.waits {
            self.returns[rule.index()].push(edge);
        }
        closure
    }

    /// Returns what is predicted where the awaited rules may begin, and keeps it.
    fn predict(&mut self, automaton: &impl Direction) -> Arc<Closure> {
        let (kernel, awaited) = (std::mem::take(&mut self.items), std::mem::take(&mut self.awaited));
        self.begin();
        for &rule in &awaited {
            automaton.starts(rule, |state| self.add(Item { state, origin: OriginId::own(rule) }));
        }
        self.close(automaton, None);
        let rules = self.predicted(&awaited);
        let ends = self.ends_of_circles(&rules);
        let returns = rules.iter().map(|rule| self.returns[rule.index()].drain(..).collect()).collect();
        let items = std::mem::replace(&mut self.items, kernel);
        let made = Arc::new(Closure { items, rules, ends, returns });
        self.closures.insert(awaited.into(), Arc::clone(&made));
        made
    }

    /// Returns the predicted rules in topological order: those that return somewhere, and the awaited ones.
    fn predicted(&self, awaited: &[RuleId]) -> Vec<RuleId> {
        let is_predicted =
            |rule: &RuleId| !self.returns[rule.index()].is_empty() || awaited.binary_search(rule).is_ok();
        self.order.iter().copied().filter(is_predicted).collect()
    }

    /// Returns the end of each circle of rules.
    fn ends_of_circles(&mut self, rules: &[RuleId]) -> Vec<usize> {
        self.place(rules);
        let mut ends = Vec::new();
        while ends.last().copied().unwrap_or(0) < rules.len() {
            ends.push(self.end_of_circle(rules, ends.last().copied().unwrap_or(0)));
        }
        ends
    }

    fn place(&mut self, rules: &[RuleId]) {
        for (place, rule) in rules.iter().enumerate() {
            self.places[rule.index()] = place;
        }
    }

    /// Replaces the provisional origins of the chart under construction by numbered ones, which are not
    /// shared with other charts if `is_apart` is true.
    fn name_origins(&mut self, rules: &[RuleId], ends: &[usize], tag: u32, is_apart: bool) {
        self.place(rules);
        let mut begin = 0;
        for &end in ends {
            self.name_circle(&rules[begin..end], tag, is_apart);
            begin = end;
        }
        for item in &mut self.items {
            item.origin = number_of(item.origin, &self.numbers);
        }
        for rule in rules {
            self.returns[rule.index()].clear();
            self.numbers[rule.index()] = None;
        }
    }

    /// Returns the end of the rules from `begin` on that return to one another; one rule that returns to rules before
    /// it alone is a circle of its own.
    fn end_of_circle(&self, rules: &[RuleId], begin: usize) -> usize {
        let (mut next, mut end) = (begin, begin + 1);
        while next < end {
            let around = self.returns[rules[next].index()].iter().filter_map(|edge| edge.origin.own_rule());
            end = around.map(|rule| self.places[rule.index()] + 1).fold(end, usize::max);
            next += 1;
        }
        end
    }

    /// Numbers the origins of rules that return to one another and to numbered ones. Circles with equal edges have
    /// equal numbers.
    fn name_circle(&mut self, rules: &[RuleId], tag: u32, is_apart: bool) {
        let (mut hasher, mut depth) = (FxHasher::default(), 0);
        tag.hash(&mut hasher);
        for &rule in rules {
            let returns = &mut self.returns[rule.index()];
            name(returns, &self.numbers);
            returns.sort_unstable();
            returns.hash(&mut hasher);
            let around = returns.iter().filter(|edge| edge.origin.own_rule().is_none());
            depth = around.map(|edge| self.depths[edge.origin.index()]).fold(depth, u32::max);
        }
        let hash = hasher.finish();
        let known =
            self.circles.get(&hash).copied().filter(|&first| !is_apart && self.is_circle(first, rules, tag));
        let first = known.unwrap_or_else(|| self.origins.count());
        for (rule, number) in rules.iter().zip(first..) {
            self.numbers[rule.index()] = Some(OriginId::at(number as usize));
        }
        if known.is_none() {
            for &rule in rules {
                name(&mut self.returns[rule.index()], &self.numbers);
                self.origins.push(&self.returns[rule.index()], &[], tag, None);
                self.depths.push(depth + 1);
            }
            if !is_apart {
                self.circles.insert(hash, first);
            }
        }
    }

    /// Returns whether the origins from the number `first` on return to one another as `rules` do.
    fn is_circle(&self, first: u32, rules: &[RuleId], tag: u32) -> bool {
        let numbered = |edge: &ReturnEdge| {
            let own =
                edge.origin.own_rule().map(|rule| self.places[rule.index()] - self.places[rules[0].index()]);
            let origin = own.map_or(edge.origin, |place| OriginId::at(first as usize + place));
            ReturnEdge { origin, ..*edge }
        };
        rules.iter().zip(first..).all(|(rule, number)| {
            let returns = &self.returns[rule.index()];
            self.origins.heads.get(number as usize).is_some_and(|head| head.tag == tag)
                && returns.iter().map(numbered).eq(self.origins.get(number).iter().copied())
        })
    }

    /// Returns the memory that the charts and origins take, in bytes.
    pub fn size(&self) -> usize {
        self.charts.size()
            + self.origins.size()
            + self.circles.capacity() * size_of::<(u64, u32)>()
            + self.depths.capacity() * size_of::<u32>()
            + self.closures.values().map(|closure| closure.size()).sum::<usize>()
    }
}

/// Replaces the provisional origins that have a number.
fn name(returns: &mut [ReturnEdge], numbers: &[Option<OriginId>]) {
    for entry in returns {
        entry.origin = number_of(entry.origin, numbers);
    }
}

fn number_of(origin: OriginId, numbers: &[Option<OriginId>]) -> OriginId {
    origin.own_rule().and_then(|rule| numbers[rule.index()]).unwrap_or(origin)
}

/// Returns the rules in topological order: each precedes the rules that it predicts, except in circles.
fn order_of(automaton: &impl Direction, rules: &[RuleId]) -> Vec<RuleId> {
    let mut order = Vec::new();
    let mut is_met = vec![false; rules.iter().max().map_or(0, |&last| last.index() + 1)];
    for &rule in rules {
        visit(automaton, rule, &mut is_met, &mut order);
    }
    order.reverse();
    order
}

fn visit(automaton: &impl Direction, rule: RuleId, is_met: &mut [bool], order: &mut Vec<RuleId>) {
    if std::mem::replace(&mut is_met[rule.index()], true) {
        return;
    }
    let mut predicted = Vec::new();
    automaton.starts(rule, |state| automaton.rule_edges(state, |child, _, _| predicted.push(child)));
    for child in predicted {
        visit(automaton, child, is_met, order);
    }
    order.push(rule);
}
