//! A text with a cursor in it, and the difference between one text and the next.

use std::ops::{Sub, SubAssign};
use std::sync::Arc;

/// Bytes of both texts that are compared in one step.
const BLOCK: usize = 256;

/// Returns the length in bytes of the longest common prefix of two texts.
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    whole + one[whole..].iter().zip(&other[whole..]).take_while(|(a, b)| a == b).count()
}

/// Returns the length in bytes of the longest common suffix of two texts.
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks(BLOCK).zip(other.rchunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    let (one, other) = (&one[..one.len() - whole], &other[..other.len() - whole]);
    whole + one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// The difference between two texts, by the bytes at their beginning and end that are equal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Length of the old text, in bytes.
    pub old: usize,
    /// Length of the new text, in bytes.
    pub new: usize,
    /// Number of bytes at the beginning of both texts that are equal.
    pub from: usize,
    /// Number of bytes at the end of both texts that are equal. They do not overlap the bytes that `from`
    /// counts in either text, unless the texts are equal.
    pub kept: usize,
}

impl Edit {
    /// Returns whether the texts are equal.
    pub fn is_none(&self) -> bool {
        self.old == self.new && self.from == self.new
    }

    /// Returns whether most of the new text is the old one's, or most of the old one is in the new one.
    pub fn is_small(&self) -> bool {
        (self.from + self.kept) * 4 >= self.new.min(self.old) * 3
    }
}

/// The number of bytes between a position of a text and the end of the text. An edit before a position does
/// not change its distance.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Distance(pub u32);

impl Distance {
    /// The distance of the text's end.
    pub const END: Self = Self(0);

    /// Returns the distance of the position that is this many bytes before the end.
    pub fn of(bytes: usize) -> Self {
        Self(bytes as u32)
    }

    /// Returns the number of bytes from the position to the end.
    pub fn bytes(self) -> usize {
        self.0 as usize
    }
}

impl Sub<u32> for Distance {
    type Output = Self;

    /// Returns the distance of the position that is this many bytes later.
    fn sub(self, bytes: u32) -> Self {
        Self(self.0 - bytes)
    }
}

impl From<Distance> for i64 {
    fn from(distance: Distance) -> Self {
        Self::from(distance.0)
    }
}

impl SubAssign<u32> for Distance {
    fn sub_assign(&mut self, bytes: u32) {
        self.0 -= bytes;
    }
}

impl Sub for Distance {
    type Output = u32;

    /// Returns the number of bytes from one position to a later one.
    fn sub(self, later: Self) -> u32 {
        self.0 - later.0
    }
}

/// The left context followed by the right context.
#[derive(Default)]
pub struct Text {
    bytes: Arc<Vec<u8>>,
    left: usize,
}

impl Text {
    /// Returns how a new text differs from this one. Where several edits explain the difference, the leftmost one is
    /// taken: a character typed at the cursor then does not change the right context.
    pub fn difference(&self, left: &[u8], right: &[u8]) -> Edit {
        let (old, new) = (self.bytes.len(), left.len() + right.len());
        let mut from = common_prefix(&self.bytes, left);
        if from == left.len() {
            from += common_prefix(&self.bytes[from..], right);
        }
        if from == old && from == new {
            return Edit { old, new, from, kept: new };
        }
        let mut kept = common_suffix(&self.bytes, right);
        if kept == right.len() {
            kept += common_suffix(&self.bytes[..old - kept], left);
        }
        Edit { old, new, from: from.min(old.min(new) - kept), kept }
    }

    /// Replaces the text, and returns how the new text differs from the old one. The bytes are copied only if
    /// they are shared.
    pub fn update(&mut self, left: &[u8], right: &[u8]) -> Edit {
        let change @ Edit { old, new, from, kept } = self.difference(left, right);
        self.left = left.len();
        if !change.is_none() {
            let changed = left.iter().chain(right).skip(from).take(new - kept - from);
            Arc::make_mut(&mut self.bytes).splice(from..old - kept, changed.copied());
        }
        change
    }

    /// Returns the bytes of both contexts.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns a shared reference to the bytes. While others hold one, [`Self::update`] copies the bytes.
    pub fn shared(&self) -> Arc<Vec<u8>> {
        Arc::clone(&self.bytes)
    }

    /// Returns the bytes of the left context.
    pub fn left(&self) -> &[u8] {
        &self.bytes[..self.left]
    }

    /// Returns the length of the right context, in bytes.
    pub fn right_length(&self) -> usize {
        self.bytes.len() - self.left
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.bytes.capacity()
    }
}

#[cfg(test)]
mod tests {
    use super::{Edit, Text, common_prefix, common_suffix};

    fn changed(before: (&str, &str), after: (&str, &str)) -> Edit {
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
            assert_eq!(changed(before, after), Edit { old, new, from, kept }, "{before:?} {after:?}");
        }
    }

    #[test]
    fn texts_are_compared_over_the_edges_of_blocks() {
        for length in [0, 1, 255, 256, 257, 700] {
            let text: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            assert_eq!((common_prefix(&text, &text), common_suffix(&text, &text)), (length, length));
            for at in [0, 1, 254, 255, 256, 511, 512, 699].into_iter().filter(|&at| at < length) {
                let mut other = text.clone();
                other[at] = 255;
                assert_eq!(
                    (common_prefix(&text, &other), common_suffix(&text, &other)),
                    (at, length - at - 1)
                );
                assert_eq!(
                    (common_prefix(&text, &text[..at]), common_suffix(&text, &text[length - at..])),
                    (at, at)
                );
            }
        }
    }
}
