//! Bit sets of terminals, which have a fixed width, and of exits, which are as wide as the quotient needs.

use crate::base::ids::id_type;
use crate::limits::MAX_TERMINALS;

id_type! {
    /// The number of a terminal of a grammar.
    TermId: u16
}

const WORDS: usize = MAX_TERMINALS / 64;

/// A set of terminals; it takes 32 bytes and is cheap to copy.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct TermSet([u64; WORDS]);

impl TermSet {
    /// Returns the set that holds only one terminal.
    pub fn single(term: TermId) -> Self {
        let mut set = Self::default();
        set.insert(term);
        set
    }

    /// Returns the set as numbers of 64 bits, from which [`Self::from_words`] makes it again.
    pub fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Returns the set whose numbers of 64 bits are given.
    pub fn from_words(words: [u64; WORDS]) -> Self {
        Self(words)
    }

    /// Adds a terminal.
    pub fn insert(&mut self, term: TermId) {
        self.0[term.index() / 64] |= 1 << (term.0 % 64);
    }

    /// Removes a terminal.
    pub fn remove(&mut self, term: TermId) {
        self.0[term.index() / 64] &= !(1 << (term.0 % 64));
    }

    /// Returns whether a terminal is in the set.
    pub fn contains(&self, term: TermId) -> bool {
        self.0[term.index() / 64] >> (term.0 % 64) & 1 == 1
    }

    /// Returns whether the set holds no terminal.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    /// Returns whether the sets share a terminal.
    #[inline]
    pub fn intersects(&self, other: &Self) -> bool {
        // No branches: most sets share nothing.
        self.0.iter().zip(&other.0).fold(0, |all, (a, b)| all | a & b) != 0
    }

    /// Adds all terminals of another set.
    pub fn union_with(&mut self, other: &Self) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Returns the terminals that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        let mut result = *self;
        for (a, b) in result.0.iter_mut().zip(&other.0) {
            *a &= b;
        }
        result
    }

    /// Returns the terminals that are in either set.
    #[must_use]
    pub fn or(&self, other: &Self) -> Self {
        let mut result = *self;
        result.union_with(other);
        result
    }

    /// Returns the terminals of this set that are not in the other one.
    #[must_use]
    pub fn minus(&self, other: &Self) -> Self {
        let mut result = *self;
        for (a, b) in result.0.iter_mut().zip(&other.0) {
            *a &= !b;
        }
        result
    }

    /// Returns a digest of the set: bit `n` stands for the terminals whose number is `n` modulo 64. Sets that share a
    /// terminal have digests that share a bit.
    #[inline]
    pub fn digest(&self) -> u64 {
        self.0.iter().fold(0, |all, word| all | word)
    }

    /// Yields the terminals in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = TermId> + '_ {
        self.0.iter().enumerate().flat_map(|(index, &word)| ones(word, index * 64))
    }
}

fn ones(mut word: u64, base: usize) -> impl Iterator<Item = TermId> {
    std::iter::from_fn(move || {
        if word == 0 {
            return None;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(TermId::at(base + bit))
    })
}

/// Rows of bits, all of one width, in a single allocation.
#[derive(Clone, Default, Debug)]
pub struct BitRows {
    words: usize,
    data: Vec<u64>,
}

impl BitRows {
    /// Returns `rows` empty rows of at least `bits` bits each.
    pub fn new(rows: usize, bits: usize) -> Self {
        let words = bits.div_ceil(64);
        Self { words, data: vec![0; rows * words] }
    }

    /// Adds an empty row at the end.
    pub fn push_row(&mut self) {
        self.data.resize(self.data.len() + self.words, 0);
    }

    /// Returns the words of a row.
    pub fn row(&self, row: usize) -> &[u64] {
        &self.data[row * self.words..(row + 1) * self.words]
    }

    /// Sets a bit of a row.
    pub fn insert(&mut self, row: usize, bit: usize) {
        self.data[row * self.words + bit / 64] |= 1 << (bit % 64);
    }

    /// Returns whether a bit of a row is set.
    pub fn contains(&self, row: usize, bit: usize) -> bool {
        self.row(row)[bit / 64] >> (bit % 64) & 1 == 1
    }
}

/// Returns whether two rows share a bit.
pub fn rows_intersect(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).any(|(x, y)| x & y != 0)
}

#[cfg(test)]
mod tests {
    use super::{TermId, TermSet};

    #[test]
    fn sets_that_share_a_terminal_have_digests_that_share_a_bit() {
        let set = |terms: [usize; 2]| {
            TermSet::single(TermId::at(terms[0])).or(&TermSet::single(TermId::at(terms[1])))
        };
        for (first, second, is_shared) in [
            ([3, 200], [200, 17], true),
            ([3, 200], [8, 17], true),
            ([3, 200], [131, 17], true),
            ([3, 200], [4, 201], false),
        ] {
            let (first, second) = (set(first), set(second));
            assert_eq!(first.digest() & second.digest() != 0, is_shared);
            assert!(is_shared || !first.intersects(&second));
        }
    }
}
