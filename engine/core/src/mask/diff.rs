//! Finds where tokens after two pending lexemes differ.
//!
//! Inside a name the lexer has many states, one for each beginning of a keyword, but with nearly every token
//! all of them reach one state. Two states are followed together through the trie of tokens; where they
//! become equal, nothing below is visited.

use crate::grammar::Grammar;
use crate::lexer::ids::LexState;
use crate::mask::reach::Reach;
use crate::vocab::trie::{TokenSubtree, TokenTrie};

/// Returns the tokens that do not continue equally with a lexeme pending in state `one` and in state `other`,
/// or none if they are more than `most`. `start` is the lexer's mode of both.
pub fn find(
    grammar: &Grammar,
    trie: &TokenTrie,
    start: LexState,
    (one, other): (LexState, LexState),
    most: usize,
) -> Option<Vec<TokenSubtree>> {
    let mut pieces = Vec::new();
    let mut count = 0;
    let mut path = Vec::new();
    let mut reaches = vec![(Reach::at(grammar, one, 0), Reach::at(grammar, other, 0))];
    let mut node = 0;
    while node < trie.end() {
        let depth = trie.depth(node);
        path.truncate(depth - 1);
        path.push(trie.byte(node));
        reaches.truncate(depth);
        let (one, other) = reaches[depth - 1];
        let met = match (one.after(grammar, start, &path), other.after(grammar, start, &path)) {
            (None, None) if depth == 1 => None,
            (Some(one), Some(other)) if one == other => None,
            (Some(one), Some(other)) if looks_ahead(grammar, one) || looks_ahead(grammar, other) => {
                Some(TokenSubtree { node, is_whole: true })
            }
            (Some(one), Some(other)) if !in_name(grammar, one) && !in_name(grammar, other) => {
                reaches.push((one, other));
                Some(TokenSubtree { node, is_whole: false })
            }
            _ => Some(TokenSubtree { node, is_whole: true }),
        };
        let goes_on = met.is_some_and(|piece| !piece.is_whole);
        if let Some(piece) = met {
            let (first, after) = piece.ranks(trie);
            count += (after - first) as usize;
            if first < after {
                pieces.push(piece);
            }
            if count > most {
                return None;
            }
        }
        node = if goes_on { node + 1 } else { trie.skip(node) };
    }
    Some(pieces)
}

fn looks_ahead(grammar: &Grammar, reach: Reach) -> bool {
    grammar.lexer.is_conditional(reach.lexer)
}

fn in_name(grammar: &Grammar, reach: Reach) -> bool {
    grammar.names.is_in_name(reach.lexer)
}
