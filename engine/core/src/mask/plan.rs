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
//! [`crate::mask::planner`] makes them.

use std::ops::Range;

use crate::lexer::ids::{LexState, TermSetId};
use crate::mask::diff::TokenSubtree;
use crate::vocab::sets::{BitSetId, BitSets, Tokens, set_bit};

/// The ends of the tokens below a node of the trie, from a byte on.
#[derive(Clone, Copy, Debug)]
pub struct Remainder {
    pub node: u32,
    pub from: u32,
}

/// Tokens that end in one place inside a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    pub lexer: LexState,
    /// What the lexeme was when it last was a whole one, or [`crate::lexer::NO_SET`].
    pub last: TermSetId,
    /// Bytes since then, if it may have to end there.
    pub tail: &'a [u8],
    pub tokens: Tokens<'a>,
}

/// A class as it lies in a plan: its tail and its numbers end where this says, in the plan's lists, and begin
/// where those of the class before end.
#[derive(Clone, Copy, Debug)]
pub struct ClassEntry {
    pub lexer: LexState,
    pub last: TermSetId,
    pub tail: u32,
    pub numbers: u32,
    /// The set of its tokens; none if they are numbers.
    pub bits: Option<BitSetId>,
}

/// The place behind some lexemes.
#[derive(Debug)]
pub struct Node {
    /// The last of the lexemes; of no use at the root.
    pub set: TermSetId,
    /// Its first byte, if the parser ignores it and it began in these tokens.
    pub first_byte: u8,
    /// The state of the lexer, with nothing pending but at the root; none if the modes tell it when the mask
    /// is made.
    pub lexer: Option<LexState>,
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
    /// Of all nodes, one behind another; for a plan on top of another, at the end the tokens that are not to be
    /// taken from there.
    pub all_classes: Vec<ClassEntry>,
    pub tails: Vec<u8>,
    pub numbers: Vec<u32>,
    pub all_special: Vec<Remainder>,
    pub all_rests: Vec<Remainder>,
}

impl Plan {
    fn range(&self, node: usize, end: impl Fn(&Node) -> u32) -> Range<usize> {
        let begin = if node == 0 { 0 } else { end(&self.nodes[node - 1]) };
        begin as usize..end(&self.nodes[node]) as usize
    }

    /// The tokens that end in the lexeme behind a node.
    pub fn classes(&self, node: usize) -> impl ExactSizeIterator<Item = Class<'_>> {
        self.range(node, |node| node.classes).map(|class| self.class(class))
    }

    fn class(&self, number: usize) -> Class<'_> {
        let ClassEntry { lexer, last, tail, numbers, bits } = self.all_classes[number];
        let before = number.checked_sub(1).map(|before| &self.all_classes[before]);
        let begin = before.map_or((0, 0), |before| (before.tail as usize, before.numbers as usize));
        let few = || Tokens::Few(&self.numbers[begin.1..numbers as usize]);
        let tokens = bits.map_or_else(few, Tokens::Many);
        Class { lexer, last, tail: &self.tails[begin.0..tail as usize], tokens }
    }

    /// The tokens that are not to be taken from the plan that this one lies on top of.
    pub fn replaced(&self) -> Option<Tokens<'_>> {
        let number = self.nodes.last().map_or(0, |node| node.classes) as usize;
        (number < self.all_classes.len()).then(|| self.class(number).tokens)
    }

    /// Enter a class behind the others: its tokens in parts, of a vocabulary of `count`.
    pub fn push_class<'a>(
        &mut self,
        (lexer, last, tail): (LexState, TermSetId, &[u8]),
        parts: impl Iterator<Item = &'a [u32]> + Clone,
        (sets, count): (&mut BitSets, usize),
    ) {
        self.tails.extend(tail);
        let words = count.div_ceil(64);
        let bits = if parts.clone().map(<[u32]>::len).sum::<usize>() * 2 < words {
            self.numbers.extend(parts.flatten());
            None
        } else {
            let mut bits = vec![0; words];
            parts.flatten().for_each(|&token| set_bit(&mut bits, token));
            Some(sets.intern(bits))
        };
        let (tail, numbers) = (self.tails.len() as u32, self.numbers.len() as u32);
        self.all_classes.push(ClassEntry { lexer, last, tail, numbers, bits });
    }

    /// About how many bytes it takes, its sets left aside.
    pub fn room(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.all_classes.len() * size_of::<ClassEntry>()
            + self.tails.len()
            + self.numbers.len() * 4
            + (self.all_special.len() + self.all_rests.len()) * size_of::<Remainder>()
    }

    /// Tokens of which the lexer's states do not say enough: they come through the name of a character,
    /// or the lexer backs up far in them.
    pub fn special(&self, node: usize) -> &[Remainder] {
        &self.all_special[self.range(node, |node| node.special)]
    }

    /// All that follows a node, if that is kept.
    pub fn rests(&self, node: usize) -> &[Remainder] {
        &self.all_rests[self.range(node, |node| node.rests)]
    }
}

/// Where a plan begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The state of the lexer.
    pub lexer: LexState,
    /// The start of the lexer's mode, for behind the pending lexeme.
    pub start: LexState,
    /// A lexeme is pending.
    pub is_pending: bool,
    /// A line may begin here, so that blanks count.
    pub opens_line: bool,
}

/// Which tokens a plan is made of.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    All,
    Pieces(&'a [TokenSubtree]),
    Rests(&'a [Remainder]),
}
