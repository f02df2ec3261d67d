//! Lists of values that do not change, one behind the other in one vector.

/// Lists of values by number. They take no memory beyond their values and one number for each list.
#[derive(Debug)]
pub struct PackedLists<T> {
    /// Per list: the number of values up to its end.
    ends: Box<[u32]>,
    values: Box<[T]>,
}

impl<T> Default for PackedLists<T> {
    fn default() -> Self {
        Self { ends: Box::default(), values: Box::default() }
    }
}

impl<T> From<Vec<Vec<T>>> for PackedLists<T> {
    fn from(lists: Vec<Vec<T>>) -> Self {
        let mut end = 0;
        let ends = lists.iter().map(|list| {
            end += list.len() as u32;
            end
        });
        let ends = ends.collect();
        let mut values = Vec::with_capacity(end as usize);
        values.extend(lists.into_iter().flatten());
        Self { ends, values: values.into() }
    }
}

impl<'a, T: Copy + 'a> FromIterator<&'a [T]> for PackedLists<T> {
    fn from_iter<I: IntoIterator<Item = &'a [T]>>(lists: I) -> Self {
        let (mut ends, mut values) = (Vec::new(), Vec::new());
        for list in lists {
            values.extend_from_slice(list);
            ends.push(values.len() as u32);
        }
        Self { ends: ends.into(), values: values.into() }
    }
}

impl<T> PackedLists<T> {
    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        size_of_val(&*self.ends) + size_of_val(&*self.values)
    }

    /// Returns the values of a list.
    #[inline]
    pub fn of(&self, number: usize) -> &[T] {
        let begin = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.values[begin as usize..self.ends[number] as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::PackedLists;

    #[test]
    fn lists_are_kept_apart() {
        let lists = vec![vec![], vec!['a', 'b'], vec![], vec!['c']];
        for packed in [PackedLists::from(lists.clone()), lists.iter().map(Vec::as_slice).collect()] {
            let found: Vec<Vec<char>> = (0..lists.len()).map(|number| packed.of(number).to_vec()).collect();
            assert_eq!(found, lists);
        }
    }
}
