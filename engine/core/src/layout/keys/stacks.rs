//! The keys at the positions of one text, by numbers in the order in which they were made.

use crate::layout::keys::{Keys, Role};
use crate::layout::place::ConditionStack;
use crate::layout::violation::Violation;

/// The bit that the numbers of positions' keys have.
const KEYS: u32 = 1 << 30;

/// The number of keys that are not looked at, so that nothing repeats one.
pub const BLIND: ConditionStack = ConditionStack(1 | KEYS);

/// The keys at a text's start, and those that are not looked at.
pub const FIRST: u32 = 2;

/// Returns whether a number is one of keys.
pub fn is_of_keys(stack: ConditionStack) -> bool {
    stack.0 & KEYS != 0
}

/// The keys at positions of one text; the first are those at its start, which other numbers mean, too.
pub struct KeyStacks(Vec<Keys>);

impl Default for KeyStacks {
    fn default() -> Self {
        Self(vec![Keys::default(), Keys::blind()])
    }
}

impl KeyStacks {
    /// Returns what was said of keys.
    pub fn get(&self, stack: ConditionStack) -> &Keys {
        &self.0[if is_of_keys(stack) { (stack.0 & !KEYS) as usize } else { 0 }]
    }

    /// Returns the keys after one more lexeme.
    pub fn after(
        &mut self,
        stack: ConditionStack,
        role: Role,
        word: &[u8],
    ) -> Result<ConditionStack, Violation> {
        let next = self.get(stack).after(role, word)?;
        Ok(next.map_or(stack, |next| self.push(next)))
    }

    /// Adds the keys at a position.
    pub fn push(&mut self, keys: Keys) -> ConditionStack {
        self.0.push(keys);
        ConditionStack((self.0.len() as u32 - 1) | KEYS)
    }

    /// Returns how many there are.
    pub fn count(&self) -> u32 {
        self.0.len() as u32
    }

    /// Discards all but the first ones.
    pub fn truncate(&mut self, count: u32) {
        self.0.truncate(count as usize);
    }
}
