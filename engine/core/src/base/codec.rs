//! Encodes lists of numbers as bytes, in little-endian order, and decodes them.

/// Appends a list to some bytes: its length in four bytes, then its entries.
pub fn put<T: Copy, const N: usize>(bytes: &mut Vec<u8>, list: &[T], encode: impl Fn(T) -> [u8; N]) {
    bytes.extend((list.len() as u32).to_le_bytes());
    bytes.extend(list.iter().flat_map(|&one| encode(one)));
}

/// Decodes the list with which some bytes begin, and removes it from them. Returns none if they hold no
/// whole list.
pub fn take<T, const N: usize>(bytes: &mut &[u8], decode: impl Fn([u8; N]) -> T) -> Option<Vec<T>> {
    let (length, rest) = bytes.split_first_chunk()?;
    let size = (u32::from_le_bytes(*length) as usize).checked_mul(N)?;
    let (list, rest) = rest.split_at_checked(size)?;
    *bytes = rest;
    Some(list.as_chunks().0.iter().map(|&chunk| decode(chunk)).collect())
}
