//! A quotient together with the caches of its masks and searches, which serve all positions in its middles.

use std::ops::{Deref, DerefMut};

use crate::complete::search::{self, SearchMemo, Wanted};
use crate::mask::Vocabulary;
use crate::mask::compute::MaskCache;
use crate::quotient::{Quotient, State};

/// Answers a decoder's questions about the middles of one pair of contexts.
pub struct Matcher {
    quotient: Quotient,
    masks: MaskCache,
    memo: SearchMemo,
}

impl Matcher {
    /// Returns the matcher of a quotient, with empty caches.
    pub fn new(quotient: Quotient) -> Self {
        Self { quotient, masks: MaskCache::default(), memo: SearchMemo::default() }
    }

    /// Returns the mask of a state: the tokens after which it is still viable; see [`Vocabulary::mask`].
    pub fn mask(&mut self, vocabulary: &Vocabulary, state: &State) -> Vec<u8> {
        vocabulary.mask(&mut self.quotient, &mut self.masks, state)
    }

    /// Returns a text that makes the middle of a state a member; see [`search::complete`].
    pub fn completion(&mut self, state: &State, wanted: Wanted) -> Option<Vec<u8>> {
        search::complete(&mut self.quotient, &mut self.memo, state, wanted)
    }
}

impl Deref for Matcher {
    type Target = Quotient;

    fn deref(&self) -> &Quotient {
        &self.quotient
    }
}

impl DerefMut for Matcher {
    fn deref_mut(&mut self) -> &mut Quotient {
        &mut self.quotient
    }
}
