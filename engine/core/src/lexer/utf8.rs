//! States of the lexer in the midst of a character of several bytes.
//!
//! There are many: the automaton is one over bytes, and the letters of the world are not in order. What
//! matters of such a state is where the lexer is behind the character, and there it has few states to be in.

use rustc_hash::FxHashMap;

use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// What is known of such states, by number.
pub struct Utf8States {
    /// The first of those that lead to the same states behind the character; others are but like themselves.
    alike: Vec<LexState>,
    is_inside: Vec<bool>,
}

impl Utf8States {
    /// `closes` tells states apart that nothing else does.
    pub fn new(lexer: &Lexer, closes: impl Fn(LexState) -> bool) -> Self {
        let states = lexer.states();
        let is_inside: Vec<bool> = states.clone().map(|state| lies_inside(lexer, state)).collect();
        let mut first: FxHashMap<(Vec<LexState>, bool), LexState> = FxHashMap::default();
        let alike = states.map(|state| {
            if !is_inside[state.index()] {
                return state;
            }
            *first.entry((states_after(lexer, &is_inside, state), closes(state))).or_insert(state)
        });
        Self { alike: alike.collect(), is_inside }
    }

    /// The state that stands for all that are like this one. Where a lexeme cannot end before the character
    /// does, and the right context begins with no byte of one, a middle is viable in either or in neither.
    pub fn alike(&self, state: LexState) -> LexState {
        self.alike[state.index()]
    }

    /// Whether a state lies in the midst of a character.
    pub fn is_inside(&self, state: LexState) -> bool {
        self.is_inside[state.index()]
    }
}

/// Whether a byte goes on with a character.
pub fn goes_on(byte: u8) -> bool {
    (0x80..=0xbf).contains(&byte)
}

fn lies_inside(lexer: &Lexer, state: LexState) -> bool {
    let mut live = (0..=255).filter(|&byte| lexer.step(state, byte) != DEAD).peekable();
    lexer.accept(state) == NO_SET && live.peek().is_some() && live.all(goes_on)
}

/// The states behind the character, sorted.
fn states_after(lexer: &Lexer, is_inside: &[bool], state: LexState) -> Vec<LexState> {
    let (mut work, mut met, mut found) = (vec![state], vec![state], Vec::new());
    while let Some(state) = work.pop() {
        for next in (0x80..=0xbf).map(|byte| lexer.step(state, byte)) {
            let list = if is_inside[next.index()] { &mut met } else { &mut found };
            if next != DEAD && !list.contains(&next) {
                list.push(next);
                if is_inside[next.index()] {
                    work.push(next);
                }
            }
        }
    }
    found.sort_unstable();
    found
}
