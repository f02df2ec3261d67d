//! Sets of rules that may begin at one place, each with a number.
//!
//! The states of a chart wait for few different sets of rules, and the same unions of them are asked for again and
//! again, so a union is looked up by the numbers of its parts.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;
use crate::charts::automaton::Predicting;
use crate::charts::predictions::Prediction;
use crate::rules::dfa::RuleId;

id_type! {
    /// The number of a set of rules.
    RuleSetId: u32
}

/// The set without rules.
pub const NO_RULES: RuleSetId = RuleSetId(0);

/// The sets that were asked for; the rules of each are sorted and differ.
pub struct RuleSets {
    sets: Vec<Arc<[RuleId]>>,
    numbers: FxHashMap<Arc<[RuleId]>, RuleSetId>,
    unions: FxHashMap<(RuleSetId, RuleSetId), RuleSetId>,
    /// Per set: what is predicted where its rules may begin, once that was needed.
    predictions: Vec<Option<Arc<Prediction>>>,
    /// A buffer in which a set is built.
    rules: Vec<RuleId>,
}

impl Default for RuleSets {
    fn default() -> Self {
        let (numbers, unions) = (FxHashMap::default(), FxHashMap::default());
        let mut sets = Self { sets: Vec::new(), numbers, unions, predictions: Vec::new(), rules: Vec::new() };
        sets.intern();
        sets
    }
}

impl RuleSets {
    /// Returns the number of a set, whose rules may be in any order and repeat.
    pub fn of(&mut self, rules: impl Iterator<Item = RuleId>) -> RuleSetId {
        self.rules.clear();
        self.rules.extend(rules);
        self.intern()
    }

    /// Returns the number of the set of the rules that are in either set.
    pub fn union(&mut self, first: RuleSetId, second: RuleSetId) -> RuleSetId {
        if first == second || second == NO_RULES {
            return first;
        }
        if let Some(&known) = self.unions.get(&(first, second)) {
            return known;
        }
        self.rules.clear();
        self.rules.extend_from_slice(&self.sets[first.index()]);
        self.rules.extend_from_slice(&self.sets[second.index()]);
        let union = self.intern();
        self.unions.insert((first, second), union);
        union
    }

    /// Returns what is predicted where the rules of a set may begin.
    pub fn prediction(&mut self, automaton: &impl Predicting, set: RuleSetId) -> Arc<Prediction> {
        let rules = &self.sets[set.index()];
        let slot = &mut self.predictions[set.index()];
        Arc::clone(slot.get_or_insert_with(|| automaton.prediction(rules)))
    }

    /// Returns the number of sets.
    pub fn count(&self) -> usize {
        self.sets.len()
    }

    fn intern(&mut self) -> RuleSetId {
        self.rules.sort_unstable();
        self.rules.dedup();
        if let Some(&known) = self.numbers.get(&*self.rules) {
            return known;
        }
        let (number, rules) = (RuleSetId::at(self.sets.len()), Arc::from(&*self.rules));
        self.sets.push(Arc::clone(&rules));
        self.predictions.push(None);
        self.numbers.insert(rules, number);
        number
    }
}

#[cfg(test)]
mod tests {
    use super::{NO_RULES, RuleSets};
    use crate::rules::dfa::RuleId;

    #[test]
    fn equal_sets_have_one_number_however_they_come_about() {
        let mut sets = RuleSets::default();
        let mut of = |rules: &[usize]| sets.of(rules.iter().map(|&rule| RuleId::at(rule)));
        let (first, second, both) = (of(&[3, 1, 3]), of(&[2, 1]), of(&[1, 2, 3]));
        assert_eq!(of(&[]), NO_RULES);
        assert_eq!(of(&[1, 3]), first);
        for (one, other, union) in [
            (first, second, both),
            (second, first, both),
            (both, first, both),
            (first, NO_RULES, first),
            (NO_RULES, first, first),
        ] {
            assert_eq!(sets.union(one, other), union);
            assert_eq!(sets.union(one, other), union, "looked up");
        }
        assert_eq!(sets.count(), 4);
    }
}
