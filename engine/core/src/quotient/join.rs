//! The join: builds the quotient grammar from the charts on both sides of the cursor.
//!
//! Rules that lie wholly in the middle are the grammar's own. A rule that ends in the right context gets a
//! *copy* of its states, and those states of the copy are alive from which an exit can be reached.
//! A rule that began in the left context needs no copy: its items keep an origin, which is a chart with waits
//! alone here. The open rules are found from the cursor outwards on each side. The pairs that fit are found
//! from the whole file inwards, and only what can reach an end is kept, so every item alive later can be
//! completed to a middle that fits. (After Melcer et al. 2024, section IV; both halves of a rule lie on one
//! edge of one automaton.)

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use crate::base::chains::Chains;
use crate::base::interner::Numbers;
use crate::base::interrupt::count_steps;
use crate::base::sets::{TermId, TermSet};
use crate::charts::automaton::{Automaton, Predicting};
use crate::charts::origins::OriginId;
use crate::charts::predictions::Prediction;
use crate::charts::reverse::ReverseCharts;
use crate::charts::shared::SharedChart;
use crate::grammar::{Grammar, StateId, moved};
use crate::language::Language;
use crate::layout::columns::{Column, Columns};
use crate::quotient::exits::Exits;
use crate::rules::contexts::{ContextId, ContextSet, LabelId, MAX_NUMBERS, bare, context_of, packed};
use crate::rules::dfa::RuleId;

/// A rule that ends in the right context, at any node that returns to one origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct RuleCopy {
    pub rule: RuleId,
    origin: OriginId,
    /// The number of its first state among all states of the quotient grammar.
    first: u32,
    pub columns: Columns,
}

/// More rules are open at the cursor than a quotient can have (see [`MAX_NUMBERS`]).
#[derive(Clone, Copy, Debug)]
pub struct TooDeep;

/// The right half of the quotient grammar, which depends on the right context alone.
pub struct RightQuotient {
    pub(super) grammar: Arc<Language>,
    base_count: u32,
    /// The terminal that begins an indented block.
    pub(crate) indent: Option<TermId>,
    pub(super) copies: Vec<RuleCopy>,
    pub(super) numbers: Numbers<(RuleId, OriginId)>,
    /// Per state beyond the grammar's own: the number of its copy in `copies`.
    copy_of: Vec<u32>,
    /// The same: the contexts in which an exit can be reached.
    alive: Vec<ContextSet>,
    /// The same: the terminals that can follow, found when they are asked for.
    takes: Vec<OnceLock<Box<Takes>>>,
    /// The same: the copies that may be its last child.
    pub(super) last: Chains<LastChild>,
    /// The states beyond the grammar's own that may have a copy as last child, with the edges, those of the first copy
    /// first; and where those of each copy end.
    parents: Vec<(u32, LastChild)>,
    parents_end: Vec<u32>,
    exits: Chains<ExitEdge>,
    exact_columns: Vec<Columns>,
}

/// A copy of a rule that may be the last child of another copy, over an edge with a label; `contexts` are those
/// in which what follows the child can be read.
#[derive(Clone, Copy, Debug)]
pub struct LastChild {
    pub(super) copy: u32,
    pub(super) label: LabelId,
    pub(super) contexts: ContextSet,
}

/// The terminals that can follow a state of a copy.
struct Takes {
    /// Those that can in some of the contexts in which the state is alive.
    terms: TermSet,
    /// Those of them that cannot in all of these contexts, with the contexts in which they can.
    partial: Box<[(TermId, ContextSet)]>,
}

/// A state before the last terminal of a middle, with the origin of its rule, and the contexts in which what follows can
/// be read.
#[derive(Clone, Copy)]
struct Before {
    state: StateId,
    origin: OriginId,
    contexts: ContextSet,
}

/// The states before the exits into a right context. Halves of one right context have most of their exits in common.
#[derive(Default)]
pub struct ExitStates {
    known: FxHashMap<(SharedChart, TermId), Box<[Before]>>,
    /// How large the last half became. Others of one right context are about as large.
    room: Room,
}

/// Numbers of the entries of a half's lists.
#[derive(Clone, Copy, Default)]
struct Room {
    copies: usize,
    states: usize,
    last: usize,
    exits: usize,
}

impl ExitStates {
    /// Drops them all, since the right context is another one.
    pub fn clear(&mut self) {
        self.known.clear();
    }

    /// Finds the states before the exits that are not known yet, all those of a node together.
    fn find(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, exits: &Exits) {
        let mut unknown: FxHashMap<SharedChart, Vec<TermId>> = FxHashMap::default();
        for exit in &exits.list {
            if let Some(term) = exit.term.filter(|&term| !self.known.contains_key(&(exit.node, term))) {
                unknown.entry(exit.node).or_default().push(term);
            }
        }
        for exit in &exits.list {
            let Some(mut terms) = unknown.remove(&exit.node) else { continue };
            terms.sort_unstable();
            terms.dedup();
            let items = nodes.takers(grammar, exit.node, &terms);
            for (term, items) in terms.into_iter().zip(items) {
                let mut found = Vec::new();
                for item in items {
                    let (state, contexts) = nodes.unpacked(grammar, item.state);
                    for edge in grammar.term_sources(state).iter().filter(|edge| edge.term == term) {
                        let contexts = contexts.and(edge.contexts);
                        found.push(Before { state: edge.from, origin: item.origin, contexts });
                    }
                }
                self.known.insert((exit.node, term), found.into());
            }
        }
    }

    fn of(&self, node: SharedChart, term: TermId) -> &[Before] {
        self.known.get(&(node, term)).map_or(&[], |found| found)
    }
}

/// An exit of a state, and the contexts in which what follows the exit can be read.
#[derive(Clone, Copy, Debug)]
struct ExitEdge {
    exit: u32,
    contexts: ContextSet,
}

/// The contexts in which an exit can be reached, by index of the state, and the states before which others are to be
/// looked at.
struct Alive {
    contexts: Vec<ContextSet>,
    work: Vec<u32>,
}

impl Alive {
    fn add(&mut self, index: u32, contexts: ContextSet) {
        let known = &mut self.contexts[index as usize];
        let all = known.or(contexts);
        if all != *known {
            *known = all;
            self.work.push(index);
        }
    }
}

/// The quotient grammar as an automaton for the middle's charts.
pub struct Middle<'a> {
    pub joined: &'a RightQuotient,
    /// The column of an INDENT that is scanned next.
    pub column: Column,
}

impl RightQuotient {
    /// Builds the right half of the exits that are wanted: the copies, their exits, and which of their states are alive.
    /// `before` holds what is known of exits into this right context.
    ///
    /// Fails if more rules are open at the cursor than a quotient can have.
    pub fn new(
        grammar: &Arc<Language>,
        nodes: &mut ReverseCharts,
        exits: &Exits,
        before: &mut ExitStates,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Self, TooDeep> {
        let indent = grammar.layout.lines.as_ref().map(|lines| lines.indent);
        let room = before.room;
        let mut joined = Self {
            grammar: Arc::clone(grammar),
            base_count: grammar.state_count as u32,
            indent,
            copies: Vec::with_capacity(room.copies),
            numbers: Numbers::with_capacity(room.copies, 0),
            copy_of: Vec::with_capacity(room.states),
            alive: Vec::new(),
            takes: Vec::new(),
            last: Chains::with_capacity(room.states, room.last),
            parents: Vec::with_capacity(room.last),
            parents_end: Vec::with_capacity(room.copies),
            exits: Chains::with_capacity(room.states, room.exits),
            exact_columns: Vec::new(),
        };
        let placed = joined.place_exits(nodes, exits, before, is_wanted)?;
        joined.find_parents(nodes)?;
        joined.alive = joined.find_alive(&placed);
        joined.takes.resize_with(joined.alive.len(), OnceLock::new);
        joined.find_exact_columns();
        before.room = joined.room();
        Ok(joined)
    }

    fn room(&self) -> Room {
        Room {
            copies: self.copies.len(),
            states: self.copy_of.len(),
            last: self.last.count(),
            exits: self.exits.count(),
        }
    }

    fn copy(&mut self, nodes: &ReverseCharts, rule: RuleId, origin: OriginId) -> Result<u32, TooDeep> {
        let (number, is_new) = self.numbers.of((rule, origin));
        if is_new {
            let first = self.base_count + self.copy_of.len() as u32;
            if first + u32::from(self.grammar.rules[rule.index()].count) > MAX_NUMBERS {
                return Err(TooDeep);
            }
            self.copies.push(RuleCopy { rule, origin, first, columns: nodes.columns(origin) });
            let count = usize::from(self.grammar.rules[rule.index()].count);
            self.copy_of.resize(self.copy_of.len() + count, number);
            self.last.grow(self.copy_of.len());
            self.exits.grow(self.copy_of.len());
        }
        Ok(number)
    }

    /// Returns the state that stands for a state of the grammar in a copy of its rule.
    fn state_in(&self, copy: u32, state: StateId) -> u32 {
        let RuleCopy { rule, first, .. } = self.copies[copy as usize];
        first + u32::from(state) - u32::from(self.grammar.start_of(rule))
    }

    /// Returns the state that stands for a state of the grammar, with its context, in a copy of its rule.
    pub(super) fn packed_in(&self, copy: u32, state: u32) -> u32 {
        let (base, context) = self.grammar.unpacked(state);
        packed(self.state_in(copy, base), context.into())
    }

    /// Returns the index of a state beyond the grammar's own, whatever its context.
    pub(super) fn index(&self, state: u32) -> usize {
        (bare(state) - self.base_count) as usize
    }

    /// Returns whether a state is one of the grammar's own, whatever its context.
    fn is_own(&self, state: u32) -> bool {
        bare(state) < self.base_count
    }

    /// Returns the state of the grammar that this state is or copies.
    pub fn base(&self, state: u32) -> StateId {
        if self.is_own(state) {
            return StateId::at(bare(state) as usize);
        }
        let copy = self.copies[self.copy_of[self.index(state)] as usize];
        StateId::at(self.grammar.start_of(copy.rule).index() + (bare(state) - copy.first) as usize)
    }

    /// Places the exits. Returns the indices of their states, each with the contexts in which what follows can be read.
    fn place_exits(
        &mut self,
        nodes: &mut ReverseCharts,
        exits: &Exits,
        before: &mut ExitStates,
        is_wanted: impl Fn(usize) -> bool,
    ) -> Result<Vec<(u32, ContextSet)>, TooDeep> {
        let grammar = Arc::clone(&self.grammar);
        let mut placed = Vec::with_capacity(before.room.exits);
        before.find(&grammar, nodes, exits);
        for (number, exit) in exits.list.iter().enumerate().filter(|&(number, _)| is_wanted(number)) {
            if let Some(term) = exit.term {
                for &Before { state, origin, contexts } in before.of(exit.node, term) {
                    let copy = self.copy(nodes, grammar.rule_of(state), origin)?;
                    placed.push((self.place_exit(copy, state, number, contexts), contexts));
                }
                continue;
            }
            // A rule that ends where the right context begins is the middle's own.
            for item in nodes.charts.kernel(exit.node) {
                let (state, contexts) = nodes.unpacked(&grammar, item.state);
                let is_start = state == grammar.start_of(grammar.root);
                if grammar.allows_gap(state, exit.mode) && (is_start || !exit.is_whole) {
                    let copy = self.copy(nodes, grammar.rule_of(state), item.origin)?;
                    placed.push((self.place_exit(copy, state, number, contexts), contexts));
                }
            }
        }
        Ok(placed)
    }

    /// Places an exit, and returns the index of its state.
    fn place_exit(&mut self, copy: u32, state: StateId, exit: usize, contexts: ContextSet) -> u32 {
        let index = self.index(self.state_in(copy, state));
        self.exits.push(index, ExitEdge { exit: exit as u32, contexts });
        index as u32
    }

    /// Finds the parents of every copy: the rules that end where their last child ends, and the parents of
    /// those.
    fn find_parents(&mut self, nodes: &ReverseCharts) -> Result<(), TooDeep> {
        let mut next = 0;
        while next < self.copies.len() {
            count_steps(1);
            let RuleCopy { origin, .. } = self.copies[next];
            for entry in nodes.charts.returns(origin) {
                let (state, contexts) = nodes.unpacked(&self.grammar, entry.to);
                let parent = self.copy(nodes, self.grammar.rule_of(state), entry.origin)?;
                let index = self.index(self.state_in(parent, state));
                let child = LastChild { copy: next as u32, label: entry.label, contexts };
                self.last.push(index, child);
                self.parents.push((index as u32, child));
            }
            self.parents_end.push(self.parents.len() as u32);
            next += 1;
        }
        Ok(())
    }

    /// Returns, for each state beyond the grammar's own, the contexts in which an exit can be reached from it; `placed` are
    /// the indices of the states that have exits.
    fn find_alive(&self, placed: &[(u32, ContextSet)]) -> Vec<ContextSet> {
        let grammar = &*self.grammar;
        let mut found = Alive { contexts: vec![ContextSet::EMPTY; self.copy_of.len()], work: Vec::new() };
        for &(index, contexts) in placed {
            found.add(index, contexts);
        }
        while let Some(index) = found.work.pop() {
            count_steps(1);
            let (alive, copy) = (found.contexts[index as usize], self.copy_of[index as usize]);
            let RuleCopy { rule, first, .. } = self.copies[copy as usize];
            let (start, first) = (u32::from(grammar.start_of(rule)), first - self.base_count);
            for before in grammar.before(StateId::at((start + index - first) as usize)) {
                found.add(first + u32::from(before.state) - start, alive.and(before.contexts));
            }
            if index == first {
                for &(parent, child) in self.parents(copy) {
                    let contexts = child.contexts.and(grammar.labels.before(child.label, alive));
                    found.add(parent, contexts);
                }
            }
        }
        found.contexts
    }

    /// Returns the terminals that can follow a state of a copy.
    fn find_takes(&self, state: u32) -> Takes {
        let (own, base) = (self.alive[self.index(state)], self.base(state));
        let (mut terms, mut partial) = (TermSet::default(), Vec::new());
        for term in self.grammar.takes(base).iter() {
            let contexts = self.contexts_with(bare(state), base, term);
            if contexts.is_empty() {
                continue;
            }
            terms.insert(term);
            if contexts != own {
                partial.push((term, contexts));
            }
        }
        Takes { terms, partial: partial.into() }
    }

    /// Returns the contexts in which a state can continue with a terminal.
    fn contexts_with(&self, state: u32, base: StateId, term: TermId) -> ContextSet {
        let mut contexts = ContextSet::EMPTY;
        self.grammar.term_edges(base, term, |edge| {
            let alive = self.alive[self.index(moved(state, base, edge.to))];
            contexts = contexts.or(edge.contexts.and(alive));
        });
        contexts
    }

    /// Returns whether an exit can be reached from a state in its context.
    pub(super) fn is_alive(&self, state: u32) -> bool {
        self.is_own(state) || self.alive[self.index(state)].contains(context_of(state))
    }

    /// Returns the terminals that a state can continue with in its context.
    pub fn takes(&self, state: u32) -> TermSet {
        let context = context_of(state);
        if self.is_own(state) {
            return self.grammar.takes_in(self.base(state), context);
        }
        let known = self.takes[self.index(state)].get_or_init(|| Box::new(self.find_takes(state)));
        let mut takes = known.terms;
        for &(term, contexts) in &known.partial {
            if !contexts.contains(context) {
                takes.remove(term);
            }
        }
        takes
    }

    /// Returns the exits that a state may take in its context.
    pub fn exits(&self, state: u32) -> impl Iterator<Item = u32> + '_ {
        let context = context_of(state);
        let edges = (!self.is_own(state)).then(|| self.exits.of(self.index(state))).into_iter().flatten();
        edges.filter(move |edge| edge.contexts.contains(context)).map(|edge| edge.exit)
    }

    /// Returns whether an indented block may begin at `column` that ends where the state's rule does.
    fn allows_block(&self, state: u32, column: Column) -> bool {
        self.is_own(state) || self.columns(state).hold(column)
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

    /// Returns, for each state beyond the grammar's own, the contexts in which an exit can be reached from it.
    pub fn alive(&self) -> &[ContextSet] {
        &self.alive
    }

    /// Returns the states beyond the grammar's own from which an exit can be reached, in every context in which
    /// it can.
    pub fn copies(&self) -> impl Iterator<Item = u32> + '_ {
        let first = self.base_count;
        let all = self.alive.iter().enumerate();
        all.flat_map(move |(index, alive)| {
            alive.iter().map(move |context| packed(first + index as u32, context.into()))
        })
    }

    /// Returns the contexts in which an exit can be reached from a state beyond the grammar's own.
    pub fn contexts(&self, state: u32) -> ContextSet {
        self.alive[self.index(state)]
    }

    /// Returns the exits of a state beyond the grammar's own, in some contexts.
    pub fn exits_in(&self, state: u32, contexts: ContextSet) -> impl Iterator<Item = u32> + '_ {
        let edges = self.exits.of(self.index(state));
        edges.filter(move |edge| !edge.contexts.and(contexts).is_empty()).map(|edge| edge.exit)
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

    /// Returns the states that may have a state's copy, read in one of some contexts, as last child, if it is the first
    /// state of that copy, and the contexts in which they may.
    pub fn states_before(
        &self,
        state: u32,
        inside: ContextSet,
    ) -> impl Iterator<Item = (u32, ContextSet)> + '_ {
        let copy = self.copy_of[self.index(state)];
        let is_first = self.copies[copy as usize].first == bare(state);
        let edges = is_first.then(|| self.parents(copy)).into_iter().flatten();
        let before = move |child: &LastChild| self.grammar.labels.before(child.label, inside);
        edges.map(move |(parent, child)| (self.base_count + parent, child.contexts.and(before(child))))
    }

    /// Returns the indices of the states that may have a copy as last child, with the edges.
    fn parents(&self, copy: u32) -> &[(u32, LastChild)] {
        let begin = copy.checked_sub(1).map_or(0, |before| self.parents_end[before as usize]);
        &self.parents[begin as usize..self.parents_end[copy as usize] as usize]
    }

    /// Returns the state in which a last child begins whose parent is read in a context, or none if the child
    /// cannot be the last one there.
    fn start_of_child(&self, child: &LastChild, context: ContextId) -> Option<u32> {
        let inside = self.grammar.labels.apply(child.label, context)?;
        let start = packed(self.copies[child.copy as usize].first, inside.into());
        (child.contexts.contains(context) && self.is_alive(start)).then_some(start)
    }

    /// Returns whether any text fits between some left context and this right context.
    pub fn is_enterable(&self) -> bool {
        self.alive.iter().any(|contexts| !contexts.is_empty())
    }
}

impl Automaton for Middle<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        let joined = self.joined;
        let (base, context) = (joined.base(state), context_of(state));
        if !joined.grammar.takes(base).intersects(terms) {
            return;
        }
        for term in joined.takes(state).and(terms).iter() {
            if joined.indent == Some(term) && !joined.allows_block(state, self.column) {
                continue;
            }
            joined.grammar.scan(base, term, context, |to| {
                let to = moved(state, base, to);
                if joined.is_alive(to) {
                    f(to);
                }
            });
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(RuleId, u32, LabelId)) {
        let joined = self.joined;
        let (base, context) = (joined.base(state), context_of(state));
        for edge in joined.grammar.rule_edges(base) {
            let to = moved(state, base, edge.to);
            if let Some(inside) = joined.grammar.labels.apply(edge.label, context)
                && joined.is_alive(to)
            {
                f(edge.rule.within(inside), to, edge.label);
            }
        }
    }

    fn last_children(&self, state: u32, mut f: impl FnMut(u32)) {
        let joined = self.joined;
        if joined.is_own(state) {
            return;
        }
        let context = context_of(state);
        for child in joined.last.of(joined.index(state)) {
            if let Some(start) = joined.start_of_child(child, context) {
                f(start);
            }
        }
    }

    fn completes(&self, state: u32) -> Option<RuleId> {
        let grammar = &self.joined.grammar;
        if !self.joined.is_own(state) {
            return None;
        }
        let (base, context) = grammar.unpacked(state);
        grammar.is_final(base).then(|| grammar.rule_of(base).within(context))
    }

    fn starts(&self, rule: RuleId, mut f: impl FnMut(u32)) {
        f(self.joined.grammar.packed_start(rule));
    }
}

impl Predicting for Middle<'_> {
    #[inline]
    fn is_own(&self, state: u32) -> bool {
        self.joined.is_own(state)
    }

    fn grammar(&self) -> &Grammar {
        &self.joined.grammar
    }

    fn prediction(&self, rules: &[RuleId]) -> Arc<Prediction> {
        self.joined.grammar.predictions.get(&self.joined.grammar, rules)
    }

    fn takes(&self, state: u32) -> TermSet {
        self.joined.takes(state)
    }

    fn exits(&self, state: u32, f: impl FnMut(u32)) {
        self.joined.exits(state).for_each(f);
    }
}
