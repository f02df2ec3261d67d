//! Grammar transformations that preserve the language: they remove empty rules, replace tail and left
//! recursion by loops, and inline small rules.
//!
//! A recogniser needs no parse tree. Therefore precedence levels and other rules that are not truly recursive
//! can be inlined into the automata that use them, which keeps Earley charts small.

use crate::limits::{MAX_INLINE_GROWTH, MAX_INLINED_STATES, MAX_STATES};
use crate::rules::contexts::Labels;
use crate::rules::dfa::{Dfa, Nfa, RuleId, Symbol};
use crate::rules::mark_loops::settled;

/// The rules of a grammar. Those that are `opaque` delimit blocks, and are not inlined or replaced by loops.
pub struct Rules {
    pub dfas: Vec<Dfa>,
    pub root: RuleId,
    pub opaque: Vec<bool>,
    pub labels: Labels,
}

impl Rules {
    /// Applies every transformation. Calls `mark` as soon as no rule except the root derives the empty text.
    pub fn simplify(&mut self, mark: impl FnOnce(&mut Self)) {
        self.drop_unproductive();
        self.remove_empty();
        mark(self);
        for rule in 0..self.dfas.len() {
            self.loop_recursion(rule);
        }
        while self.inline_cheapest() {}
        self.drop_unused();
    }

    /// Removes the edges over rules that derive no text.
    fn drop_unproductive(&mut self) {
        let productive = self.deriving(|symbol| !matches!(symbol, Symbol::Rule(..)));
        for dfa in &mut self.dfas {
            for edges in &mut dfa.edges {
                edges.retain(|&(symbol, _)| match symbol {
                    Symbol::Rule(rule, _) => productive[rule.index()],
                    Symbol::Term(..) => true,
                });
            }
            *dfa = dfa.minimised();
        }
    }

    fn nullable(&self) -> Vec<bool> {
        self.deriving(|_| false)
    }

    /// Returns a rule that derives the empty text in some contexts only, or that may be left out only where an
    /// edge exists, if there is one: such rules cannot be made non-empty.
    pub fn partly_empty(&self) -> Option<RuleId> {
        let nullable = self.nullable();
        let is_partial = |symbol: Symbol| {
            matches!(symbol, Symbol::Rule(rule, label)
                if nullable[rule.index()] && self.labels.domain(label) != self.labels.all())
        };
        (0..self.dfas.len()).find(|&rule| self.dfas[rule].symbols().any(is_partial)).map(RuleId::at)
    }

    /// Returns for each rule whether it derives a text, if edges over terminals may be used where `takes`
    /// allows it.
    fn deriving(&self, takes: impl Fn(Symbol) -> bool) -> Vec<bool> {
        let mut deriving = vec![false; self.dfas.len()];
        loop {
            let mut changed = false;
            for (rule, dfa) in self.dfas.iter().enumerate() {
                if !deriving[rule] && derives(dfa, &deriving, &takes) {
                    deriving[rule] = true;
                    changed = true;
                }
            }
            if !changed {
                return deriving;
            }
        }
    }

    /// Makes every rule except the root derive only non-empty texts, and the uses of the changed rules
    /// optional.
    fn remove_empty(&mut self) {
        let nullable = self.nullable();
        for rule in 0..self.dfas.len() {
            let mut nfa = self.dfas[rule].to_nfa();
            for edges in &mut nfa.edges {
                for index in 0..edges.len() {
                    if matches!(edges[index].0, Some(Symbol::Rule(used, _)) if nullable[used.index()]) {
                        edges.push((None, edges[index].1));
                    }
                }
            }
            let Some(dfa) = nfa.determinise(MAX_STATES) else { continue };
            self.dfas[rule] = if rule == self.root.index() { dfa } else { without_empty(&dfa) };
        }
        self.drop_unproductive();
    }

    /// Turns `A: A w` and `A: w A` into loops where the recursion is at the very start or end.
    fn loop_recursion(&mut self, rule: usize) {
        let own = Symbol::rule(RuleId::at(rule));
        if self.opaque[rule] {
            return;
        }
        for looped in [left_looped, tail_looped] {
            let dfa = &self.dfas[rule];
            if dfa.uses(own) > 0
                && let Some(nfa) = looped(dfa, own)
                && let Some(merged) = nfa.determinise(MAX_STATES).map(settled)
            {
                self.dfas[rule] = if rule == self.root.index() { merged } else { without_empty(&merged) };
            }
        }
    }

    /// Inlines the rule that adds the fewest states. Returns false if no rule is left that can be inlined
    /// within the limits.
    fn inline_cheapest(&mut self) -> bool {
        let mut uses = vec![0; self.dfas.len()];
        for dfa in &self.dfas {
            for symbol in dfa.symbols() {
                if let Symbol::Rule(rule, _) = symbol {
                    uses[rule.index()] += 1;
                }
            }
        }
        let mut candidates: Vec<(usize, usize)> = (0..self.dfas.len())
            .filter(|&rule| uses[rule] > 0 && rule != self.root.index() && !self.opaque[rule])
            .filter(|&rule| self.dfas[rule].uses_of(RuleId::at(rule)) == 0)
            .map(|rule| ((uses[rule] - 1) * added_states(&self.dfas[rule]), rule))
            .filter(|&(growth, _)| growth <= MAX_INLINE_GROWTH)
            .collect();
        candidates.sort_unstable();
        candidates.into_iter().any(|(_, rule)| self.inline(rule))
    }

    fn inline(&mut self, rule: usize) -> bool {
        let inlined = RuleId::at(rule);
        let mut changed = Vec::new();
        for (user, dfa) in self.dfas.iter().enumerate() {
            if dfa.uses_of(inlined) == 0 {
                continue;
            }
            match spliced(dfa, inlined, &self.dfas[rule], &mut self.labels)
                .determinise(MAX_INLINED_STATES * 2)
                .map(settled)
            {
                Some(merged) if merged.len() <= MAX_INLINED_STATES => changed.push((user, merged)),
                _ => return false,
            }
        }
        for (user, merged) in changed {
            self.dfas[user] = merged;
            self.loop_recursion(user);
        }
        true
    }

    /// Empties the automata of rules that the root does not reach.
    fn drop_unused(&mut self) {
        let mut used = vec![false; self.dfas.len()];
        let mut work = vec![self.root];
        used[self.root.index()] = true;
        while let Some(rule) = work.pop() {
            for symbol in self.dfas[rule.index()].symbols() {
                if let Symbol::Rule(child, _) = symbol
                    && !used[child.index()]
                {
                    used[child.index()] = true;
                    work.push(child);
                }
            }
        }
        for (rule, dfa) in self.dfas.iter_mut().enumerate() {
            if !used[rule] {
                *dfa = Dfa::default();
            }
        }
    }
}

fn derives(dfa: &Dfa, known: &[bool], takes: impl Fn(Symbol) -> bool) -> bool {
    let mut seen = vec![false; dfa.len()];
    let mut work = vec![0_usize];
    while let Some(state) = work.pop() {
        if std::mem::replace(&mut seen[state], true) {
            continue;
        }
        if dfa.finals[state] {
            return true;
        }
        for &(symbol, target) in &dfa.edges[state] {
            let goes_on = match symbol {
                Symbol::Rule(rule, _) => known[rule.index()],
                Symbol::Term(..) => takes(symbol),
            };
            if goes_on {
                work.push(target as usize);
            }
        }
    }
    false
}

/// Returns the number of states that each further use of an inlined rule adds. It is 0 if the rule is a
/// choice between symbols, since these become edges of the automaton that uses the rule.
fn added_states(dfa: &Dfa) -> usize {
    if dfa.len() == 2 && dfa.edges[1].is_empty() { 0 } else { dfa.len() }
}

/// Returns an automaton for the language of `dfa` without the empty text.
fn without_empty(dfa: &Dfa) -> Dfa {
    if dfa.is_empty() || !dfa.finals[0] {
        return dfa.clone();
    }
    let mut shifted = Dfa::default();
    shifted.edges.push(dfa.edges[0].iter().map(|&(symbol, target)| (symbol, target + 1)).collect());
    shifted.finals.push(false);
    for (edges, &is_final) in dfa.edges.iter().zip(&dfa.finals) {
        shifted.edges.push(edges.iter().map(|&(symbol, target)| (symbol, target + 1)).collect());
        shifted.finals.push(is_final);
    }
    shifted.minimised()
}

/// Replaces left recursion by a loop: `A: N | A w` becomes `N w*`. Returns none if there is no left
/// recursion, or if an edge leads back to the start.
fn left_looped(dfa: &Dfa, own: Symbol) -> Option<Nfa> {
    let &(_, after) = dfa.edges[0].iter().find(|&&(symbol, _)| symbol == own)?;
    if dfa.edges.iter().flatten().any(|&(_, target)| target == 0) {
        return None;
    }
    let mut nfa = dfa.to_nfa();
    nfa.edges[0].retain(|&(symbol, _)| symbol != Some(own));
    for state in 0..dfa.len() {
        if dfa.finals[state] {
            nfa.edges[state].push((None, after));
        }
    }
    Some(nfa)
}

/// Replaces tail recursion by a loop: `A: N | w A` becomes `w* N`. Returns none if there is no tail
/// recursion.
fn tail_looped(dfa: &Dfa, own: Symbol) -> Option<Nfa> {
    let mut nfa = dfa.to_nfa();
    let mut found = false;
    for edge in nfa.edges.iter_mut().flatten() {
        let target = edge.1 as usize;
        if edge.0 == Some(own) && dfa.finals[target] && dfa.edges[target].is_empty() {
            *edge = (None, 0);
            found = true;
        }
    }
    found.then_some(nfa)
}

/// Returns `user` with a separate copy of `part` in place of every edge over `rule`.
fn spliced(user: &Dfa, rule: RuleId, part: &Dfa, labels: &mut Labels) -> Nfa {
    let mut nfa = Nfa::with_states(user.len());
    nfa.finals.clone_from(&user.finals);
    for state in 0..user.len() {
        for &(symbol, target) in &user.edges[state] {
            match symbol {
                Symbol::Rule(other, outer) if other == rule => {
                    nfa.splice(state as u32, part, target, |inner| inner.inside(outer, labels));
                }
                _ => nfa.edges[state].push((Some(symbol), target)),
            }
        }
    }
    nfa
}
