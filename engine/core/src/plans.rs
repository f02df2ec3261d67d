//! Tokens by what the lexer makes of them: what a mask is made from.
//!
//! A *plan* holds the tokens that begin in one state of the lexer. It is a tree whose edges are lexemes;
//! at a node stand the *classes* of tokens that end there inside a lexeme, in one state of the lexer. The
//! parser is asked once for each node and each class, not for each token.
//!
//! What changes nothing is no edge: blanks within a line. Nor are lexemes told apart that no grammar's
//! state tells apart. Where a line may begin, the blanks count, and are edges.
//!
//! Which mode the lexer is in behind a lexeme is known beforehand for nearly all of them. For the others,
//! such as a closing bracket, behind which code goes on or a replacement field, a node keeps its tokens'
//! *rests*, so that another plan can be made of them.
//!
//! [`crate::planner`] makes them.

use smallvec::SmallVec;

use crate::differences::Piece;

/// In place of a state of the lexer: the modes say when the mask is made.
pub const UNKNOWN: u16 = u16::MAX;

/// The ends of the tokens below a node of the trie, from a byte on.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    pub node: u32,
    pub from: u32,
}

/// Some tokens, as numbers or as bits, whichever is quicker to add.
#[derive(Debug)]
pub enum Tokens {
    Few(Box<[u32]>),
    Many(Box<[u64]>),
}

impl Tokens {
    /// Tokens of a vocabulary of `count`, in parts.
    pub fn new<'a>(parts: impl Iterator<Item = &'a [u32]> + Clone, count: usize) -> Self {
        let words = count.div_ceil(64);
        if parts.clone().map(<[u32]>::len).sum::<usize>() * 2 < words {
            return Self::Few(parts.flatten().copied().collect());
        }
        let mut bits = vec![0; words];
        parts.flatten().for_each(|&token| set_bit(&mut bits, token));
        Self::Many(bits.into())
    }

    pub fn add_to(&self, mask: &mut [u64]) {
        match self {
            Self::Few(numbers) => numbers.iter().for_each(|&token| set_bit(mask, token)),
            Self::Many(bits) => mask.iter_mut().zip(bits).for_each(|(word, &own)| *word |= own),
        }
    }

    pub fn remove_from(&self, mask: &mut [u64]) {
        match self {
            Self::Few(numbers) => numbers.iter().for_each(|&token| clear_bit(mask, token)),
            Self::Many(bits) => mask.iter_mut().zip(bits).for_each(|(word, &own)| *word &= !own),
        }
    }

    /// About how many bytes it takes.
    pub fn room(&self) -> usize {
        match self {
            Self::Few(numbers) => numbers.len() * 4,
            Self::Many(bits) => bits.len() * 8,
        }
    }
}

/// Sets bit `token % 64` of word `token / 64`.
pub fn set_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] |= 1 << (token % 64);
}

fn clear_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] &= !(1 << (token % 64));
}

/// Tokens that end in one place inside a lexeme.
#[derive(Debug)]
pub struct Class {
    pub lexer: u16,
    /// What the lexeme was when it last was a whole one, or [`NO_SET`].
    pub last: u16,
    /// Bytes since then, if it may have to end there.
    pub tail: Tail,
    pub tokens: Tokens,
}

pub type Tail = SmallVec<[u8; 12]>;

/// The place behind some lexemes.
#[derive(Debug)]
pub struct Node {
    /// The last of the lexemes; of no use at the root.
    pub set: u16,
    /// Its first byte, if the parser ignores it and it began in these tokens.
    pub first_byte: u8,
    /// The state of the lexer, with nothing pending but at the root; or [`UNKNOWN`].
    pub lexer: u16,
    pub depth: u32,
    /// The node behind the subtree.
    pub skip: u32,
    /// Ends of the classes, special rests and rests that are its own, each in the plan's list.
    pub classes: u32,
    pub special: u32,
    pub rests: u32,
}

/// Tokens from one state of the lexer on, as a tree in depth-first order.
#[derive(Default, Debug)]
pub struct Plan {
    pub nodes: Vec<Node>,
    /// Of all nodes, one behind another.
    pub all_classes: Vec<Class>,
    pub all_special: Vec<Rest>,
    pub all_rests: Vec<Rest>,
    /// About how many bytes it takes.
    pub room: usize,
}

impl Plan {
    fn range(&self, node: usize, end: impl Fn(&Node) -> u32) -> std::ops::Range<usize> {
        let begin = if node == 0 { 0 } else { end(&self.nodes[node - 1]) };
        begin as usize..end(&self.nodes[node]) as usize
    }

    /// The tokens that end in the lexeme behind a node.
    pub fn classes(&self, node: usize) -> &[Class] {
        &self.all_classes[self.range(node, |node| node.classes)]
    }

    /// Tokens of which the lexer's states do not say enough: they come through the name of a character,
    /// or the lexer backs up far in them.
    pub fn special(&self, node: usize) -> &[Rest] {
        &self.all_special[self.range(node, |node| node.special)]
    }

    /// All that follows a node, if that is kept.
    pub fn rests(&self, node: usize) -> &[Rest] {
        &self.all_rests[self.range(node, |node| node.rests)]
    }
}

/// Where a plan begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The state of the lexer.
    pub lexer: u16,
    /// The start of the lexer's mode, for behind the pending lexeme.
    pub start: u16,
    /// A lexeme is pending.
    pub is_pending: bool,
    /// A line may begin here, so that blanks count.
    pub opens_line: bool,
}

/// Which tokens a plan is made of.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    All,
    Pieces(&'a [Piece]),
    Rests(&'a [Rest]),
}
