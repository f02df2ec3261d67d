//! Sets of tokens: a small set is a list of numbers, a large one a bit set.
//!
//! There are few different large sets, and each occurs often: the tokens that may follow inside a string are
//! equal for all kinds of strings. Therefore each large set is kept once.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::ids::niche_id_type;

niche_id_type! {
    /// The number of a set of tokens of a vocabulary.
    BitSetId
}

/// Some tokens, as their numbers or as the number of a set, whichever is quicker to add.
#[derive(Clone, Copy, Debug)]
pub enum Tokens<'a> {
    Few(&'a [u32]),
    Many(BitSetId),
}

/// Bit sets over the tokens of one vocabulary, with 64 tokens in a word.
#[derive(Default)]
pub struct BitSets {
    all: Vec<Arc<[u64]>>,
    /// The number of a set with each hash. Sets that were read from disk are not included.
    known: FxHashMap<u64, BitSetId>,
}

impl BitSets {
    /// Returns the sets in `all`; the number of each is its index.
    pub fn of(all: Vec<Arc<[u64]>>) -> Self {
        Self { all, known: FxHashMap::default() }
    }

    /// Returns the number of a set, which is added if it is not known.
    pub fn intern(&mut self, bits: Vec<u64>) -> BitSetId {
        let mut hasher = FxHasher::default();
        bits.hash(&mut hasher);
        let next = BitSetId::at(self.all.len());
        let number = *self.known.entry(hasher.finish()).or_insert(next);
        if number != next && *self.all[number.index()] == *bits {
            return number;
        }
        self.all.push(bits.into());
        next
    }

    /// Returns the set that has a number.
    pub fn get(&self, number: BitSetId) -> &Arc<[u64]> {
        &self.all[number.index()]
    }

    /// Returns all sets, in the order of their numbers.
    pub fn all(&self) -> &[Arc<[u64]>] {
        &self.all
    }

    /// Returns the size of all sets, in bytes.
    pub fn room(&self) -> usize {
        self.all.first().map_or(0, |bits| bits.len() * 8) * self.all.len()
    }

    /// Adds tokens to a mask.
    pub fn add(&self, tokens: Tokens<'_>, mask: &mut [u64]) {
        match tokens {
            Tokens::Few(numbers) => numbers.iter().for_each(|&token| set_bit(mask, token)),
            Tokens::Many(bits) => add_all(mask, self.get(bits)),
        }
    }

    /// Removes tokens from a mask.
    pub fn remove(&self, tokens: Tokens<'_>, mask: &mut [u64]) {
        match tokens {
            Tokens::Few(numbers) => numbers.iter().for_each(|&token| clear_bit(mask, token)),
            Tokens::Many(bits) => {
                mask.iter_mut().zip(self.get(bits).iter()).for_each(|(word, &own)| *word &= !own);
            }
        }
    }
}

/// Adds the tokens of the mask `other` to `mask`.
pub fn add_all(mask: &mut [u64], other: &[u64]) {
    mask.iter_mut().zip(other).for_each(|(word, &other)| *word |= other);
}

/// Sets bit `token % 64` of word `token / 64`.
pub fn set_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] |= 1 << (token % 64);
}

/// Calls `f` with each token of a word of a set; `at` is the index of the word.
pub fn each_bit(at: usize, mut word: u64, mut f: impl FnMut(u32)) {
    while word != 0 {
        f(at as u32 * 64 + word.trailing_zeros());
        word &= word - 1;
    }
}

/// Removes a token from a set.
pub fn clear_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] &= !(1 << (token % 64));
}
