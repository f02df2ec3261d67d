//! Finds what is done with the names of a logical line.
//!
//! The line is parsed forwards, from all states of the grammar in which a line may begin, in all contexts. The charts
//! are then read backwards: an item is *alive* if some item after the next lexeme is that it leads to, and a lexeme has
//! the terminals over which its chart's living items lead to living ones. Both directions are kept in tables, so most
//! lexemes cost two look-ups; and lines with the same lexemes as one before them cost one in all.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::interner::Interner;
use crate::base::sets::TermSet;
use crate::charts::automaton::Automaton;
use crate::charts::earley::Item;
use crate::charts::origins::{Direction, OriginId, ROOT_ORIGIN};
use crate::charts::shared::{SharedChart, SharedCharts};
use crate::grammar::{Grammar, StateId};
use crate::lexer::ids::TermSetId;
use crate::limits::KEPT_LINES_BYTES;
use crate::names::lines::reader::Span;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// The grammar read forwards in all contexts at once.
struct AnyContext<'g>(&'g Grammar);

impl Automaton for AnyContext<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        let state = StateId::at(state as usize);
        for term in self.0.takes(state).and(terms).iter() {
            self.0.term_edges(state, term, |edge| f(u32::from(edge.to)));
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(RuleId, u32, LabelId)) {
        for edge in self.0.rule_edges(StateId::at(state as usize)) {
            f(edge.rule, u32::from(edge.to), edge.label);
        }
    }

    fn last_children(&self, _state: u32, _f: impl FnMut(u32)) {}

    fn completes(&self, state: u32) -> Option<RuleId> {
        let state = StateId::at(state as usize);
        self.0.is_final(state).then(|| self.0.rule_of(state))
    }

    fn starts(&self, rule: RuleId, mut f: impl FnMut(u32)) {
        f(u32::from(self.0.start_of(rule)));
    }
}

impl Direction for AnyContext<'_> {
    fn grammar(&self) -> &Grammar {
        self.0
    }

    fn goes_on(&self, state: u32) -> bool {
        let state = StateId::at(state as usize);
        !self.0.takes(state).is_empty() || !self.0.rule_edges(state).is_empty()
    }
}

/// Number of lexemes up to which what is found of a whole line is kept.
const MAX_KEPT_LEXEMES: usize = 32;

/// The set of a chart's living items, by their places in the chart.
type Living = Vec<u16>;

/// All items of a chart, those of its kernel first.
type Items = Arc<[Item<OriginId>]>;

/// The charts of lines, and what is known of them backwards.
pub struct LineCharts {
    charts: SharedCharts,
    after: FxHashMap<(SharedChart, TermSetId), Option<SharedChart>>,
    /// The items of the charts that were read backwards, and their number.
    items: FxHashMap<SharedChart, Items>,
    item_count: usize,
    living: Interner<Living>,
    /// The number of places in all sets of living items.
    places: usize,
    before: FxHashMap<(SharedChart, TermSetId, u32), (u32, TermSet)>,
    /// Lines by their lexemes, with the numbers of what each of these may be there.
    whole: FxHashMap<Box<[TermSetId]>, Box<[u32]>>,
    of_whole: Interner<TermSet>,
    /// The number of lexemes in them.
    lexemes: usize,
    /// The lexemes of the last line, its charts, and the terminals of its lexemes.
    line: Vec<TermSetId>,
    path: Vec<SharedChart>,
    roles: Vec<TermSet>,
}

impl LineCharts {
    /// Returns the charts of a grammar; chart 0 is the one at a line's start.
    pub fn new(grammar: &Grammar) -> Self {
        let rules: Vec<RuleId> =
            (0..grammar.rules.len()).filter(|&rule| grammar.rules[rule].count > 0).map(RuleId::at).collect();
        let states = line_starts(grammar).into_iter().map(u32::from);
        Self {
            charts: SharedCharts::new(&AnyContext(grammar), &rules, states, 0),
            after: FxHashMap::default(),
            items: FxHashMap::default(),
            item_count: 0,
            living: Interner::of(&[]),
            places: 0,
            before: FxHashMap::default(),
            whole: FxHashMap::default(),
            of_whole: Interner::of(&[]),
            lexemes: 0,
            line: Vec::new(),
            path: Vec::new(),
            roles: Vec::new(),
        }
    }

    /// Returns for each lexeme of a logical line the terminals that it may have there; none if the line cannot begin
    /// so. If the line `is_whole`, a line end follows.
    pub fn roles(&mut self, grammar: &Grammar, line: &[Span], is_whole: bool) -> Option<&[TermSet]> {
        if self.size() > KEPT_LINES_BYTES {
            *self = Self::new(grammar);
        }
        let is_kept = is_whole && line.len() <= MAX_KEPT_LEXEMES;
        if is_kept {
            self.line.clear();
            self.line.extend(line.iter().map(|span| span.set));
            if let Some(known) = self.whole.get(self.line.as_slice()) {
                self.roles.clear();
                self.roles.extend(known.iter().map(|&number| *self.of_whole.get(number)));
                return Some(&self.roles);
            }
        }
        self.find_roles(grammar, line, is_whole)?;
        if is_kept {
            let found = self.roles.iter().map(|&terms| self.of_whole.number(terms)).collect();
            self.whole.insert(self.line.as_slice().into(), found);
            self.lexemes += line.len();
        }
        Some(&self.roles)
    }

    /// Finds the terminals that the lexemes of a line may have, if the line can begin so.
    fn find_roles(&mut self, grammar: &Grammar, line: &[Span], is_whole: bool) -> Option<()> {
        let mut last = SharedChart::FIRST;
        self.path.clear();
        self.path.push(last);
        for span in line {
            last = self.scan(grammar, last, span.set)?;
            self.path.push(last);
        }
        let mut living = self.living_at_end(grammar, last, is_whole)?;
        self.roles.clear();
        self.roles.resize(line.len(), TermSet::default());
        for (index, span) in line.iter().enumerate().rev() {
            let key = (self.path[index], span.set, living);
            (living, self.roles[index]) = match self.before.get(&key) {
                Some(&known) => known,
                None => self.find_before(grammar, key, self.path[index + 1]),
            };
        }
        Some(())
    }

    fn scan(&mut self, grammar: &Grammar, chart: SharedChart, set: TermSetId) -> Option<SharedChart> {
        let Self { charts, after, .. } = self;
        *after.entry((chart, set)).or_insert_with(|| charts.scan(&AnyContext(grammar), chart, set, 0))
    }

    fn items(&mut self, grammar: &Grammar, chart: SharedChart) -> Items {
        let Self { charts, items, item_count, .. } = self;
        let kept = items.entry(chart).or_insert_with(|| {
            let items = charts.items(&AnyContext(grammar), chart);
            *item_count += items.len();
            items.into()
        });
        Arc::clone(kept)
    }

    fn living_at_end(&mut self, grammar: &Grammar, chart: SharedChart, is_whole: bool) -> Option<u32> {
        let newline = grammar.layout.lines.as_ref().filter(|_| is_whole).map(|lines| lines.newline);
        let takes = |item: &Item<OriginId>| {
            newline.is_none_or(|newline| grammar.takes(StateId::at(item.state as usize)).contains(newline))
        };
        let items = self.items(grammar, chart);
        let mut living: Living =
            items.iter().enumerate().filter(|(_, item)| takes(item)).map(|(place, _)| place as u16).collect();
        if living.is_empty() {
            return None;
        }
        self.add_parents(chart, &items, &mut living);
        Some(self.number(living))
    }

    fn number(&mut self, living: Living) -> u32 {
        let (count, places) = (self.living.count(), living.len());
        let number = self.living.number(living);
        if self.living.count() > count {
            self.places += places;
        }
        number
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.charts.size()
            + self.after.capacity() * size_of::<((SharedChart, TermSetId), Option<SharedChart>)>()
            + self.items.capacity() * size_of::<(SharedChart, Items)>()
            + self.item_count * size_of::<Item<OriginId>>()
            + self.before.capacity() * size_of::<((SharedChart, TermSetId, u32), (u32, TermSet))>()
            + self.whole.capacity() * size_of::<(Box<[TermSetId]>, Box<[u32]>)>()
            + self.lexemes * (size_of::<TermSetId>() + size_of::<u32>())
            + self.of_whole.size()
            + self.living.size()
            // An interner has each set twice.
            + 2 * self.places * size_of::<u16>()
    }

    fn find_before(
        &mut self,
        grammar: &Grammar,
        (chart, set, living): (SharedChart, TermSetId, u32),
        next: SharedChart,
    ) -> (u32, TermSet) {
        let (items, next) = (self.items(grammar, chart), self.items(grammar, next));
        let alive: Vec<Item<OriginId>> =
            self.living.get(living).iter().map(|&place| next[usize::from(place)]).collect();
        let (mut before, mut roles) = (Living::new(), TermSet::default());
        for (place, &item) in items.iter().enumerate() {
            let terms = self.living_terms(grammar, item, grammar.lexer.set(set), &alive);
            if !terms.is_empty() {
                before.push(place as u16);
                roles.union_with(&terms);
            }
        }
        self.add_parents(chart, &items, &mut before);
        let found = (self.number(before), roles);
        self.before.insert((chart, set, living), found);
        found
    }

    /// Returns those of `terms` over which an item leads to one that is alive.
    fn living_terms(
        &self,
        grammar: &Grammar,
        item: Item<OriginId>,
        terms: &TermSet,
        alive: &[Item<OriginId>],
    ) -> TermSet {
        let mut found = TermSet::default();
        let state = StateId::at(item.state as usize);
        for term in grammar.takes(state).and(terms).iter() {
            grammar.term_edges(state, term, |edge| {
                let reached = Item { state: u32::from(edge.to), origin: item.origin };
                if self.leads_to(grammar, reached, alive) {
                    found.insert(term);
                }
            });
        }
        found
    }

    /// Returns whether an item is alive, or one that it completes.
    fn leads_to(&self, grammar: &Grammar, item: Item<OriginId>, alive: &[Item<OriginId>]) -> bool {
        let (mut reached, mut next) = (vec![item], 0);
        while next < reached.len() {
            let Item { state, origin } = reached[next];
            if alive.contains(&reached[next]) {
                return true;
            }
            next += 1;
            if AnyContext(grammar).completes(state).is_some() {
                for edge in self.charts.returns(origin) {
                    let parent = Item { state: edge.to, origin: edge.origin };
                    if !reached.contains(&parent) {
                        reached.push(parent);
                    }
                }
            }
        }
        false
    }

    /// Adds the items of a chart that predicted living ones.
    fn add_parents(&self, chart: SharedChart, items: &[Item<OriginId>], living: &mut Living) {
        let kernel = self.charts.kernel(chart).len();
        let mut next = 0;
        while next < living.len() {
            let place = usize::from(living[next]);
            next += 1;
            if place < kernel || items[place].origin == ROOT_ORIGIN {
                continue;
            }
            for edge in self.charts.returns(items[place].origin) {
                let parent = Item { state: edge.from, origin: edge.origin };
                let found = items.iter().position(|&item| item == parent).map(|found| found as u16);
                if let Some(found) = found.filter(|found| !living.contains(found)) {
                    living.push(found);
                }
            }
        }
        living.sort_unstable();
    }
}

/// Returns the states in which a logical line may begin: those after layout terminals, and those after rules that may
/// end with these.
fn line_starts(grammar: &Grammar) -> Vec<StateId> {
    let mut found = vec![grammar.start_of(grammar.root)];
    let Some(lines) = &grammar.layout.lines else { return found };
    let mut is_found = vec![false; grammar.state_count];
    is_found[found[0].index()] = true;
    for state in grammar.states() {
        for term in [lines.newline, lines.indent, lines.dedent] {
            grammar.term_edges(state, term, |edge| add(edge.to, &mut is_found, &mut found));
        }
    }
    let mut next = 0;
    while next < found.len() {
        let state = found[next];
        next += 1;
        if grammar.is_final(state) {
            let rule = grammar.rule_of(state);
            for from in grammar.states() {
                for edge in grammar.rule_edges(from).iter().filter(|edge| edge.rule == rule) {
                    add(edge.to, &mut is_found, &mut found);
                }
            }
        }
    }
    found
}

fn add(state: StateId, is_found: &mut [bool], found: &mut Vec<StateId>) {
    if !std::mem::replace(&mut is_found[state.index()], true) {
        found.push(state);
    }
}
