//! A model's vocabulary, and the mask over it.
//!
//! A mask asks the parser once for each class of tokens (see [`crate::classes`]): a class costs one
//! lexeme's scan, remembered by the quotient, at each of its edges, and one question whether what is
//! pending can go on. A lexeme that is refused leaves out all that lies behind it. Where more counts than
//! the lexer's state, as in a name of a character, between the quotes around a replacement field, or where a
//! keyword may be one too many, each token is tried by itself.

use std::sync::{Arc, Mutex, PoisonError};

use crate::classes::{Classes, End, Suffix, set_bit};
use crate::grammar::Grammar;
use crate::lexer::{DEAD, NO_SET};
use crate::limits::{MAX_CLASSES_ROOM, MAX_NUMBER_BYTES};
use crate::quotient::{Quotient, State};

/// The byte strings of a model's tokens.
pub struct Vocabulary {
    tokens: Vec<Box<[u8]>>,
    /// Per first byte: the tokens that begin with it, in the order of their bytes.
    by_byte: Vec<Vec<u32>>,
    longest: usize,
    /// By language, the one used last behind the others.
    classes: Mutex<Vec<(Arc<Grammar>, Classes)>>,
}

/// Languages whose classes are kept.
const LANGUAGES: usize = 2;

impl Vocabulary {
    /// Tokens in the order of their numbers; empty ones are never in a mask.
    pub fn new(tokens: Vec<Vec<u8>>) -> Self {
        let mut by_byte = vec![Vec::new(); 256];
        for (number, token) in tokens.iter().enumerate() {
            if let Some(&byte) = token.first() {
                by_byte[usize::from(byte)].push(number as u32);
            }
        }
        by_byte.retain(|tokens| !tokens.is_empty());
        for of_byte in &mut by_byte {
            of_byte.sort_by_key(|&token| &tokens[token as usize]);
        }
        let longest = tokens.iter().map(Vec::len).max().unwrap_or(0);
        let tokens = tokens.into_iter().map(Vec::into_boxed_slice).collect();
        Self { tokens, by_byte, longest, classes: Mutex::new(Vec::new()) }
    }

    /// How many tokens there are, empty ones included.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The tokens after which the state is still viable: bit `n % 8` of byte `n / 8` for token `n`.
    pub fn mask(&self, quotient: &mut Quotient, state: &State) -> Vec<u8> {
        let mut known = self.classes.lock().unwrap_or_else(PoisonError::into_inner);
        let grammar = Arc::clone(&quotient.grammar);
        let at = known.iter().position(|(own, _)| Arc::ptr_eq(own, &grammar));
        let mut classes = at.map(|at| known.remove(at).1).unwrap_or_default();
        if classes.room() > MAX_CLASSES_ROOM {
            classes = Classes::default();
        }
        let size = quotient.texts.size();
        let mask = vec![0; self.tokens.len().div_ceil(8)];
        let mut pass = Pass { vocabulary: self, grammar, classes, quotient, mask };
        if pass.is_plain(state) {
            pass.begin(state);
        } else {
            pass.walk(state, self.by_byte.iter().flatten().map(|&token| Suffix { token, offset: 0 }));
        }
        let Pass { grammar, classes, mask, quotient, .. } = pass;
        quotient.texts.truncate(size);
        known.push((grammar, classes));
        if known.len() > LANGUAGES {
            known.remove(0);
        }
        mask
    }
}

/// The making of one mask.
struct Pass<'a> {
    vocabulary: &'a Vocabulary,
    grammar: Arc<Grammar>,
    classes: Classes,
    quotient: &'a mut Quotient,
    mask: Vec<u8>,
}

impl Pass<'_> {
    /// Whether the lexer's state says all that counts in a lexeme.
    fn is_plain(&self, state: &State) -> bool {
        state.is_plain()
            && !self.quotient.awaits_word(state)
            && state.pending_bytes() + self.vocabulary.longest < MAX_NUMBER_BYTES
    }

    fn begin(&mut self, state: &State) {
        let mut behind = state.clone();
        let can_end = state.last != NO_SET && self.quotient.feed(&mut behind);
        let vocabulary = self.vocabulary;
        for tokens in &vocabulary.by_byte {
            let byte = vocabulary.tokens[tokens[0] as usize][0];
            let next = self.grammar.lexer.step(state.lexer, byte);
            if next != DEAD {
                self.visit_first(state, tokens, next);
            } else if can_end && self.is_plain(&behind) {
                let next = self.grammar.lexer.step(behind.lexer, byte);
                if next != DEAD {
                    self.visit_first(&behind, tokens, next);
                }
            } else if can_end {
                self.walk(&behind, tokens.iter().map(|&token| Suffix { token, offset: 0 }));
            }
        }
    }

    /// The tokens of one first byte, with the lexer's state behind it.
    fn visit_first(&mut self, state: &State, tokens: &[u32], lexer: u16) {
        let all = &self.vocabulary.tokens;
        let node = self.classes.first(&self.grammar, all, tokens, lexer, state.last);
        self.visit(node, state);
    }

    fn visit(&mut self, number: u32, state: &State) {
        let node = self.classes.node(number);
        for (end, tokens) in &node.ends {
            if self.quotient.is_viable(&state.ending(end)) {
                tokens.add_to(&mut self.mask);
            }
        }
        let edges = node.edges.len();
        let special = node.special.clone();
        for edge in 0..edges {
            let lexeme = &self.classes.node(number).edges[edge];
            let mut behind = state.whole(lexeme.set, lexeme.first_byte);
            if !self.quotient.feed(&mut behind) {
                continue;
            }
            if self.is_plain(&behind) {
                let tokens = &self.vocabulary.tokens;
                let child = self.classes.behind(&self.grammar, tokens, (number, edge as u32), behind.lexer);
                self.visit(child, &behind);
            } else {
                let suffixes = lexeme.suffixes.to_vec();
                self.walk(&behind, suffixes.into_iter());
            }
        }
        self.walk(state, special.into_iter());
    }

    /// The ends of tokens one by one, byte by byte. Those that are like their neighbour up to a byte
    /// that was refused are left out with it.
    fn walk(&mut self, state: &State, suffixes: impl Iterator<Item = Suffix>) {
        let mut states = vec![state.clone()];
        let mut known: &[u8] = &[];
        let mut is_refused = false;
        for suffix in suffixes {
            let bytes = &self.vocabulary.tokens[suffix.token as usize][usize::from(suffix.offset)..];
            let shared = known.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            if is_refused && shared == known.len() {
                continue;
            }
            states.truncate(shared + 1);
            is_refused = !bytes[shared..].iter().all(|&byte| {
                let mut after = states[states.len() - 1].clone();
                let goes_on = self.quotient.step(&mut after, byte) && self.quotient.is_viable(&after);
                states.push(after);
                goes_on
            });
            known = &bytes[..states.len() - 1];
            if !is_refused {
                set_bit(&mut self.mask, suffix.token);
            }
        }
    }
}

impl State {
    /// This place, with the lexeme pending or begun as these tokens leave it.
    fn ending(&self, end: &End) -> Self {
        let mut state = self.clone();
        state.pend(end.lexer, end.last, &end.tail);
        state
    }

    /// This place, with the lexeme pending or begun now a whole one.
    fn whole(&self, set: u16, first_byte: u8) -> Self {
        let mut state = self.clone();
        state.pend_whole(set, first_byte);
        state
    }
}
