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
//! A plan is made by one walk over the trie of tokens, that skips subtrees on whose bytes the lexer's
//! state stays the same.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::layout::modes::Move;
use crate::layout::scopes::Watch;
use crate::lexer::{DEAD, NO_SET};
use crate::token_trie::{Bytes, TokenTrie};

/// In place of a state of the lexer: the modes say when the mask is made.
pub const UNKNOWN: u16 = u16::MAX;

/// Where the lexer backs up over more bytes, tokens are special.
const LONG_TAIL: usize = 64;

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
    fn new(numbers: Vec<u32>, count: usize) -> Self {
        let words = count.div_ceil(64);
        if numbers.len() * 2 < words {
            return Self::Few(numbers.into());
        }
        let mut bits = vec![0; words];
        for token in numbers {
            set_bit(&mut bits, token);
        }
        Self::Many(bits.into())
    }

    pub fn add_to(&self, mask: &mut [u64]) {
        match self {
            Self::Few(numbers) => numbers.iter().for_each(|&token| set_bit(mask, token)),
            Self::Many(bits) => mask.iter_mut().zip(bits).for_each(|(word, &own)| *word |= own),
        }
    }

    fn count(&self) -> usize {
        match self {
            Self::Few(numbers) => numbers.len(),
            Self::Many(bits) => bits.iter().map(|word| word.count_ones() as usize).sum(),
        }
    }

    fn room(&self) -> usize {
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

/// Tokens that end in one place inside a lexeme.
#[derive(Debug)]
pub struct Class {
    pub lexer: u16,
    /// What the lexeme was when it last was a whole one, or [`NO_SET`].
    pub last: u16,
    /// Bytes since then.
    pub tail: Tail,
    pub tokens: Tokens,
}

type Tail = SmallVec<[u8; 12]>;

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
    classes: u32,
    special: u32,
    rests: u32,
}

/// Tokens from one state of the lexer on, as a tree in depth-first order.
#[derive(Default, Debug)]
pub struct Plan {
    pub nodes: Vec<Node>,
    classes: Vec<Class>,
    special: Vec<Rest>,
    rests: Vec<Rest>,
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
        &self.classes[self.range(node, |node| node.classes)]
    }

    /// The states of the lexer in which tokens end, with how many do.
    pub fn ends(&self) -> impl Iterator<Item = (u16, usize)> + '_ {
        self.classes.iter().map(|class| (class.lexer, class.tokens.count()))
    }

    /// Tokens of which the lexer's states do not say enough: they come through the name of a character,
    /// or the lexer backs up far in them.
    pub fn special(&self, node: usize) -> &[Rest] {
        &self.special[self.range(node, |node| node.special)]
    }

    /// All that follows a node, if that is kept.
    pub fn rests(&self, node: usize) -> &[Rest] {
        &self.rests[self.range(node, |node| node.rests)]
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
    /// Those that begin with one of these bytes.
    Beginning(&'a Bytes),
    Rests(&'a [Rest]),
}

/// Where the lexer's state stays the same.
pub struct Loops {
    /// Per state: the bytes on which it does.
    bytes: Vec<Bytes>,
    /// Per state: whether it does on every character beyond ASCII.
    takes_characters: Vec<bool>,
}

impl Loops {
    pub fn new(grammar: &Grammar) -> Self {
        let stays = |state: u16| (0..=255).filter(move |&byte| grammar.lexer.step(state, byte) == state);
        let states = || 0..grammar.lexer.state_count() as u16;
        Self {
            bytes: states().map(|state| stays(state).collect()).collect(),
            takes_characters: states().map(|state| takes_characters(grammar, state)).collect(),
        }
    }

    /// Whether a state stays the same on all of these bytes, or on all characters that they can be of.
    fn stays(&self, state: u16, bytes: &Bytes) -> bool {
        let state = usize::from(state);
        bytes.are_within(&self.bytes[state])
            || (self.takes_characters[state] && bytes.ascii().are_within(&self.bytes[state]))
    }
}

/// Whether every character of more than one byte leads from a state back to it.
fn takes_characters(grammar: &Grammar, state: u16) -> bool {
    let go =
        |state: u16, bytes: &[u8]| bytes.iter().fold(state, |state, &byte| grammar.lexer.step(state, byte));
    if state == DEAD || [0xc2, 0xed, 0xf4].iter().any(|&byte| go(state, &[byte]) == DEAD) {
        return false;
    }
    let mut work: Vec<(u16, u32)> = Vec::new();
    for first in 0xc2..=0xf4_u8 {
        let (low, high) = second_bytes(first);
        let next = go(state, &[first]);
        let length = if first < 0xe0 {
            1
        } else if first < 0xf0 {
            2
        } else {
            3
        };
        work.extend((low..=high).map(|second| (go(next, &[second]), length - 1)));
    }
    work.sort_unstable();
    work.dedup();
    while let Some((next, left)) = work.pop() {
        if left == 0 {
            if next != state {
                return false;
            }
        } else {
            let behind = go(next, &[0x80]);
            if (0x80..=0xbf).any(|byte| go(next, &[byte]) != behind) {
                return false;
            }
            work.push((behind, left - 1));
        }
    }
    true
}

/// The bytes that may follow the first byte of a character (The Unicode Standard, table 3-7).
fn second_bytes(first: u8) -> (u8, u8) {
    match first {
        0xe0 => (0xa0, 0xbf),
        0xed => (0x80, 0x9f),
        0xf0 => (0x90, 0xbf),
        0xf4 => (0x80, 0x8f),
        _ => (0x80, 0xbf),
    }
}

/// Whether a byte begins a character of several.
fn is_first_byte(byte: u8) -> bool {
    (0xc2..=0xf4).contains(&byte)
}

/// A node in the making.
#[derive(Default)]
struct Draft {
    set: u16,
    first_byte: u8,
    lexer: u16,
    opens_line: bool,
    is_pending: bool,
    children: Vec<u32>,
    classes: Vec<(ClassKey, Vec<(u32, u32)>)>,
    special: Vec<Rest>,
    rests: Vec<Rest>,
}

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct ClassKey {
    lexer: u16,
    last: u16,
    tail: Tail,
}

/// How far the lexer has come in a token.
#[derive(Clone, Copy)]
struct Cursor {
    draft: u32,
    lexer: u16,
    last: u16,
    /// Bytes in front of the pending lexeme, and in front of what it does not need to be a whole one.
    begin: u32,
    whole: u32,
}

pub struct Planner<'a> {
    grammar: &'a Grammar,
    trie: &'a TokenTrie,
    loops: &'a Loops,
    drafts: Vec<Draft>,
    edges: FxHashMap<(u32, u16, u8), u32>,
    classes: FxHashMap<(u32, u32, Tail), u32>,
    /// The bytes up to the node that is looked at.
    path: Vec<u8>,
}

impl<'a> Planner<'a> {
    pub fn new(grammar: &'a Grammar, trie: &'a TokenTrie, loops: &'a Loops) -> Self {
        Self {
            grammar,
            trie,
            loops,
            drafts: Vec::new(),
            edges: FxHashMap::default(),
            classes: FxHashMap::default(),
            path: Vec::new(),
        }
    }

    pub fn plan(mut self, origin: Origin, scope: Scope<'_>) -> Plan {
        let Origin { lexer, start, is_pending, opens_line } = origin;
        self.drafts.push(Draft { lexer: start, opens_line, is_pending, ..Draft::default() });
        let last = self.grammar.lexer.accept(lexer);
        let root = |from| Cursor { draft: 0, lexer, last, begin: from, whole: from };
        match scope {
            Scope::Beginning(bytes) => {
                for node in self.trie.roots().filter(|&node| bytes.contains(self.trie.byte(node))) {
                    if self.grammar.lexer.step(lexer, self.trie.byte(node)) != DEAD {
                        self.walk(node, root(0));
                    }
                }
            }
            Scope::Rests(rests) => {
                for rest in rests {
                    self.enter(*rest, root(rest.from));
                }
            }
        }
        self.finish()
    }

    /// Go on with the tokens below a node from somewhere above it on.
    fn enter(&mut self, rest: Rest, cursor: Cursor) {
        self.path.clear();
        self.path.extend(self.trie.path(rest.node));
        self.path.pop();
        if let Some(cursor) = self.read(cursor, rest.from, rest.node) {
            self.walk(rest.node, cursor);
        }
    }

    /// Read the path from byte `from` on, as the beginning of the tokens of `node`.
    fn read(&mut self, mut cursor: Cursor, from: u32, node: u32) -> Option<Cursor> {
        for length in from as usize + 1..=self.path.len() {
            cursor = self.step(cursor, length, node)?;
        }
        Some(cursor)
    }

    /// A node's subtree; `cursor` stands in front of its byte.
    fn walk(&mut self, top: u32, cursor: Cursor) {
        let trie = self.trie;
        let above = trie.depth(top) - 1;
        let mut cursors = vec![cursor];
        let mut node = top;
        while node < trie.skip(top) {
            let depth = trie.depth(node);
            cursors.truncate(depth - above);
            let cursor = cursors[depth - above - 1];
            self.path.truncate(depth - 1);
            if !trie.byte(node).is_ascii() && self.stays(cursor, node) && is_first_byte(trie.byte(node)) {
                self.end_all(cursor, node);
                node = trie.skip(node);
                continue;
            }
            self.path.push(trie.byte(node));
            let Some(cursor) = self.step(cursor, depth, node) else {
                node = trie.skip(node);
                continue;
            };
            if self.stays(cursor, node) {
                self.end_all(cursor, node);
                node = trie.skip(node);
            } else {
                self.end(cursor, trie.own(node));
                cursors.push(cursor);
                node += 1;
            }
        }
    }

    /// Whether all tokens of whole characters in a subtree end in the state of the lexer that it has now.
    fn stays(&self, cursor: Cursor, node: u32) -> bool {
        (cursor.last == NO_SET || self.grammar.lexer.accept(cursor.lexer) != NO_SET)
            && self.trie.inside(node).is_some_and(|bytes| self.loops.stays(cursor.lexer, bytes))
    }

    /// All tokens in a subtree end so, but for what is left of those that do not consist of whole characters.
    fn end_all(&mut self, cursor: Cursor, node: u32) {
        let (mut first, behind) = self.trie.all(node);
        let length = self.path.len();
        for &(rank, broken) in self.trie.broken(node) {
            self.end_whole(cursor, (first, rank));
            first = rank + 1;
            self.path.extend(&self.trie.path(broken)[length..]);
            if let Some(cursor) = self.read(cursor, length as u32, broken) {
                self.end(cursor, (rank, rank + 1));
            }
            self.path.truncate(length);
        }
        self.end_whole(cursor, (first, behind));
    }

    fn end_whole(&mut self, cursor: Cursor, ranks: (u32, u32)) {
        let whole = self.path.len() as u32;
        self.end(Cursor { whole, ..cursor }, ranks);
    }

    fn end(&mut self, cursor: Cursor, ranks: (u32, u32)) {
        if ranks.0 == ranks.1 {
            return;
        }
        let Cursor { draft, lexer, last, whole, .. } = cursor;
        let tail = if last == NO_SET { Tail::new() } else { self.path[whole as usize..].into() };
        let classes = &mut self.drafts[draft as usize].classes;
        let key = (draft, u32::from(lexer) << 16 | u32::from(last), tail);
        let number = *self.classes.entry(key).or_insert_with_key(|(_, _, tail)| {
            classes.push((ClassKey { lexer, last, tail: tail.clone() }, Vec::new()));
            classes.len() as u32 - 1
        });
        classes[number as usize].1.push(ranks);
    }

    /// Read the last byte of the first `length` on the path that leads to, or towards, `node`; none if there
    /// is nothing more to find out about the tokens there.
    fn step(&mut self, cursor: Cursor, length: usize, node: u32) -> Option<Cursor> {
        let next = self.grammar.lexer.step(cursor.lexer, self.path[length - 1]);
        if next == DEAD && length - cursor.whole as usize > LONG_TAIL {
            self.drafts[cursor.draft as usize].special.push(Rest { node, from: cursor.begin });
            return None;
        }
        if next == DEAD {
            let mut behind = self.end_lexeme(cursor, node)?;
            for length in behind.whole as usize + 1..=length {
                behind = self.step(behind, length, node)?;
            }
            return Some(behind);
        }
        if self.grammar.is_in_name(next) {
            let special = &mut self.drafts[cursor.draft as usize].special;
            special.push(Rest { node, from: cursor.begin });
            return None;
        }
        let accept = self.grammar.lexer.accept(next);
        Some(if accept == NO_SET {
            Cursor { lexer: next, ..cursor }
        } else {
            Cursor { lexer: next, last: accept, whole: length as u32, ..cursor }
        })
    }

    /// End the pending lexeme where it last was a whole one.
    fn end_lexeme(&mut self, cursor: Cursor, node: u32) -> Option<Cursor> {
        if cursor.last == NO_SET {
            return None;
        }
        let draft = self.edge(cursor);
        let Draft { lexer, .. } = self.drafts[draft as usize];
        if draft != cursor.draft && self.keeps_rests(cursor.last) {
            self.drafts[draft as usize].rests.push(Rest { node, from: cursor.whole });
        }
        let begin = cursor.whole;
        (lexer != UNKNOWN).then_some(Cursor { draft, lexer, last: NO_SET, begin, whole: begin })
    }

    /// Whether the mode behind a lexeme is one that is not known beforehand, or the state there may be one
    /// in which more counts than the lexer's state.
    fn keeps_rests(&self, set: u16) -> bool {
        let is_sure =
            matches!(self.grammar.move_of(set), Move::Stay | Move::Open | Move::MayEnd | Move::GoesOn);
        !is_sure || self.grammar.watch() == Watch::Keywords
    }

    /// The draft behind a lexeme: the same where the lexeme changes nothing.
    fn edge(&mut self, cursor: Cursor) -> u32 {
        let set = cursor.last;
        let from = &self.drafts[cursor.draft as usize];
        let (is_ignored, ends_line) = (self.grammar.is_ignored_set(set), self.grammar.ends_line(set));
        if !from.is_pending && !from.opens_line && !ends_line && self.changes_nothing(set) {
            return cursor.draft;
        }
        let first_byte = if is_ignored && !from.is_pending { self.path[cursor.begin as usize] } else { 0 };
        let fresh = self.drafts.len() as u32;
        let number = *self.edges.entry((cursor.draft, set, first_byte)).or_insert(fresh);
        if number == fresh {
            let opens_line = ends_line || (is_ignored && from.opens_line);
            let lexer = self.lexer_behind(set, from.lexer);
            self.drafts.push(Draft { set, first_byte, lexer, opens_line, ..Draft::default() });
            self.drafts[cursor.draft as usize].children.push(fresh);
        }
        number
    }

    /// Whether a lexeme in the midst of a line leaves the state as it is.
    fn changes_nothing(&self, set: u16) -> bool {
        let is_mark = match &self.grammar.layout {
            Layout::Python(names) => names.is_byte_order_mark(self.grammar.lexer.set(set)),
            _ => false,
        };
        self.grammar.is_ignored_set(set) && !is_mark
    }

    fn lexer_behind(&self, set: u16, start: u16) -> u16 {
        match self.grammar.move_of(set) {
            Move::Stay => start,
            // Of code in brackets what is around it is code more often than a field.
            Move::Close if start == self.grammar.lexer.start(0) => start,
            movement => self.grammar.modes.start_behind(movement).unwrap_or(UNKNOWN),
        }
    }

    /// The drafts as a plan, in depth-first order.
    fn finish(mut self) -> Plan {
        let mut plan = Plan::default();
        let mut open: Vec<(u32, u32)> = vec![(0, 0)];
        let mut ends: Vec<(u32, usize)> = Vec::new();
        while let Some((number, depth)) = open.pop() {
            let draft = std::mem::take(&mut self.drafts[number as usize]);
            while ends.last().is_some_and(|&(other, _)| other >= depth)
                && let Some((_, node)) = ends.pop()
            {
                plan.nodes[node].skip = plan.nodes.len() as u32;
            }
            ends.push((depth, plan.nodes.len()));
            open.extend(draft.children.iter().rev().map(|&child| (child, depth + 1)));
            self.add(&mut plan, draft, depth);
        }
        for (_, node) in ends {
            plan.nodes[node].skip = plan.nodes.len() as u32;
        }
        plan.room += plan.nodes.len() * size_of::<Node>()
            + plan.classes.len() * size_of::<Class>()
            + (plan.special.len() + plan.rests.len()) * size_of::<Rest>();
        plan
    }

    fn add(&self, plan: &mut Plan, draft: Draft, depth: u32) {
        let count = self.trie.len();
        for (ClassKey { lexer, last, tail }, ranks) in draft.classes {
            let numbers = ranks.iter().flat_map(|&ranks| self.trie.tokens(ranks)).copied().collect();
            let tokens = Tokens::new(numbers, count);
            plan.room += tokens.room();
            plan.classes.push(Class { lexer, last, tail, tokens });
        }
        plan.special.extend(draft.special);
        plan.rests.extend(draft.rests);
        plan.nodes.push(Node {
            set: draft.set,
            first_byte: draft.first_byte,
            lexer: draft.lexer,
            depth,
            skip: 0,
            classes: plan.classes.len() as u32,
            special: plan.special.len() as u32,
            rests: plan.rests.len() as u32,
        });
    }
}
