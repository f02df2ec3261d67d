//! Directions in which contexts are read, and the origins of items there.

use std::hash::{Hash, Hasher};

use crate::base::ids::niche_id_type;
use crate::base::sets::TermSet;
use crate::charts::automaton::Automaton;
use crate::grammar::Grammar;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// The grammar read in one direction, without a quotient's own states.
pub trait Direction: Automaton {
    /// Returns the grammar.
    fn grammar(&self) -> &Grammar;

    /// Returns whether an edge over one of the terminals leaves a predicted state.
    fn takes(&self, state: u32, terms: &TermSet) -> bool {
        let mut is_taken = false;
        self.scan(state, terms, |_| is_taken = true);
        is_taken
    }

    /// Returns whether edges leave this state, or it belongs to the rule of the whole text.
    fn goes_on(&self, state: u32) -> bool;

    /// Returns the state after an edge over a rule that was completed in the state `child`, or none if the edge
    /// cannot be taken so.
    fn returned(&self, edge: &ReturnEdge, _child: u32) -> Option<u32> {
        Some(edge.to)
    }
}

niche_id_type! {
    /// An origin of shared charts: the edges to which the rules that begin there return.
    OriginId
}

/// The origin of the rule of the whole text, which returns to no edge.
pub const ROOT_ORIGIN: OriginId = OriginId::FIRST;

/// Least index of the provisional origins, which stand for the rules that the chart under construction
/// predicts.
const OWN: usize = u32::MAX as usize - 0x1_FFFF;

impl OriginId {
    /// Returns the provisional origin of a rule in the chart under construction.
    pub fn own(rule: RuleId) -> Self {
        Self::at(OWN + rule.index())
    }

    /// Returns the rule of a provisional origin, or none if the origin is not provisional.
    pub fn own_rule(self) -> Option<RuleId> {
        self.index().checked_sub(OWN).map(RuleId::at)
    }
}

/// A rule edge to which a rule returns: it leads from state `from` to `to`, in a rule with this origin.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReturnEdge {
    pub from: u32,
    pub to: u32,
    pub origin: OriginId,
    pub label: LabelId,
}

impl ReturnEdge {
    /// Returns the edge as one number, which is compared and hashed faster than its parts.
    #[inline]
    pub fn key(&self) -> u128 {
        let [from, to] = [self.from, self.to].map(u128::from);
        let [origin, label] = [self.origin.into(), self.label.into()].map(|number: u32| u128::from(number));
        from << 96 | to << 64 | origin << 32 | label
    }
}

impl Hash for ReturnEdge {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        hasher.write_u128(self.key());
    }
}
