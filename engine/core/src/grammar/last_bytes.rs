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

/// Returns what each state of the lexer tells.
pub fn of_states(lexer: &Lexer, is_in_text: impl Fn(LexState) -> bool) -> Vec<LastBytes> {
    let [of_word, blank] = [states_after(lexer, is_word), states_after(lexer, |byte| byte == b' ')];
    let of_state = lexer.states().zip(of_word.into_iter().zip(blank));
    of_state
        .map(|(state, (is_of_word, is_blank))| LastBytes {
            is_of_word,
            is_blank,
            is_in_text: is_in_text(state),
        })
        .collect()
}

/// Returns, for each lexer state, whether only bytes of a class lead to it.
fn states_after(lexer: &Lexer, is_of_class: impl Fn(u8) -> bool) -> Vec<bool> {
    let mut after = vec![true; lexer.state_count()];
    let mut others: Vec<u8> = (0..=u8::MAX).filter(|&byte| !is_of_class(byte)).collect();
    // Bytes of one class lead to the same states.
    others.sort_unstable_by_key(|&byte| lexer.class(byte));
    others.dedup_by_key(|byte| lexer.class(*byte));
    for state in lexer.states().skip(1) {
        for &byte in &others {
            after[lexer.step(state, byte).index()] = false;
        }
    }
    (0..lexer.mode_count()).for_each(|mode| after[lexer.start(mode).index()] = false);
    after
}
