//! What is predicted where some rules may begin. It depends on these rules alone, so it is computed once.
//!
//! Most predicted items lead nowhere: the next lexeme decides which of them matter. A closure therefore says for a set
//! of terminals which of its states take one of them, and which rules are open around these. Only for those rules, a chart
//! finds out to what they return there.

use crate::base::packed_lists::PackedLists;
use crate::base::sets::TermSet;
use crate::charts::origins::{Direction, ReturnEdge};
use crate::rules::dfa::RuleId;

/// A range of rules in topological order that return to one another.
pub type Circle = (u16, u16);

/// What is predicted where some rules may begin.
pub struct Closure {
    /// The states, each with its rule.
    pub states: Vec<(u32, RuleId)>,
    /// The predicted rules in topological order, and the circles among them.
    pub rules: Vec<RuleId>,
    pub circles: Vec<Circle>,
    /// Per rule: the edges to which it returns that leave predicted items, their origins provisional.
    pub returns: PackedLists<ReturnEdge>,
}

/// The predicted states that take one of some terminals.
pub struct Takers {
    pub states: Box<[(u32, RuleId)]>,
    /// The circles of their rules and of those that are open around these, in topological order.
    pub circles: Box<[Circle]>,
}

impl Closure {
    /// Returns the states that take one of the terminals. `is_needed` is room for a mark of each rule, none of which is
    /// set before and after.
    pub fn takers(&self, automaton: &impl Direction, terms: &TermSet, is_needed: &mut [bool]) -> Takers {
        let takes = |&(state, _): &(u32, RuleId)| automaton.takes(state, terms);
        let states: Box<[_]> = self.states.iter().copied().filter(takes).collect();
        for &(_, rule) in &states {
            is_needed[rule.index()] = true;
        }
        let mut circles = Vec::new();
        for &(begin, end) in self.circles.iter().rev() {
            let places = usize::from(begin)..usize::from(end);
            if self.rules[places.clone()].iter().any(|rule| is_needed[rule.index()]) {
                let around = places.flat_map(|place| self.returns.of(place));
                for rule in around.filter_map(|edge| edge.origin.own_rule()) {
                    is_needed[rule.index()] = true;
                }
                circles.push((begin, end));
            }
        }
        for rule in &self.rules {
            is_needed[rule.index()] = false;
        }
        circles.reverse();
        Takers { states, circles: circles.into() }
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.states.capacity() * size_of::<(u32, RuleId)>() + self.returns.size()
    }
}

impl Takers {
    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        size_of::<Self>() + size_of_val(&*self.states) + size_of_val(&*self.circles)
    }
}
