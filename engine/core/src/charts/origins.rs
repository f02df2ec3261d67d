//! Directions in which contexts are read, and the origins of items there.

use std::hash::{Hash, Hasher};

use crate::base::ids::niche_id_type;
use crate::charts::earley::Automaton;
use crate::grammar::Grammar;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// The grammar read in one direction, without a quotient's own states.
pub trait Direction: Automaton {
    /// Returns the grammar.
    fn grammar(&self) -> &Grammar;

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
    /// Returns the edge as numbers, which are compared and hashed faster than its parts.
    #[inline]
    pub fn key(&self) -> (u64, u64) {
        let [from, to] = [self.from, self.to].map(u64::from);
        let [origin, label] = [self.origin.into(), self.label.into()].map(|number: u32| u64::from(number));
        (from << 32 | to, origin << 32 | label)
    }
}

impl Hash for ReturnEdge {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.key().hash(hasher);
    }
}
