//! Sets of rules that may begin at one place, each with a number.
//!
//! The states of a chart wait for few different sets of rules, and the same unions of them are asked for again and
//! again, so a union is looked up by the numbers of all its parts.

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

/// Maximum number of unions that are kept. When it is exceeded, all of them are dropped, and found again when they are
/// asked for.
const MOST_UNIONS: usize = 1 << 14;

/// The sets that were asked for; the rules of each are sorted and differ.
pub struct RuleSets {
    sets: Vec<Arc<[RuleId]>>,
    numbers: FxHashMap<Arc<[RuleId]>, RuleSetId>,
    unions: FxHashMap<Box<[RuleSetId]>, RuleSetId>,
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

    /// Returns the number of the set of the rules that are in some sets, which are in any order and may repeat. They are
    /// sorted, and each is then given once.
    pub fn union(&mut self, parts: &mut Vec<RuleSetId>) -> RuleSetId {
        parts.sort_unstable();
        parts.dedup();
        match parts[..] {
            [] => return NO_RULES,
            [only] => return only,
            _ => {}
        }
        if let Some(&known) = self.unions.get(&**parts) {
            return known;
        }
        self.rules.clear();
        for part in parts.iter() {
            self.rules.extend_from_slice(&self.sets[part.index()]);
        }
        let union = self.intern();
        if self.unions.len() >= MOST_UNIONS {
            self.unions.clear();
        }
        self.unions.insert((&**parts).into(), union);
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
        let mut union = |parts: &[_]| sets.union(&mut parts.to_vec());
        for _ in 0..2 {
            for (parts, expected) in [
                (&[first, second][..], both),
                (&[second, NO_RULES, first, second], both),
                (&[both, first], both),
                (&[first, NO_RULES], first),
                (&[NO_RULES], NO_RULES),
                (&[], NO_RULES),
            ] {
                assert_eq!(union(parts), expected);
            }
        }
        assert_eq!(sets.count(), 4);
    }
}
