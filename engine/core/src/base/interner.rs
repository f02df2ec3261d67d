//! Values by number: equal values have the same one, counted in the order in which they were first seen.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// Numbers of values that are kept elsewhere, or not at all.
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
    /// Numbers that begin with this one.
    pub fn from(first: u32) -> Self {
        Self { known: FxHashMap::default(), first }
    }

    /// How many values have a number.
    pub fn count(&self) -> usize {
        self.known.len()
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.known.capacity() * size_of::<(K, u32)>()
    }
}

impl<K: Eq + Hash> Numbers<K> {
    /// The number of a value, and whether it is a new one.
    pub fn of(&mut self, value: K) -> (u32, bool) {
        let fresh = self.first + self.known.len() as u32;
        let number = *self.known.entry(value).or_insert(fresh);
        (number, number == fresh)
    }

    /// The number of a value that has one.
    pub fn get(&self, value: &K) -> Option<u32> {
        self.known.get(value).copied()
    }
}

/// Values with their numbers.
pub struct Interner<T> {
    values: Vec<T>,
    numbers: Numbers<T>,
}

impl<T: Clone + Eq + Hash> Interner<T> {
    /// An interner of these values, which are numbered from 0 on.
    pub fn of(values: &[T]) -> Self {
        let mut interner = Self { values: Vec::new(), numbers: Numbers::default() };
        for value in values {
            interner.number(value.clone());
        }
        interner
    }

    /// The number of a value.
    pub fn number(&mut self, value: T) -> u32 {
        let (number, is_new) = self.numbers.of(value.clone());
        if is_new {
            self.values.push(value);
        }
        number
    }

    pub fn get(&self, number: u32) -> &T {
        &self.values[number as usize]
    }

    /// Room taken, in bytes.
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
