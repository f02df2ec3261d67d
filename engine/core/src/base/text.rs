//! A text with a cursor in it, and what changes from one to the next.

use std::ops::{Sub, SubAssign};
use std::sync::Arc;

const BLOCK: usize = 256;

/// Bytes with which both begin.
pub fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    whole + one[whole..].iter().zip(&other[whole..]).take_while(|(a, b)| a == b).count()
}

/// Bytes with which both end.
pub fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks(BLOCK).zip(other.rchunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    let (one, other) = (&one[..one.len() - whole], &other[..other.len() - whole]);
    whole + one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

/// What two texts have in common: the first bytes, and the last ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Bytes of the text before, and of the one behind it.
    pub old: usize,
    pub new: usize,
    /// Bytes at the beginning and at the end that are the same; they do not overlap in either text
    /// unless nothing has changed at all.
    pub from: usize,
    pub kept: usize,
}

impl Edit {
    pub fn is_none(&self) -> bool {
        self.old == self.new && self.from == self.new
    }
}

/// How many bytes lie between a place of a text and its end, which an edit before that place leaves as they are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Distance(pub u32);

impl Distance {
    /// The distance of the end of the text.
    pub const END: Self = Self(0);

    /// The distance of the place that lies this many bytes before the end.
    pub fn of(bytes: usize) -> Self {
        Self(bytes as u32)
    }

    /// The bytes from the place to the end.
    pub fn bytes(self) -> usize {
        self.0 as usize
    }
}

impl Sub<u32> for Distance {
    type Output = Self;

    /// The distance of the place that many bytes later.
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

    /// The bytes from one place to a later one.
    fn sub(self, later: Self) -> u32 {
        self.0 - later.0
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
    pub fn update(&mut self, left: &[u8], right: &[u8]) -> Edit {
        let (old, new) = (self.bytes.len(), left.len() + right.len());
        self.left = left.len();
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
        from = from.min(old.min(new) - kept);
        let changed = left.iter().chain(right).skip(from).take(new - kept - from);
        Arc::make_mut(&mut self.bytes).splice(from..old - kept, changed.copied());
        Edit { old, new, from, kept }
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
