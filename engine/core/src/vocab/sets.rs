//! Sets of tokens: a few as numbers, many as bits.
//!
//! Large sets are few, and come again and again: what may follow in a string is the same in every kind of
//! string. So each is kept once.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::ids::niche_id_type;

niche_id_type! {
    /// A set of tokens, among those of a vocabulary.
    BitSetId
}

/// Some tokens, as numbers or as the number of a set, whichever is quicker to add.
#[derive(Clone, Copy, Debug)]
pub enum Tokens<'a> {
    Few(&'a [u32]),
    Many(BitSetId),
}

/// Sets over the tokens of one vocabulary, 64 in a word.
#[derive(Default)]
pub struct BitSets {
    all: Vec<Arc<[u64]>>,
    /// By hash; of sets that were kept on disk none are here.
    known: FxHashMap<u64, BitSetId>,
}

impl BitSets {
    /// These sets, each of which has a number by its place.
    pub fn of(all: Vec<Arc<[u64]>>) -> Self {
        Self { all, known: FxHashMap::default() }
    }

    /// The number of a set.
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

    pub fn get(&self, number: BitSetId) -> &Arc<[u64]> {
        &self.all[number.index()]
    }

    pub fn all(&self) -> &[Arc<[u64]>] {
        &self.all
    }

    /// How many bytes they take.
    pub fn room(&self) -> usize {
        self.all.first().map_or(0, |bits| bits.len() * 8) * self.all.len()
    }

    pub fn add(&self, tokens: Tokens<'_>, mask: &mut [u64]) {
        match tokens {
            Tokens::Few(numbers) => numbers.iter().for_each(|&token| set_bit(mask, token)),
            Tokens::Many(bits) => add_all(mask, self.get(bits)),
        }
    }

    pub fn remove(&self, tokens: Tokens<'_>, mask: &mut [u64]) {
        match tokens {
            Tokens::Few(numbers) => numbers.iter().for_each(|&token| clear_bit(mask, token)),
            Tokens::Many(bits) => {
                mask.iter_mut().zip(self.get(bits).iter()).for_each(|(word, &own)| *word &= !own);
            }
        }
    }
}

/// Add the tokens of one mask to another.
pub fn add_all(mask: &mut [u64], other: &[u64]) {
    mask.iter_mut().zip(other).for_each(|(word, &other)| *word |= other);
}

/// Sets bit `token % 64` of word `token / 64`.
pub fn set_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] |= 1 << (token % 64);
}

fn clear_bit(mask: &mut [u64], token: u32) {
    mask[token as usize / 64] &= !(1 << (token % 64));
}
