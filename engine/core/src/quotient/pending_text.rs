//! The texts of pending lexemes, and the stacks of conditions of a quotient.

use rustc_hash::FxHashSet;

use crate::layout::place::ConditionStack;
use crate::layout::scopes::{ConditionStacks, Size};

/// The scopes of a quotient, and the texts of pending lexemes that may be keywords: lists of
/// bytes, the last one first; list 0 is empty.
pub struct PendingTexts {
    pub scopes: ConditionStacks,
    bytes: Vec<(u32, u8)>,
    /// Where the right context is without an error from a place on, with these scopes.
    pub(super) sound: FxHashSet<(usize, ConditionStack)>,
}

impl Default for PendingTexts {
    fn default() -> Self {
        Self { scopes: ConditionStacks::default(), bytes: vec![(0, 0)], sound: FxHashSet::default() }
    }
}

impl PendingTexts {
    /// The text with one byte more.
    pub fn with(&mut self, text: u32, byte: u8) -> u32 {
        self.bytes.push((text, byte));
        self.bytes.len() as u32 - 1
    }

    pub fn text(&self, mut text: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        while text != 0 {
            let (before, byte) = self.bytes[text as usize];
            bytes.push(byte);
            text = before;
        }
        bytes.reverse();
        bytes
    }

    pub fn size(&self) -> (Size, usize) {
        (self.scopes.size(), self.bytes.len())
    }

    /// Forget what was made since there was so much.
    pub fn truncate(&mut self, (scopes, bytes): (Size, usize)) {
        self.scopes.truncate(scopes);
        self.bytes.truncate(bytes);
    }
}
