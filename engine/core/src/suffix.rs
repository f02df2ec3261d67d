//! The right context's lexemes, from any offset at which one may begin.
//!
//! Offsets are distances from the end, so that an edit in front of a lexeme leaves it what it
//! was. A chain of lexemes is followed to the end or to a lexeme known already; then the bracket
//! depth is filled in going back: it must be zero at the end and never negative.

use crate::grammar::Grammar;
use crate::layout::Layout;
use crate::lexer::NO_SET;

/// One lexeme of the right context.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    /// The terminals it may be.
    pub set: u16,
    /// Distance from the end at which the next one begins.
    pub next: u32,
    /// Brackets that are open in front of it; −1 if none of its readings reaches the end.
    depth: i32,
}

impl Lexeme {
    pub fn is_alive(&self) -> bool {
        self.depth >= 0
    }
}

#[derive(Default)]
pub struct Lexemes {
    bytes: Vec<u8>,
    found: Vec<Lexeme>,
    /// By distance from the end: number of the lexeme that begins there, plus one.
    at: Vec<u32>,
    /// The greatest distance at which no lexeme could be read, for messages.
    bad: Option<u32>,
}

impl Lexemes {
    /// Take a new context; returns the length of the common suffix.
    pub fn update(&mut self, bytes: &[u8]) -> u32 {
        let common = self.bytes.iter().rev().zip(bytes.iter().rev()).take_while(|(a, b)| a == b).count();
        self.bytes = bytes.to_vec();
        self.at.resize(common + 1, 0);
        self.at.resize(bytes.len() + 1, 0);
        if self.bad.is_some_and(|bad| bad as usize > common) {
            self.bad = None;
        }
        common as u32
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Bytes of the context.
    pub fn length(&self) -> u32 {
        self.bytes.len() as u32
    }

    /// Where no symbol could be read, as a distance from the end.
    pub fn bad(&self) -> Option<u32> {
        self.bad
    }

    pub fn byte(&self, distance: u32) -> u8 {
        self.bytes[self.bytes.len() - distance as usize]
    }

    /// The lexeme that begins at this distance (not at the end), its chain read to the end.
    pub fn get(&mut self, grammar: &Grammar, distance: u32) -> Lexeme {
        if self.at[distance as usize] == 0 {
            self.read_chain(grammar, distance);
        }
        self.found[self.at[distance as usize] as usize - 1]
    }

    /// Depth of the brackets in front of this distance; none if the end cannot be reached.
    pub fn depth(&mut self, grammar: &Grammar, distance: u32) -> Option<u32> {
        if distance == 0 {
            return Some(0);
        }
        u32::try_from(self.get(grammar, distance).depth).ok()
    }

    fn read_chain(&mut self, grammar: &Grammar, distance: u32) {
        let first = self.found.len();
        let mut here = distance;
        let mut depth = 0;
        while here > 0 {
            let known = self.at[here as usize];
            if known != 0 {
                depth = self.found[known as usize - 1].depth;
                break;
            }
            let start = self.bytes.len() - here as usize;
            let found = grammar.lexer.longest(&self.bytes[start..]);
            if found.set == NO_SET {
                self.bad = self.bad.max(Some(here));
                depth = -1;
                self.found.push(Lexeme { set: NO_SET, next: here, depth });
                self.at[here as usize] = self.found.len() as u32;
                break;
            }
            let next = here - found.end as u32;
            self.found.push(Lexeme { set: found.set, next, depth: 0 });
            self.at[here as usize] = self.found.len() as u32;
            here = next;
        }
        for index in (first..self.found.len()).rev() {
            let lexeme = self.found[index];
            depth = depth_before(grammar, lexeme, depth);
            self.found[index].depth = depth;
        }
    }
}

/// Depth in front of a lexeme from the depth behind it; −1 where there is none.
fn depth_before(grammar: &Grammar, lexeme: Lexeme, behind: i32) -> i32 {
    let Layout::Python(names) = &grammar.layout else { return behind };
    let terms = grammar.lexer.set(lexeme.set);
    let joins_nothing = lexeme.next == 0 && terms.contains(names.line_join);
    if behind < 0 || joins_nothing {
        return -1;
    }
    (behind - names.depth_change(terms)).max(-1)
}
