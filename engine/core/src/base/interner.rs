//! Numbers values in the order in which they are first seen; equal values have one number.

use std::hash::Hash;

use rustc_hash::{FxBuildHasher, FxHashMap};

/// Maps values to their numbers, but not numbers to values.
#[derive(Clone)]
pub struct Numbers<K> {
    known: FxHashMap<K, u32>,
    first: u32,
}

impl<K> Default for Numbers<K> {
    fn default() -> Self {
        Self::from(0)
    }
}

impl<K> Numbers<K> {
    /// Returns an empty map, whose first value will have the number `first`.
    pub fn from(first: u32) -> Self {
        Self { known: FxHashMap::default(), first }
    }

    /// Returns an empty map with room for some values, whose first value will have the number `first`.
    pub fn with_capacity(count: usize, first: u32) -> Self {
        Self { known: FxHashMap::with_capacity_and_hasher(count, FxBuildHasher), first }
    }

    /// Returns how many values have a number.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.known.capacity() * size_of::<(K, u32)>()
    }
}

impl<K: Eq + Hash> Numbers<K> {
    /// Returns the number of a value, and whether the value is new.
    pub fn of(&mut self, value: K) -> (u32, bool) {
        let fresh = self.first + self.known.len() as u32;
        let number = *self.known.entry(value).or_insert(fresh);
        (number, number == fresh)
    }

    /// Returns the number of a value, if it has one.
    pub fn get(&self, value: &K) -> Option<u32> {
        self.known.get(value).copied()
    }
}

/// Maps values to their numbers, and numbers to values.
pub struct Interner<T> {
    values: Vec<T>,
    numbers: Numbers<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// Returns an interner that holds some values, numbered from 0.
    pub fn of(values: &[T]) -> Self {
        let mut interner = Self { values: Vec::new(), numbers: Numbers::default() };
        for value in values {
            interner.number(value.clone());
        }
        interner
    }

    /// Returns the number of a value, which is added if it is new.
    pub fn number(&mut self, value: T) -> u32 {
        // Most values are known, and copying one may take longer than finding it.
        self.numbers.get(&value).unwrap_or_else(|| {
            self.values.push(value.clone());
            self.numbers.of(value).0
        })
    }

    /// Returns the value that has a number.
    pub fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    /// Returns the values in the order of their numbers.
    pub fn into_values(self) -> Vec<T> {
        self.values
    }

    /// Returns how many values have a number.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.values.capacity() * size_of::<T>() + self.numbers.size()
    }
}

#[cfg(test)]
mod tests {
    use super::{Interner, Numbers};

    #[test]
    fn equal_values_have_one_number() {
        let mut interner = Interner::of(&["a", "b"]);
        assert_eq!(["b", "c", "a", "c"].map(|value| interner.number(value)), [1, 2, 0, 2]);
        assert_eq!(*interner.get(2), "c");
        let mut numbers = Numbers::from(5);
        assert_eq!(["a", "b", "a"].map(|value| numbers.of(value)), [(5, true), (6, true), (5, false)]);
        assert_eq!((numbers.get(&"b"), numbers.get(&"c")), (Some(6), None));
    }
}
