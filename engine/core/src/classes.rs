//! The vocabulary's tokens by what the lexer makes of them: what a mask is made from.
//!
//! Tokens that begin in the same state of the lexer, give the same lexemes and end in the same state
//! are one class: the parser is asked once for all of them. Classes lie in a tree whose edges are
//! lexemes. A *node* stands for the tokens with one first byte and the lexer's state behind it, so that
//! tokens that end the pending lexeme at once share their nodes whatever was pending, and all beginnings
//! of names share one. Which state the lexer has behind a lexeme the modes decide when the mask is made,
//! so the nodes behind an edge are made when first asked for, one for each such state.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::grammar::Grammar;
use crate::lexer::{DEAD, NO_SET};

/// The end of a token: its number, and how many of its bytes lie in front.
#[derive(Clone, Copy, Debug)]
pub struct Suffix {
    pub token: u32,
    pub offset: u16,
}

/// Some tokens, as numbers or as bits, whichever is smaller.
#[derive(Debug)]
pub enum Tokens {
    Few(Box<[u32]>),
    Many(Box<[u8]>),
}

impl Tokens {
    fn new(numbers: Vec<u32>, count: usize) -> Self {
        let bytes = count.div_ceil(8);
        if numbers.len() * 4 < bytes {
            return Self::Few(numbers.into());
        }
        let mut bits = vec![0; bytes];
        for &token in &numbers {
            set_bit(&mut bits, token);
        }
        Self::Many(bits.into())
    }

    pub fn add_to(&self, mask: &mut [u8]) {
        match self {
            Self::Few(numbers) => numbers.iter().for_each(|&token| set_bit(mask, token)),
            Self::Many(bits) => mask.iter_mut().zip(bits).for_each(|(byte, &own)| *byte |= own),
        }
    }

    fn room(&self) -> usize {
        match self {
            Self::Few(numbers) => numbers.len() * 4,
            Self::Many(bits) => bits.len(),
        }
    }
}

/// Sets bit `token % 8` of byte `token / 8`.
pub fn set_bit(mask: &mut [u8], token: u32) {
    mask[token as usize / 8] |= 1 << (token % 8);
}

/// Where a token ends that ends inside a lexeme.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct End {
    pub lexer: u16,
    /// What the lexeme was when it last was a whole one, or [`NO_SET`].
    pub last: u16,
    /// Bytes since then.
    pub tail: SmallVec<[u8; 12]>,
}

/// A lexeme that ends, and the tokens that go on behind it.
#[derive(Debug)]
pub struct Edge {
    pub set: u16,
    /// Of the lexeme, if it began in these tokens.
    pub first_byte: u8,
    pub suffixes: Box<[Suffix]>,
}

/// Tokens, or ends of tokens, from one state of the lexer on.
#[derive(Debug, Default)]
pub struct Node {
    pub ends: Vec<(End, Tokens)>,
    pub edges: Vec<Edge>,
    /// Those of which the lexer's states do not say enough, in the order of their bytes.
    pub special: Vec<Suffix>,
}

/// The state of the lexer behind a token's first byte, that byte, and what the lexeme was before it, if
/// it is no whole one with it.
type FirstKey = (u16, u8, u16);

/// The nodes of one language.
#[derive(Default)]
pub struct Classes {
    nodes: Vec<Node>,
    first: FxHashMap<FirstKey, u32>,
    /// Per node, edge and state of the lexer behind it.
    behind: FxHashMap<(u32, u32, u16), u32>,
    room: usize,
}

impl Classes {
    /// About how many bytes the nodes take.
    pub fn room(&self) -> usize {
        self.room
    }

    pub fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    /// The tokens `of_byte`, which have their first byte in common, with `lexer` the state behind it.
    pub fn first(
        &mut self,
        grammar: &Grammar,
        tokens: &[Box<[u8]>],
        of_byte: &[u32],
        lexer: u16,
        last: u16,
    ) -> u32 {
        let byte = tokens[of_byte[0] as usize][0];
        let accept = grammar.lexer.accept(lexer);
        let before = if accept == NO_SET { last } else { NO_SET };
        if let Some(&known) = self.first.get(&(lexer, byte, before)) {
            return known;
        }
        let start = if accept == NO_SET {
            Start { lexer, last, whole: 0 }
        } else {
            Start { lexer, last: accept, whole: 1 }
        };
        let suffixes = of_byte.iter().map(|&token| Suffix { token, offset: 0 });
        let number = self.make(grammar, tokens, start, 1, suffixes);
        self.first.insert((lexer, byte, before), number);
        number
    }

    /// The tokens that go on behind an edge, with the lexer in the state `lexer` there.
    pub fn behind(&mut self, grammar: &Grammar, tokens: &[Box<[u8]>], edge: (u32, u32), lexer: u16) -> u32 {
        if let Some(&known) = self.behind.get(&(edge.0, edge.1, lexer)) {
            return known;
        }
        let suffixes: Vec<Suffix> = self.nodes[edge.0 as usize].edges[edge.1 as usize].suffixes.to_vec();
        let start = Start { lexer, last: NO_SET, whole: 0 };
        let number = self.make(grammar, tokens, start, 0, suffixes.into_iter());
        self.behind.insert((edge.0, edge.1, lexer), number);
        number
    }

    fn make(
        &mut self,
        grammar: &Grammar,
        tokens: &[Box<[u8]>],
        start: Start,
        read: usize,
        suffixes: impl Iterator<Item = Suffix>,
    ) -> u32 {
        let mut ends: FxHashMap<End, Vec<u32>> = FxHashMap::default();
        let mut edges: FxHashMap<(u16, u8), Vec<Suffix>> = FxHashMap::default();
        let mut node = Node::default();
        for suffix in suffixes {
            let bytes = &tokens[suffix.token as usize][usize::from(suffix.offset)..];
            match start.lex(grammar, bytes, read) {
                Lexed::Ends(end) => ends.entry(end).or_default().push(suffix.token),
                Lexed::Lexeme { set, end } => {
                    let rest = Suffix { token: suffix.token, offset: suffix.offset + end as u16 };
                    // The first byte counts of what is ignored alone, as a blank's does.
                    let first_byte = if grammar.is_ignored_set(set) { bytes[0] } else { 0 };
                    edges.entry((set, first_byte)).or_default().push(rest);
                }
                Lexed::Special => node.special.push(suffix),
                Lexed::Nothing => {}
            }
        }
        node.ends = ends.into_iter().map(|(end, found)| (end, Tokens::new(found, tokens.len()))).collect();
        let by_text = |suffix: &Suffix| &tokens[suffix.token as usize][usize::from(suffix.offset)..];
        node.special.sort_by_key(by_text);
        node.edges = edges
            .into_iter()
            .map(|((set, first_byte), mut suffixes)| {
                suffixes.sort_by_key(by_text);
                Edge { set, first_byte, suffixes: suffixes.into() }
            })
            .collect();
        node.edges.sort_unstable_by_key(|edge| (edge.set, edge.first_byte));
        self.room += node.ends.iter().map(|(_, tokens)| tokens.room() + 64).sum::<usize>();
        self.room += node.edges.iter().map(|edge| edge.suffixes.len() * 8 + 64).sum::<usize>();
        self.nodes.push(node);
        self.nodes.len() as u32 - 1
    }
}

/// Where reading goes on: the lexer's state, what the lexeme was when it last was whole, and at which
/// byte that was.
#[derive(Clone, Copy)]
struct Start {
    lexer: u16,
    last: u16,
    whole: usize,
}

/// What the lexer makes of a text up to the first lexeme's end.
enum Lexed {
    Ends(End),
    Lexeme {
        set: u16,
        end: usize,
    },
    /// It comes through the name of a character, which has a table of its own.
    Special,
    Nothing,
}

impl Start {
    /// Of the bytes, `read` have been read already.
    fn lex(self, grammar: &Grammar, bytes: &[u8], read: usize) -> Lexed {
        let Self { mut lexer, mut last, mut whole } = self;
        if grammar.is_in_name(lexer) {
            return Lexed::Special;
        }
        for (index, &byte) in bytes.iter().enumerate().skip(read) {
            let next = grammar.lexer.step(lexer, byte);
            if next == DEAD {
                return if last == NO_SET { Lexed::Nothing } else { Lexed::Lexeme { set: last, end: whole } };
            }
            if grammar.is_in_name(next) {
                return Lexed::Special;
            }
            lexer = next;
            let accept = grammar.lexer.accept(next);
            if accept != NO_SET {
                (last, whole) = (accept, index + 1);
            }
        }
        let tail = if last == NO_SET { SmallVec::new() } else { bytes[whole..].into() };
        Lexed::Ends(End { lexer, last, tail })
    }
}
