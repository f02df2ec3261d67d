//! Restricts the labels of a grammar's edges to the contexts in which the edges are of use: those in which a
//! text is read from them to the end of their rule, and in which their rule is read at all. A chart then holds
//! no item that cannot be completed, in its context, by some text.
//!
//! Of contexts between which a rule makes no difference, the rule is read in the first one only, so that charts
//! hold fewer different items.

use crate::base::interner::Numbers;
use crate::rules::contexts::{ContextId, ContextSet, LabelId, Labels};
use crate::rules::dfa::{Dfa, Symbol};
use crate::rules::simplify::Rules;

/// Per rule and state of its automaton, a set of contexts.
type PerState = Vec<Vec<ContextSet>>;

/// Restricts all labels, and removes the edges that are of use in no context. Returns whether the grammar
/// derives any text.
pub fn restrict(rules: &mut Rules) -> bool {
    merge_contexts(rules);
    let useful = useful(rules);
    let start = useful[rules.root.index()].first();
    if !start.is_some_and(|contexts| contexts.contains(ContextId::default())) {
        return false;
    }
    let reached = reached(rules, &useful);
    for rule in 0..rules.dfas.len() {
        let dfa = std::mem::take(&mut rules.dfas[rule]);
        rules.dfas[rule] = restricted(&dfa, &mut rules.labels, &useful, (&useful[rule], &reached[rule]));
    }
    true
}

/// Lets every rule be read in the first of those contexts between which it makes no difference.
fn merge_contexts(rules: &mut Rules) {
    let classes = classes(rules);
    let first_of = |classes: &[u32], context: ContextId| {
        let class = classes[context.index()];
        ContextId::at(classes.iter().position(|&other| other == class).unwrap_or_default())
    };
    let Rules { dfas, labels, .. } = rules;
    for (symbol, _) in dfas.iter_mut().flat_map(|dfa| dfa.edges.iter_mut().flatten()) {
        if let Symbol::Rule(rule, label) = symbol {
            *label = labels.mapped(*label, |inside| first_of(&classes[rule.index()], inside));
        }
    }
}

/// Returns, per rule and context, the number of the context's class: the rule has the same texts, read with the
/// same edges, in all contexts of a class (Hopcroft and Ullman 1979, section 3.4, for the refinement).
fn classes(rules: &Rules) -> Vec<Vec<u32>> {
    let mut classes = vec![vec![0; rules.labels.count()]; rules.dfas.len()];
    let mut count = 1;
    loop {
        let mut numbers: Numbers<(usize, u32, Vec<Option<u32>>)> = Numbers::default();
        let refined: Vec<Vec<u32>> = (0..rules.dfas.len())
            .map(|rule| {
                let contexts = (0..rules.labels.count()).map(ContextId::at);
                let signature = |context: ContextId| {
                    let edges = rules.dfas[rule].edges.iter().flatten();
                    edges.map(|&(symbol, _)| class_of_edge(rules, &classes, symbol, context)).collect()
                };
                contexts
                    .map(|context| numbers.of((rule, classes[rule][context.index()], signature(context))).0)
                    .collect()
            })
            .collect();
        let refined_count = numbers.count();
        classes = refined;
        if refined_count == count {
            return classes;
        }
        count = refined_count;
    }
}

/// Returns what an edge is in a context: none if it does not exist, else the class of what is read on it.
fn class_of_edge(rules: &Rules, classes: &[Vec<u32>], symbol: Symbol, context: ContextId) -> Option<u32> {
    match symbol {
        Symbol::Term(_, label) => rules.labels.apply(label, context).map(|_| 0),
        Symbol::Rule(rule, label) => {
            let inside = rules.labels.apply(label, context)?;
            Some(classes[rule.index()][inside.index()])
        }
    }
}

fn empty(rules: &Rules) -> PerState {
    rules.dfas.iter().map(|dfa| vec![ContextSet::EMPTY; dfa.len()]).collect()
}

/// Returns the contexts in which an edge can be taken and left again, to a target that is useful.
fn usable(labels: &Labels, useful: &PerState, symbol: Symbol, target: ContextSet) -> ContextSet {
    match symbol {
        Symbol::Term(_, label) => labels.domain(label).and(target),
        Symbol::Rule(rule, label) => {
            let inside = useful[rule.index()].first().copied().unwrap_or(ContextSet::EMPTY);
            labels.before(label, inside).and(target)
        }
    }
}

/// Returns per state the contexts in which the end of the rule can be reached.
fn useful(rules: &Rules) -> PerState {
    let mut useful = empty(rules);
    loop {
        let mut changed = false;
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            for state in (0..dfa.len()).rev() {
                let mut found = if dfa.finals[state] { rules.labels.all() } else { useful[rule][state] };
                for &(symbol, target) in &dfa.edges[state] {
                    let target = useful[rule][target as usize];
                    found = found.or(usable(&rules.labels, &useful, symbol, target));
                }
                changed |= found != useful[rule][state];
                useful[rule][state] = found;
            }
        }
        if !changed {
            return useful;
        }
    }
}

/// Returns per state the contexts in which the state is reached from the start of a text.
fn reached(rules: &Rules, useful: &PerState) -> PerState {
    let mut reached = empty(rules);
    let Some(start) = reached[rules.root.index()].first_mut() else { return reached };
    start.insert(ContextId::default());
    loop {
        let before = reached.clone();
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            for state in 0..dfa.len() {
                for &(symbol, target) in &dfa.edges[state] {
                    let of_target = useful[rule][target as usize];
                    let usable = usable(&rules.labels, useful, symbol, of_target).and(reached[rule][state]);
                    let target = &mut reached[rule][target as usize];
                    *target = target.or(usable);
                    if let Symbol::Rule(child, label) = symbol {
                        let inside = usable.iter().filter_map(|context| rules.labels.apply(label, context));
                        inside.for_each(|context| reached[child.index()][0].insert(context));
                    }
                }
            }
        }
        if reached == before {
            return reached;
        }
    }
}

fn restricted(
    dfa: &Dfa,
    labels: &mut Labels,
    useful: &PerState,
    (own, reached): (&[ContextSet], &[ContextSet]),
) -> Dfa {
    let mut result = Dfa { edges: vec![Vec::new(); dfa.len()], finals: dfa.finals.clone() };
    for (state, edges) in dfa.edges.iter().enumerate() {
        for &(symbol, target) in edges {
            let contexts = usable(labels, useful, symbol, own[target as usize]).and(reached[state]);
            if !contexts.is_empty() {
                result.edges[state].push((limited(symbol, contexts, labels), target));
            }
        }
    }
    result
}

/// Returns the symbol of an edge that exists only in some contexts.
fn limited(symbol: Symbol, contexts: ContextSet, labels: &mut Labels) -> Symbol {
    match symbol {
        Symbol::Term(term, _) => Symbol::Term(term, labels.restricted(LabelId::NONE, contexts)),
        Symbol::Rule(rule, label) => Symbol::Rule(rule, labels.restricted(label, contexts)),
    }
}
