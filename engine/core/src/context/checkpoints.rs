//! Places in a text at which the parse from its start is known, kept from one edit to the next.
//!
//! A mark stands before a lexeme, some tens of lexemes behind the one before it. The *known* marks
//! are those of the text as it is, up to as far as it was ever read; an edit leaves those before it.
//! The marks behind an edit are of use again if the parse arrives at one of them and knows the same
//! there: then it goes on as it did, and all of them up to the next edit are known at once. Until
//! then they wait *ahead*, by their distance from the end, which edits before them do not change.

use std::collections::VecDeque;

use crate::charts::shared::SharedChart;
use crate::layout::place::LayoutState;
use crate::layout::place::ROOT;
use crate::layout::scopes::{Size, is_lasting};

/// Lexemes between marks: where nothing is open, and anywhere.
const SPACING: u32 = 32;
const MOST_SPACING: u32 = 128;

/// Where a lexeme begins and what is known there.
#[derive(Clone, Copy, Debug)]
pub struct Checkpoint {
    /// Byte offset of the lexeme.
    pub start: u32,
    /// Bytes of the text up to here were needed to know the lexemes before this mark: one that
    /// backs up looks further than those behind it.
    pub seen: u32,
    pub chart: SharedChart,
    /// How many scopes there are.
    pub scopes: Size,
    pub place: LayoutState,
    pub has_content: bool,
}

impl Checkpoint {
    pub const START: Self = Self {
        start: 0,
        seen: 0,
        chart: SharedChart::FIRST,
        scopes: Size::NOTHING,
        place: LayoutState::START,
        has_content: false,
    };

    /// Nothing is known that would name an offset.
    fn may_move(&self) -> bool {
        self.place.modes == ROOT && is_lasting(self.place.scopes)
    }

    /// Whether the parse goes on from both alike.
    fn agrees(&self, other: &Self) -> bool {
        (self.chart, self.place, self.has_content) == (other.chart, other.place, other.has_content)
    }
}

/// A mark that waits.
struct Waiting {
    mark: Checkpoint,
    /// Distance of its lexeme from the text's end.
    distance: u32,
    /// The parse leads here from the mark that waits before it.
    is_linked: bool,
}

pub struct Checkpoints {
    known: Vec<Checkpoint>,
    ahead: VecDeque<Waiting>,
}

impl Default for Checkpoints {
    fn default() -> Self {
        Self { known: vec![Checkpoint::START], ahead: VecDeque::new() }
    }
}

impl Checkpoints {
    /// A text of `length` bytes has changed behind `from`, but for its last `kept` bytes. Returns
    /// the last mark that is left.
    pub fn edit(&mut self, length: u32, from: u32, kept: u32) -> Checkpoint {
        while self.ahead.front().is_some_and(|waiting| waiting.distance > kept) {
            self.ahead.pop_front();
        }
        if let Some(first) = self.ahead.front_mut() {
            first.is_linked = false;
        }
        let stay = self.known.partition_point(|mark| mark.seen <= from);
        let behind = self.known.drain(stay..).filter(|mark| mark.start >= length - kept && mark.may_move());
        let behind: Vec<Checkpoint> = behind.collect();
        for (index, mark) in behind.into_iter().enumerate().rev() {
            let distance = length - mark.start;
            self.ahead.push_front(Waiting { mark, distance, is_linked: index > 0 });
        }
        self.known[self.known.len() - 1]
    }

    /// The last mark for which no more than `end` bytes of the text were needed, and whether it is the
    /// last of all.
    pub fn before(&self, end: u32) -> (Checkpoint, bool) {
        let count = self.known.partition_point(|mark| mark.seen <= end);
        (self.known[count - 1], count == self.known.len())
    }

    /// The parse has come so far behind the last mark, over so many lexemes: leave a mark if it is time
    /// for one.
    pub fn leave(&mut self, mark: Checkpoint, lexemes: u32) -> bool {
        let is_due = lexemes >= MOST_SPACING || (lexemes >= SPACING && mark.may_move());
        if is_due {
            self.known.push(mark);
        }
        is_due
    }

    /// Whether the parse of a text of `length` bytes has come to a mark that waits and knows the same
    /// there; that and those that it leads to are known then.
    pub fn meet(&mut self, length: u32, mark: &Checkpoint) -> bool {
        let distance = length - mark.start;
        while self.ahead.front().is_some_and(|waiting| waiting.distance > distance) {
            self.ahead.pop_front();
        }
        let meets = |next: &Waiting| next.distance == distance && next.mark.agrees(mark);
        if !self.ahead.front().is_some_and(meets) {
            return false;
        }
        while let Some(Waiting { mark: next, distance, .. }) = self.ahead.pop_front() {
            let start = length - distance;
            let seen = mark.seen.max(start + (next.seen - next.start));
            self.known.push(Checkpoint { start, seen, scopes: mark.scopes, ..next });
            if !self.ahead.front().is_some_and(|next| next.is_linked) {
                break;
            }
        }
        true
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.known.capacity() * size_of::<Checkpoint>() + self.ahead.capacity() * size_of::<Waiting>()
    }
}
