//! The texts of pending lexemes, and the condition stacks of a quotient.

use rustc_hash::FxHashSet;

use crate::layout::declared::numbers::Scopes;
use crate::layout::place::ConditionStack;
use crate::layout::scopes::{ConditionStacks, Size};

/// The scopes of a quotient, and the texts of pending lexemes that may be keywords: linked lists of bytes,
/// last byte first. List 0 is empty.
pub struct PendingTexts {
    pub scopes: ConditionStacks,
    pub declared: Scopes,
    bytes: Vec<(u32, u8)>,
    /// The offsets in the right context, with scopes, from which on there is no error.
    pub(super) sound: FxHashSet<(usize, ConditionStack)>,
}

impl Default for PendingTexts {
    fn default() -> Self {
        Self {
            scopes: ConditionStacks::default(),
            declared: Scopes::default(),
            bytes: vec![(0, 0)],
            sound: FxHashSet::default(),
        }
    }
}

impl PendingTexts {
    /// Returns the list with one more byte.
    pub fn with(&mut self, text: u32, byte: u8) -> u32 {
        self.bytes.push((text, byte));
        self.bytes.len() as u32 - 1
    }

    /// Returns the bytes of a list.
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

    /// Returns the sizes of both tables, for [`Self::truncate`].
    pub fn size(&self) -> (Size, usize) {
        (self.scopes.size(), self.bytes.len())
    }

    /// Drops all entries that were added since the tables had the given sizes.
    pub fn truncate(&mut self, (scopes, bytes): (Size, usize)) {
        self.scopes.truncate(scopes);
        self.bytes.truncate(bytes);
    }
}
