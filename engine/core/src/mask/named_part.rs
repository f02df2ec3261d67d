//! The part of a plan in which names matter.
//!
//! Where every name is taken for an unknown one, most of a mask is as it is where all are known: numbers, strings and
//! what begins with a sign have no names. Only the rest of the plan is followed again.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::mask::plan::Plan;
use crate::vocab::sets::{BitSetId, BitSets, Tokens, set_bit};
use crate::vocab::trie::TokenTrie;

/// What of a plan depends on whether names are known.
pub struct NamedPart {
    /// For each node, whether a token in its subtree may depend on it.
    nodes: Vec<bool>,
    /// For each class that depends on it, one of its tokens.
    classes: Vec<Option<u32>>,
    /// All tokens that depend on it.
    pub tokens: BitSetId,
}

/// A part of a plan, and the tokens that are accepted if all names are known.
#[derive(Clone, Copy)]
pub struct Only<'a> {
    pub part: &'a NamedPart,
    pub known: &'a [u64],
}

impl Only<'_> {
    /// Returns whether a token in the subtree of a node may depend on names.
    pub fn has_node(&self, node: usize) -> bool {
        self.part.nodes[node]
    }

    /// Returns whether a class depends on names, and is accepted if all are known.
    pub fn has_class(&self, class: usize) -> bool {
        let token = self.part.classes[class];
        token.is_some_and(|token| self.known[token as usize / 64] >> (token % 64) & 1 == 1)
    }
}

impl NamedPart {
    /// Finds the part of a plan in which names matter that are `read`.
    pub fn new(grammar: &Grammar, read: &TermSet, trie: &TokenTrie, plan: &Plan, sets: &mut BitSets) -> Self {
        let mut nodes = vec![false; plan.nodes.len()];
        let mut classes = vec![None; plan.all_classes.len()];
        let mut tokens = vec![0; trie.len().div_ceil(64)];
        // The nodes before a node, and whether there is a name before them.
        let mut path: Vec<(usize, bool)> = Vec::new();
        for (number, node) in plan.nodes.iter().enumerate() {
            path.truncate(node.depth as usize);
            let is_read = number > 0 && grammar.lexer.set(node.set).intersects(read);
            let after_name = is_read || path.last().is_some_and(|&(_, after_name)| after_name);
            path.push((number, after_name));
            let (special, rests) = (plan.special(number), plan.rests(number));
            let mut matters = !special.is_empty() || !rests.is_empty();
            for class in plan.numbers_of_classes(number) {
                let own = plan.class(class);
                if after_name || !own.tail.is_empty() || grammar.lexer.reachable(own.lexer).intersects(read) {
                    matters = true;
                    classes[class] = first(sets, own.tokens);
                    sets.add(own.tokens, &mut tokens);
                }
            }
            let after_name = if after_name { rests } else { &[] };
            let whole = special.iter().chain(after_name).flat_map(|rest| trie.tokens(trie.all(rest.node)));
            whole.for_each(|&token| set_bit(&mut tokens, token));
            if matters {
                for &(before, _) in &path {
                    nodes[before] = true;
                }
            }
        }
        Self { nodes, classes, tokens: sets.intern(tokens) }
    }

    /// Returns the approximate memory without the set, in bytes.
    pub fn room(&self) -> usize {
        self.nodes.len() + self.classes.len() * size_of::<Option<u32>>()
    }
}

/// Returns one of some tokens.
fn first(sets: &BitSets, tokens: Tokens<'_>) -> Option<u32> {
    match tokens {
        Tokens::Few(numbers) => numbers.first().copied(),
        Tokens::Many(bits) => {
            let mut words = sets.get(bits).iter().enumerate().filter(|&(_, &word)| word != 0);
            words.next().map(|(at, word)| at as u32 * 64 + word.trailing_zeros())
        }
    }
}
