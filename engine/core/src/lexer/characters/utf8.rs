//! Equivalence classes of the lexer's states inside a character of several bytes.
//!
//! There are many of these states, because the automaton reads bytes, and the code points of letters are
//! scattered. What matters of a state inside a character is the set of states after the character, and there
//! are few different sets.

use rustc_hash::FxHashMap;

use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// The states of the lexer inside a character, and their equivalence classes.
pub struct Utf8States {
    /// For each lexer state inside a character, the representative of its equivalence class; every other
    /// state represents itself.
    alike: Vec<LexState>,
    is_inside: Vec<bool>,
}

impl Utf8States {
    /// Finds the equivalence classes. Two states inside a character are equivalent if they lead to equal sets
    /// of states after it and `closes` is equal for both.
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

    /// Returns the representative of a state's equivalence class. If no lexeme can end inside the character,
    /// and the right context does not begin with a continuation byte, a middle is viable in all states of a
    /// class or in none.
    pub fn alike(&self, state: LexState) -> LexState {
        self.alike[state.index()]
    }

    /// Returns whether a state is inside a character.
    pub fn is_inside(&self, state: LexState) -> bool {
        self.is_inside[state.index()]
    }
}

/// Returns whether a byte is a continuation byte of UTF-8.
pub fn goes_on(byte: u8) -> bool {
    (0x80..=0xbf).contains(&byte)
}

fn lies_inside(lexer: &Lexer, state: LexState) -> bool {
    let mut live = (0..=255).filter(|&byte| lexer.step(state, byte) != DEAD).peekable();
    lexer.accept(state) == NO_SET && live.peek().is_some() && live.all(goes_on)
}

/// Returns the states after the character, sorted.
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
