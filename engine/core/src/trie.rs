//! The vocabulary as one flat trie, and the mask over it.
//!
//! Nodes lie in depth-first order: byte, depth, the tokens that end there, and how far to jump to
//! skip the subtree. The walk reads the array once from front to back; a node costs one step of
//! the lexer and, where a lexeme goes on, a few words of set intersection. A refused node skips
//! its subtree, since a middle that is not viable never becomes so again.

use crate::quotient::{Quotient, State};

#[derive(Clone, Copy, Debug)]
struct Node {
    byte: u8,
    depth: u16,
    /// Index of the first node behind this one's subtree.
    skip: u32,
    /// Tokens that end here: a range of `Vocabulary::ends`.
    first_end: u32,
    end_count: u32,
}

/// The byte strings of a model's tokens.
pub struct Vocabulary {
    count: usize,
    nodes: Vec<Node>,
    ends: Vec<u32>,
}

impl Vocabulary {
    /// Tokens in the order of their numbers; empty ones are never in a mask.
    pub fn new(tokens: &[Vec<u8>]) -> Self {
        let mut order: Vec<u32> =
            (0..tokens.len() as u32).filter(|&token| !tokens[token as usize].is_empty()).collect();
        order.sort_by(|&a, &b| tokens[a as usize].cmp(&tokens[b as usize]));
        let mut vocabulary = Self { count: tokens.len(), nodes: Vec::new(), ends: Vec::new() };
        let mut open: Vec<u32> = Vec::new();
        let mut path: Vec<u8> = Vec::new();
        for token in order {
            let bytes = &tokens[token as usize];
            let shared = path.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            vocabulary.close(&mut open, shared);
            for (depth, &byte) in bytes.iter().enumerate().skip(shared) {
                open.push(vocabulary.nodes.len() as u32);
                let first_end = vocabulary.ends.len() as u32;
                vocabulary.nodes.push(Node { byte, depth: depth as u16, skip: 0, first_end, end_count: 0 });
            }
            path.clone_from(bytes);
            let node = open[open.len() - 1] as usize;
            vocabulary.nodes[node].end_count += 1;
            vocabulary.ends.push(token);
        }
        vocabulary.close(&mut open, 0);
        vocabulary
    }

    fn close(&mut self, open: &mut Vec<u32>, depth: usize) {
        let end = self.nodes.len() as u32;
        for node in open.drain(depth..) {
            self.nodes[node as usize].skip = end;
        }
    }

    /// How many tokens there are, empty ones included.
    pub fn len(&self) -> usize {
        self.count
    }

    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The tokens after which the state is still viable: bit `n % 8` of byte `n / 8` for token `n`.
    pub fn mask(&self, quotient: &mut Quotient, state: &State) -> Vec<u8> {
        let mut mask = vec![0_u8; self.count.div_ceil(8)];
        let mut states: Vec<State> = vec![state.clone()];
        let size = quotient.texts.size();
        let mut next = 0;
        while next < self.nodes.len() {
            let node = self.nodes[next];
            let depth = usize::from(node.depth);
            states.truncate(depth + 1);
            let mut after = states[depth].clone();
            if !quotient.step(&mut after, node.byte) || !quotient.is_viable(&after) {
                next = node.skip as usize;
                continue;
            }
            for &token in &self.ends[node.first_end as usize..(node.first_end + node.end_count) as usize] {
                mask[token as usize / 8] |= 1 << (token % 8);
            }
            states.push(after);
            next += 1;
        }
        quotient.texts.truncate(size);
        mask
    }
}
