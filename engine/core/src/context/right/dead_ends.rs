//! Guesses of what is open at positions of the right context, and which of them are dead ends.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use crate::base::text::{Distance, Edit};
use crate::context::right::frame_exits::{At, FrameExits, NEAR};
use crate::context::right::walk::Unfinished;
use crate::layout::place::{ModeStack, ROOT};

/// Number of results that are kept over edits. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 1 << 16;

/// The walk through one frame.
pub struct Walk {
    /// As in [`FrameExit`].
    pub stop: Option<u32>,
    /// The positions on the walk whose frame exit is kept.
    pub from: Vec<At>,
    pub at: At,
    /// The stack of the frame that was entered last, with this walk's frame below it.
    pub entered: ModeStack,
    pub lexemes: u32,
    /// The stride on which the walk is, unless it has entered a frame on it.
    pub going: Option<Unfinished>,
}

impl Walk {
    /// Returns the walk from a position.
    pub fn new(at: At) -> Self {
        Self { stop: Some(at.0.0), from: vec![at], at, entered: ROOT, lexemes: 0, going: None }
    }

    /// Returns the position at which the walk began.
    pub fn start(&self) -> At {
        self.from[0]
    }

    /// Records that looking stopped before a position.
    pub fn look(&mut self, stop: Option<u32>) {
        // None is less than every position.
        self.stop = self.stop.min(stop);
    }
}

/// The guesses that were decided, by distance from the end of the text and open frames.
#[derive(Default)]
pub struct DeadEnds {
    pub passages: FrameExits,
    /// Whether a guess is a dead end, in groups of neighbouring positions, so that an edit visits few groups.
    pub dead: BTreeMap<u32, FxHashMap<At, bool>>,
    /// The distance up to which the text after each run of quotes of several lines has been read ahead.
    pub ahead: Distance,
    pub is_off: bool,
    /// The walks that an interruption has left.
    pub under_way: Vec<Walk>,
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
        if self.under_way.first().is_some_and(|walk| walk.start().0 > Distance(kept)) {
            self.under_way.clear();
        }
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
