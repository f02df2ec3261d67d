//! Guesses of what is open at positions of the right context, and which of them are dead ends.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::text::{Distance, Edit};
use crate::context::right::frame_exits::{At, FrameExits, NEAR};

/// Number of results that are kept over edits. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 1 << 16;

/// The guesses that were decided, by distance from the end of the text and open frames.
#[derive(Default)]
pub struct DeadEnds {
    pub passages: FrameExits,
    /// Whether a guess is a dead end, in groups of neighbouring positions, so that an edit visits few groups.
    pub dead: BTreeMap<u32, FxHashMap<At, bool>>,
    /// The distance up to which the text after each run of quotes of several lines has been read ahead.
    pub ahead: Distance,
    pub is_off: bool,
}

impl DeadEnds {
    /// Returns a table that finds no dead ends.
    pub fn off() -> Self {
        Self { is_off: true, ..Self::default() }
    }

    /// Discards what the edit `change` makes invalid.
    pub fn edit(&mut self, change: &Edit) {
        let kept = change.kept as u32;
        self.ahead = self.ahead.min(Distance(kept));
        if self.passages.count() > MAX_KEPT {
            self.passages = FrameExits::default();
        }
        if self.dead.values().map(FxHashMap::len).sum::<usize>() > MAX_KEPT {
            self.dead.clear();
        }
        self.passages.edit(change);
        self.dead.split_off(&(kept / NEAR + 1));
        if let Some(mut last) = self.dead.last_entry() {
            last.get_mut().retain(|&(distance, _), _| distance.0 <= kept);
        }
    }

    /// Returns whether a guess is a dead end, or none if it was not decided.
    pub fn is_known_dead(&self, at: At) -> Option<bool> {
        self.dead.get(&(at.0.0 / NEAR))?.get(&at).copied()
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        let dead: usize = self.dead.values().map(FxHashMap::capacity).sum();
        self.passages.size() + dead * size_of::<(At, bool)>()
    }
}
