//! What the tokens after a lexeme with a tail make of it: they end it, or they go on with the lexeme and with the tail at once.
//!
//! Both go on from one pair of the lexer's states, so the tokens are put together by the pair to which they lead. Tokens
//! after which the lexeme is whole again are left out, since the tail is forgotten then.

use rustc_hash::FxHashMap;

use crate::base::byte_sets::Groups;
use crate::grammar::Grammar;
use crate::lexer::ids::LexState;
use crate::lexer::self_loops::SelfLoops;
use crate::lexer::{DEAD, NO_SET};
use crate::mask::reach::changes_nothing;
use crate::vocab::sets::set_bit;
use crate::vocab::trie::TokenTrie;

/// Two lexemes over the same bytes: one that has a tail, and the last one that begins in its tail.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Both {
    pub first: LexState,
    /// The start of the mode in which the second one is lexed.
    pub start: LexState,
    pub own: LexState,
    /// Whether the second one has been whole.
    pub has_end: bool,
}

impl Both {
    /// Returns the lexemes after one more byte, which continues the first one; none if the second one ends before it and
    /// counts, or depends on more than the lexer's state.
    fn after(self, grammar: &Grammar, first: LexState, byte: u8) -> Option<Self> {
        let lexer = &grammar.lexer;
        let (mut own, mut has_end) = (lexer.step(self.own, byte), self.has_end);
        if own == DEAD && has_end && changes_nothing(grammar, lexer.accept(self.own)) {
            (own, has_end) = (lexer.step(self.start, byte), false);
        }
        let is_known = own != DEAD
            && !lexer.is_conditional(self.own)
            && ![first, own].iter().any(|&state| grammar.names.is_in_name(state));
        let has_end = has_end || lexer.accept(own) != NO_SET;
        is_known.then_some(Self { first, own, has_end, ..self })
    }

    /// Returns whether the second lexeme is whole, or cannot end before it is whole again.
    fn is_settled(self, grammar: &Grammar) -> bool {
        let lexer = &grammar.lexer;
        !lexer.is_conditional(self.own) && (!self.has_end || lexer.accept(self.own) != NO_SET)
    }
}

/// The tokens after a lexeme with a tail that do not make it whole again.
#[derive(Default)]
pub struct Tails {
    /// Those that end the lexeme, as a bit set.
    pub ended: Box<[u64]>,
    /// Those that go on with it, by what they lead to.
    pub going: Vec<(Both, Box<[u32]>)>,
    /// Those that go on with it, of which more has to be known.
    pub special: Vec<u32>,
}

impl Tails {
    /// Finds these tokens for the lexemes before them.
    pub fn find(grammar: &Grammar, trie: &TokenTrie, loops: &SelfLoops, both: Both) -> Self {
        let lexer = &grammar.lexer;
        let mut found = Self { ended: vec![0; trie.len().div_ceil(64)].into(), ..Self::default() };
        let mut going: FxHashMap<Both, Vec<u32>> = FxHashMap::default();
        let mut way = vec![(both.first, Some(both))];
        let mut node = 0;
        while node < trie.end() {
            let (depth, byte) = (trie.depth(node), trie.byte(node));
            way.truncate(depth);
            let (before, both) = way[depth - 1];
            let first = lexer.step(before, byte);
            let is_whole = lexer.accept_before(before, byte) != NO_SET || lexer.accept(first) != NO_SET;
            if is_whole || first == DEAD {
                if !is_whole {
                    trie.tokens(trie.all(node)).iter().for_each(|&token| set_bit(&mut found.ended, token));
                }
                node = trie.skip(node);
                continue;
            }
            let both = both.and_then(|both| both.after(grammar, first, byte));
            let inside = trie.inside(node);
            let is_ascii = inside.without(Groups::BEYOND_ASCII) == inside;
            let stays = (is_ascii || trie.broken(node).is_empty())
                && [Some(first), both.map(|both| both.own)]
                    .into_iter()
                    .flatten()
                    .all(|state| !lexer.is_conditional(state) && loops.stays(lexer, state, inside));
            let tokens = trie.tokens(if stays { trie.all(node) } else { trie.own(node) });
            match both.filter(|both| both.is_settled(grammar)) {
                _ if tokens.is_empty() => {}
                Some(both) => going.entry(both).or_default().extend(tokens),
                None => found.special.extend(tokens),
            }
            way.push((first, both));
            node = if stays { trie.skip(node) } else { node + 1 };
        }
        found.going = going.into_iter().map(|(both, tokens)| (both, tokens.into())).collect();
        found
    }

    /// Returns the approximate memory used, in bytes.
    pub fn room(&self) -> usize {
        let going = self.going.iter().map(|(_, tokens)| size_of::<Both>() + tokens.len() * 4);
        self.ended.len() * 8 + self.special.len() * 4 + going.sum::<usize>()
    }
}
