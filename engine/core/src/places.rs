//! A table by distance from the end of a text: what is known at places with something open.
//!
//! Distances are dense and few things are known at each, so that a list hangs at every distance. An
//! edit forgets what lies farther from the end than what it leaves.

/// An entry of a distance's list.
#[derive(Clone, Copy, Debug)]
struct Entry {
    key: (u32, u32),
    value: u32,
    /// The entry before in the list, plus one, or 0.
    before: u32,
}

/// Entries that may be out of use before the others are put together again, beside as many as are in use.
const MOST_UNUSED: usize = 4096;

pub struct Places {
    /// Per distance: the number of its last entry plus one, or 0.
    last: Vec<u32>,
    entries: Vec<Entry>,
    unused: usize,
}

impl Default for Places {
    fn default() -> Self {
        Self { last: vec![0], entries: Vec::new(), unused: 0 }
    }
}

impl Places {
    #[inline]
    pub fn get(&self, distance: u32, key: (u32, u32)) -> Option<u32> {
        let mut number = self.last[distance as usize];
        while number != 0 {
            let entry = &self.entries[number as usize - 1];
            if entry.key == key {
                return Some(entry.value);
            }
            number = entry.before;
        }
        None
    }

    /// Note what is not known there yet.
    pub fn insert(&mut self, distance: u32, key: (u32, u32), value: u32) {
        let before = self.last[distance as usize];
        self.entries.push(Entry { key, value, before });
        self.last[distance as usize] = self.entries.len() as u32;
    }

    /// Keep what lies no farther than a distance from the end, of a text of so many bytes.
    pub fn keep(&mut self, distance: u32, length: usize) {
        let distance = distance as usize;
        for &number in &self.last[(distance + 1).min(self.last.len())..] {
            self.unused += self.list(number).count();
        }
        self.last.truncate(distance + 1);
        self.last.resize(length + 1, 0);
        if self.unused > MOST_UNUSED && self.unused * 2 > self.entries.len() {
            self.put_together();
        }
    }

    /// The values at a distance.
    pub fn at(&self, distance: u32) -> impl Iterator<Item = u32> + '_ {
        self.list(self.last[distance as usize]).map(|entry| entry.value)
    }

    fn list(&self, number: u32) -> impl Iterator<Item = Entry> + '_ {
        let entry = |number: u32| number.checked_sub(1).map(|index| self.entries[index as usize]);
        std::iter::successors(entry(number), move |last| entry(last.before))
    }

    fn put_together(&mut self) {
        let mut entries = Vec::with_capacity(self.entries.len() - self.unused);
        let mut last = vec![0; self.last.len()];
        for (distance, &number) in self.last.iter().enumerate() {
            for entry in self.list(number) {
                entries.push(Entry { before: last[distance], ..entry });
                last[distance] = entries.len() as u32;
            }
        }
        (self.last, self.entries, self.unused) = (last, entries, 0);
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.last.capacity() * size_of::<u32>() + self.entries.capacity() * size_of::<Entry>()
    }
}

#[cfg(test)]
mod tests {
    use super::Places;
    use rustc_hash::FxHashMap;

    #[test]
    fn a_table_is_what_a_map_is() {
        let (mut places, mut map) = (Places::default(), FxHashMap::default());
        let mut random: u32 = 1;
        for turn in 0..200_u32 {
            let length = 50 + turn as usize % 50;
            places.keep(turn % 40, length);
            map.retain(|&(distance, _), _| distance <= turn % 40);
            for _ in 0..200 {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (distance, key) =
                    ((random >> 8) % (length as u32 + 1), (random >> 16 & 3, random >> 20 & 3));
                assert_eq!(places.get(distance, key), map.get(&(distance, key)).copied());
                map.entry((distance, key)).or_insert_with(|| {
                    places.insert(distance, key, random);
                    random
                });
            }
        }
        assert!(places.entries.len() < 20_000);
    }
}
