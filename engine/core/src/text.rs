//! A text with a cursor in it, and what changes from one to the next.

use std::sync::Arc;

use crate::common;

/// What two texts have in common: the first bytes, and the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Change {
    /// Bytes of the text before, and of the one behind it.
    pub old: usize,
    pub new: usize,
    /// Bytes at the beginning and at the end that are the same; they do not overlap in either text
    /// unless nothing has changed at all.
    pub from: usize,
    pub kept: usize,
}

impl Change {
    pub fn is_none(&self) -> bool {
        self.old == self.new && self.from == self.new
    }
}

/// Both contexts, one behind the other.
#[derive(Default)]
pub struct Text {
    bytes: Arc<Vec<u8>>,
    left: usize,
}

impl Text {
    /// Take the place of the last text, whose bytes are copied only if somebody else still has them. Where it cannot be told what of equal bytes is new, it is those
    /// farther left: a character typed at the cursor leaves the right context what it was.
    pub fn update(&mut self, left: &[u8], right: &[u8]) -> Change {
        let (old, new) = (self.bytes.len(), left.len() + right.len());
        self.left = left.len();
        let mut from = common::prefix(&self.bytes, left);
        if from == left.len() {
            from += common::prefix(&self.bytes[from..], right);
        }
        if from == old && from == new {
            return Change { old, new, from, kept: new };
        }
        let mut kept = common::suffix(&self.bytes, right);
        if kept == right.len() {
            kept += common::suffix(&self.bytes[..old - kept], left);
        }
        from = from.min(old.min(new) - kept);
        let changed = left.iter().chain(right).skip(from).take(new - kept - from);
        Arc::make_mut(&mut self.bytes).splice(from..old - kept, changed.copied());
        Change { old, new, from, kept }
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes, for others to have until the next text comes.
    pub fn shared(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.bytes)
    }

    pub fn left(&self) -> &[u8] {
        &self.bytes[..self.left]
    }

    /// Bytes of the right context.
    pub fn right_length(&self) -> usize {
        self.bytes.len() - self.left
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::{Change, Text};

    fn changed(before: (&str, &str), after: (&str, &str)) -> Change {
        let mut text = Text::default();
        text.update(before.0.as_bytes(), before.1.as_bytes());
        let change = text.update(after.0.as_bytes(), after.1.as_bytes());
        assert_eq!(text.bytes(), [after.0, after.1].concat().as_bytes());
        assert_eq!((text.left(), text.right_length()), (after.0.as_bytes(), after.1.len()));
        change
    }

    #[test]
    fn changes_are_found() {
        for (before, after, old, new, from, kept) in [
            (("", ""), ("ab", "c"), 0, 3, 0, 0),
            (("ab", "c"), ("a", "bc"), 3, 3, 3, 3),
            (("ab", "cd"), ("abx", "cd"), 4, 5, 2, 2),
            (("a", "aa"), ("aa", "aa"), 3, 4, 0, 3),
            (("ab", "cd"), ("abcd", "x"), 4, 5, 4, 0),
            (("ab", "cd"), ("x", "bcd"), 4, 4, 0, 3),
            (("abcd", ""), ("", "cd"), 4, 2, 0, 2),
        ] {
            assert_eq!(changed(before, after), Change { old, new, from, kept }, "{before:?} {after:?}");
        }
    }
}
