//! Lists of values, one for each of some numbers, that share one vector.

/// Lists of values by number. Adding a value to a list allocates nothing of its own.
#[derive(Clone, Debug)]
pub struct Chains<T> {
    /// Per list: the numbers of its first and of its last value plus one; zeros if it is empty.
    ends: Vec<(u32, u32)>,
    /// All values, each with the number of the next one of its list plus one; 0 ends a list.
    values: Vec<(T, u32)>,
}

impl<T> Default for Chains<T> {
    fn default() -> Self {
        Self { ends: Vec::new(), values: Vec::new() }
    }
}

impl<T> Chains<T> {
    /// Returns so many empty lists.
    pub fn new(count: usize) -> Self {
        Self { ends: vec![(0, 0); count], values: Vec::new() }
    }

    /// Returns no lists, with room for some lists and values.
    pub fn with_capacity(lists: usize, values: usize) -> Self {
        Self { ends: Vec::with_capacity(lists), values: Vec::with_capacity(values) }
    }

    /// Returns the number of values in all lists.
    pub fn count(&self) -> usize {
        self.values.len()
    }

    /// Adds empty lists, up to a number of lists.
    pub fn grow(&mut self, count: usize) {
        self.ends.resize(count, (0, 0));
    }

    /// Adds a value at the end of a list.
    pub fn push(&mut self, number: usize, value: T) {
        self.values.push((value, 0));
        let place = self.values.len() as u32;
        let (first, last) = &mut self.ends[number];
        match last.checked_sub(1) {
            Some(before) => self.values[before as usize].1 = place,
            None => *first = place,
        }
        *last = place;
    }

    /// Yields the values of a list in the order in which they were added.
    #[inline]
    pub fn of(&self, number: usize) -> impl Iterator<Item = &T> + '_ {
        let mut next = self.ends[number].0;
        std::iter::from_fn(move || {
            let (value, after) = &self.values[next.checked_sub(1)? as usize];
            next = *after;
            Some(value)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Chains;

    #[test]
    fn lists_keep_their_order() {
        let mut chains = Chains::new(1);
        chains.grow(3);
        for (list, value) in [(2, 'a'), (0, 'b'), (2, 'c'), (2, 'd'), (0, 'e')] {
            chains.push(list, value);
        }
        let lists: Vec<String> = (0..3).map(|list| chains.of(list).collect()).collect();
        assert_eq!(lists, ["be", "", "acd"]);
    }
}
