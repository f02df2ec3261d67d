//! Long lexemes whose unfinished form is no lexeme.
//!
//! A text such as `"""` may be an empty string and the beginning of another, or the beginning of a long string.
//! Where no terminal matches the long string before its end, the lexer has to read on to the end of the text
//! before it knows, and every token of a vocabulary is looked at in each place. A terminal for the unfinished form
//! decides at once.

use std::collections::VecDeque;

use crate::base::sets::TermSet;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// A text after which the lexer may read without end before it knows what the text's first lexeme is.
pub struct Unfinished {
    /// The shortest such text: it begins with a whole lexeme, and the rest is the beginning of a longer one.
    pub text: Vec<u8>,
    /// The terminals that the longer lexeme can become.
    pub terminals: TermSet,
}

/// Returns one text for each component of states that accept nothing and that a state which accepts leads to.
///
/// Of components that can become the same terminals, the one with the shortest text is returned.
pub fn unfinished(lexer: &Lexer) -> Vec<Unfinished> {
    let mut found: Vec<Unfinished> = Vec::new();
    for (state, text) in beginnings(lexer) {
        let terminals = lexer.reachable(state);
        if is_endless(lexer, state) && !found.iter().any(|known| known.terminals == *terminals) {
            found.push(Unfinished { text, terminals: *terminals });
        }
    }
    found
}

/// Returns whether a state is on cycles of states none of which accepts, and which read both words and blanks.
///
/// Cycles of digits alone, say, end with the number, and cost nothing.
fn is_endless(lexer: &Lexer, state: LexState) -> bool {
    let number = lexer.component_of(state);
    let states = &lexer.components[number].states;
    let goes_on = |state: LexState, byte: u8| {
        let next = lexer.step(state, byte);
        next != DEAD && lexer.component_of(next) == number
    };
    [b' ', b'a'].iter().all(|&byte| states.iter().any(|&state| goes_on(state, byte)))
        && states.iter().all(|&state| lexer.accept(state) == NO_SET)
}

/// Returns the states that accept nothing after a state that accepts, with the shortest text to each of them.
fn beginnings(lexer: &Lexer) -> Vec<(LexState, Vec<u8>)> {
    let bytes = lexer.plain_bytes();
    let mut met = vec![[false; 2]; lexer.state_count()];
    let mut work: VecDeque<(LexState, bool, Vec<u8>)> =
        (0..lexer.mode_count()).map(|mode| (lexer.start(mode), false, Vec::new())).collect();
    let mut found = Vec::new();
    while let Some((state, was_lexeme, text)) = work.pop_front() {
        let accepts = lexer.accept(state) != NO_SET;
        if was_lexeme && !accepts {
            found.push((state, text.clone()));
        }
        for &byte in &bytes {
            let next = lexer.step(state, byte);
            let is_lexeme = was_lexeme || accepts;
            if next != DEAD && !std::mem::replace(&mut met[next.index()][usize::from(is_lexeme)], true) {
                work.push_back((next, is_lexeme, [&text[..], &[byte]].concat()));
            }
        }
    }
    found
}
