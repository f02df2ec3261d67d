//! Frame exits: where and how the frame that is open at a position is closed, kept from edit to edit.
//!
//! A frame exit depends on the bytes from its position to the last one that was looked at. The frame exits
//! after an edit are stored by their distance from the text's end, which the edit does not change, and those
//! before it by their offset. An edit somewhere else converts those between the two edits.

use rustc_hash::FxHashMap;

use crate::base::text::{Distance, Edit};
use crate::layout::place::ModeStack;
use crate::lexer::ids::TermSetId;

/// A position and a stack of which one frame is known.
pub type At = (Distance, ModeStack);

/// A key of the table: a distance or an offset, and a stack.
type Entry = (u32, ModeStack);

/// Size in bytes of a group of positions that are stored together, so that an edit visits few groups.
pub const NEAR: u32 = 1024;

/// Number of groups next to an edit whose frame exits are converted. Those farther away are dropped, since
/// converting them would cost more than finding them again.
const MAX_MOVED: usize = 64;

/// How a frame is closed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exit {
    /// The frame cannot be closed.
    Dead,
    /// The frame is closed by a lexeme of this set, which ends at the position `next`.
    Left {
        set: TermSetId,
        next: u32,
    },
    Unknown,
}

/// A frame exit, in distances from the end of the text or in offsets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FrameExit {
    pub way: Exit,
    /// The position before which looking stopped, or none if the text's end was looked at.
    pub stop: Option<u32>,
}

impl FrameExit {
    /// Converts distances to offsets and offsets to distances, in a text of `length` bytes.
    fn turned(self, length: u32) -> Self {
        let way = match self.way {
            Exit::Left { set, next } => Exit::Left { set, next: length - next },
            way => way,
        };
        Self { way, stop: self.stop.map(|stop| length - stop) }
    }
}

/// The frame exits that are known of a text.
#[derive(Default)]
pub struct FrameExits {
    /// Those after the last edit, by distance.
    after: Vec<FxHashMap<Entry, FrameExit>>,
    /// Those before the last edit, by offset, with the farthest stop of each group.
    before: Vec<(FxHashMap<Entry, FrameExit>, u32)>,
    count: usize,
}

impl FrameExits {
    /// Returns the number of frame exits.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Returns the frame exit of a position in a text of `length` bytes, if it is known.
    pub fn get(&self, length: u32, at: At) -> Option<FrameExit> {
        let distance = at.0.0;
        if let Some(known) = group(&self.after, distance).and_then(|near| near.get(&(distance, at.1))) {
            return Some(*known);
        }
        let offset = length - distance;
        let known = group(&self.before, offset)?.0.get(&(offset, at.1))?;
        Some(known.turned(length))
    }

    /// Adds the frame exit of a position.
    pub fn insert(&mut self, at: At, passage: FrameExit) {
        self.insert_after((at.0.0, at.1), passage);
    }

    fn insert_after(&mut self, at: Entry, passage: FrameExit) {
        let near = group_for(&mut self.after, at.0);
        self.count += usize::from(near.insert(at, passage).is_none());
    }

    /// Adds, by offset, a frame exit that looked no farther than before the offset `stop`.
    fn insert_before(&mut self, at: Entry, passage: FrameExit, stop: u32) {
        let (near, farthest) = group_for(&mut self.before, at.0);
        *farthest = stop.max(*farthest);
        self.count += usize::from(near.insert(at, passage).is_none());
    }

    /// Discards what the edit `change` makes invalid, and converts the frame exits that change sides.
    pub fn edit(&mut self, change: &Edit) {
        let &Edit { old, new: _, from, kept } = change;
        let (old, from, kept) = (old as u32, from as u32, kept as u32);
        for (at, passage) in self.take_after(kept) {
            let turned = passage.turned(old);
            if let Some(stop) = turned.stop.filter(|&stop| stop <= from) {
                self.insert_before((old - at.0, at.1), turned, stop);
            }
        }
        for (at, passage) in self.leave_before(from) {
            if at.0 >= old - kept {
                self.insert_after((old - at.0, at.1), passage.turned(old));
            }
        }
    }

    /// Removes and returns the frame exits in `after` that lie beyond a distance.
    fn take_after(&mut self, kept: u32) -> Vec<(Entry, FrameExit)> {
        let first = (kept / NEAR) as usize;
        let far = self.after.drain(self.after.len().min(first + MAX_MOVED)..);
        self.count -= far.map(|near| near.len()).sum::<usize>();
        let mut left = Vec::new();
        for near in self.after.iter_mut().skip(first) {
            left.extend(near.extract_if(|&(distance, _), _| distance > kept));
        }
        self.count -= left.len();
        left
    }

    /// Removes and returns the frame exits in `before` that looked beyond an offset.
    fn leave_before(&mut self, from: u32) -> Vec<(Entry, FrameExit)> {
        let end = (from / NEAR) as usize + MAX_MOVED;
        let far = self.before.drain(self.before.len().min(end)..);
        self.count -= far.map(|near| near.0.len()).sum::<usize>();
        let mut left = Vec::new();
        for (near, farthest) in self.before.iter_mut().filter(|near| near.1 > from) {
            left.extend(near.extract_if(|_, passage| passage.stop.is_none_or(|stop| stop > from)));
            *farthest = from;
        }
        self.count -= left.len();
        left
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        let after: usize = self.after.iter().map(FxHashMap::capacity).sum();
        let before: usize = self.before.iter().map(|near| near.0.capacity()).sum();
        let groups = self.after.capacity() + self.before.capacity();
        (after + before) * size_of::<(Entry, FrameExit)>()
            + groups * size_of::<(FxHashMap<Entry, FrameExit>, u32)>()
    }
}

fn group<T>(groups: &[T], place: u32) -> Option<&T> {
    groups.get((place / NEAR) as usize)
}

fn group_for<T: Default>(groups: &mut Vec<T>, place: u32) -> &mut T {
    let index = (place / NEAR) as usize;
    if index >= groups.len() {
        groups.resize_with(index + 1, T::default);
    }
    &mut groups[index]
}

#[cfg(test)]
mod tests {
    use super::{Distance, Exit, FrameExit, FrameExits, ModeStack};
    use crate::base::text::Edit;

    /// Returns a frame exit to the distance `next` for which looking stopped before `stop`.
    fn passage(next: u32, stop: Option<u32>) -> FrameExit {
        FrameExit { way: Exit::Left { set: crate::lexer::ids::TermSetId(1), next }, stop }
    }

    #[test]
    fn passages_that_an_edit_does_not_touch_stay() {
        // A text of 5,000 bytes, in which 10 bytes replace the 5 at offset 3,000.
        let change = Edit { old: 5000, new: 5005, from: 3000, kept: 1995 };
        for (at, known, found) in [
            (1995, passage(1900, Some(1890)), Some((1995, passage(1900, Some(1890))))),
            (1990, passage(10, None), Some((1990, passage(10, None)))),
            (1996, passage(1900, Some(1890)), None),
            (2001, passage(2000, Some(1999)), None),
            (2001, passage(2000, None), None),
            (2001, passage(2000, Some(2000)), Some((2006, passage(2005, Some(2005))))),
            (5000, passage(3000, Some(2500)), Some((5005, passage(3005, Some(2505))))),
        ] {
            let mut passages = FrameExits::default();
            passages.insert((Distance(at), ModeStack(7)), known);
            passages.edit(&change);
            assert_eq!(passages.count(), usize::from(found.is_some()), "{at}");
            let there = found.map_or(at, |found| found.0);
            assert_eq!(
                passages.get(5005, (Distance(there), ModeStack(7))),
                found.map(|found| found.1),
                "{at}"
            );
            assert_eq!(passages.get(5005, (Distance(there), ModeStack(8))), None);
        }
    }

    #[test]
    fn what_lies_between_two_edits_changes_sides() {
        let mut passages = FrameExits::default();
        passages.insert((Distance(4000), ModeStack(7)), passage(3900, Some(3800)));
        // One byte is added at offset 4,000, and three are removed before the frame exit, at offset 500.
        passages.edit(&Edit { old: 5000, new: 5001, from: 4000, kept: 1000 });
        passages.edit(&Edit { old: 5001, new: 4998, from: 500, kept: 4498 });
        assert_eq!(passages.get(4998, (Distance(4001), ModeStack(7))), Some(passage(3901, Some(3801))));
        passages.edit(&Edit { old: 4998, new: 4999, from: 1100, kept: 3898 });
        assert_eq!(passages.get(4999, (Distance(4002), ModeStack(7))), None);
        assert_eq!(passages.count(), 0);
    }
}
