//! What begins where rules begin: the items that a chart predicts, and the edges at which these wait.
//!
//! A predicted item's origin is the chart itself, so all charts after which the same rules may begin predict the same
//! states. Therefore a prediction is computed once in a language, and charts refer to it.

use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

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
    fn new(grammar: &Grammar, rules: &[RuleId], room: &mut Room) -> Self {
        let mut takes = TermSet::default();
        for &rule in rules {
            room.enter(grammar, rule);
        }
        let mut next = 0;
        while let Some(&state) = room.states.get(next) {
            next += 1;
            let (base, context) = grammar.unpacked(state);
            takes.union_with(&grammar.takes_in(base, context));
            for edge in grammar.rule_edges(base) {
                if let Some(inside) = grammar.labels.apply(edge.label, context) {
                    let rule = edge.rule.within(inside);
                    room.waits.push(PredictedEdge { rule, to: moved(state, base, edge.to) });
                    room.enter(grammar, rule);
                }
            }
        }
        room.waits.sort_by_key(|wait| wait.rule);
        let (states, waits) = (room.states.clone(), room.waits.clone());
        room.clear();
        Self { states, waits, takes, scanned: Mutex::default() }
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

/// Room in which predictions are made one after another; empty between uses.
#[derive(Default)]
struct Room {
    states: Vec<u32>,
    waits: Vec<PredictedEdge>,
    /// The rules that begin, in order, and per rule whether it is one of them.
    rules: Vec<RuleId>,
    is_entered: Vec<bool>,
}

impl Room {
    fn enter(&mut self, grammar: &Grammar, rule: RuleId) {
        if self.is_entered.len() <= rule.index() {
            self.is_entered.resize(rule.index() + 1, false);
        }
        if !std::mem::replace(&mut self.is_entered[rule.index()], true) {
            self.rules.push(rule);
            self.states.push(grammar.packed_start(rule));
        }
    }

    fn clear(&mut self) {
        self.states.clear();
        self.waits.clear();
        self.rules.drain(..).for_each(|rule| self.is_entered[rule.index()] = false);
    }
}

#[derive(Default)]
struct Known {
    predictions: FxHashMap<Box<[RuleId]>, Arc<Prediction>>,
    room: Room,
}

/// The predictions of a language, by the rules that may begin.
#[derive(Default)]
pub struct Predictions(Mutex<Known>);

impl Predictions {
    /// Returns what is predicted where some rules may begin, which are sorted and differ.
    pub fn get(&self, grammar: &Grammar, rules: &[RuleId]) -> Arc<Prediction> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let Known { predictions, room } = &mut *known;
        if let Some(found) = predictions.get(rules) {
            return Arc::clone(found);
        }
        if predictions.len() >= MOST {
            predictions.clear();
        }
        let made = Arc::new(Prediction::new(grammar, rules, room));
        predictions.insert(rules.into(), Arc::clone(&made));
        made
    }

    /// Drops all predictions.
    pub fn clear(&self) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).predictions.clear();
    }
}
