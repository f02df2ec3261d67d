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
//! A chart has its kernel alone, and refers to what that predicts (see [`crate::charts::closures`]). The origins of
//! predicted items are numbered when one of these items takes a lexeme, since most of them never do.
//!
//! Where rules predict one another in a circle, their origins depend on each other. They are numbered together, and
//! shared with other charts in which all of them return to the same edges.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::ids::niche_id_type;
use crate::base::sets::TermSet;
use crate::charts::closures::{Circle, Closure, Takers};
use crate::charts::earley::{Item, ItemSet};
use crate::charts::lists::InternedLists;
use crate::charts::origins::{Direction, OriginId, ROOT_ORIGIN, ReturnEdge};
use crate::lexer::ids::TermSetId;
use crate::rules::dfa::RuleId;

niche_id_type! {
    /// A chart of a [`SharedCharts`].
    SharedChart
}

niche_id_type! {
    /// What a kernel predicts, among all of a [`SharedCharts`].
    ClosureId
}

/// All charts and origins that were built so far for contexts on one side.
pub struct SharedCharts {
    charts: InternedLists<Item<OriginId>>,
    /// Per chart: what its kernel predicts; none if its predicted items are kept with it.
    closure_of: Vec<Option<ClosureId>>,
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
    /// Room for the items with which a chart begins.
    scanned: Vec<Item<OriginId>>,
    /// Room for a mark of each rule, its place in the order, and its origin if it has one. No mark is set between uses.
    is_marked: Vec<bool>,
    places: Vec<usize>,
    numbers: Vec<Option<OriginId>>,
    /// The rules for which the kernel under construction waits.
    awaited: Vec<RuleId>,
    /// What is predicted, and the number of it by the rules for which a kernel waits.
    closures: Vec<Arc<Closure>>,
    by_awaited: FxHashMap<Box<[RuleId]>, ClosureId>,
    takers: FxHashMap<(ClosureId, TermSetId), Arc<Takers>>,
    /// The memory of the closures and of what takes terminals in them, in bytes.
    predicted_size: usize,
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
            charts: InternedLists::default(),
            closure_of: Vec::new(),
            origins: InternedLists::default(),
            circles: FxHashMap::default(),
            depths: vec![0],
            order,
            seen: ItemSet::default(),
            items: Vec::new(),
            returns: vec![Vec::new(); most],
            scanned: Vec::new(),
            is_marked: vec![false; most],
            places: vec![0; most],
            numbers: vec![None; most],
            awaited: Vec::new(),
            closures: Vec::new(),
            by_awaited: FxHashMap::default(),
            takers: FxHashMap::default(),
            predicted_size: 0,
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

    /// Yields the states of all items of a chart, those of the kernel first.
    pub fn states(&self, chart: SharedChart) -> impl Iterator<Item = u32> + '_ {
        let own = self.kernel(chart).iter().chain(self.charts.rest(chart.index() as u32));
        let predicted = self.closure_of[chart.index()].map(|closure| &self.closures[closure.index()].states);
        own.map(|item| item.state).chain(predicted.into_iter().flatten().map(|&(state, _)| state))
    }

    /// Returns all items of a chart, those of the kernel first.
    pub fn items(&mut self, automaton: &impl Direction, chart: SharedChart) -> Vec<Item<OriginId>> {
        let mut items = self.kernel(chart).to_vec();
        items.extend_from_slice(self.charts.rest(chart.index() as u32));
        if let Some(closure) = self.closure_of[chart.index()] {
            let closure = Arc::clone(&self.closures[closure.index()]);
            self.name(automaton, chart, &closure, &closure.circles);
            items.extend(closure.states.iter().map(|&(state, rule)| self.item_of(state, rule)));
            self.forget(&closure, &closure.circles);
        }
        items
    }

    /// Returns, for each of some sets, the items of a chart that take one of its terminals.
    pub fn takers(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        sets: &[TermSetId],
    ) -> Vec<Vec<Item<OriginId>>> {
        let lexer = &automaton.grammar().lexer;
        let takes = |item: &Item<OriginId>, set: TermSetId| {
            let mut is_taken = false;
            automaton.scan(item.state, lexer.set(set), |_| is_taken = true);
            is_taken
        };
        let number = chart.index() as u32;
        let own: Vec<_> = self.charts.get(number).iter().chain(self.charts.rest(number)).copied().collect();
        let taking = |&set: &TermSetId| own.iter().copied().filter(|item| takes(item, set)).collect();
        let mut found: Vec<Vec<_>> = sets.iter().map(taking).collect();
        let Some(closure) = self.closure_of[chart.index()] else { return found };
        let all: Vec<_> = sets.iter().map(|&set| self.predicted_takers(automaton, closure, set)).collect();
        let mut circles: Vec<Circle> = all.iter().flat_map(|takers| takers.circles.iter().copied()).collect();
        circles.sort_unstable();
        circles.dedup();
        let known = Arc::clone(&self.closures[closure.index()]);
        self.name(automaton, chart, &known, &circles);
        for (found, takers) in found.iter_mut().zip(&all) {
            found.extend(takers.states.iter().map(|&(state, rule)| self.item_of(state, rule)));
        }
        self.forget(&known, &circles);
        found
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
        self.origins.tag(origin.index() as u32)
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
        self.items.extend(kernel);
        self.share(automaton, tag, looped)
    }

    /// Returns the chart of this tag after `chart` and one of the terminals of a set, or none if no item takes any of
    /// them.
    pub fn scan(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        set: TermSetId,
        tag: u32,
    ) -> Option<SharedChart> {
        let mut kernel = std::mem::take(&mut self.scanned);
        self.scan_into(automaton, chart, set, &mut kernel);
        let found = self.push(automaton, kernel.drain(..), tag, None);
        self.scanned = kernel;
        found
    }

    /// Appends to `kernel` the items with which the chart of [`Self::scan`] would begin.
    pub fn scan_into(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        set: TermSetId,
        kernel: &mut Vec<Item<OriginId>>,
    ) {
        let terms = automaton.grammar().lexer.set(set);
        self.each_taker(automaton, chart, set, |Item { state, origin }| {
            automaton.scan(state, terms, |state| kernel.push(Item { state, origin }));
        });
    }

    /// Calls `f` with items of a chart, all those among them that take one of the terminals of a set.
    fn each_taker(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        set: TermSetId,
        mut f: impl FnMut(Item<OriginId>),
    ) {
        let number = chart.index() as u32;
        self.charts.get(number).iter().chain(self.charts.rest(number)).copied().for_each(&mut f);
        let Some(closure) = self.closure_of[chart.index()] else { return };
        let takers = self.predicted_takers(automaton, closure, set);
        if !takers.states.is_empty() {
            let known = Arc::clone(&self.closures[closure.index()]);
            self.name(automaton, chart, &known, &takers.circles);
            takers.states.iter().for_each(|&(state, rule)| f(self.item_of(state, rule)));
            self.forget(&known, &takers.circles);
        }
    }

    /// Returns the predicted states that take one of the terminals of a set.
    fn predicted_takers(
        &mut self,
        automaton: &impl Direction,
        closure: ClosureId,
        set: TermSetId,
    ) -> Arc<Takers> {
        let takers = self.takers.entry((closure, set)).or_insert_with(|| {
            let terms = automaton.grammar().lexer.set(set);
            let found = self.closures[closure.index()].takers(automaton, terms, &mut self.is_marked);
            self.predicted_size += found.size();
            Arc::new(found)
        });
        Arc::clone(takers)
    }

    /// Returns a predicted item, the origin of whose rule is numbered.
    fn item_of(&self, state: u32, rule: RuleId) -> Item<OriginId> {
        let own = OriginId::own(rule);
        Item { state, origin: number_of(own, &self.numbers) }
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
        let length = self.items.len();
        let closure = looped.is_none().then(|| self.closure(automaton));
        if closure.is_none() {
            self.seen.clear();
            for &item in &self.items {
                self.seen.insert(item);
            }
            self.close(automaton, looped);
            let rules = self.predicted(&[]);
            let circles = self.circles_of(&rules);
            self.name_apart(&rules, &circles, tag);
        }
        let number = self.charts.push(&self.items[..length], &self.items[length..], tag, Some(hash));
        self.closure_of.push(closure);
        Some(SharedChart::at(number as usize))
    }

    /// Completes the items and reduces them to a sorted kernel.
    fn reduce(&mut self, automaton: &impl Direction) {
        let mut next = 0;
        while next < self.items.len() {
            let item = self.items[next];
            next += 1;
            if automaton.completes(item.state).is_some() && self.seen.insert(item) {
                self.complete(automaton, item);
            }
        }
        self.items.retain(|item| automaton.goes_on(item.state));
        self.items.sort_unstable_by_key(|item| item.key());
        self.items.dedup();
    }

    /// Appends the items after a complete one.
    fn complete(&mut self, automaton: &impl Direction, item: Item<OriginId>) {
        let returns = self.origins.get(item.origin.index() as u32);
        self.items.extend(returns.iter().filter_map(|edge| {
            let state = automaton.returned(edge, item.state)?;
            Some(Item { state, origin: edge.origin })
        }));
    }

    /// Adds the predicted items, and collects the edges to which their rules return.
    fn close(&mut self, automaton: &impl Direction, looped: Option<&TermSet>) {
        let mut next = 0;
        while next < self.items.len() {
            let item @ Item { state, origin } = self.items[next];
            next += 1;
            if let Some(terms) = looped {
                if origin.own_rule().is_none() && automaton.completes(state).is_some() {
                    let known = self.items.len();
                    self.complete(automaton, item);
                    let after: Vec<_> = self.items.drain(known..).collect();
                    for item in after {
                        self.add(item);
                    }
                }
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

    /// Returns what the kernel under construction predicts.
    fn closure(&mut self, automaton: &impl Direction) -> ClosureId {
        let Self { items, awaited, is_marked, .. } = self;
        awaited.clear();
        for item in items.iter() {
            automaton.rule_edges(item.state, |rule, _, _| {
                if !std::mem::replace(&mut is_marked[rule.index()], true) {
                    awaited.push(rule);
                }
            });
        }
        for rule in awaited.iter() {
            is_marked[rule.index()] = false;
        }
        awaited.sort_unstable();
        match self.by_awaited.get(&self.awaited[..]) {
            Some(&known) => known,
            None => self.predict(automaton),
        }
    }

    /// Returns what is predicted where the awaited rules may begin, and keeps it.
    fn predict(&mut self, automaton: &impl Direction) -> ClosureId {
        let (kernel, awaited) = (std::mem::take(&mut self.items), std::mem::take(&mut self.awaited));
        self.begin();
        for &rule in &awaited {
            automaton.starts(rule, |state| self.add(Item { state, origin: OriginId::own(rule) }));
        }
        self.close(automaton, None);
        let rules = self.predicted(&awaited);
        let circles = self.circles_of(&rules);
        let returns = rules.iter().map(|rule| &*self.returns[rule.index()]).collect();
        for rule in &rules {
            self.returns[rule.index()].clear();
        }
        let items = std::mem::replace(&mut self.items, kernel);
        let own = |item: &Item<OriginId>| item.origin.own_rule().map(|rule| (item.state, rule));
        let states = items.iter().filter_map(own).collect();
        let number = ClosureId::at(self.closures.len());
        let closure = Closure { states, rules, circles, returns };
        self.predicted_size += closure.size();
        self.closures.push(Arc::new(closure));
        self.by_awaited.insert(awaited.into(), number);
        number
    }

    /// Returns the predicted rules in topological order: those that return somewhere, and the awaited ones.
    fn predicted(&self, awaited: &[RuleId]) -> Vec<RuleId> {
        let is_predicted =
            |rule: &RuleId| !self.returns[rule.index()].is_empty() || awaited.binary_search(rule).is_ok();
        self.order.iter().copied().filter(is_predicted).collect()
    }

    /// Returns the circles of rules, which are in topological order.
    fn circles_of(&mut self, rules: &[RuleId]) -> Vec<Circle> {
        for (place, rule) in rules.iter().enumerate() {
            self.places[rule.index()] = place;
        }
        let (mut circles, mut begin) = (Vec::with_capacity(rules.len()), 0);
        while begin < rules.len() {
            let end = self.end_of_circle(rules, begin);
            circles.push((begin as u16, end as u16));
            begin = end;
        }
        circles
    }

    /// Numbers the origins of the rules in circles of what a chart predicts, until [`Self::forget`]. The circles of the
    /// rules that are open around these are among them.
    fn name(
        &mut self,
        automaton: &impl Direction,
        chart: SharedChart,
        closure: &Closure,
        circles: &[Circle],
    ) {
        for place in circles.iter().flat_map(|&(begin, end)| usize::from(begin)..usize::from(end)) {
            let rule = closure.rules[place].index();
            (self.is_marked[rule], self.places[rule]) = (true, place);
            self.returns[rule].extend_from_slice(closure.returns.of(place));
        }
        let number = chart.index() as u32;
        for &Item { state, origin } in self.charts.get(number) {
            automaton.rule_edges(state, |rule, to, label| {
                if self.is_marked[rule.index()] {
                    self.returns[rule.index()].push(ReturnEdge { from: state, to, origin, label });
                }
            });
        }
        let tag = self.charts.tag(number);
        for &(begin, end) in circles {
            self.name_circle(&closure.rules[usize::from(begin)..usize::from(end)], tag, false);
        }
    }

    /// Drops the numbers that [`Self::name`] has found.
    fn forget(&mut self, closure: &Closure, circles: &[Circle]) {
        for place in circles.iter().flat_map(|&(begin, end)| usize::from(begin)..usize::from(end)) {
            let rule = closure.rules[place].index();
            (self.is_marked[rule], self.numbers[rule]) = (false, None);
            self.returns[rule].clear();
        }
    }

    /// Replaces the provisional origins of the chart under construction by numbered ones, which are not shared with
    /// other charts.
    fn name_apart(&mut self, rules: &[RuleId], circles: &[Circle], tag: u32) {
        for &(begin, end) in circles {
            self.name_circle(&rules[usize::from(begin)..usize::from(end)], tag, true);
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
            returns.sort_unstable_by_key(ReturnEdge::key);
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
            number < self.origins.count()
                && self.origins.tag(number) == tag
                && returns.iter().map(numbered).eq(self.origins.get(number).iter().copied())
        })
    }

    /// Returns the memory that the charts and origins take, in bytes.
    pub fn size(&self) -> usize {
        self.charts.size()
            + self.origins.size()
            + self.circles.capacity() * size_of::<(u64, u32)>()
            + self.depths.capacity() * size_of::<u32>()
            + self.closure_of.capacity() * size_of::<Option<ClosureId>>()
            + self.predicted_size
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
