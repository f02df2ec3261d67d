//! What is left to write, at least, from a chart of the middle to a member: the estimates of the
//! search in [`crate::complete::search`].
//!
//! They are least costs over the quotient grammar, and know one thing of columns: where the right
//! context begins with blanks, its first line cannot be entered at a line's start in a block to
//! their left. So each cost is known twice, for a place in such a *shallow* block and in a deeper one.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::charts::earley::{ChartId, WaitingEdge};
use crate::grammar::StateId;
use crate::grammar::costs::{Costs, Wording};
use crate::layout::columns::IndentStack;
use crate::lexer::shortest::NEVER;
use crate::quotient::Quotient;
use crate::quotient::exit_costs::ExitCosts;
use crate::rules::dfa::RuleId;

/// A chart, and the levels of indentation there.
type At = (ChartId, IndentStack);

pub struct Estimates {
    costs: Arc<Costs>,
    to_exit: Arc<ExitCosts>,
    /// By rule: what is left behind the end of a rule that began there.
    behind: FxHashMap<At, FxHashMap<RuleId, u32>>,
    left: FxHashMap<At, u32>,
}

impl Estimates {
    pub fn new(quotient: &Quotient, wording: Wording) -> Self {
        let costs = quotient.grammar.costs(wording);
        let to_exit = Arc::clone(quotient.to_exit(wording));
        Self { costs, to_exit, behind: FxHashMap::default(), left: FxHashMap::default() }
    }

    /// The least that is left to write after a chart with these levels of indentation.
    pub fn left_after(&mut self, quotient: &Quotient, chart: ChartId, stack: IndentStack) -> u32 {
        if let Some(&known) = self.left.get(&(chart, stack)) {
            return known;
        }
        let items = quotient.charts().items(chart);
        let left = items.iter().map(|item| self.left_from(quotient, item.state, (item.origin, stack))).min();
        let left = left.unwrap_or(NEVER);
        self.left.insert((chart, stack), left);
        left
    }

    /// From a state of a rule that began at a chart; the levels are those at the state.
    fn left_from(&mut self, quotient: &Quotient, state: u32, (origin, stack): At) -> u32 {
        let grammar = &quotient.grammar;
        if state >= grammar.state_count as u32 {
            return self.to_exit.cost(grammar, quotient.joined(), state, quotient.stacks.top(stack));
        }
        let to_end = self.costs.to_end(StateId::at(state as usize));
        if to_end == NEVER {
            return NEVER;
        }
        let behind = (origin, levels_behind(quotient, state, stack));
        to_end.saturating_add(self.left_behind(
            quotient,
            behind,
            grammar.rule_of(StateId::at(state as usize)),
        ))
    }

    /// What is left behind the end of a rule that began at a chart.
    fn left_behind(&mut self, quotient: &Quotient, at: At, rule: RuleId) -> u32 {
        if !self.behind.contains_key(&at) {
            for origin in self.origins_without_estimate(quotient, at) {
                self.estimate(quotient, origin);
            }
        }
        self.behind[&at].get(&rule).copied().unwrap_or(NEVER)
    }

    /// The charts that the waits of one lead to, itself the last, in the order of their making.
    fn origins_without_estimate(&self, quotient: &Quotient, at: At) -> Vec<At> {
        let mut found = vec![at];
        let mut next = 0;
        while next < found.len() {
            let (chart, stack) = found[next];
            for wait in quotient.charts().waits(chart) {
                let origin = (wait.origin, levels_behind(quotient, wait.to, stack));
                if !self.behind.contains_key(&origin) && !found.contains(&origin) {
                    found.push(origin);
                }
            }
            next += 1;
        }
        found.sort_unstable_by_key(|&(chart, stack)| (chart, quotient.stacks.height(stack), stack));
        found
    }

    /// The estimates of one chart, those of the charts before it known.
    fn estimate(&mut self, quotient: &Quotient, (chart, stack): At) {
        let waits: Vec<WaitingEdge> = quotient.charts().waits(chart).to_vec();
        self.behind.insert((chart, stack), FxHashMap::default());
        let mut changed = true;
        while changed {
            changed = false;
            for wait in &waits {
                let left = self.left_from(quotient, wait.to, (wait.origin, stack));
                let known = self.behind.entry((chart, stack)).or_default().entry(wait.rule).or_insert(NEVER);
                if left < *known {
                    *known = left;
                    changed = true;
                }
            }
        }
    }
}

/// The levels behind the rule of a state, given those at the state.
fn levels_behind(quotient: &Quotient, state: u32, stack: IndentStack) -> IndentStack {
    let base = quotient.joined().base(state);
    if quotient.grammar.inside_block(base) { quotient.stacks.pop(stack) } else { stack }
}
