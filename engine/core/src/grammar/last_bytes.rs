//! What the states of the lexer tell of the text that leads to them.

use crate::base::byte_sets::is_word;
use crate::lexer::Lexer;
use crate::lexer::ids::LexState;

/// What a state of the lexer tells of the text before it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LastBytes {
    /// Whether every text that leads to the state ends in a byte of a word.
    pub is_of_word: bool,
    /// Whether every text that leads to it ends in a blank.
    pub is_blank: bool,
    /// Whether a lexeme in this state can become only a comment or a string.
    pub is_in_text: bool,
}

/// What a byte may not be, as bits.
const OF_WORD: u8 = 1;
const BLANK: u8 = 2;

/// Returns what each state of the lexer tells.
pub fn of_states(lexer: &Lexer, is_in_text: impl Fn(LexState) -> bool) -> Vec<LastBytes> {
    let others = others_before(lexer);
    let of_state = lexer.states().zip(others);
    of_state
        .map(|(state, others)| LastBytes {
            is_of_word: others & OF_WORD == 0,
            is_blank: others & BLANK == 0,
            is_in_text: is_in_text(state),
        })
        .collect()
}

/// Returns, for each lexer state, what some byte that leads to it is not. Bytes of one class lead to the same states.
fn others_before(lexer: &Lexer) -> Vec<u8> {
    let mut of_class = vec![0; lexer.class_count()];
    for byte in 0..=u8::MAX {
        of_class[lexer.class(byte)] |=
            if is_word(byte) { 0 } else { OF_WORD } | if byte == b' ' { 0 } else { BLANK };
    }
    let mut others = vec![0; lexer.state_count()];
    for state in lexer.states().skip(1) {
        for (&next, &byte) in lexer.steps_from(state).iter().zip(&of_class) {
            others[next.index()] |= byte;
        }
    }
    (0..lexer.mode_count()).for_each(|mode| others[lexer.start(mode).index()] = OF_WORD | BLANK);
    others
}
