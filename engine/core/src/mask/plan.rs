//! Plans: tokens grouped by what the lexer makes of them, from which masks are computed.
//!
//! A *plan* holds the tokens that begin in one state of the lexer. It is a tree whose edges are lexemes. A
//! node has the *equivalence classes* of the tokens that end there inside a lexeme, in one state of the
//! lexer. The parser is asked once for each node and each class, not for each token.
//!
//! A lexeme that changes nothing, such as a blank within a line, has no edge. Lexemes that no state of the
//! grammar distinguishes share an edge. Where a line may begin, blanks matter and have edges.
//!
//! The lexer's mode after a lexeme is nearly always known beforehand. Where it is not, for instance after a
//! closing bracket, which code or a replacement field may follow, a node keeps the *rests* of its tokens, so
//! that another plan can be made from them.
//!
//! [`crate::mask::planner`] makes plans.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::layout::quotes::Quoting;
use crate::lexer::NO_SET;
use crate::lexer::ids::{LexState, TermSetId};
use crate::limits::MAX_SETTLED_ROOM;
use crate::vocab::sets::{BitSetId, BitSets, Tokens, set_bit};
use crate::vocab::trie::TokenSubtree;

/// The rests, from a byte on, of the tokens below a node of the trie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Remainder {
    pub node: u32,
    pub from: u32,
}

/// Tokens that end at one place inside a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    pub lexer: LexState,
    /// The terminals of the lexeme at its last whole end, or [`crate::lexer::NO_SET`].
    pub last: TermSetId,
    /// The bytes since then, if the lexeme may have to end there.
    pub tail: &'a [u8],
    pub tokens: Tokens<'a>,
}

impl Class<'_> {
    /// Returns whether there is a whole end before the tail, if there is a tail.
    pub fn has_whole_end(&self) -> bool {
        self.last != NO_SET || self.tail.is_empty()
    }
}

/// A class as it is stored in a plan: `tail` and `numbers` are the ends of its parts of the plan's lists, and
/// its parts begin where those of the previous class end.
#[derive(Clone, Copy, Debug)]
pub struct ClassEntry {
    pub lexer: LexState,
    pub last: TermSetId,
    pub tail: u32,
    pub numbers: u32,
    /// The set of its tokens; none if they are stored as numbers.
    pub bits: Option<BitSetId>,
}

/// The position after some lexemes.
#[derive(Debug)]
pub struct Node {
    /// The last of the lexemes; unused at the root.
    pub set: TermSetId,
    /// Its first byte, if the parser ignores it and it began in these tokens.
    pub first_byte: u8,
    /// The state of the lexer, with nothing pending except at the root; none if the modes determine it only
    /// when the mask is computed.
    pub lexer: Option<LexState>,
    pub depth: u32,
    /// The number of the node after the subtree.
    pub skip: u32,
    /// The ends of the node's classes, special rests and rests in the plan's lists.
    pub classes: u32,
    pub special: u32,
    pub rests: u32,
}

/// Tokens from one state of the lexer on, as a tree in depth-first order.
#[derive(Default, Debug)]
pub struct Plan {
    pub nodes: Vec<Node>,
    /// The classes of all nodes in order. In a plan on top of another plan, the last entry holds the tokens
    /// that are not taken from that plan.
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

    /// Returns the tokens that end in the lexeme after a node.
    pub fn classes(&self, node: usize) -> impl ExactSizeIterator<Item = Class<'_>> {
        self.numbers_of_classes(node).map(|class| self.class(class))
    }

    /// Returns the numbers of these classes.
    pub(super) fn numbers_of_classes(&self, node: usize) -> Range<usize> {
        self.range(node, |node| node.classes)
    }

    pub(super) fn class(&self, number: usize) -> Class<'_> {
        let ClassEntry { lexer, last, tail, numbers, bits } = self.all_classes[number];
        let before = number.checked_sub(1).map(|before| &self.all_classes[before]);
        let begin = before.map_or((0, 0), |before| (before.tail as usize, before.numbers as usize));
        let few = || Tokens::Few(&self.numbers[begin.1..numbers as usize]);
        let tokens = bits.map_or_else(few, Tokens::Many);
        Class { lexer, last, tail: &self.tails[begin.0..tail as usize], tokens }
    }

    /// Returns the tokens that are not taken from the plan on which this one lies.
    pub fn replaced(&self) -> Option<Tokens<'_>> {
        let number = self.nodes.last().map_or(0, |node| node.classes) as usize;
        (number < self.all_classes.len()).then(|| self.class(number).tokens)
    }

    /// Adds a class to the last node: its tokens in parts, of a vocabulary of `count` tokens.
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

    /// Gives back the memory that its lists do not need.
    pub fn shrink(&mut self) {
        let Self { nodes, all_classes, tails, numbers, all_special, all_rests } = self;
        nodes.shrink_to_fit();
        all_classes.shrink_to_fit();
        tails.shrink_to_fit();
        numbers.shrink_to_fit();
        all_special.shrink_to_fit();
        all_rests.shrink_to_fit();
    }

    /// Returns the approximate memory used without the sets, in bytes.
    pub fn room(&self) -> usize {
        self.nodes.len() * size_of::<Node>()
            + self.all_classes.len() * size_of::<ClassEntry>()
            + self.tails.len()
            + self.numbers.len() * 4
            + (self.all_special.len() + self.all_rests.len()) * size_of::<Remainder>()
    }

    /// Returns the tokens of a node that the lexer's states do not determine: those that contain the name of
    /// a character, or in which the lexer returns far back.
    pub fn special(&self, node: usize) -> &[Remainder] {
        &self.all_special[self.range(node, |node| node.special)]
    }

    /// Returns the rests of all tokens after a node, if they are kept.
    pub fn rests(&self, node: usize) -> &[Remainder] {
        &self.all_rests[self.range(node, |node| node.rests)]
    }
}

/// The place at which a plan begins.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Origin {
    /// The state of the lexer.
    pub lexer: LexState,
    /// The start of the lexer's mode, which matters after the pending lexeme.
    pub start: LexState,
    /// Whether a lexeme is pending.
    pub is_pending: bool,
    /// Whether a line may begin here, so that blanks matter.
    pub opens_line: bool,
    /// What may not occur here. Only tokens with signs to which a quoting may matter are in such a plan, which lies on
    /// top of one without.
    pub quoting: Quoting,
}

/// The tokens from which a plan is made.
#[derive(Clone, Copy)]
pub enum Scope<'a> {
    All,
    /// In the order of their nodes.
    Pieces(&'a [TokenSubtree]),
    Rests(&'a [Remainder]),
}

/// The content that may stand after a position at all, and that which can follow there.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Following {
    pub allowed: TermSet,
    pub content: TermSet,
}

/// The classes of a node, for the content that can follow there.
pub struct Settled {
    /// The tokens that fit at once: their numbers, or the set if they are many.
    pub few: Box<[u32]>,
    pub many: Option<Box<[u64]>>,
    /// The other classes: those that may fit anywhere, and those that do only if they end in the right context.
    pub open: Box<[u32]>,
    pub at_exits: Box<[u32]>,
}

impl Settled {
    fn new(
        grammar: &Grammar,
        sets: &BitSets,
        (plan, node): (&Plan, usize),
        following: Following,
        words: usize,
    ) -> Self {
        let (mut few, mut many): (Vec<u32>, Option<Vec<u64>>) = Default::default();
        let (mut open, mut at_exits) = (Vec::new(), Vec::new());
        for number in plan.numbers_of_classes(node) {
            let class = plan.class(number);
            let possible = grammar.lexer.reachable(class.lexer);
            if possible.intersects(&following.content) {
                match class.tokens {
                    Tokens::Few(tokens) if few.len() + tokens.len() < words / 2 => few.extend(tokens),
                    tokens => sets.add(tokens, many.get_or_insert_with(|| vec![0; words])),
                }
            } else if !class.tail.is_empty() || possible.intersects(&grammar.ignored) {
                open.push(number as u32);
            } else if possible.intersects(&following.allowed) {
                at_exits.push(number as u32);
            }
        }
        if let Some(many) = &mut many {
            few.drain(..).for_each(|token| set_bit(many, token));
        }
        let many = many.map(Vec::into_boxed_slice);
        Self { few: few.into(), many, open: open.into(), at_exits: at_exits.into() }
    }

    fn room(&self) -> usize {
        let numbers = self.few.len() + self.open.len() + self.at_exits.len();
        size_of::<Self>() + numbers * 4 + self.many.as_ref().map_or(0, |many| many.len() * 8)
    }
}

/// By plan, node, and the content that can follow: the classes of a node with many, or none if that was met once. The tokens
/// that fit at once are put together when such a content is met there for the second time.
#[derive(Default)]
pub struct SettledClasses {
    known: FxHashMap<(u32, u32, Following), Option<Arc<Settled>>>,
    room: usize,
}

impl SettledClasses {
    /// Returns the classes of a node; none if the content that can follow is met for the first time.
    pub fn of(
        &mut self,
        (grammar, sets): (&Grammar, &BitSets),
        (number, plan, node): (u32, &Plan, usize),
        following: Following,
        words: usize,
    ) -> Option<Arc<Settled>> {
        let key = (number, node as u32, following);
        match self.known.get(&key) {
            Some(Some(known)) => return Some(Arc::clone(known)),
            Some(None) => {}
            None => {
                self.make_room(size_of_val(&key));
                self.known.insert(key, None);
                return None;
            }
        }
        let settled = Arc::new(Settled::new(grammar, sets, (plan, node), following, words));
        self.make_room(settled.room());
        self.known.insert(key, Some(Arc::clone(&settled)));
        Some(settled)
    }

    fn make_room(&mut self, bytes: usize) {
        self.room += bytes;
        if self.room > MAX_SETTLED_ROOM {
            self.known.clear();
            self.room = bytes;
        }
    }
}
