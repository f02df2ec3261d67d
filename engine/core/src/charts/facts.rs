//! What Earley's algorithm asks of a state, found once.
//!
//! Most charts of a mask differ in the origins of their items alone, and have few states between them. What is found of a
//! grammar's own states holds for all texts; what is found of other states holds for one arena.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::sets::TermSet;
use crate::charts::automaton::Predicting;
use crate::charts::predictions::Prediction;
use crate::charts::rule_sets::{NO_RULES, RuleSetId, RuleSets};
use crate::rules::dfa::RuleId;

/// Maximum numbers of states and of sets of rules that are kept for other texts.
const MOST_STATES: usize = 1 << 14;
const MOST_SETS: usize = 1 << 11;

/// Set in the numbers of states that are not the grammar's own.
const OTHER: u32 = 1 << 31;

/// The number of a state among those that were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateNumber(u32);

/// What is known of a state; the ranges are parts of the lists of [`Table`].
struct Facts {
    completes: Option<RuleId>,
    takes: TermSet,
    awaited: RuleSetId,
    waits: Range<u32>,
    children: Range<u32>,
    exits: Range<u32>,
}

/// States of one kind.
#[derive(Default)]
struct Table {
    numbers: FxHashMap<u32, StateNumber>,
    facts: Vec<Facts>,
    waits: Vec<(RuleId, u32)>,
    children: Vec<u32>,
    exits: Vec<u32>,
}

/// The states that were asked for.
#[derive(Default)]
pub struct StateFacts {
    own: Table,
    others: Table,
    sets: RuleSets,
}

impl StateFacts {
    /// Returns the number of a state.
    #[inline]
    pub fn number(&mut self, automaton: &impl Predicting, state: u32) -> StateNumber {
        let is_own = automaton.is_own(state);
        let table = if is_own { &mut self.own } else { &mut self.others };
        if let Some(&known) = table.numbers.get(&state) {
            return known;
        }
        let number = StateNumber(table.facts.len() as u32 | if is_own { 0 } else { OTHER });
        table.add(automaton, state, &mut self.sets);
        table.numbers.insert(state, number);
        number
    }

    #[inline]
    fn table(&self, number: StateNumber) -> &Table {
        if number.0 & OTHER == 0 { &self.own } else { &self.others }
    }

    #[inline]
    fn of(&self, number: StateNumber) -> &Facts {
        &self.table(number).facts[(number.0 & !OTHER) as usize]
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
        &self.table(number).waits[start as usize..end as usize]
    }

    /// Returns the states that a state predicts although it does not wait for their rules.
    pub fn children(&self, number: StateNumber) -> &[u32] {
        let Range { start, end } = self.of(number).children;
        &self.table(number).children[start as usize..end as usize]
    }

    /// Returns the exits of a state.
    pub fn exits(&self, number: StateNumber) -> &[u32] {
        let Range { start, end } = self.of(number).exits;
        &self.table(number).exits[start as usize..end as usize]
    }

    /// Returns what a chart predicts whose own items have these states.
    pub fn prediction(&mut self, automaton: &impl Predicting, states: &[StateNumber]) -> Arc<Prediction> {
        let mut rules = NO_RULES;
        for &number in states {
            let awaited = self.of(number).awaited;
            rules = self.sets.union(rules, awaited);
        }
        self.sets.prediction(automaton, rules)
    }

    /// Forgets what does not hold for other texts of the grammar.
    pub fn reset(&mut self) {
        self.others.clear();
        if self.own.facts.len() > MOST_STATES || self.sets.count() > MOST_SETS {
            *self = Self::default();
        }
    }

    /// Returns the memory that the facts take, in bytes, about.
    pub fn size(&self) -> usize {
        self.own.size() + self.others.size()
    }
}

impl Table {
    fn add(&mut self, automaton: &impl Predicting, state: u32, sets: &mut RuleSets) {
        let ends = |table: &Self| [table.waits.len(), table.children.len(), table.exits.len()];
        let starts = ends(self);
        automaton.rule_edges(state, |rule, to, _| self.waits.push((rule, to)));
        automaton.last_children(state, |child| self.children.push(child));
        automaton.exits(state, |exit| self.exits.push(exit));
        let ends = ends(self);
        let [waits, children, exits] = [0, 1, 2].map(|list| starts[list] as u32..ends[list] as u32);
        let awaited = sets.of(self.waits[starts[0]..].iter().map(|&(rule, _)| rule));
        let (completes, takes) = (automaton.completes(state), automaton.takes(state));
        self.facts.push(Facts { completes, takes, awaited, waits, children, exits });
    }

    fn clear(&mut self) {
        self.numbers.clear();
        self.facts.clear();
        self.waits.clear();
        self.children.clear();
        self.exits.clear();
    }

    fn size(&self) -> usize {
        self.facts.capacity() * size_of::<Facts>() + self.waits.capacity() * size_of::<(RuleId, u32)>()
    }
}
