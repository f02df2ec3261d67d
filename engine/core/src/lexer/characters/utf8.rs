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
        let bytes = [false, true].map(|is_inside| one_of_each_class(lexer, is_inside));
        let is_inside: Vec<bool> = lexer.states().map(|state| lies_inside(lexer, state, &bytes)).collect();
        let after = states_after(lexer, &is_inside, &bytes[1]);
        let mut first: FxHashMap<(&[LexState], bool), LexState> = FxHashMap::default();
        let alike = lexer.states().map(|state| {
            if !is_inside[state.index()] {
                return state;
            }
            *first.entry((&after[state.index()], closes(state))).or_insert(state)
        });
        let alike = alike.collect();
        Self { alike, is_inside }
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

/// Returns one byte of each class of bytes that has continuation bytes, or of each that has others.
fn one_of_each_class(lexer: &Lexer, are_inside: bool) -> Vec<u8> {
    let mut is_known = vec![false; lexer.class_count()];
    let bytes = (0..=255).filter(|&byte| goes_on(byte) == are_inside);
    bytes.filter(|&byte| !std::mem::replace(&mut is_known[lexer.class(byte)], true)).collect()
}

fn lies_inside(lexer: &Lexer, state: LexState, [outside, inside]: &[Vec<u8>; 2]) -> bool {
    let is_live = |&byte: &u8| lexer.step(state, byte) != DEAD;
    lexer.accept(state) == NO_SET && !outside.iter().any(is_live) && inside.iter().any(is_live)
}

/// Returns, for each state inside a character, the states after the character, sorted.
fn states_after(lexer: &Lexer, is_inside: &[bool], bytes: &[u8]) -> Vec<Vec<LexState>> {
    let mut after = vec![Vec::new(); is_inside.len()];
    let mut ways = Vec::new();
    for state in lexer.states().filter(|state| is_inside[state.index()]) {
        let next = bytes.iter().map(|&byte| lexer.step(state, byte)).filter(|&next| next != DEAD);
        let (mut within, mut found): (Vec<_>, Vec<_>) = next.partition(|next| is_inside[next.index()]);
        for states in [&mut within, &mut found] {
            states.sort_unstable();
            states.dedup();
        }
        after[state.index()] = found;
        ways.push((state, within));
    }
    // A character has few bytes, so that few rounds follow, but nothing rests on it.
    let mut has_changed = true;
    while std::mem::take(&mut has_changed) {
        for (state, within) in ways.iter().rev() {
            let mut all: Vec<LexState> = after[state.index()].clone();
            for next in within {
                all.extend(&after[next.index()]);
            }
            all.sort_unstable();
            all.dedup();
            has_changed |= all.len() > after[state.index()].len();
            after[state.index()] = all;
        }
    }
    after
}
