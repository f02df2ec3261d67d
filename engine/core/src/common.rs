//! What two texts have in common, compared a block at a time.

const BLOCK: usize = 256;

/// Bytes with which both begin.
pub fn prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks(BLOCK).zip(other.chunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    whole + one[whole..].iter().zip(&other[whole..]).take_while(|(a, b)| a == b).count()
}

/// Bytes with which both end.
pub fn suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks(BLOCK).zip(other.rchunks(BLOCK)).take_while(|(a, b)| a == b);
    let whole = (blocks.count() * BLOCK).min(one.len()).min(other.len());
    let (one, other) = (&one[..one.len() - whole], &other[..other.len() - whole]);
    whole + one.iter().rev().zip(other.iter().rev()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::{prefix, suffix};

    #[test]
    fn texts_are_compared_over_the_edges_of_blocks() {
        for length in [0, 1, 255, 256, 257, 700] {
            let text: Vec<u8> = (0..length).map(|n| (n % 251) as u8).collect();
            assert_eq!((prefix(&text, &text), suffix(&text, &text)), (length, length));
            for at in [0, 1, 254, 255, 256, 511, 512, 699].into_iter().filter(|&at| at < length) {
                let mut other = text.clone();
                other[at] = 255;
                assert_eq!((prefix(&text, &other), suffix(&text, &other)), (at, length - at - 1));
                assert_eq!((prefix(&text, &text[..at]), suffix(&text, &text[length - at..])), (at, at));
            }
        }
    }
}
