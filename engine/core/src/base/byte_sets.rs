//! Sets of bytes, and sets of groups of bytes.

/// Returns whether a byte can be part of a word; all bytes beyond ASCII can.
pub fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// Returns the word with which a text ends, which may be empty.
pub fn word_at_end(text: &[u8]) -> &[u8] {
    let length = text.iter().rev().take_while(|&&byte| is_word(byte)).count();
    &text[text.len() - length..]
}

/// A set of bytes, as 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Bytes([u64; 4]);

impl Bytes {
    /// The set of all bytes.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte) / 64] |= 1 << (byte % 64);
    }

    /// Returns whether a byte is in the set.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte) / 64] >> (byte % 64) & 1 == 1
    }

    /// Returns the bytes that are in both sets.
    #[must_use]
    pub fn and(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the set of all bytes that are not in this one.
    #[must_use]
    pub fn complement(&self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

impl FromIterator<u8> for Bytes {
    fn from_iter<T: IntoIterator<Item = u8>>(bytes: T) -> Self {
        let mut set = Self::default();
        bytes.into_iter().for_each(|byte| set.insert(byte));
        set
    }
}

/// A set of groups of bytes. Lexers mostly treat the bytes of one group alike.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Groups(u32);

impl Groups {
    /// The set of all groups.
    pub const ALL: Self = Self(u32::MAX);

    /// The three groups of bytes beyond ASCII: those inside a character, those that begin one, and those that
    /// never occur in UTF-8.
    pub const BEYOND_ASCII: Self = Self(0b111 << 21);

    /// Returns the set that holds only the group of a byte.
    pub fn of(byte: u8) -> Self {
        static ALL: [Groups; 256] = {
            let mut all = [Groups(0); 256];
            let mut byte = 0;
            while byte < 256 {
                all[byte] = Groups(1 << group_of(byte as u8));
                byte += 1;
            }
            all
        };
        ALL[usize::from(byte)]
    }

    /// Returns the groups that are in this set or in the other one.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the groups of this set that are not in the other one.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns whether all groups of this set are in the other one.
    pub const fn are_within(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }
}

const fn group_of(byte: u8) -> u32 {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => 0,
        b'0'..=b'9' => 1,
        b'_' => 2,
        b' ' => 3,
        b'\t' => 4,
        b'\n' => 5,
        b'\r' => 6,
        0..b' ' | 0x7f => 7,
        b'"' => 8,
        b'\'' => 9,
        b'`' => 10,
        b'\\' => 11,
        b'{' => 12,
        b'}' => 13,
        b'*' => 14,
        b'/' => 15,
        b'#' => 16,
        b'$' => 17,
        b':' => 18,
        b'!' => 19,
        0..0x80 => 20,
        0x80..=0xbf => 21,
        0xc2..=0xf4 => 22,
        0xc0..=0xff => 23,
    }
}
