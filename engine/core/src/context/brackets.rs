//! The brackets that are open at positions of a text.
//!
//! What a part of a text does to brackets depends on no other part: it closes some that were open before it,
//! and leaves some open. The left context keeps that between its checkpoints, as distances from the later
//! one, so that edits elsewhere change nothing. A middle has stacks of brackets that share their frames.

use smallvec::SmallVec;

use crate::base::interner::Numbers;
use crate::grammar::brackets::Bracket;

/// The largest number of open brackets that are known before a cursor; those around them do not matter.
const MAX_OPEN: usize = 256;

/// A bracket that is open: its byte offset, and whether it opens code within a string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Open {
    pub at: u32,
    pub is_hole: bool,
}

/// What a part of a text does to brackets.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// How many brackets it closes that were open before it.
    closed: u32,
    /// The brackets that it leaves open.
    opened: SmallVec<[Open; 4]>,
}

impl Part {
    /// Reads a lexeme at a byte offset.
    pub fn read(&mut self, bracket: Bracket, at: u32) {
        match bracket {
            Bracket::Opens { count, is_hole } => {
                self.opened.extend((0..count).map(|_| Open { at, is_hole }));
            }
            Bracket::Closes if self.opened.pop().is_none() => self.closed += 1,
            Bracket::Closes | Bracket::Neither => {}
        }
    }

    /// Ends the part at a byte offset and returns it with offsets that count backwards from there.
    #[must_use]
    pub fn ended(&mut self, end: u32) -> Self {
        let mut part = std::mem::take(self);
        part.opened.iter_mut().for_each(|open| open.at = end - open.at);
        part
    }

    /// Returns this part and the one after it as one. Offsets count backwards from their ends, which are
    /// `length` bytes apart.
    #[must_use]
    pub fn followed_by(mut self, next: &Self, length: u32) -> Self {
        let closed = next.closed as usize;
        self.closed += closed.saturating_sub(self.opened.len()) as u32;
        self.opened.truncate(self.opened.len().saturating_sub(closed));
        self.opened.iter_mut().for_each(|open| open.at += length);
        self.opened.extend_from_slice(&next.opened);
        self
    }

    /// Returns the memory used outside of the part itself, in bytes.
    pub fn size(&self) -> usize {
        if self.opened.spilled() { self.opened.capacity() * size_of::<Open>() } else { 0 }
    }
}

/// Returns the brackets that are open at the end of a text, the innermost last.
///
/// `last` is the text's last part, with offsets of the text. The others come from the end of the text to its
/// beginning, each with the offset of its end.
pub fn open_at_end<'p>(last: &'p Part, others: impl Iterator<Item = (u32, &'p Part)>) -> Vec<Open> {
    let mut found: Vec<Open> = last.opened.iter().rev().copied().take(MAX_OPEN).collect();
    let mut closed = last.closed as usize;
    for (end, part) in others {
        let count = part.opened.len().saturating_sub(closed);
        let open = part.opened[..count].iter().rev().map(|open| Open { at: end - open.at, ..*open });
        found.extend(open.take(MAX_OPEN - found.len()));
        if found.len() == MAX_OPEN {
            break;
        }
        closed = closed.saturating_sub(part.opened.len()) + part.closed as usize;
    }
    found.reverse();
    found
}

/// The number of a stack of open brackets; 0 is the empty one.
pub type BracketStack = u32;

/// All stacks of one text.
#[derive(Default)]
pub struct BracketStacks {
    /// Per stack but the empty one: the stack below, and the innermost bracket.
    frames: Vec<(BracketStack, Open)>,
    numbers: Numbers<(BracketStack, Open)>,
}

impl BracketStacks {
    /// Returns the stack after a lexeme at a byte offset.
    #[inline]
    pub fn after(&mut self, stack: BracketStack, bracket: Bracket, at: u32) -> BracketStack {
        match bracket {
            Bracket::Neither => stack,
            Bracket::Closes => self.frame(stack).map_or(0, |(below, _)| below),
            Bracket::Opens { count, is_hole } => {
                (0..count).fold(stack, |stack, _| self.with(stack, Open { at, is_hole }))
            }
        }
    }

    /// Returns the stack with one more bracket.
    pub fn with(&mut self, stack: BracketStack, open: Open) -> BracketStack {
        let (number, is_new) = self.numbers.of((stack, open));
        if is_new {
            self.frames.push((stack, open));
        }
        number + 1
    }

    /// Returns the byte offset of the innermost bracket.
    pub fn innermost(&self, stack: BracketStack) -> Option<usize> {
        self.frame(stack).map(|(_, open)| open.at as usize)
    }

    /// Returns the byte offset of the innermost bracket that opens code within a string.
    pub fn innermost_hole(&self, stack: BracketStack) -> Option<usize> {
        let around = std::iter::successors(self.frame(stack), |&(below, _)| self.frame(below));
        let hole = around.map(|(_, open)| open).find(|open| open.is_hole);
        hole.map(|open| open.at as usize)
    }

    fn frame(&self, stack: BracketStack) -> Option<(BracketStack, Open)> {
        Some(self.frames[(stack as usize).checked_sub(1)?])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parts() -> impl Strategy<Value = Vec<Vec<Bracket>>> {
        let bracket = prop_oneof![
            (1..3u8, any::<bool>()).prop_map(|(count, is_hole)| Bracket::Opens { count, is_hole }),
            Just(Bracket::Closes),
            Just(Bracket::Neither)
        ];
        prop::collection::vec(prop::collection::vec(bracket, 0..8), 0..8)
    }

    /// Reads the lexemes of some parts, each of three bytes. Returns each part with its end.
    fn read(parts: &[Vec<Bracket>]) -> Vec<(u32, Part)> {
        let mut at = 0;
        let read_one = |lexemes: &Vec<Bracket>| {
            let mut part = Part::default();
            for &lexeme in lexemes {
                part.read(lexeme, at);
                at += 3;
            }
            (at, part.ended(at))
        };
        parts.iter().map(read_one).collect()
    }

    proptest! {
        #[test]
        fn parts_know_what_a_stack_knows(parts in parts()) {
            let mut stacks = BracketStacks::default();
            let stack = parts.concat().iter().zip(0..).fold(0, |stack, (&bracket, number)| {
                stacks.after(stack, bracket, 3 * number)
            });
            let read = read(&parts);
            let found = open_at_end(&Part::default(), read.iter().rev().map(|(end, part)| (*end, part)));
            prop_assert_eq!(found.last().map(|open| open.at as usize), stacks.innermost(stack));
        }

        #[test]
        fn parts_that_are_joined_know_the_same(parts in parts()) {
            let read = read(&parts);
            let apart = open_at_end(&Part::default(), read.iter().rev().map(|(end, part)| (*end, part)));
            let mut joined = (0, Part::default());
            for (end, part) in &read {
                joined = (*end, joined.1.followed_by(part, end - joined.0));
            }
            let found = open_at_end(&Part::default(), std::iter::once((joined.0, &joined.1)));
            prop_assert_eq!(found, apart);
        }
    }
}
