//! The bytes on which a state of the lexer does not change. Subtrees of the token trie that consist of them
//! need no walk.

use std::cell::OnceCell;

use crate::base::byte_sets::Groups;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};

/// For each state of the lexer, the groups of bytes that do not change it, found when they are first needed.
pub struct SelfLoops(Vec<OnceCell<Groups>>);

impl SelfLoops {
    /// Returns the table of a lexer's states, without entries.
    pub fn new(lexer: &Lexer) -> Self {
        Self((0..lexer.state_count()).map(|_| OnceCell::new()).collect())
    }

    /// Returns whether no character that consists of these bytes changes a state.
    pub fn stays(&self, lexer: &Lexer, state: LexState, bytes: Groups) -> bool {
        bytes.are_within(*self.0[state.index()].get_or_init(|| find(lexer, state)))
    }
}

fn find(lexer: &Lexer, state: LexState) -> Groups {
    let mut left = Groups::default();
    for byte in (0..=255).filter(|&byte| lexer.step(state, byte) != state) {
        left = left.or(Groups::of(byte));
    }
    let known = Groups::ALL.without(left);
    if takes_characters(lexer, state) { known.or(Groups::BEYOND_ASCII) } else { known }
}

/// Returns whether every character of more than one byte leads from a state back to it.
fn takes_characters(lexer: &Lexer, state: LexState) -> bool {
    if state == DEAD || [0xc2, 0xed, 0xf4].iter().any(|&byte| lexer.step(state, byte) == DEAD) {
        return false;
    }
    let mut work: Vec<(LexState, u32)> = Vec::new();
    for first in 0xc2..=0xf4_u8 {
        let (low, high) = second_bytes(first);
        let next = lexer.step(state, first);
        let length = if first < 0xe0 {
            1
        } else if first < 0xf0 {
            2
        } else {
            3
        };
        work.extend((low..=high).map(|second| (lexer.step(next, second), length - 1)));
    }
    work.sort_unstable();
    work.dedup();
    while let Some((next, left)) = work.pop() {
        if left == 0 {
            if next != state {
                return false;
            }
        } else {
            let reached = lexer.step(next, 0x80);
            if (0x80..=0xbf).any(|byte| lexer.step(next, byte) != reached) {
                return false;
            }
            work.push((reached, left - 1));
        }
    }
    true
}

/// Returns the range of bytes that may follow the first byte of a character (The Unicode Standard, table
/// 3-7).
fn second_bytes(first: u8) -> (u8, u8) {
    match first {
        0xe0 => (0xa0, 0xbf),
        0xed => (0x80, 0x9f),
        0xf0 => (0x90, 0xbf),
        0xf4 => (0x80, 0x8f),
        _ => (0x80, 0xbf),
    }
}
