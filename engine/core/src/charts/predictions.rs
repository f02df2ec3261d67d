//! What begins where rules begin: the items that a chart predicts, and the edges at which these wait.
//!
//! A predicted item's origin is the chart itself, so all charts after which the same rules may begin predict the same
//! states. Therefore a prediction is computed once in a language, and charts refer to it.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::sets::TermSet;
use crate::grammar::{Grammar, moved};
use crate::lexer::ids::TermSetId;
use crate::rules::dfa::RuleId;

/// Maximum number of predictions that a language keeps. When it is exceeded, all of them are dropped; charts keep those
/// to which they refer.
const MOST: usize = 2048;

/// The edge to `to` at which a predicted item waits for `rule`.
#[derive(Clone, Copy, Debug)]
pub struct PredictedEdge {
    pub rule: RuleId,
    pub to: u32,
}

/// The states in which some rules begin, those that they predict, and what leaves all these states.
#[derive(Default)]
pub struct Prediction {
    pub states: Vec<u32>,
    /// The edges over rules, sorted by rule.
    pub waits: Vec<PredictedEdge>,
    /// The terminals that may follow.
    pub takes: TermSet,
    /// Per set of terminals: the states after one of them, computed on first use.
    scanned: Mutex<FxHashMap<TermSetId, Arc<[u32]>>>,
}

impl Prediction {
    fn new(grammar: &Grammar, rules: &[RuleId]) -> Self {
        Self::from_states(grammar, rules.iter().map(|&rule| grammar.packed_start(rule)))
    }

    fn from_states(grammar: &Grammar, first: impl Iterator<Item = u32>) -> Self {
        let mut found = Self::default();
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut enter = |states: &mut Vec<u32>, state| {
            if seen.insert(state) {
                states.push(state);
            }
        };
        for state in first {
            enter(&mut found.states, state);
        }
        let mut next = 0;
        while let Some(&state) = found.states.get(next) {
            next += 1;
            let (base, context) = grammar.unpacked(state);
            found.takes.union_with(&grammar.takes_in(base, context));
            for edge in grammar.rule_edges(base) {
                if let Some(inside) = grammar.labels.apply(edge.label, context) {
                    let rule = edge.rule.within(inside);
                    found.waits.push(PredictedEdge { rule, to: moved(state, base, edge.to) });
                    enter(&mut found.states, grammar.packed_start(rule));
                }
            }
        }
        found.waits.sort_by_key(|wait| wait.rule);
        found
    }

    /// Returns the edges over one rule.
    pub fn waits_for(&self, rule: RuleId) -> impl Iterator<Item = &PredictedEdge> {
        let begin = self.waits.partition_point(|wait| wait.rule < rule);
        self.waits[begin..].iter().take_while(move |wait| wait.rule == rule)
    }

    /// Returns the states after one of the terminals of a set.
    pub fn scan(&self, grammar: &Grammar, set: TermSetId) -> Arc<[u32]> {
        let terms = grammar.lexer.set(set);
        if !self.takes.intersects(terms) {
            return Arc::default();
        }
        let mut scanned = self.scanned.lock().unwrap_or_else(PoisonError::into_inner);
        let found = scanned.entry(set).or_insert_with(|| {
            let mut found = Vec::new();
            for &state in &self.states {
                let (base, context) = grammar.unpacked(state);
                if !grammar.takes(base).intersects(terms) {
                    continue;
                }
                for term in grammar.takes_in(base, context).and(terms).iter() {
                    grammar.scan(base, term, context, |to| found.push(moved(state, base, to)));
                }
            }
            found.into()
        });
        Arc::clone(found)
    }
}

/// The predictions of a language.
#[derive(Default)]
pub struct Predictions {
    /// By the rules that may begin.
    of_rules: Mutex<FxHashMap<Box<[RuleId]>, Arc<Prediction>>>,
    /// By state, with its context: the terminals that may follow, those included with which its rules begin.
    first: Mutex<FxHashMap<u32, TermSet>>,
}

impl Predictions {
    /// Returns what is predicted where some rules may begin, which are sorted and differ.
    pub fn get(&self, grammar: &Grammar, rules: &[RuleId]) -> Arc<Prediction> {
        let mut known = self.of_rules.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(rules) {
            return Arc::clone(found);
        }
        if known.len() >= MOST {
            known.clear();
        }
        let made = Arc::new(Prediction::new(grammar, rules));
        known.insert(rules.into(), Arc::clone(&made));
        made
    }

    /// Returns the terminals that may follow one of the grammar's own states in its context, those included with which the
    /// rules begin for which it waits.
    pub fn first(&self, grammar: &Grammar, state: u32) -> TermSet {
        let mut known = self.first.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= MOST && !known.contains_key(&state) {
            known.clear();
        }
        *known.entry(state).or_insert_with(|| Prediction::from_states(grammar, std::iter::once(state)).takes)
    }

    /// Drops all predictions.
    pub fn clear(&self) {
        self.of_rules.lock().unwrap_or_else(PoisonError::into_inner).clear();
        self.first.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
