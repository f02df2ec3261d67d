//! Plans of the rests of tokens, behind lexemes after which the lexer's state is known only when a mask is computed.
//!
//! Many plans have equal rests: in YAML, a blank leads from each column of a line to the next one, and the same tokens
//! go on behind it. Their rests have one plan for each state of the lexer.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::grammar::Grammar;
use crate::layout::quotes::Quoting;
use crate::lexer::ids::LexState;
use crate::mask::plan::{Plan, Remainder};
use crate::vocab::trie::TokenTrie;

/// A plan and one of its nodes.
pub type NodeOfPlan = (u32, u32);

/// What the plan of a node's rests depends on: the first node with equal rests, the state of the lexer, whether a line
/// may begin, and the quoting.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct AfterKey {
    pub rests: NodeOfPlan,
    pub start: LexState,
    pub opens_line: bool,
    pub quoting: Quoting,
}

impl AfterKey {
    /// Returns the rests.
    pub fn of<'a>(&self, plans: &'a [Arc<Plan>]) -> &'a [Remainder] {
        let (plan, node) = self.rests;
        plans[plan as usize].rests(node as usize)
    }
}

/// Returns whether a plan may be that of some rests: the rests in it begin later, so that no plan is followed into itself.
pub fn lies_behind(plan: &Plan, rests: &[Remainder]) -> bool {
    let first = rests.iter().map(|rest| rest.from).min();
    first.is_some_and(|first| plan.all_rests.iter().all(|rest| rest.from > first))
}

/// The plans of rests, by what they depend on.
#[derive(Default)]
pub struct RestPlans {
    pub plans: FxHashMap<AfterKey, u32>,
    /// Per node: the first one with equal rests.
    first: FxHashMap<NodeOfPlan, NodeOfPlan>,
    /// Per hash of rests: the first nodes with them.
    by_hash: FxHashMap<u64, Vec<NodeOfPlan>>,
}

impl RestPlans {
    /// Returns the first node that has the rests of a node.
    pub fn first(&mut self, plans: &[Arc<Plan>], node: NodeOfPlan) -> NodeOfPlan {
        if let Some(&known) = self.first.get(&node) {
            return known;
        }
        let rests = |(plan, node): NodeOfPlan| plans[plan as usize].rests(node as usize);
        let mut hasher = FxHasher::default();
        rests(node).hash(&mut hasher);
        let alike = self.by_hash.entry(hasher.finish()).or_default();
        let first = alike.iter().copied().find(|&known| rests(known) == rests(node)).unwrap_or(node);
        if first == node {
            alike.push(node);
        }
        self.first.insert(node, first);
        first
    }
}

/// Number of rests from which on their plans are made beforehand. One rest is read about as quickly as a plan is found.
const MANY_RESTS: usize = 2;

/// Part of the vocabulary from which on the plans of any number of rests are made beforehand: one in so many tokens.
const LARGE_PART: usize = 1024;

/// Returns the nodes of the plans from one on behind which several tokens go on in a mode that is one of several, each
/// with the starts of these modes.
pub fn several(
    grammar: &Grammar,
    (plans, from): (&[Arc<Plan>], usize),
    trie: &TokenTrie,
) -> Vec<(NodeOfPlan, Vec<LexState>)> {
    let mut found = Vec::new();
    for (number, plan) in plans.iter().enumerate().skip(from) {
        for (node, after) in plan.nodes.iter().enumerate().skip(1) {
            let rests = plan.rests(node);
            let count: usize = rests.iter().map(|rest| trie.tokens(trie.all(rest.node)).len()).sum();
            if rests.len() >= MANY_RESTS || count * LARGE_PART >= trie.len() {
                let starts = grammar.layout.modes.starts_behind(grammar.layout.action_of(after.set));
                found.push(((number as u32, node as u32), starts));
            }
        }
    }
    found
}
