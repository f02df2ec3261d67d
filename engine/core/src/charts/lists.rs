//! Numbered lists, of which equal ones have one number.

use std::hash::{Hash, Hasher};
use std::iter::successors;

use rustc_hash::{FxHashMap, FxHasher};

use crate::base::ids::niche_id_type;

niche_id_type! {
    /// A list of an [`InternedLists`].
    ListId
}

/// Numbered lists, stored one after another. Each has a tag.
pub struct InternedLists<T> {
    entries: Vec<T>,
    heads: Vec<Head>,
    by_hash: FxHashMap<u64, ListId>,
}

#[derive(Clone, Copy)]
struct Head {
    begin: u32,
    /// End of the entries that are compared; others that belong to the list follow them.
    end: u32,
    tag: u32,
    /// The previous list with an equal hash.
    before: Option<ListId>,
}

impl<T> Default for InternedLists<T> {
    fn default() -> Self {
        Self { entries: Vec::new(), heads: Vec::new(), by_hash: FxHashMap::default() }
    }
}

impl<T: Copy + Eq + Hash> InternedLists<T> {
    /// Returns the number of lists.
    pub fn count(&self) -> u32 {
        self.heads.len() as u32
    }

    /// Returns the entries of a list that are compared.
    #[inline]
    pub fn get(&self, number: u32) -> &[T] {
        let Head { begin, end, .. } = self.heads[number as usize];
        &self.entries[begin as usize..end as usize]
    }

    /// Returns the entries that belong to a list and are not compared.
    pub fn rest(&self, number: u32) -> &[T] {
        let next = self.heads.get(number as usize + 1);
        let end = next.map_or(self.entries.len(), |next| next.begin as usize);
        &self.entries[self.heads[number as usize].end as usize..end]
    }

    /// Returns the tag of a list.
    pub fn tag(&self, number: u32) -> u32 {
        self.heads[number as usize].tag
    }

    /// Returns the number of the list with these entries and this tag, if there is one, and their hash.
    pub fn find(&self, list: &[T], tag: u32) -> (Option<u32>, u64) {
        let mut hasher = FxHasher::default();
        (list, tag).hash(&mut hasher);
        let hash = hasher.finish();
        let is_it = |id: &ListId| self.heads[id.index()].tag == tag && self.get(id.index() as u32) == list;
        let first = self.by_hash.get(&hash).copied();
        let found = successors(first, |id| self.heads[id.index()].before).find(is_it);
        (found.map(|id| id.index() as u32), hash)
    }

    /// Adds a list, and entries that belong to it but are not compared. The list can be found only if a hash
    /// is given.
    pub fn push(&mut self, list: &[T], rest: &[T], tag: u32, hash: Option<u64>) -> u32 {
        let number = self.count();
        let begin = self.entries.len() as u32;
        self.entries.extend_from_slice(list);
        let end = self.entries.len() as u32;
        self.entries.extend_from_slice(rest);
        let before = hash.and_then(|hash| self.by_hash.insert(hash, ListId::at(number as usize)));
        self.heads.push(Head { begin, end, tag, before });
        number
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.entries.capacity() * size_of::<T>()
            + self.heads.capacity() * size_of::<Head>()
            + self.by_hash.capacity() * size_of::<(u64, ListId)>()
    }
}
