//! Guesses of what is open at places of the right context, and which of them nothing can follow.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::text::{Distance, Edit};
use crate::context::right::frame_exits::{At, FrameExits, NEAR};

/// What is kept of former texts. More: all of it is forgotten.
const MOST_KEPT: usize = 1 << 16;

/// By distance from the end of the text and what is open there.
#[derive(Default)]
pub struct DeadEnds {
    pub passages: FrameExits,
    /// Those that are near each other together, so that an edit looks at few.
    pub dead: BTreeMap<u32, FxHashMap<At, bool>>,
    /// The distance up to which all places behind quotes of several lines have been read ahead.
    pub ahead: Distance,
    pub is_off: bool,
}

impl DeadEnds {
    /// None is found to be dead.
    pub fn off() -> Self {
        Self { is_off: true, ..Self::default() }
    }

    /// Take a change of the text.
    pub fn edit(&mut self, change: &Edit) {
        let kept = change.kept as u32;
        self.ahead = self.ahead.min(Distance(kept));
        if self.passages.count() > MOST_KEPT {
            self.passages = FrameExits::default();
        }
        if self.dead.values().map(FxHashMap::len).sum::<usize>() > MOST_KEPT {
            self.dead.clear();
        }
        self.passages.edit(change);
        self.dead.split_off(&(kept / NEAR + 1));
        if let Some(mut last) = self.dead.last_entry() {
            last.get_mut().retain(|&(distance, _), _| distance.0 <= kept);
        }
    }

    /// Whether a guess is known to be dead; none if it was not looked at.
    pub fn is_known_dead(&self, at: At) -> Option<bool> {
        self.dead.get(&(at.0.0 / NEAR))?.get(&at).copied()
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        let dead: usize = self.dead.values().map(FxHashMap::capacity).sum();
        self.passages.size() + dead * size_of::<(At, bool)>()
    }
}
