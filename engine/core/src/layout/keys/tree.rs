//! The keys of nested tables, as a persistent tree: a text's states share what they have in common.
//!
//! The names of one table are a treap, whose shape depends on the names alone.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// What a key stands for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A value, to which nothing can be added.
    Value,
    /// A table that only the header of a table inside it has made.
    Implied,
    /// A table that dotted keys of the current section have made.
    Dotted,
    /// A table that has a header, or that dotted keys of a former section have made.
    Closed,
    /// The last table of a list of tables.
    Last,
}

/// A key of a table, with the keys inside it.
#[derive(Clone, Debug)]
pub struct Entry {
    pub kind: Kind,
    pub keys: Tree,
}

impl Entry {
    /// Returns an entry with nothing in it.
    pub fn new(kind: Kind) -> Self {
        Self { kind, keys: Tree::default() }
    }
}

#[derive(Debug)]
struct Node {
    name: Box<[u8]>,
    entry: Entry,
    rank: u64,
    left: Tree,
    right: Tree,
    /// A hash of everything in the node.
    print: u64,
}

/// The keys of one table.
#[derive(Clone, Default, Debug)]
pub struct Tree(Option<Arc<Node>>);

impl Tree {
    /// Returns the entry of a name.
    pub fn get(&self, name: &[u8]) -> Option<&Entry> {
        let mut tree = self;
        loop {
            let node = tree.0.as_ref()?;
            tree = match name.cmp(&node.name) {
                Ordering::Equal => return Some(&node.entry),
                Ordering::Less => &node.left,
                Ordering::Greater => &node.right,
            };
        }
    }

    /// Returns the entry at a path, or the value on the way to it.
    pub fn find(&self, path: &[Box<[u8]>]) -> Option<&Entry> {
        let (first, rest) = path.split_first()?;
        let entry = self.get(first)?;
        if rest.is_empty() || entry.kind == Kind::Value { Some(entry) } else { entry.keys.find(rest) }
    }

    /// Returns the tree with the entry of a path changed. Tables on the way to it that are not there get the kind `between`.
    #[must_use]
    pub fn with(
        &self,
        path: &[Box<[u8]>],
        between: Kind,
        entry: impl FnOnce(Option<&Entry>) -> Entry,
    ) -> Self {
        let Some((first, rest)) = path.split_first() else { return self.clone() };
        let known = self.get(first);
        if rest.is_empty() {
            return self.insert(first, entry(known));
        }
        let known = known.cloned().unwrap_or_else(|| Entry::new(between));
        let kind = if known.kind == Kind::Implied { between } else { known.kind };
        self.insert(first, Entry { kind, keys: known.keys.with(rest, between, entry) })
    }

    fn insert(&self, name: &[u8], entry: Entry) -> Self {
        self.insert_ranked(name, rank(name), entry)
    }

    fn insert_ranked(&self, name: &[u8], own: u64, entry: Entry) -> Self {
        let Some(node) = &self.0 else {
            return Self::node(name.into(), entry, own, Self::default(), Self::default());
        };
        let order = name.cmp(&node.name);
        if order == Ordering::Equal {
            return Self::node(name.into(), entry, own, node.left.clone(), node.right.clone());
        }
        if own > node.rank {
            let (left, right) = self.split(name);
            return Self::node(name.into(), entry, own, left, right);
        }
        let (mut left, mut right) = (node.left.clone(), node.right.clone());
        if order == Ordering::Less {
            left = left.insert_ranked(name, own, entry);
        } else {
            right = right.insert_ranked(name, own, entry);
        }
        Self::node(node.name.clone(), node.entry.clone(), node.rank, left, right)
    }

    /// Returns the names before a name, and those after it.
    fn split(&self, name: &[u8]) -> (Self, Self) {
        let Some(node) = &self.0 else { return Self::default().twice() };
        let with = |left, right| Self::node(node.name.clone(), node.entry.clone(), node.rank, left, right);
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

    fn twice(self) -> (Self, Self) {
        (self.clone(), self)
    }

    fn node(name: Box<[u8]>, entry: Entry, rank: u64, left: Self, right: Self) -> Self {
        let mut hasher = DefaultHasher::new();
        (&name, entry.kind, entry.keys.print(), left.print(), right.print()).hash(&mut hasher);
        let print = hasher.finish();
        Self(Some(Arc::new(Node { name, entry, rank, left, right, print })))
    }

    /// Returns a hash of everything in the tree.
    pub fn print(&self) -> u64 {
        self.0.as_ref().map_or(0, |node| node.print)
    }

    /// Calls a function with each name and its entry.
    pub fn each<'t>(&'t self, call: &mut impl FnMut(&'t [u8], &'t Entry)) {
        if let Some(node) = &self.0 {
            node.left.each(call);
            call(&node.name, &node.entry);
            node.right.each(call);
        }
    }

    /// Adds all names, those inside other keys included.
    pub fn add_names<'t>(&'t self, found: &mut Vec<&'t [u8]>) {
        self.each(&mut |name, entry| {
            found.push(name);
            entry.keys.add_names(found);
        });
    }

    /// Returns whether one text cannot have these keys and then, in other sections, those of another tree, whatever stands
    /// between the two. What is in lists of tables does not count, since another table of the list may begin between them.
    pub fn clashes(&self, later: &Self) -> bool {
        let mut clashes = false;
        later.each(&mut |name, after| {
            if !clashes && let Some(before) = self.get(name) {
                clashes = before.clashes(after);
            }
        });
        clashes
    }
}

impl Entry {
    fn clashes(&self, later: &Self) -> bool {
        use Kind::{Closed, Dotted, Implied, Last, Value};
        match (self.kind, later.kind) {
            (Last, Last | Implied) => false,
            (Value | Last, _) | (_, Value | Last) | (Closed | Dotted, Closed | Dotted) => true,
            (Implied, _) | (_, Implied) => self.keys.clashes(&later.keys),
        }
    }
}

/// Returns the rank of a name: nodes of higher ranks are nearer to the root.
fn rank(name: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    name.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::{Entry, Kind, Tree};

    fn path(text: &str) -> Vec<Box<[u8]>> {
        text.split('.').map(|name| name.as_bytes().into()).collect()
    }

    fn tree(keys: &[(&str, Kind)]) -> Tree {
        keys.iter().fold(Tree::default(), |tree, &(key, kind)| {
            tree.with(&path(key), Kind::Implied, |known| Entry {
                kind,
                ..known.cloned().unwrap_or(Entry::new(kind))
            })
        })
    }

    #[test]
    fn equal_trees_have_equal_prints_in_whatever_order_they_were_made() {
        let keys = [("b", Kind::Value), ("a.c", Kind::Value), ("a.d.e", Kind::Closed), ("f", Kind::Last)];
        let mut turned = keys;
        turned.reverse();
        assert_eq!(tree(&keys).print(), tree(&turned).print());
        assert_ne!(tree(&keys).print(), tree(&keys[1..]).print());
        assert!(
            keys.iter().all(|(key, kind)| tree(&keys).find(&path(key)).expect("it is there").kind == *kind)
        );
        assert!(tree(&keys).find(&path("a.x")).is_none());
    }

    #[test]
    fn trees_of_two_sections_clash_where_both_define_a_key() {
        for (before, later, clashes) in [
            (("a", Kind::Closed), ("a", Kind::Closed), true),
            (("a", Kind::Closed), ("a.b", Kind::Closed), false),
            (("a.b", Kind::Closed), ("a", Kind::Closed), false),
            (("a.b", Kind::Value), ("a.b", Kind::Value), true),
            (("a.b", Kind::Value), ("a.b.c", Kind::Closed), true),
            (("a", Kind::Last), ("a", Kind::Last), false),
            (("a", Kind::Last), ("a.b", Kind::Closed), false),
            (("a.b", Kind::Closed), ("a", Kind::Last), true),
            (("a", Kind::Dotted), ("a", Kind::Closed), true),
            (("a", Kind::Value), ("b", Kind::Value), false),
        ] {
            assert_eq!(tree(&[before]).clashes(&tree(&[later])), clashes, "{before:?} {later:?}");
        }
    }
}
