//! Lower bounds of what is left to write from the states of the quotient grammar to an exit into the right
//! context.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::grammar::costs::Costs;
use crate::grammar::{Grammar, StateId, TermSource};
use crate::layout::columns::{Column, Columns};
use crate::lexer::shortest::NEVER;
use crate::quotient::exits::Exits;
use crate::quotient::join::RightQuotient;
use crate::rules::contexts::{ContextSet, bare, context_of, packed};

/// Cost of turning the right context's first line into a comment: a text that does so fits, but is hardly
/// intended.
pub const SWALLOWING: u32 = 8;

/// Whether a state lies in a shallow block, and whether it lies at a line's start. The latter follows from
/// what precedes the state within its rule or, for the first state of a rule, from the state before the rule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Standing {
    is_shallow: bool,
    at_line_start: bool,
}

const STANDINGS: usize = 4;

impl Standing {
    fn index(self) -> usize {
        usize::from(self.is_shallow) * 2 + usize::from(self.at_line_start)
    }
}

/// Whether costs are computed for each context, which takes several times as long, or for the cheapest one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Precision {
    Coarse,
    Exact,
}

/// The least costs from the copies of the quotient grammar to an exit, which depend on the right context alone.
pub struct ExitCosts {
    /// Per copy, group of the contexts in which an exit can be reached from it, and standing: the least cost.
    least: Vec<u32>,
    /// Per copy: the contexts that are groups of their own, and the number of groups of the copies before it.
    alive: Vec<(ContextSet, u32)>,
    precision: Precision,
    costs: Arc<Costs>,
    /// The number of the first copy.
    first: u32,
    /// The column of the right context's first content; blocks to the left of it are shallow.
    column: u32,
}

impl ExitCosts {
    /// Computes the costs by Dijkstra's algorithm, from the exits backwards.
    pub fn new(
        grammar: &Grammar,
        joined: &RightQuotient,
        exits: &Exits,
        costs: &Arc<Costs>,
        precision: Precision,
    ) -> Self {
        let first = grammar.state_count as u32;
        let (mut alive, mut count) = (Vec::new(), 0);
        for &contexts in joined.alive() {
            let alone = if precision == Precision::Exact { contexts } else { ContextSet::EMPTY };
            alive.push((alone, count));
            count += if precision == Precision::Exact { contexts.count() } else { 1 };
        }
        let column = exits.gap.map_or(0, |gap| if gap.at_line_end { 0 } else { exits.gap_column.col });
        let least = vec![NEVER; count as usize * STANDINGS];
        let mut found = Self { least, alive, precision, costs: Arc::clone(costs), first, column };
        let mut queue = Queue::default();
        for state in joined.copies() {
            let group = found.group(joined, state);
            for standing in found.standings(grammar, joined.base(state)) {
                let is_barred = standing.is_shallow && standing.at_line_start;
                let reached = joined.exits_in(state, group);
                let costs = reached.map(|exit| cost_of_exit(exits, exit as usize, is_barred));
                queue.push(&mut found, costs.min().unwrap_or(NEVER), state, standing);
            }
        }
        while let Some((cost, state, standing)) = queue.pop(&found) {
            count_steps(1);
            let (base, group) = (joined.base(state), found.group(joined, state));
            for (before, contexts) in joined.states_before(state, group) {
                if found.standings(grammar, joined.base(before)).any(|own| own == standing) {
                    for context in contexts.iter().take(found.taken()) {
                        queue.push(&mut found, cost, packed(before, context.into()), standing);
                    }
                }
            }
            if standing.at_line_start != costs.at_line_start(base) {
                continue;
            }
            let may_stand = |found: &Self, is_shallow| found.may_stand(joined.columns(state), is_shallow);
            let mut push = |found: &mut Self, cost, from, is_shallow: bool| {
                for standing in found.standings(grammar, from) {
                    if standing.is_shallow == is_shallow {
                        queue.push(found, cost, joined.sibling(state, from), standing);
                    }
                }
            };
            for &TermSource { term, from, contexts } in grammar.term_sources(base) {
                if contexts.and(group).is_empty() {
                    continue;
                }
                let cost = cost.saturating_add(costs.term(term));
                if joined.indent != Some(term) {
                    push(&mut found, cost, from, standing.is_shallow);
                } else if may_stand(&found, standing.is_shallow) {
                    push(&mut found, cost, from, true);
                    push(&mut found, cost, from, false);
                }
            }
            for edge in grammar.rule_sources(base) {
                if grammar.labels.domain(edge.label).and(group).is_empty() {
                    continue;
                }
                let cost = cost.saturating_add(costs.rule(grammar, edge.rule));
                push(&mut found, cost, edge.to, standing.is_shallow);
            }
        }
        found
    }

    /// Returns the contexts that a state stands for.
    fn group(&self, joined: &RightQuotient, state: u32) -> ContextSet {
        match self.precision {
            Precision::Coarse => joined.contexts(state),
            Precision::Exact => ContextSet::of(context_of(state)),
        }
    }

    /// Returns how many of some contexts stand for all of them.
    fn taken(&self) -> usize {
        if self.precision == Precision::Exact { usize::MAX } else { 1 }
    }

    fn index(&self, state: u32, standing: Standing) -> usize {
        let (alive, before) = self.alive[(bare(state) - self.first) as usize];
        (before + alive.rank(context_of(state))) as usize * STANDINGS + standing.index()
    }

    /// Returns whether a block whose column the right context restricts to `columns` may be shallow (or deep,
    /// if `is_shallow` is false).
    fn may_stand(&self, columns: Columns, is_shallow: bool) -> bool {
        match columns {
            Columns::At(Column { col, .. }) | Columns::AtCol(col) => (col < self.column) == is_shallow,
            Columns::Any | Columns::Above(_) => true,
        }
    }

    /// Returns the standings that a state of the grammar may have.
    fn standings(&self, grammar: &Grammar, base: StateId) -> impl Iterator<Item = Standing> + use<> {
        let is_first = grammar.start_of(grammar.rule_of(base)) == base;
        let own = self.costs.at_line_start(base);
        [(false, false), (false, true), (true, false), (true, true)]
            .into_iter()
            .map(|(is_shallow, at_line_start)| Standing { is_shallow, at_line_start })
            .filter(move |standing| is_first || standing.at_line_start == own)
    }

    /// Returns the least cost from a state of a copy, at a position whose innermost level is at a column.
    pub fn cost(&self, grammar: &Grammar, joined: &RightQuotient, state: u32, level: Column) -> u32 {
        let is_shallow = level.col < self.column;
        let base = joined.base(state);
        // The file's first state is the only first state that a chart itself holds.
        let at_line_start = grammar.start_of(grammar.rule_of(base)) == base || self.costs.at_line_start(base);
        self.least[self.index(state, Standing { is_shallow, at_line_start })]
    }
}

/// The states to continue from, cheapest first. A state is queued once for each cost below its former ones.
#[derive(Default)]
struct Queue(BinaryHeap<Reverse<(u32, u32, Standing)>>);

impl Queue {
    fn push(&mut self, found: &mut ExitCosts, cost: u32, state: u32, standing: Standing) {
        let index = found.index(state, standing);
        let least = &mut found.least[index];
        if cost < *least {
            *least = cost;
            self.0.push(Reverse((cost, state, standing)));
        }
    }

    fn pop(&mut self, found: &ExitCosts) -> Option<(u32, u32, Standing)> {
        loop {
            let Reverse((cost, state, standing)) = self.0.pop()?;
            if found.least[found.index(state, standing)] == cost {
                return Some((cost, state, standing));
            }
        }
    }
}

/// Returns an exit's own cost. The exit without a lexeme is barred if the right context's first line would
/// stand too far to the left.
fn cost_of_exit(exits: &Exits, exit: usize, is_barred: bool) -> u32 {
    let is_gap = exits.gap_exit == Some(exit);
    match exits.list[exit].term {
        Some(_) => 1,
        None if is_gap && is_barred => NEVER,
        None if is_gap || exits.gap_first_line == Some(exit) => 0,
        None => SWALLOWING,
    }
}
