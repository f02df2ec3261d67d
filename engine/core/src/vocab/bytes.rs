//! The bytes of a vocabulary's tokens, and their order.

/// The bytes of all tokens, by token number.
pub struct TokenBytes {
    /// The concatenated bytes of all tokens.
    text: Vec<u8>,
    /// The offset in `text` at which each token begins, and then the length of `text`.
    begins: Vec<u32>,
    longest: usize,
}

impl TokenBytes {
    /// Returns the tokens whose concatenated bytes and lengths are given in the order of their numbers.
    pub fn new(mut text: Vec<u8>, lengths: impl IntoIterator<Item = usize>) -> Self {
        text.shrink_to_fit();
        let mut begins = vec![0];
        let mut longest = 0;
        for length in lengths {
            begins.push(begins[begins.len() - 1] + length as u32);
            longest = longest.max(length);
        }
        begins.shrink_to_fit();
        Self { text, begins, longest }
    }

    /// Returns the number of tokens, including empty ones.
    pub fn len(&self) -> usize {
        self.begins.len() - 1
    }

    /// Returns whether there are no tokens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the length of the longest token, in bytes.
    pub fn longest(&self) -> usize {
        self.longest
    }

    /// Returns the bytes of a token.
    pub fn token(&self, number: u32) -> &[u8] {
        let number = number as usize;
        &self.text[self.begins[number] as usize..self.begins[number + 1] as usize]
    }

    /// Returns the concatenated bytes of all tokens, and the offset at which each token begins, followed by
    /// the length of the bytes.
    pub fn parts(&self) -> (&[u8], &[u32]) {
        (&self.text, &self.begins)
    }

    fn not_empty(&self) -> impl Iterator<Item = u32> + '_ {
        (0..self.len() as u32)
            .filter(|&number| self.begins[number as usize] < self.begins[number as usize + 1])
    }

    /// Returns the first eight bytes of a non-empty token as a big-endian number; a shorter token is padded
    /// with zeros.
    fn first_bytes(&self, number: u32) -> u64 {
        let (begin, end) = (self.begins[number as usize] as usize, self.begins[number as usize + 1] as usize);
        let Some(&eight) = self.text[begin..].first_chunk() else {
            return self.text[begin..end].iter().rfold(0, |key, &byte| key >> 8 | u64::from(byte) << 56);
        };
        let unused = 8_usize.saturating_sub(end - begin) as u32 * 8;
        u64::from_be_bytes(eight) >> unused << unused
    }

    /// Returns the numbers of the non-empty tokens, sorted by their bytes. The tokens are first distributed
    /// into buckets by their first two bytes, so that each bucket is small and sorted quickly.
    pub fn sorted(&self) -> Vec<u32> {
        let bucket = |key: u64| (key >> 48) as usize;
        let keys: Vec<(u64, u32)> =
            self.not_empty().map(|number| (self.first_bytes(number), number)).collect();
        let mut ends = vec![0; 1 << 16];
        for key in &keys {
            ends[bucket(key.0)] += 1;
        }
        let mut end = 0;
        for begin in &mut ends {
            end += std::mem::replace(begin, end);
        }
        let mut sorted = vec![(0, 0); keys.len()];
        for key in keys {
            let place = &mut ends[bucket(key.0)];
            sorted[*place] = key;
            *place += 1;
        }
        for bucket in sorted.chunk_by_mut(|a, b| bucket(a.0) == bucket(b.0)) {
            bucket.sort_unstable_by(|a, b| {
                let by_text = || self.token(a.1).cmp(self.token(b.1)).then(a.1.cmp(&b.1));
                a.0.cmp(&b.0).then_with(by_text)
            });
        }
        sorted.into_iter().map(|(_, number)| number).collect()
    }

    /// Returns whether these are as many numbers as there are non-empty tokens, and each is the number of a
    /// non-empty token.
    pub fn are_all(&self, numbers: &[u32]) -> bool {
        let is_token = |&number: &u32| (number as usize) < self.len() && !self.token(number).is_empty();
        numbers.len() == self.not_empty().count() && numbers.iter().all(is_token)
    }
}
