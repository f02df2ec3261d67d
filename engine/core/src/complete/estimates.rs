//! Lower bounds of what is left to write from a chart of the middle to a member: the estimates of the search
//! in [`crate::complete::search`].
//!
//! They are least costs over the quotient grammar, and consider one property of columns: where the right
//! context begins with blanks, its first line cannot be entered at a line's start in a block to the left of
//! it. Each cost is therefore known twice, for a position in a *shallow* block, which lies to the left, and
//! in a deeper one.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::interrupt::count_steps;
use crate::charts::earley::ChartId;
use crate::grammar::costs::{Costs, Wording};
use crate::layout::columns::IndentStack;
use crate::lexer::shortest::NEVER;
use crate::quotient::Quotient;
use crate::quotient::exit_costs::{ExitCosts, Precision};
use crate::rules::contexts::bare;
use crate::rules::dfa::RuleId;

/// A chart, and the levels of indentation there.
type At = (ChartId, IndentStack);

/// The estimates of one quotient and one wording.
pub struct Estimates {
    costs: Arc<Costs>,
    to_exit: Arc<ExitCosts>,
    /// Per chart and rule: the cost after the end of a rule that began at the chart.
    after: FxHashMap<At, FxHashMap<RuleId, u32>>,
    left: FxHashMap<At, u32>,
}

impl Estimates {
    /// Returns the estimates of a quotient, none of which is computed yet.
    pub fn new(quotient: &Quotient, wording: Wording, precision: Precision) -> Self {
        let costs = quotient.grammar.costs(wording);
        let to_exit = Arc::clone(quotient.to_exit(wording, precision));
        Self { costs, to_exit, after: FxHashMap::default(), left: FxHashMap::default() }
    }

    /// Returns the least cost of what is left to write after a chart with these levels of indentation.
    pub fn left_after(&mut self, quotient: &Quotient, chart: ChartId, stack: IndentStack) -> u32 {
        if let Some(&known) = self.left.get(&(chart, stack)) {
            return known;
        }
        // What the items predict costs no less than they do, which wait for it.
        let items = quotient.charts().own_items(chart).iter();
        let left = items.map(|item| self.left_from(quotient, item.state, (item.origin, stack))).min();
        let left = left.unwrap_or(NEVER);
        self.left.insert((chart, stack), left);
        left
    }

    /// Returns the least cost from a state of a rule that began at `origin`; the levels are those at the
    /// state.
    fn left_from(&mut self, quotient: &Quotient, state: u32, (origin, stack): At) -> u32 {
        match self.way_from(quotient, state, stack) {
            Way::ToExit(cost) => cost,
            Way::ToEnd(NEVER, ..) => NEVER,
            Way::ToEnd(cost, rule, stack) => {
                cost.saturating_add(self.left_after_rule(quotient, (origin, stack), rule))
            }
        }
    }

    fn way_from(&self, quotient: &Quotient, state: u32, stack: IndentStack) -> Way {
        let grammar = &quotient.grammar;
        if bare(state) >= grammar.state_count as u32 {
            let level = quotient.stacks.top(stack);
            return Way::ToExit(self.to_exit.cost(grammar, quotient.joined(), state, level));
        }
        let (own, context) = grammar.unpacked(state);
        let rule = grammar.rule_of(own).within(context);
        Way::ToEnd(self.costs.to_end(own), rule, levels_after(quotient, state, stack))
    }

    /// Returns the least cost after the end of a rule that began at a chart.
    fn left_after_rule(&mut self, quotient: &Quotient, at: At, rule: RuleId) -> u32 {
        if !self.after.contains_key(&at) {
            for origin in self.origins_without_estimate(quotient, at) {
                self.estimate(quotient, origin);
            }
        }
        self.after[&at].get(&rule).copied().unwrap_or(NEVER)
    }

    /// Returns the charts without estimates that can be reached from a chart by waits, in the order of their
    /// creation, and the chart itself as the last.
    fn origins_without_estimate(&self, quotient: &Quotient, at: At) -> Vec<At> {
        let mut found = vec![at];
        let mut is_found = FxHashSet::from_iter([at]);
        let mut next = 0;
        while next < found.len() {
            count_steps(1);
            let (chart, stack) = found[next];
            for wait in quotient.charts().waits(chart) {
                let origin = (wait.origin, levels_after(quotient, wait.to, stack));
                if !self.after.contains_key(&origin) && is_found.insert(origin) {
                    found.push(origin);
                }
            }
            next += 1;
        }
        found.sort_unstable_by_key(|&(chart, stack)| (chart, quotient.stacks.height(stack), stack));
        found
    }

    /// Computes the estimates of a chart; those of earlier charts are known.
    fn estimate(&mut self, quotient: &Quotient, at: At) {
        let (chart, stack) = at;
        self.after.insert(at, FxHashMap::default());
        let mut found: FxHashMap<RuleId, u32> = FxHashMap::default();
        let mut within = Vec::new();
        for wait in quotient.charts().waits(chart) {
            let left = match self.way_from(quotient, wait.to, stack) {
                Way::ToEnd(cost, rule, levels) if cost != NEVER && (wait.origin, levels) == at => {
                    within.push((wait.rule, cost, rule));
                    NEVER
                }
                _ => self.left_from(quotient, wait.to, (wait.origin, stack)),
            };
            let known = found.entry(wait.rule).or_insert(NEVER);
            *known = left.min(*known);
        }
        let mut changed = true;
        while changed {
            changed = false;
            for &(rule, cost, outer) in &within {
                let left = cost.saturating_add(found.get(&outer).copied().unwrap_or(NEVER));
                if let Some(known) = found.get_mut(&rule).filter(|known| left < **known) {
                    *known = left;
                    changed = true;
                }
            }
        }
        self.after.insert(at, found);
    }
}

/// How a state goes on: to an exit at some cost, or to its rule's end, with the levels that are left then.
enum Way {
    ToExit(u32),
    ToEnd(u32, RuleId, IndentStack),
}

/// Returns the levels after the rule of a state, given those at the state.
fn levels_after(quotient: &Quotient, state: u32, stack: IndentStack) -> IndentStack {
    let base = quotient.joined().base(state);
    if quotient.grammar.inside_block(base) { quotient.stacks.pop(stack) } else { stack }
}
