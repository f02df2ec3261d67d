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
use crate::charts::rule_sets::{RuleSetId, RuleSets};
use crate::rules::dfa::RuleId;

/// Maximum numbers of states and of sets of rules that are kept for other texts.
const MOST_STATES: usize = 1 << 14;
const MOST_SETS: usize = 1 << 11;

/// Set in the numbers of states that are not the grammar's own.
const OTHER: u32 = 1 << 31;

/// The number of a state among those that were asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StateNumber(u32);

/// What charts look at first in a state, so that most states need no second look.
#[derive(Clone, Copy)]
pub struct Digest {
    pub number: StateNumber,
    /// Whether the state has exits.
    pub has_exits: bool,
    /// As [`TermSet::digest`]: the terminals that the state takes itself.
    takes: u64,
    /// Bit `n` stands for the rules whose number is `n` modulo 64, for one of which the state waits.
    awaits: u64,
}

impl Digest {
    /// Returns whether the state may take a terminal of a set, whose digest is given.
    #[inline]
    pub fn may_take(&self, terms: u64) -> bool {
        self.takes & terms != 0
    }

    /// Returns whether the state may wait for a rule.
    #[inline]
    pub fn may_wait_for(&self, rule: RuleId) -> bool {
        self.awaits & bit_of(rule) != 0
    }
}

/// Returns the bit that stands for a rule in a digest.
#[inline]
fn bit_of(rule: RuleId) -> u64 {
    1 << (rule.index() % 64)
}

/// What is known of a state; the ranges are parts of the lists of [`Table`].
pub struct Facts {
    pub digest: Digest,
    /// The rule that is complete in the state, if there is one.
    pub completes: Option<RuleId>,
    /// The terminals that the state takes itself.
    pub takes: TermSet,
    /// The rules for which it waits.
    pub awaited: RuleSetId,
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
        table.add(automaton, (state, number), &mut self.sets);
        table.numbers.insert(state, number);
        number
    }

    #[inline]
    fn table(&self, number: StateNumber) -> &Table {
        if number.0 & OTHER == 0 { &self.own } else { &self.others }
    }

    /// Returns what is known of a state.
    #[inline]
    pub fn of(&self, number: StateNumber) -> &Facts {
        &self.table(number).facts[(number.0 & !OTHER) as usize]
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

    /// Returns what a chart predicts whose own items wait for the rules of some sets, in any order.
    pub fn prediction(
        &mut self,
        automaton: &impl Predicting,
        awaited: &mut Vec<RuleSetId>,
    ) -> Arc<Prediction> {
        let rules = self.sets.union(awaited);
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
    fn add(&mut self, automaton: &impl Predicting, (state, number): (u32, StateNumber), sets: &mut RuleSets) {
        let ends = |table: &Self| [table.waits.len(), table.children.len(), table.exits.len()];
        let starts = ends(self);
        automaton.rule_edges(state, |rule, to, _| self.waits.push((rule, to)));
        automaton.last_children(state, |child| self.children.push(child));
        automaton.exits(state, |exit| self.exits.push(exit));
        let ends = ends(self);
        let [waits, children, exits] = [0, 1, 2].map(|list| starts[list] as u32..ends[list] as u32);
        let awaited = sets.of(self.waits[starts[0]..].iter().map(|&(rule, _)| rule));
        let (completes, takes) = (automaton.completes(state), automaton.takes(state));
        let awaits = self.waits[starts[0]..].iter().fold(0, |all, &(rule, _)| all | bit_of(rule));
        let digest = Digest { number, has_exits: !exits.is_empty(), takes: takes.digest(), awaits };
        self.facts.push(Facts { digest, completes, takes, awaited, waits, children, exits });
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
