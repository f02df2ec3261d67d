//! The labels of a block's statement, and those to which statements go.

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use rustc_hash::FxHasher;

/// What a label stands before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Labelled {
    /// It follows.
    Unknown,
    Loop,
    Other,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Label {
    /// It is empty if it is not known.
    pub name: Box<[u8]>,
    pub before: Labelled,
    /// Whether its statement may have ended.
    pub is_loose: bool,
    /// The number of conditions behind it that an alternative may follow.
    pub conditions: u8,
}

impl Label {
    /// Returns whether what goes to its statement may, given whether that must be a loop.
    pub fn leads(&self, is_loop: bool) -> bool {
        self.name.is_empty() || !is_loop || self.before != Labelled::Other
    }
}

/// A label to which a statement goes, and whether it repeats the one that has it.
pub type Jump = (Box<[u8]>, bool);

/// The labels of the statement of a block that is being read, and of those within it that have no block of their own.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct LabelList {
    pub all: Vec<Label>,
    /// The labels that statements in it go to, where it is not known what stands around.
    pub wanted: Vec<Jump>,
    /// Whether the statement, or one within it, ends with what begins a loop elsewhere.
    pub ends_as_loop: bool,
}

/// The labels of a block's statement; none in most blocks.
#[derive(Clone, Default, Debug)]
pub struct Labels(Option<Arc<LabelList>>);

impl Labels {
    pub fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// Returns a hash of them.
    pub fn print(&self) -> u64 {
        self.0.as_ref().map_or(0, |list| {
            let mut hasher = FxHasher::default();
            list.hash(&mut hasher);
            hasher.finish()
        })
    }

    pub fn all(&self) -> &[Label] {
        self.0.as_ref().map_or(&[], |list| &list.all)
    }

    pub fn list(&mut self) -> &mut LabelList {
        Arc::make_mut(self.0.get_or_insert_default())
    }

    pub fn add(&mut self, name: &[u8], before: Labelled) {
        self.list().all.push(Label { name: name.into(), before, is_loose: false, conditions: 0 });
    }

    /// Tells what the labels stand before that were read last.
    pub fn settle(&mut self, before: Labelled) {
        self.list().all.iter_mut().filter(|label| label.before == Labelled::Unknown).for_each(|label| {
            label.before = before;
        });
    }

    /// Notes a condition, which an alternative may follow.
    pub fn condition(&mut self) {
        self.list().all.iter_mut().for_each(|label| label.conditions = label.conditions.saturating_add(1));
    }

    /// Notes an alternative, which belongs to the last condition that has none: labels behind that one have ended.
    pub fn alternative(&mut self) {
        let list = self.list();
        list.all.retain(|label| label.conditions > 0 || label.is_loose || label.name.is_empty());
        list.all.iter_mut().for_each(|label| label.conditions = label.conditions.saturating_sub(1));
    }

    pub fn clear(&mut self) {
        if self.list().wanted.is_empty() {
            self.0 = None;
        } else {
            self.list().all.clear();
        }
    }

    /// Returns the labels that statements go to, where it is not known what stands around.
    pub fn wanted(&self) -> &[Jump] {
        self.0.as_ref().map_or(&[], |list| &list.wanted)
    }

    /// Returns whether one of them leads what goes to a label to its statement.
    pub fn lead(&self, name: &[u8], is_loop: bool) -> bool {
        let is_same = |label: &Label| label.name.is_empty() || *label.name == *name;
        self.all().iter().any(|label| is_same(label) && label.leads(is_loop))
    }

    /// Returns whether any label may be among them.
    pub fn has_any(&self) -> bool {
        self.all().iter().any(|label| label.name.is_empty())
    }

    pub fn loosen(&mut self) {
        self.list().all.iter_mut().for_each(|label| label.is_loose = true);
    }
}
