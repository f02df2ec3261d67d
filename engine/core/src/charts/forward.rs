//! This module keeps the charts of left contexts. Earley's algorithm builds them forwards; known transitions
//! are looked up in a table.

use rustc_hash::FxHashMap;

use crate::base::sets::TermSet;
use crate::charts::automaton::Automaton;
use crate::charts::origins::Direction;
use crate::charts::shared::{SharedChart, SharedCharts};
use crate::grammar::splits::Parts;
use crate::grammar::{Grammar, moved};
use crate::lexer::ids::TermSetId;
use crate::limits::MAX_DEPTH;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// The grammar read forwards, without a quotient's own states.
pub struct Plain<'g>(pub &'g Grammar);

impl Automaton for Plain<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        let (own, context) = self.0.unpacked(state);
        let takes = self.0.takes(own);
        // Of a chart's items, few take a lexeme.
        if !takes.intersects(terms) {
            return;
        }
        for term in takes.and(terms).iter() {
            self.0.scan(own, term, context, |to| f(moved(state, own, to)));
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(RuleId, u32, LabelId)) {
        let (own, context) = self.0.unpacked(state);
        for edge in self.0.rule_edges(own) {
            if let Some(inside) = self.0.labels.apply(edge.label, context) {
                f(edge.rule.within(inside), moved(state, own, edge.to), edge.label);
            }
        }
    }

    fn last_children(&self, _state: u32, _f: impl FnMut(u32)) {}

    fn completes(&self, state: u32) -> Option<RuleId> {
        let (state, context) = self.0.unpacked(state);
        self.0.is_final(state).then(|| self.0.rule_of(state).within(context))
    }

    fn starts(&self, rule: RuleId, mut f: impl FnMut(u32)) {
        f(self.0.packed_start(rule));
    }
}

impl Direction for Plain<'_> {
    fn grammar(&self) -> &Grammar {
        self.0
    }

    fn goes_on(&self, state: u32) -> bool {
        let (grammar, (state, _)) = (self.0, self.0.unpacked(state));
        let leads_on = !grammar.takes(state).is_empty() || !grammar.rule_edges(state).is_empty();
        leads_on || grammar.rule_of(state) == grammar.root
    }
}

/// The charts of left contexts. A chart's tag is the number of levels of indentation that are open.
pub struct ForwardCharts {
    pub charts: SharedCharts,
    /// For each chart, set of terminals, and number of levels after the set: the next chart, or none.
    after: FxHashMap<(SharedChart, TermSetId, u16), Option<SharedChart>>,
    /// The terminals that can follow the charts after which that decides the lexer's mode.
    takes: FxHashMap<SharedChart, TermSet>,
}

impl ForwardCharts {
    /// Returns the charts of a grammar; chart 0 is the one at a text's start.
    pub fn new(grammar: &Grammar) -> Self {
        let root = u32::from(grammar.start_of(grammar.root));
        let charts = SharedCharts::new(&Plain(grammar), &grammar.rules_in_contexts(), [root], 1);
        Self { charts, after: FxHashMap::default(), takes: FxHashMap::default() }
    }

    /// Returns the chart after `chart` and a set of terminals, or none if `chart` takes none of them or is too deep.
    /// `levels` is the number of levels of indentation that are open after the set.
    #[inline]
    pub fn scan(
        &mut self,
        grammar: &Grammar,
        chart: SharedChart,
        set: TermSetId,
        levels: u32,
    ) -> Option<SharedChart> {
        if !grammar.splits.of(set).is_empty() {
            return self.scan_split(grammar, chart, set, levels);
        }
        let Self { charts, after, .. } = self;
        *after.entry((chart, set, levels as u16)).or_insert_with(|| {
            let is_too_deep = charts.depth(chart) > MAX_DEPTH;
            if is_too_deep { None } else { charts.scan(&Plain(grammar), chart, set, levels) }
        })
    }

    /// Returns the chart after a set of terminals of which some may be two terminals in a row.
    fn scan_split(
        &mut self,
        grammar: &Grammar,
        chart: SharedChart,
        set: TermSetId,
        levels: u32,
    ) -> Option<SharedChart> {
        let key = (chart, set, levels as u16);
        if let Some(&known) = self.after.get(&key) {
            return known;
        }
        let mut kernel = Vec::new();
        if self.charts.depth(chart) <= MAX_DEPTH {
            self.charts.scan_into(&Plain(grammar), chart, set, &mut kernel);
            for &Parts { first, second } in grammar.splits.of(set) {
                let between = self.scan(grammar, chart, first, levels);
                let after = between.and_then(|between| self.scan(grammar, between, second, levels));
                kernel.extend(after.iter().flat_map(|&after| self.charts.kernel(after)));
            }
        }
        let found = self.charts.push(&Plain(grammar), kernel, levels, None);
        self.after.insert(key, found);
        found
    }

    /// Returns whether so many rules are open in a chart that nothing can follow it.
    pub fn is_too_deep(&self, chart: SharedChart) -> bool {
        self.charts.depth(chart) > MAX_DEPTH
    }

    /// Returns the terminals that can follow a chart.
    pub fn takes(&self, grammar: &Grammar, chart: SharedChart) -> TermSet {
        let mut takes = TermSet::default();
        for state in self.charts.states(chart) {
            let (state, context) = grammar.unpacked(state);
            takes.union_with(&grammar.takes_in(state, context));
        }
        takes
    }

    /// Returns the terminals that can follow a chart, and keeps them.
    pub fn known_takes(&mut self, grammar: &Grammar, chart: SharedChart) -> TermSet {
        if let Some(takes) = self.takes.get(&chart) {
            return *takes;
        }
        let takes = self.takes(grammar, chart);
        self.takes.insert(chart, takes);
        takes
    }

    /// Returns the memory that the charts take, in bytes.
    pub fn size(&self) -> usize {
        self.charts.size()
            + self.after.capacity() * size_of::<((SharedChart, TermSetId, u16), Option<SharedChart>)>()
            + self.takes.capacity() * size_of::<(SharedChart, TermSet)>()
    }
}
