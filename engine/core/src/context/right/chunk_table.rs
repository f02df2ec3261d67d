//! A table of values by position in a chunk and by what is open there.
//!
//! Each position has few values, so it keeps them in a linked list.

use crate::base::text::Distance;
use crate::layout::place::ModeStack;

/// What distinguishes the values at one position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PlaceKey {
    /// The frames that are open there.
    pub open: ModeStack,
    /// The number of a context; 0 where it does not matter.
    pub context: u32,
}

/// A position of a right context that may have a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct RightPosition {
    pub(super) distance: Distance,
    /// The frames that are open, a stack of [`crate::layout::modes::ModeStacks`].
    pub(super) open: ModeStack,
    /// The number of its [`Context`](super::Context).
    pub(super) context: u32,
}

impl RightPosition {
    pub(super) fn key(&self) -> PlaceKey {
        PlaceKey { open: self.open, context: self.context }
    }
}

/// An entry of a position's list.
#[derive(Clone, Copy, Debug)]
struct Entry<V> {
    key: PlaceKey,
    value: V,
    /// The number of the previous entry in the list plus one, or 0.
    before: u32,
}

/// Number of unused entries that are kept at least. Beyond it, the table is compacted once more than half of
/// its entries are unused.
const MAX_UNUSED: usize = 256;

/// Values by position and key.
#[derive(Clone)]
pub struct Places<V> {
    /// Per position: the number of its last entry plus one, or 0.
    last: Vec<u32>,
    entries: Vec<Entry<V>>,
    unused: usize,
}

impl<V> Default for Places<V> {
    fn default() -> Self {
        Self { last: Vec::new(), entries: Vec::new(), unused: 0 }
    }
}

impl<V: Copy> Places<V> {
    /// Returns the value of a position and key.
    #[inline]
    pub fn get(&self, place: u32, key: PlaceKey) -> Option<V> {
        let mut number = self.last.get(place as usize).copied().unwrap_or(0);
        while number != 0 {
            let entry = &self.entries[number as usize - 1];
            if entry.key == key {
                return Some(entry.value);
            }
            number = entry.before;
        }
        None
    }

    /// Adds the value of a position and key that has none yet.
    pub fn insert(&mut self, place: u32, key: PlaceKey, value: V) {
        let place = place as usize;
        if place >= self.last.len() {
            self.last.resize(place + 1, 0);
        }
        self.entries.push(Entry { key, value, before: self.last[place] });
        self.last[place] = self.entries.len() as u32;
    }

    /// Keeps the values of the positions up to `place`.
    pub fn keep(&mut self, place: u32) {
        let kept = (place as usize + 1).min(self.last.len());
        for &number in &self.last[kept..] {
            self.unused += list(&self.entries, number).count();
        }
        self.last.truncate(kept);
        if self.unused > MAX_UNUSED && self.unused * 2 > self.entries.len() {
            self.put_together();
        }
    }

    fn put_together(&mut self) {
        let mut entries = Vec::with_capacity(self.entries.len() - self.unused);
        for last in &mut self.last {
            let mut before = 0;
            for entry in list(&self.entries, *last) {
                entries.push(Entry { before, ..entry });
                before = entries.len() as u32;
            }
            *last = before;
        }
        (self.entries, self.unused) = (entries, 0);
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        self.last.capacity() * size_of::<u32>() + self.entries.capacity() * size_of::<Entry<V>>()
    }
}

/// Returns the entries of a list, last one first.
fn list<V: Copy>(entries: &[Entry<V>], number: u32) -> impl Iterator<Item = Entry<V>> + '_ {
    let entry = |number: u32| number.checked_sub(1).map(|index| entries[index as usize]);
    std::iter::successors(entry(number), move |last| entry(last.before))
}

#[cfg(test)]
mod tests {
    use super::{ModeStack, PlaceKey, Places};
    use rustc_hash::FxHashMap;

    #[test]
    fn a_table_is_what_a_map_is() {
        let (mut places, mut map) = (Places::default(), FxHashMap::default());
        let mut random: u32 = 1;
        for turn in 0..200_u32 {
            places.keep(turn % 40);
            map.retain(|&(place, _), _| place <= turn % 40);
            for _ in 0..200 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let place = (random >> 8) % 90;
                let key = PlaceKey { open: ModeStack(random >> 16 & 3), context: random >> 20 & 3 };
                assert_eq!(places.get(place, key), map.get(&(place, key)).copied());
                map.entry((place, key)).or_insert_with(|| {
                    places.insert(place, key, random);
                    random
                });
            }
        }
        assert!(places.entries.len() < 20_000);
    }
}
