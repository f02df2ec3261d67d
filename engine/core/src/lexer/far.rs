//! The longest matches of lexemes that the lexer follows far, kept by where they pass.
//!
//! The lexer may follow a lexeme to the end of the text and then return to an early end, and do so again after each
//! such end. So what follows some positions is kept by the state in which the lexer passes them. (Reps 1998,
//! *"Maximal munch" tokenization in linear time*.)

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, Lexer, Match, NO_SET};

/// Number of bytes between two positions at which matches are kept.
const SPACING: usize = 64;

/// Number of matches that are kept. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 1 << 17;

/// What follows a position, in bytes from there.
#[derive(Clone, Copy)]
struct Rest {
    /// The longest match that ends at the position or after it.
    found: Option<(TermSetId, u32)>,
    /// As in [`Match`]; none if further bytes could make the match longer.
    seen: Option<u32>,
}

/// The matches of a text, by distances from its end and the lexer's states there.
#[derive(Default)]
pub struct FarMatches(FxHashMap<(u32, LexState), Rest>);

impl FarMatches {
    /// Drops what does not hold for a text of whose end this many bytes are unchanged.
    pub fn keep(&mut self, unchanged: u32) {
        if self.0.len() > MAX_KEPT {
            self.0 = FxHashMap::default();
        }
        if self.0.is_empty() {
            return;
        }
        self.0.retain(|&(distance, _), _| distance <= unchanged);
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.0.capacity() * size_of::<(u32, LexState, Rest)>()
    }

    /// Returns the longest match at the start of the last bytes of the text: see [`Lexer::longest`].
    pub fn longest(&mut self, lexer: &Lexer, start: LexState, bytes: &[u8]) -> Match {
        let length = bytes.len();
        let mut best = Match { set: NO_SET, end: 0, seen: length + 1 };
        let mut passed: SmallVec<[(usize, LexState); 8]> = SmallVec::new();
        let (mut state, mut at) = (start, 0);
        loop {
            let to = if at == 0 { (length % SPACING).max(1) } else { at + SPACING }.min(length);
            state = lexer.go_on(state, &bytes[..to], at, &mut best);
            at = to;
            if state == DEAD {
                break;
            }
            if at == length {
                lexer.end_text(state, length, &mut best);
                break;
            }
            if let Some(rest) = self.0.get(&((length - at) as u32, state)) {
                if let Some((set, end)) = rest.found {
                    (best.set, best.end) = (set, at + end as usize);
                }
                best.seen = rest.seen.map_or(length + 1, |seen| at + seen as usize);
                break;
            }
            passed.push((at, state));
        }
        // Of most lexemes nothing is read twice.
        let is_in_vain = best.seen - best.end > 2 * SPACING;
        for (at, state) in passed.into_iter().filter(|_| is_in_vain) {
            let found = (best.end >= at && best.set != NO_SET).then(|| (best.set, (best.end - at) as u32));
            let seen = (best.seen <= length).then(|| (best.seen - at) as u32);
            self.0.insert(((length - at) as u32, state), Rest { found, seen });
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::{FarMatches, SPACING};
    use crate::base::byte_sets::Bytes;
    use crate::base::sets::TermId;
    use crate::lexer::Lexer;
    use crate::lexer::terminals::Terminal;

    #[test]
    fn a_match_is_that_of_the_lexer() {
        let terminal = |pattern: &str| Terminal {
            name: pattern.to_owned(),
            pattern: Some(pattern.to_owned()),
            priority: 0,
            is_string: false,
            literal: None,
            barred: Bytes::default(),
        };
        let terminals = ["a{3}", "a+b", "[bc]+", "c+d"].map(terminal);
        let lexer = Lexer::new(&terminals, &[(0..4).map(TermId::at).collect()]).unwrap();
        for tail in ["", "b", "c", "bcd", "ccd"] {
            let text =
                ["a".repeat(3 * SPACING), "c".repeat(2 * SPACING), "a".repeat(SPACING + 7), tail.into()];
            let text = text.concat().into_bytes();
            let mut far = FarMatches::default();
            for from in (0..text.len()).rev().chain(0..text.len()).step_by(5) {
                let (one, other) = (
                    far.longest(&lexer, lexer.start(0), &text[from..]),
                    lexer.longest(lexer.start(0), &text[from..]),
                );
                assert_eq!((one.set, one.end, one.seen), (other.set, other.end, other.seen), "{tail} {from}");
            }
        }
    }
}
