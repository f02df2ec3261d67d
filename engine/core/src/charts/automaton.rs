//! Grammars as charts read them.

use std::sync::Arc;

use crate::base::sets::TermSet;
use crate::charts::predictions::Prediction;
use crate::grammar::Grammar;
use crate::rules::contexts::LabelId;
use crate::rules::dfa::RuleId;

/// A grammar as Earley's algorithm reads it, in either direction. There may be more states than the grammar's
/// own.
pub trait Automaton {
    /// Calls `f` with each state after one of `terms`.
    fn scan(&self, state: u32, terms: &TermSet, f: impl FnMut(u32));
    /// Calls `f(rule, to, label)` for each edge over a rule.
    fn rule_edges(&self, state: u32, f: impl FnMut(RuleId, u32, LabelId));
    /// Calls `f(state)` for each state that is predicted although no item waits for its rule.
    fn last_children(&self, state: u32, f: impl FnMut(u32));
    /// Returns the rule that is complete in this state, if there is one.
    fn completes(&self, state: u32) -> Option<RuleId>;
    /// Calls `f` with each state in which a rule begins.
    fn starts(&self, rule: RuleId, f: impl FnMut(u32));
}

/// An automaton of which all states in which rules begin are a grammar's own.
pub trait Predicting: Automaton {
    /// Returns whether a state is one of the grammar's own, of which all texts say the same.
    fn is_own(&self, state: u32) -> bool;
    /// Returns the grammar.
    fn grammar(&self) -> &Grammar;
    /// Returns what is predicted where some rules may begin, which are sorted and differ.
    fn prediction(&self, rules: &[RuleId]) -> Arc<Prediction>;
    /// Returns the terminals that a state takes itself.
    fn takes(&self, state: u32) -> TermSet;
    /// Calls `f` with the number of each exit of a state.
    fn exits(&self, state: u32, f: impl FnMut(u32));
}
