//! The masks of the last states that were asked for, whatever they depend on.
//!
//! A decoder asks for a mask again when it returns to a state. Not all that a mask depends on has a number that lasts,
//! so states are compared by their texts.

use std::sync::Arc;

use crate::layout::place::NO_SCOPE;
use crate::quotient::{Quotient, State};

/// Number of masks that are kept.
const MOST: usize = 8;

/// A state, with texts instead of numbers that do not last, and the number of the tables of a vocabulary.
#[derive(PartialEq)]
pub struct Asked {
    tables: u64,
    state: State,
    text: Vec<u8>,
    conditions: Vec<u8>,
}

impl Asked {
    /// Returns what the mask of a state depends on.
    pub fn of(quotient: &Quotient, tables: u64, state: &State) -> Self {
        let mut plain = state.clone();
        plain.text = 0;
        plain.place.scopes = NO_SCOPE;
        Self {
            tables,
            state: plain,
            text: quotient.texts.text(state.text),
            conditions: quotient.texts.scopes.shape(state.place.scopes),
        }
    }
}

/// Some masks of a quotient's states, the last one last.
#[derive(Default)]
pub struct RecentMasks(Vec<(Asked, Arc<[u64]>)>);

impl RecentMasks {
    /// Returns a mask, if it is kept.
    pub fn find(&self, asked: &Asked) -> Option<Arc<[u64]>> {
        self.0.iter().rev().find(|(known, _)| known == asked).map(|(_, mask)| Arc::clone(mask))
    }

    /// Keeps a mask, and drops the oldest one if there are too many.
    pub fn keep(&mut self, asked: Asked, mask: &Arc<[u64]>) {
        if self.0.len() == MOST {
            self.0.remove(0);
        }
        self.0.push((asked, Arc::clone(mask)));
    }
}
