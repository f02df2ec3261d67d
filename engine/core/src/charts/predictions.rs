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
        let mut found = Self::default();
        let mut seen: FxHashSet<u32> = FxHashSet::default();
        let mut enter = |states: &mut Vec<u32>, rule| {
            let start = grammar.packed_start(rule);
            if seen.insert(start) {
                states.push(start);
            }
        };
        for &rule in rules {
            enter(&mut found.states, rule);
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
                    enter(&mut found.states, rule);
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

/// The predictions of a language, by the rules that may begin.
#[derive(Default)]
pub struct Predictions(Mutex<FxHashMap<Box<[RuleId]>, Arc<Prediction>>>);

impl Predictions {
    /// Returns what is predicted where some rules may begin, which are sorted and differ.
    pub fn get(&self, grammar: &Grammar, rules: &[RuleId]) -> Arc<Prediction> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
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

    /// Drops all predictions.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }
}
