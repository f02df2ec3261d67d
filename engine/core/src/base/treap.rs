//! Persistent maps by names: those that differ in few names share the rest.
//!
//! A map is a treap, whose shape depends on the names alone, so that equal maps have equal prints.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Odd numbers of evenly spread bits, for [`joined`].
const FIRST_FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
const SECOND_FACTOR: u64 = 0xd6e8_feb8_6659_fd93;

/// What a name stands for.
pub trait Value: Clone {
    /// Returns a hash of everything in the value.
    fn print(&self) -> u64;
}

#[derive(Debug)]
struct Node<V> {
    name: Arc<[u8]>,
    value: V,
    rank: u64,
    left: Treap<V>,
    right: Treap<V>,
    /// A hash of everything in the node.
    print: u64,
}

/// A map from names to values.
#[derive(Debug)]
pub struct Treap<V>(Option<Arc<Node<V>>>);

impl<V> Clone for Treap<V> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<V> Default for Treap<V> {
    fn default() -> Self {
        Self(None)
    }
}

impl<V> Treap<V> {
    /// Returns the value of a name.
    pub fn get(&self, name: &[u8]) -> Option<&V> {
        let mut tree = self;
        loop {
            let node = tree.0.as_ref()?;
            tree = match name.cmp(&node.name) {
                Ordering::Equal => return Some(&node.value),
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
            };
        }
    }

    /// Returns whether there are no names.
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns a hash of everything in the map.
    pub fn print(&self) -> u64 {
        self.0.as_ref().map_or(0, |node| node.print)
    }

    /// Calls a function with each name and its value.
    pub fn each<'t>(&'t self, call: &mut impl FnMut(&'t [u8], &'t V)) {
        if let Some(node) = &self.0 {
            node.left.each(call);
            call(&node.name, &node.value);
            node.right.each(call);
        }
    }

    fn twice(self) -> (Self, Self) {
        (self.clone(), self)
    }
}

impl<V: Value> Treap<V> {
    /// Returns the map with the value of a name set.
    #[must_use]
    pub fn with(&self, name: &[u8], value: V) -> Self {
        self.insert(name, rank(name), value)
    }

    fn insert(&self, name: &[u8], own: u64, value: V) -> Self {
        let Some(node) = &self.0 else {
            return Self::node(name.into(), value, own, Self::default(), Self::default());
        };
        let order = name.cmp(&node.name);
        if order == Ordering::Equal {
            return Self::node(name.into(), value, own, node.left.clone(), node.right.clone());
        }
        if own > node.rank {
            let (left, right) = self.split(name);
            return Self::node(name.into(), value, own, left, right);
        }
        let (mut left, mut right) = (node.left.clone(), node.right.clone());
        if order == Ordering::Less {
            left = left.insert(name, own, value);
        } else {
            right = right.insert(name, own, value);
        }
        Self::node(node.name.clone(), node.value.clone(), node.rank, left, right)
    }

    /// Returns the names before a name, and those after it.
    fn split(&self, name: &[u8]) -> (Self, Self) {
        let Some(node) = &self.0 else { return Self::default().twice() };
        let with = |left, right| Self::node(node.name.clone(), node.value.clone(), node.rank, left, right);
        match name.cmp(&node.name) {
            Ordering::Equal => (node.left.clone(), node.right.clone()),
            Ordering::Less => {
                let (before, after) = node.left.split(name);
                (before, with(after, node.right.clone()))
            }
            Ordering::Greater => {
                let (before, after) = node.right.split(name);
                (with(node.left.clone(), before), after)
            }
        }
    }

    fn node(name: Arc<[u8]>, value: V, rank: u64, left: Self, right: Self) -> Self {
        // The rank stands for the name.
        let print = joined([rank, value.print(), left.print(), right.print()]);
        Self(Some(Arc::new(Node { name, value, rank, left, right, print })))
    }
}

/// Returns a hash of numbers of which each is a hash or small.
pub fn joined<const COUNT: usize>(prints: [u64; COUNT]) -> u64 {
    prints.into_iter().fold(FIRST_FACTOR, |all, print| {
        let product = u128::from(all ^ print) * u128::from(SECOND_FACTOR);
        (product as u64 ^ (product >> u64::BITS) as u64).wrapping_add(FIRST_FACTOR)
    })
}

/// Returns the rank of a name: nodes of higher ranks are nearer to the root.
pub fn rank(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}
