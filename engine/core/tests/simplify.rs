//! Checks that simplifying a grammar keeps its language: random grammars, all short texts, and a naive
//! recogniser.

use std::collections::BTreeSet;

use proptest::prelude::*;
use quoin_core::base::sets::TermId;
use quoin_core::rules::contexts::Labels;
use quoin_core::rules::dfa::{Dfa, Nfa, RuleId, Symbol};
use quoin_core::rules::mark_loops::mark_of;
use quoin_core::rules::marks::mark;
use quoin_core::rules::simplify::Rules;

const LENGTH: usize = 5;
const RULES: u16 = 4;

/// Returns the labels of a grammar with one context.
fn none() -> Labels {
    Labels::new(1, &[]).expect("one context is enough")
}

/// Returns all texts up to `LENGTH` that each rule derives, by iteration to a fixed point.
fn languages(dfas: &[Dfa]) -> Vec<BTreeSet<Vec<u16>>> {
    let mut found = vec![BTreeSet::new(); dfas.len()];
    loop {
        let next: Vec<BTreeSet<Vec<u16>>> = dfas.iter().map(|dfa| texts(dfa, &found)).collect();
        if next == found {
            return found;
        }
        found = next;
    }
}

fn texts(dfa: &Dfa, known: &[BTreeSet<Vec<u16>>]) -> BTreeSet<Vec<u16>> {
    let mut result = BTreeSet::new();
    if dfa.is_empty() {
        return result;
    }
    let mut seen = BTreeSet::from([(0_u32, Vec::new())]);
    let mut work = vec![(0_u32, Vec::new())];
    while let Some((state, text)) = work.pop() {
        if dfa.finals[state as usize] {
            result.insert(text.clone());
        }
        for &(symbol, target) in &dfa.edges[state as usize] {
            let parts: Vec<Vec<u16>> = match symbol {
                Symbol::Term(term, _) => vec![vec![term.0]],
                Symbol::Rule(rule, _) => known[rule.index()].iter().cloned().collect(),
            };
            for part in parts {
                let longer = [text.clone(), part].concat();
                if longer.len() <= LENGTH && seen.insert((target, longer.clone())) {
                    work.push((target, longer));
                }
            }
        }
    }
    result
}

fn symbol() -> impl Strategy<Value = Symbol> {
    prop_oneof![
        3 => (0..2_u16).prop_map(|term| Symbol::term(TermId(term))),
        2 => (0..RULES).prop_map(|rule| Symbol::rule(RuleId(rule))),
    ]
}

fn rule() -> impl Strategy<Value = Dfa> {
    prop::collection::vec((0..4_usize, prop::option::weighted(0.8, symbol()), 0..4_u32), 1..8).prop_map(
        |edges| {
            let mut nfa = Nfa::with_states(4);
            nfa.finals[1] = true;
            for (from, label, to) in edges {
                nfa.edges[from].push((label, to));
            }
            nfa.determinise(1000).expect("four states make at most sixteen")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn simplifying_keeps_the_language(dfas in prop::collection::vec(rule(), usize::from(RULES)), opaque in any::<bool>()) {
        let before = languages(&dfas);
        let mut rules = Rules { dfas, root: RuleId(0), opaque: vec![false, opaque, false, false], labels: none() };
        rules.simplify(|_| ());
        let after = languages(&rules.dfas);
        prop_assert_eq!(&after[0], &before[0]);
    }

    #[test]
    fn marks_are_loops_and_keep_the_language(dfas in prop::collection::vec(rule(), usize::from(RULES))) {
        let before = languages(&dfas);
        let mut rules = Rules { dfas, root: RuleId(0), opaque: vec![false; 4], labels: none() };
        rules.simplify(|rules| {
            mark(rules, |term| 1 << term.0);
        });
        for dfa in &mut rules.dfas {
            for (state, edges) in dfa.edges.iter_mut().enumerate() {
                edges.retain(|&(symbol, to)| {
                    let is_mark = matches!(symbol, Symbol::Term(term, _) if mark_of(term).is_some());
                    assert!(!is_mark || to as usize == state, "a state stands only behind a mark");
                    !is_mark
                });
            }
        }
        prop_assert_eq!(&languages(&rules.dfas)[0], &before[0]);
    }

    #[test]
    fn minimising_keeps_the_language_and_is_stable(dfa in rule()) {
        let smaller = dfa.minimised();
        let none = vec![BTreeSet::new(); usize::from(RULES)];
        prop_assert_eq!(texts(&smaller, &none), texts(&dfa, &none));
        prop_assert_eq!(smaller.minimised(), smaller);
    }
}

/// It is inlined however often it is used, and however many symbols it chooses from.
#[test]
fn a_choice_between_symbols_is_inlined() {
    let uses = 200_u16;
    let mut sequence = Nfa::with_states(usize::from(uses) + 1);
    for place in 0..usize::from(uses) {
        sequence.edges[place].push((Some(Symbol::term(TermId::at(place))), place as u32 + 1));
        sequence.edges[place].push((Some(Symbol::rule(RuleId(1))), place as u32 + 1));
    }
    sequence.finals[usize::from(uses)] = true;
    let mut choice = Nfa::with_states(2);
    choice.edges[0].extend((uses..uses + 30).map(|term| (Some(Symbol::term(TermId(term))), 1)));
    choice.finals[1] = true;
    let dfas = [sequence, choice].map(|nfa| nfa.determinise(1000).expect("both are deterministic"));
    let mut rules = Rules { dfas: dfas.to_vec(), root: RuleId(0), opaque: vec![false; 2], labels: none() };
    rules.simplify(|_| ());
    assert!(rules.dfas[0].symbols().all(|symbol| matches!(symbol, Symbol::Term(..))));
    assert_eq!(rules.dfas[0].len(), usize::from(uses) + 1);
}
