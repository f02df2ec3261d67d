//! The exits that some continuation of a pending lexeme takes, found for the states of the lexer that are asked for.
//!
//! A state within a lexeme leads to few others, so that a key finds what it asks for with little work. What one state leads
//! to is found once, for all that lead to it.

use std::sync::atomic::{AtomicU64, Ordering};

use smallvec::SmallVec;

use crate::lexer::Lexer;
use crate::lexer::ids::LexState;
use crate::quotient::exits::beginning::Ends;

/// Number of words of a row that need no allocation while it is found.
const WORDS: usize = 8;

/// Rows of exits as bits, one for each component of the lexer's states. Whoever finds a row finds the same.
pub struct Reach {
    words: usize,
    rows: Vec<AtomicU64>,
    /// The components whose rows are found, as bits.
    known: Vec<AtomicU64>,
}

/// A row of exits as bits.
#[derive(Clone, Copy)]
pub struct Row<'a>(&'a [AtomicU64]);

impl<'a> Row<'a> {
    /// Yields the words.
    #[inline]
    pub fn words(self) -> impl Iterator<Item = u64> + 'a {
        self.0.iter().map(|word| word.load(Ordering::Relaxed))
    }

    /// Returns whether an exit is among them.
    pub fn contains(self, exit: usize) -> bool {
        self.0[exit / 64].load(Ordering::Relaxed) >> (exit % 64) & 1 == 1
    }

    /// Returns whether some of the exits, as bits, are among them.
    pub fn intersects(self, exits: &[u64]) -> bool {
        self.words().zip(exits).any(|(a, b)| a & b != 0)
    }
}

impl Reach {
    /// Returns the rows of a lexer's components, of so many exits, of which none is known.
    pub fn new(lexer: &Lexer, exits: usize) -> Self {
        let (words, count) = (exits.div_ceil(64), lexer.components.len());
        let empty = |count| (0..count).map(|_| AtomicU64::new(0)).collect();
        Self { words, rows: empty(count * words), known: empty(count.div_ceil(64)) }
    }

    /// Returns the row of a live state; `bits` are the exits that lexemes take that are pending in a group of states.
    #[inline]
    pub fn row<'b>(
        &self,
        (lexer, ends): (&Lexer, &Ends),
        state: LexState,
        bits: impl Fn(u16) -> &'b [u64],
    ) -> Row<'_> {
        let component = lexer.component_of(state);
        if !self.is_known(component) {
            self.find((lexer, ends), component, bits);
        }
        Row(self.at(component))
    }

    fn at(&self, component: usize) -> &[AtomicU64] {
        &self.rows[component * self.words..(component + 1) * self.words]
    }

    #[inline]
    fn is_known(&self, component: usize) -> bool {
        self.known[component / 64].load(Ordering::Acquire) >> (component % 64) & 1 == 1
    }

    /// Finds the row of a component and those of all to which it leads. Each component follows its successors, so that
    /// they are met in descending order, and their rows are found in ascending order.
    fn find<'b>(&self, (lexer, ends): (&Lexer, &Ends), component: usize, bits: impl Fn(u16) -> &'b [u64]) {
        let mut met = vec![0_u64; component / 64 + 1];
        met[component / 64] |= 1 << (component % 64);
        let mut unknown = Vec::new();
        for word in (0..met.len()).rev() {
            met[word] &= !self.known[word].load(Ordering::Acquire);
            while met[word] != 0 {
                let bit = met[word].ilog2();
                let number = word * 64 + bit as usize;
                unknown.push(number);
                for &successor in &lexer.components[number].successors {
                    met[successor as usize / 64] |= 1 << (successor % 64);
                }
                met[word] &= !(1 << bit | self.known[word].load(Ordering::Acquire));
            }
        }
        let mut row: SmallVec<[u64; WORDS]> = SmallVec::from_elem(0, self.words);
        for number in unknown.into_iter().rev() {
            row.fill(0);
            for &group in ends.groups_in(number) {
                row.iter_mut().zip(bits(group)).for_each(|(word, bits)| *word |= bits);
            }
            for &successor in &lexer.components[number].successors {
                let after = Row(self.at(successor as usize));
                row.iter_mut().zip(after.words()).for_each(|(word, bits)| *word |= bits);
            }
            self.at(number).iter().zip(&row).for_each(|(word, &bits)| word.store(bits, Ordering::Relaxed));
            self.known[number / 64].fetch_or(1 << (number % 64), Ordering::Release);
        }
    }
}
