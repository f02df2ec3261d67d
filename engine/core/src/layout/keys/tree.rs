//! The keys of nested tables, as a persistent tree: a text's states share what they have in common.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::base::treap::{Treap, Value};

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

/// The keys of one table.
#[derive(Clone, Default, Debug)]
pub struct Tree(Treap<Entry>);

impl Value for Entry {
    fn print(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.kind, self.keys.print()).hash(&mut hasher);
        hasher.finish()
    }
}

impl Tree {
    /// Returns the entry of a name.
    pub fn get(&self, name: &[u8]) -> Option<&Entry> {
        self.0.get(name)
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
        Self(self.0.with(name, entry))
    }

    /// Returns a hash of everything in the tree.
    pub fn print(&self) -> u64 {
        self.0.print()
    }

    /// Calls a function with each name and its entry.
    pub fn each<'t>(&'t self, call: &mut impl FnMut(&'t [u8], &'t Entry)) {
        self.0.each(call);
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
