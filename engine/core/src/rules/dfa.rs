//! Finite automata over the symbols of a grammar, and how they are determinised, minimised and inlined.
//!
//! A rule is an automaton over terminals and rules (a recursive transition network; Woods 1970), which is
//! kept deterministic and minimal. State 0 is the start.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::ids::id_type;
use crate::base::interner::Numbers;
use crate::base::sets::TermId;
use crate::limits::MAX_SUBSET_STATES;
use crate::rules::contexts::{ContextId, LabelId, Labels};

id_type! {
    /// The number of a rule of a grammar.
    RuleId: u16
}

/// The bits of a rule's number, in a grammar with more than one context.
const RULE_BITS: u32 = 9;

impl RuleId {
    /// The greatest number of rules in a grammar with more than one context.
    pub const MAX_WITH_CONTEXTS: usize = 1 << RULE_BITS;

    /// Returns the number of a rule that is read in a context.
    #[inline]
    #[must_use]
    pub fn within(self, context: ContextId) -> Self {
        Self(self.0 | u16::from(context.0) << RULE_BITS)
    }

    /// Returns the number of a rule without the context that it is read in; `has_contexts` says whether the
    /// grammar has more than one.
    #[inline]
    #[must_use]
    pub fn bare(self, has_contexts: bool) -> Self {
        if has_contexts { Self(self.0 & ((1 << RULE_BITS) - 1)) } else { self }
    }

    /// Returns the context that a rule is read in, in a grammar with more than one.
    #[inline]
    pub fn context(self) -> ContextId {
        ContextId((self.0 >> RULE_BITS) as u8)
    }
}

/// A terminal or a rule on an edge, with the edge's label. Edges with different labels have different symbols.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Symbol {
    Term(TermId, LabelId),
    Rule(RuleId, LabelId),
}

impl Symbol {
    /// Returns the symbol of a terminal on an edge without a label.
    pub fn term(term: TermId) -> Self {
        Self::Term(term, LabelId::NONE)
    }

    /// Returns the symbol of a rule on an edge without a label.
    pub fn rule(rule: RuleId) -> Self {
        Self::Rule(rule, LabelId::NONE)
    }

    /// Returns the symbol on an edge of a rule that is put in the place of an edge with the label `outer`.
    #[must_use]
    pub fn inside(self, outer: LabelId, labels: &mut Labels) -> Self {
        match self {
            Self::Rule(rule, label) => Self::Rule(rule, labels.composed(outer, label)),
            Self::Term(term, label) => {
                let label = labels.composed(outer, label);
                Self::Term(term, labels.of_terminal(label))
            }
        }
    }
}

/// A nondeterministic automaton with empty edges (`None`).
#[derive(Clone, Default, Debug)]
pub struct Nfa {
    pub edges: Vec<Vec<(Option<Symbol>, u32)>>,
    pub finals: Vec<bool>,
}

impl Nfa {
    /// Returns an automaton of `count` states without edges and final states.
    pub fn with_states(count: usize) -> Self {
        Self { edges: vec![Vec::new(); count], finals: vec![false; count] }
    }

    /// Adds a copy of `part` whose symbols are changed by `relabelled`. An empty edge from `from` enters its
    /// start, and empty edges lead from its final states to `to`.
    pub fn splice(&mut self, from: u32, part: &Dfa, to: u32, mut relabelled: impl FnMut(Symbol) -> Symbol) {
        let base = self.edges.len() as u32;
        for (state, edges) in part.edges.iter().enumerate() {
            let mut copied: Vec<_> =
                edges.iter().map(|&(symbol, target)| (Some(relabelled(symbol)), base + target)).collect();
            if part.finals[state] {
                copied.push((None, to));
            }
            self.edges.push(copied);
            self.finals.push(false);
        }
        self.edges[from as usize].push((None, base));
    }

    /// Adds what empty edges lead to, and leaves each state once, sorted.
    fn close(&self, states: &mut Vec<u32>) {
        let mut met = vec![false; self.edges.len()];
        states.retain(|&state| !std::mem::replace(&mut met[state as usize], true));
        let mut next = 0;
        while next < states.len() {
            for &(symbol, target) in &self.edges[states[next] as usize] {
                if symbol.is_none() && !std::mem::replace(&mut met[target as usize], true) {
                    states.push(target);
                }
            }
            next += 1;
        }
        states.sort_unstable();
    }

    /// Returns the minimal deterministic automaton, by the subset construction; none if the construction
    /// exceeds `limit` states.
    pub fn determinise(&self, limit: usize) -> Option<Dfa> {
        let mut start = vec![0];
        self.close(&mut start);
        let mut numbers: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        numbers.insert(start.clone(), 0);
        let mut subsets = vec![start];
        let mut dfa = Dfa::default();
        let (mut next, mut room) = (0, 0);
        while next < subsets.len() {
            room += subsets[next].len();
            let mut moves: BTreeMap<Symbol, Vec<u32>> = BTreeMap::new();
            for &state in &subsets[next] {
                for &(symbol, target) in &self.edges[state as usize] {
                    if let Some(symbol) = symbol {
                        moves.entry(symbol).or_default().push(target);
                    }
                }
            }
            dfa.finals.push(subsets[next].iter().any(|&state| self.finals[state as usize]));
            let mut edges = Vec::with_capacity(moves.len());
            for (symbol, mut targets) in moves {
                self.close(&mut targets);
                let number = *numbers.entry(targets).or_insert_with_key(|key| {
                    subsets.push(key.clone());
                    (subsets.len() - 1) as u32
                });
                edges.push((symbol, number));
            }
            dfa.edges.push(edges);
            if subsets.len() > limit || room > MAX_SUBSET_STATES {
                return None;
            }
            next += 1;
        }
        Some(dfa.minimised())
    }
}

/// A deterministic automaton. The edges of each state are sorted by symbol.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Dfa {
    pub edges: Vec<Vec<(Symbol, u32)>>,
    pub finals: Vec<bool>,
}

impl Dfa {
    /// Returns the number of states.
    pub fn len(&self) -> usize {
        self.edges.len()
    }

    /// Returns whether there are no states.
    pub fn is_empty(&self) -> bool {
        self.edges.is_empty()
    }

    /// Yields the symbols of all edges, with repetitions.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.edges.iter().flatten().map(|&(symbol, _)| symbol)
    }

    /// Returns the number of edges over a rule, with any label.
    pub fn uses_of(&self, rule: RuleId) -> usize {
        self.symbols().filter(|symbol| matches!(symbol, Symbol::Rule(other, _) if *other == rule)).count()
    }

    /// Returns the number of edges over a symbol.
    pub fn uses(&self, symbol: Symbol) -> usize {
        self.symbols().filter(|&other| other == symbol).count()
    }

    /// Returns the automaton as a nondeterministic one.
    pub fn to_nfa(&self) -> Nfa {
        let edges = self
            .edges
            .iter()
            .map(|edges| edges.iter().map(|&(symbol, target)| (Some(symbol), target)).collect())
            .collect();
        Nfa { edges, finals: self.finals.clone() }
    }

    /// Returns for each state whether a final state can be reached from it.
    fn useful(&self) -> Vec<bool> {
        let mut sources = vec![Vec::new(); self.len()];
        for (state, edges) in self.edges.iter().enumerate() {
            for &(_, target) in edges {
                sources[target as usize].push(state);
            }
        }
        let mut useful = self.finals.clone();
        let mut work: Vec<usize> = (0..self.len()).filter(|&state| useful[state]).collect();
        while let Some(state) = work.pop() {
            for &source in &sources[state] {
                if !useful[source] {
                    useful[source] = true;
                    work.push(source);
                }
            }
        }
        useful
    }

    /// Returns the equivalent automaton without states that reach no final state, with equivalent states
    /// merged (Moore's algorithm), and with states numbered breadth-first from the start.
    #[must_use]
    pub fn minimised(&self) -> Self {
        let useful = self.useful();
        let mut class: Vec<u32> = self.finals.iter().map(|&is_final| u32::from(is_final)).collect();
        let mut count = 0;
        loop {
            let mut numbers: Numbers<(u32, Vec<(Symbol, u32)>)> = Numbers::default();
            let refined: Vec<u32> = (0..self.len())
                .map(|state| {
                    let signature = self.edges[state]
                        .iter()
                        .filter(|&&(_, target)| useful[target as usize])
                        .map(|&(symbol, target)| (symbol, class[target as usize]))
                        .collect();
                    numbers.of((class[state], signature)).0
                })
                .collect();
            let refined_count = numbers.count();
            class = refined;
            if refined_count == count {
                break;
            }
            count = refined_count;
        }
        self.renumbered(&class, &useful)
    }

    fn renumbered(&self, class: &[u32], useful: &[bool]) -> Self {
        let mut number: FxHashMap<u32, u32> = FxHashMap::default();
        number.insert(class[0], 0);
        let mut representatives = vec![0];
        let mut result = Self::default();
        let mut next = 0;
        while next < representatives.len() {
            let state: usize = representatives[next];
            let mut edges = Vec::with_capacity(self.edges[state].len());
            for &(symbol, target) in &self.edges[state] {
                if !useful[target as usize] {
                    continue;
                }
                let target_number = *number.entry(class[target as usize]).or_insert_with(|| {
                    representatives.push(target as usize);
                    (representatives.len() - 1) as u32
                });
                edges.push((symbol, target_number));
            }
            result.edges.push(edges);
            result.finals.push(self.finals[state]);
            next += 1;
        }
        result
    }
}
