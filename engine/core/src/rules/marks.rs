//! Marks the states of rules by what may stand before them, which keeps states apart that differ in this.
//!
//! Each terminal leaves some of up to [`MAX_MARKS`](crate::rules::mark_loops::MAX_MARKS) marks. A state that may follow a terminal with a mark has a
//! loop over a terminal of that mark, which occurs in no text.

use crate::base::sets::TermId;
use crate::limits::MAX_STATES;
use crate::rules::dfa::{Dfa, Nfa, Symbol};
use crate::rules::mark_loops::{MAX_MARKS, settled, terminal};
use crate::rules::simplify::Rules;

/// A set of marks, one bit each.
pub type Marks = u16;

fn marks_in(marks: Marks) -> impl Iterator<Item = usize> {
    (0..MAX_MARKS).filter(move |mark| marks >> mark & 1 == 1)
}

/// Marks the states of all rules, none of which derives the empty text but perhaps the root. Returns the marks with
/// which a text of the root may end.
pub fn mark(rules: &mut Rules, marks_of: impl Fn(TermId) -> Marks) -> Marks {
    let last = last_marks(rules, &marks_of);
    let used = last.iter().fold(0, |all, marks| all | marks);
    let used = rules
        .dfas
        .iter()
        .flat_map(|dfa| dfa.edges.iter().flatten())
        .fold(used, |all, &(symbol, _)| all | marks_after(symbol, &last, &marks_of));
    for dfa in &mut rules.dfas {
        if let Some(marked) =
            marked(dfa, used, |symbol| marks_after(symbol, &last, &marks_of)).determinise(MAX_STATES)
        {
            *dfa = settled(marked);
        }
    }
    last[rules.root.index()]
}

/// Returns the marks with which a text of the root may end.
pub fn last(rules: &Rules, marks_of: impl Fn(TermId) -> Marks) -> Marks {
    last_marks(rules, marks_of)[rules.root.index()]
}

/// Returns, for each rule, the marks that its last terminal may leave.
fn last_marks(rules: &Rules, marks_of: impl Fn(TermId) -> Marks) -> Vec<Marks> {
    let mut last = vec![0; rules.dfas.len()];
    loop {
        let before = last.clone();
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            let into_ends = dfa.edges.iter().flatten().filter(|&&(_, to)| dfa.finals[to as usize]);
            for &(symbol, _) in into_ends {
                last[rule] |= marks_after(symbol, &before, &marks_of);
            }
        }
        if last == before {
            return last;
        }
    }
}

/// Returns the marks that the last terminal of a symbol may leave.
fn marks_after(symbol: Symbol, last: &[Marks], marks_of: impl Fn(TermId) -> Marks) -> Marks {
    match symbol {
        Symbol::Term(term, _) => marks_of(term),
        Symbol::Rule(rule, _) => last[rule.index()],
    }
}

/// Returns the automaton in which each state is replaced by one where a rule begins, and one for each mark.
fn marked(dfa: &Dfa, used: Marks, marks_after: impl Fn(Symbol) -> Marks) -> Nfa {
    let used: Vec<usize> = marks_in(used).collect();
    let kinds = 1 + used.len();
    let mut nfa = Nfa::with_states(kinds * dfa.len());
    for (state, edges) in dfa.edges.iter().enumerate() {
        for kind in 0..kinds {
            let own = kinds * state + kind;
            nfa.finals[own] = dfa.finals[state];
            if kind > 0 {
                nfa.edges[own].push((Some(Symbol::term(terminal(used[kind - 1]))), own as u32));
            }
            for &(symbol, to) in edges {
                let after = marks_after(symbol);
                let kinds_after = (1..kinds).filter(|&kind| after >> used[kind - 1] & 1 == 1);
                nfa.edges[own]
                    .extend(kinds_after.map(|kind| (Some(symbol), (kinds * to as usize + kind) as u32)));
            }
        }
    }
    nfa
}
