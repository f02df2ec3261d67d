//! Checkpoints of the forward parse of a text, which are kept from one edit to the next.
//!
//! A checkpoint is the state of the parse before a lexeme; checkpoints lie some tens of lexemes apart. The
//! *known* checkpoints belong to the current text, up to the farthest position that was ever read. An edit
//! keeps those before it. The checkpoints after the edit *wait*, ordered by their distance from the end of
//! the text, which earlier edits do not change. When the parse reaches a waiting checkpoint in an equal
//! state, it continues as it did before, so all waiting checkpoints up to the next edit become known at once.

use std::collections::VecDeque;

use crate::charts::shared::SharedChart;
use crate::context::brackets::{self, Open, Part};
use crate::layout::place::LayoutState;
use crate::layout::place::ROOT;
use crate::layout::scopes::{Size, is_lasting};

/// Least number of lexemes between two checkpoints: where nothing is open, and anywhere else.
const SPACING: u32 = 32;
const MAX_SPACING: u32 = 128;

/// The state of the parse before a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    /// Byte offset of the lexeme.
    pub start: u32,
    /// The number of bytes of the text that determine the lexemes before this checkpoint. It exceeds `start`
    /// where the lexer looked further and returned to an earlier end.
    pub seen: u32,
    pub chart: SharedChart,
    /// The number of scopes.
    pub scopes: Size,
    pub place: LayoutState,
    pub has_content: bool,
}

impl Checkpoint {
    /// The checkpoint at the start of a text.
    pub const START: Self = Self {
        start: 0,
        seen: 0,
        chart: SharedChart::FIRST,
        scopes: Size::NOTHING,
        place: LayoutState::START,
        has_content: false,
    };

    /// Returns whether nothing in the checkpoint names an offset, so that it can be used after an edit before
    /// it.
    fn may_move(&self) -> bool {
        self.place.modes == ROOT && is_lasting(self.place.scopes)
    }

    /// Returns whether the parse continues from both checkpoints in one way.
    fn agrees(&self, other: &Self) -> bool {
        (self.chart, self.place, self.has_content) == (other.chart, other.place, other.has_content)
    }
}

/// A checkpoint that is known, and what the text between it and the one before it does to brackets.
struct Known {
    mark: Checkpoint,
    part: Part,
}

/// A checkpoint that waits.
struct Waiting {
    mark: Checkpoint,
    /// The same, if the parse leads here from the waiting checkpoint before it.
    part: Part,
    /// Distance of its lexeme from the text's end, in bytes.
    distance: u32,
    /// Whether the parse leads here from the waiting checkpoint before it.
    is_linked: bool,
}

/// The checkpoints of a text.
pub struct Checkpoints {
    known: Vec<Known>,
    ahead: VecDeque<Waiting>,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self::beginning((SharedChart::FIRST, LayoutState::START))
    }
}

impl Checkpoints {
    /// Returns the checkpoints of a text of which nothing is read, and whose parse begins with a chart and a place.
    pub fn beginning((chart, place): (SharedChart, LayoutState)) -> Self {
        let mark = Checkpoint { chart, place, ..Checkpoint::START };
        Self { known: vec![Known { mark, part: Part::default() }], ahead: VecDeque::new() }
    }

    /// Returns whether nothing of the text is read.
    pub fn are_new(&self) -> bool {
        self.known.len() == 1 && self.ahead.is_empty()
    }

    /// Updates the checkpoints after an edit: of a text of `length` bytes, the first `from` and the last
    /// `kept` bytes are unchanged. Returns the last known checkpoint that remains.
    pub fn edit(&mut self, length: u32, from: u32, kept: u32) -> Checkpoint {
        while self.ahead.front().is_some_and(|waiting| waiting.distance > kept) {
            self.ahead.pop_front();
        }
        if let Some(first) = self.ahead.front_mut() {
            first.is_linked = false;
        }
        let stay = self.known.partition_point(|known| known.mark.seen <= from);
        let after = movable(self.known.drain(stay..), length - kept);
        for (index, Known { mark, part }) in after.into_iter().enumerate().rev() {
            let distance = length - mark.start;
            self.ahead.push_front(Waiting { mark, part, distance, is_linked: index > 0 });
        }
        self.known[self.known.len() - 1].mark
    }

    /// Returns the last checkpoint that needs no more than the first `end` bytes of the text, and whether it
    /// is the last of all.
    pub fn before(&self, end: u32) -> (Checkpoint, bool) {
        let count = self.count_before(end);
        (self.known[count - 1].mark, count == self.known.len())
    }

    fn count_before(&self, end: u32) -> usize {
        self.known.partition_point(|known| known.mark.seen <= end)
    }

    /// Returns the brackets that are open at the end of the first `end` bytes of the text, the innermost
    /// last; `last` is what the text after the last checkpoint in them does to brackets.
    pub fn open_brackets(&self, end: u32, last: &Part) -> Vec<Open> {
        let known = self.known[..self.count_before(end)].iter().rev();
        brackets::open_at_end(last, known.map(|known| (known.mark.start, &known.part)))
    }

    /// Adds the checkpoint `mark` if it is due, `lexemes` lexemes after the last one. Returns whether it was
    /// added. `part` is what these lexemes do to brackets; it begins anew if the checkpoint was added.
    pub fn leave(&mut self, mark: Checkpoint, lexemes: u32, part: &mut Part) -> bool {
        let is_due = lexemes >= MAX_SPACING || (lexemes >= SPACING && mark.may_move());
        if is_due {
            self.known.push(Known { mark, part: part.ended(mark.start) });
        }
        is_due
    }

    /// Returns whether the parse of a text of `length` bytes agrees at `mark` with a waiting checkpoint. If
    /// so, that checkpoint and those linked to it become known. `part` is what the lexemes since the last known
    /// checkpoint do to brackets; it begins anew then.
    pub fn meet(&mut self, length: u32, mark: &Checkpoint, part: &mut Part) -> bool {
        let distance = length - mark.start;
        while self.ahead.front().is_some_and(|waiting| waiting.distance > distance) {
            self.ahead.pop_front();
        }
        let meets = |next: &Waiting| next.distance == distance && next.mark.agrees(mark);
        if !self.ahead.front().is_some_and(meets) {
            return false;
        }
        let mut first = Some(part.ended(mark.start));
        while let Some(Waiting { mark: next, part, distance, .. }) = self.ahead.pop_front() {
            let start = length - distance;
            let seen = mark.seen.max(start + (next.seen - next.start));
            let mark = Checkpoint { start, seen, scopes: mark.scopes, ..next };
            self.known.push(Known { mark, part: first.take().unwrap_or(part) });
            if !self.ahead.front().is_some_and(|next| next.is_linked) {
                break;
            }
        }
        true
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        let parts =
            self.known.iter().map(|known| &known.part).chain(self.ahead.iter().map(|next| &next.part));
        self.known.capacity() * size_of::<Known>()
            + self.ahead.capacity() * size_of::<Waiting>()
            + parts.map(Part::size).sum::<usize>()
    }
}

/// Returns the checkpoints from an offset on that can be used after an edit before it, each with all that the
/// text since the one before it does to brackets.
fn movable(known: impl Iterator<Item = Known>, from: u32) -> Vec<Known> {
    let mut found = Vec::new();
    let mut left_out: Option<Known> = None;
    for Known { mark, part } in known {
        let part = match left_out.take() {
            Some(before) => before.part.followed_by(&part, mark.start - before.mark.start),
            None => part,
        };
        if mark.start >= from && mark.may_move() {
            found.push(Known { mark, part });
        } else {
            left_out = Some(Known { mark, part });
        }
    }
    found
}
