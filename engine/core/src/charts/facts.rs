//! What Earley's algorithm asks of a state, found once for the charts of an arena.
//!
//! Most charts of a mask differ in the origins of their items alone, and have few states between them.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::sets::TermSet;
use crate::charts::automaton::Predicting;
use crate::charts::predictions::Prediction;
use crate::rules::dfa::RuleId;

/// The number of a state among those that were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateNumber(u32);

/// What is known of a state; the ranges are parts of the lists of [`StateFacts`].
struct Facts {
    completes: Option<RuleId>,
    takes: TermSet,
    waits: Range<u32>,
    children: Range<u32>,
    exits: Range<u32>,
}

/// The states that were asked for.
#[derive(Default)]
pub struct StateFacts {
    numbers: FxHashMap<u32, StateNumber>,
    facts: Vec<Facts>,
    waits: Vec<(RuleId, u32)>,
    children: Vec<u32>,
    exits: Vec<u32>,
    /// By the states of a chart, in the order of its items: what it predicts.
    predictions: FxHashMap<Box<[StateNumber]>, Arc<Prediction>>,
    /// A buffer of the rules that may begin.
    rules: Vec<RuleId>,
}

impl StateFacts {
    /// Returns the number of a state.
    pub fn number(&mut self, automaton: &impl Predicting, state: u32) -> StateNumber {
        if let Some(&known) = self.numbers.get(&state) {
            return known;
        }
        let number = StateNumber(self.facts.len() as u32);
        let ends = |facts: &Self| [facts.waits.len(), facts.children.len(), facts.exits.len()];
        let starts = ends(self);
        automaton.rule_edges(state, |rule, to, _| self.waits.push((rule, to)));
        automaton.last_children(state, |child| self.children.push(child));
        automaton.exits(state, |exit| self.exits.push(exit));
        let ends = ends(self);
        let [waits, children, exits] = [0, 1, 2].map(|list| starts[list] as u32..ends[list] as u32);
        let takes = automaton.takes(state);
        self.facts.push(Facts { completes: automaton.completes(state), takes, waits, children, exits });
        self.numbers.insert(state, number);
        number
    }

    fn of(&self, number: StateNumber) -> &Facts {
        &self.facts[number.0 as usize]
    }

    /// Returns the rule that is complete in a state, if there is one.
    pub fn completes(&self, number: StateNumber) -> Option<RuleId> {
        self.of(number).completes
    }

    /// Returns the terminals that a state takes itself.
    pub fn takes(&self, number: StateNumber) -> &TermSet {
        &self.of(number).takes
    }

    /// Returns the rules for which a state waits, each with the state after it.
    pub fn waits(&self, number: StateNumber) -> &[(RuleId, u32)] {
        let Range { start, end } = self.of(number).waits;
        &self.waits[start as usize..end as usize]
    }

    /// Returns the states that a state predicts although it does not wait for their rules.
    pub fn children(&self, number: StateNumber) -> &[u32] {
        let Range { start, end } = self.of(number).children;
        &self.children[start as usize..end as usize]
    }

    /// Returns the exits of a state.
    pub fn exits(&self, number: StateNumber) -> &[u32] {
        let Range { start, end } = self.of(number).exits;
        &self.exits[start as usize..end as usize]
    }

    /// Returns what a chart predicts whose own items have these states.
    pub fn prediction(&mut self, automaton: &impl Predicting, states: &[StateNumber]) -> Arc<Prediction> {
        if let Some(known) = self.predictions.get(states) {
            return Arc::clone(known);
        }
        let mut rules = std::mem::take(&mut self.rules);
        rules.clear();
        rules.extend(states.iter().flat_map(|&number| self.waits(number)).map(|&(rule, _)| rule));
        rules.sort_unstable();
        rules.dedup();
        let prediction = automaton.prediction(&rules);
        self.predictions.insert(states.into(), Arc::clone(&prediction));
        self.rules = rules;
        prediction
    }

    /// Returns the memory that the facts take, in bytes, about.
    pub fn size(&self) -> usize {
        self.facts.capacity() * size_of::<Facts>() + self.waits.capacity() * size_of::<(RuleId, u32)>()
    }
}
