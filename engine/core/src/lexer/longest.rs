//! The longest match over the bytes of a right context, from every state of the lexer.
//!
//! One *run* starts from each state, and all runs step over the bytes together. When two runs reach one
//! state, one is merged into the other and records its best match so far; a later match of the other run is
//! longer. After a byte or two only a few runs remain, those of open comments and strings. What a byte does to
//! all runs together is looked up (see [`together`](crate::lexer::together)). How a run ends depends only on the
//! following text, so it is kept at some line ends.

use std::collections::BTreeSet;
use std::ops::Bound;

use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::base::interrupt::ByteCount;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::together::{ListId, Lists};
use crate::lexer::{DEAD, Lexer, NO_SET};

/// A match: its set of terminals, and the offset in the bytes at which it ends.
type Match = (TermSetId, u32);

/// Number of line ends, from the beginning of a text, at each of which its runs are kept.
const MAX_KEPT_LINES: usize = 8;
/// Minimum number of bytes between two further line ends at which runs are kept.
const KEPT_EVERY: u32 = 4096;

/// Maximum number of lists whose matches are recorded later.
const MAX_MET: usize = 4;

/// Maximum number of runs kept from former texts. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 4096;

/// What is known of the runs of a right context, kept from one right context to the next.
#[derive(Default)]
pub struct LongestMatches {
    /// The longest match after each line end that is kept, by the line end's distance from the text's end and
    /// the lexer's state there. The match's end is a distance from the text's end too.
    known: FxHashMap<(u32, LexState), Option<Match>>,
    /// The distances that occur in `known`.
    lines: BTreeSet<u32>,
    lists: Lists,
}

struct LongestMatch {
    best: Option<Match>,
    /// The run into which this one was merged, and after how many bytes.
    merged_into: Option<(usize, u32)>,
}

/// A run at a line end that is kept.
struct Passed {
    run: usize,
    state: LexState,
    offset: u32,
}

/// The runs over some bytes.
struct Runs {
    all: Vec<LongestMatch>,
    /// The numbers of the runs that go on, in the order of the list of their states.
    active: Vec<usize>,
    list: ListId,
    /// The lists in which some runs match, with the last offset at which each was met, since runs last ended or met: as
    /// long as none does, the lists repeat.
    met: SmallVec<[(ListId, u32); MAX_MET]>,
    passed: Vec<Passed>,
}

impl LongestMatches {
    /// Drops what does not hold for the next right context, which has its last `common` bytes in common with
    /// the current one.
    pub fn keep(&mut self, common: u32) {
        if self.known.len() > MAX_KEPT {
            (self.known, self.lines) = Default::default();
        }
        if self.lines.last().is_some_and(|&last| last > common) {
            self.known.retain(|&(distance, _), _| distance <= common);
            self.lines.split_off(&(common + 1));
        }
    }

    /// Returns the memory taken, in bytes.
    pub fn size(&self) -> usize {
        self.lists.size() + self.known.capacity() * size_of::<((u32, LexState), Option<Match>)>()
    }

    /// Returns the longest match from each state of the lexer.
    pub fn find(&mut self, lexer: &Lexer, bytes: &[u8]) -> Vec<Option<Match>> {
        let length = bytes.len() as u32;
        let runs = self.go_over(lexer, bytes);
        for &Passed { run, state, offset } in &runs.passed {
            let later = runs.resolve(run).filter(|found| found.1 >= offset);
            self.known.insert((length - offset, state), later.map(|(set, end)| (set, length - end)));
            self.lines.insert(length - offset);
        }
        (0..runs.all.len()).map(|number| runs.resolve(number)).collect()
    }

    fn go_over(&mut self, lexer: &Lexer, bytes: &[u8]) -> Runs {
        let length = bytes.len() as u32;
        self.lists.bound();
        let mut runs = Runs::new(lexer, &mut self.lists);
        let (mut lines, mut next_kept) = (0, 0);
        let mut stop = 0;
        let mut count = ByteCount::default();
        let mut at = 0;
        while at < bytes.len() && !runs.active.is_empty() {
            count.passed();
            let calm_end = self.lists.calm_end(lexer, runs.list, bytes, at, stop);
            if calm_end > at {
                at = calm_end;
                runs.meet(&self.lists, at as u32);
                continue;
            }
            let byte = bytes[at];
            at += 1;
            let offset = at as u32;
            runs.step(lexer, &mut self.lists, byte, offset);
            if byte == b'\n' && at > stop {
                self.resume(lexer, &mut runs, offset, length);
                lines += 1;
                let is_near = lines <= MAX_KEPT_LINES;
                if is_near || offset >= next_kept {
                    next_kept = offset + KEPT_EVERY;
                    runs.pass(&self.lists, offset);
                }
                stop = if is_near { at } else { self.next_stop(length, offset, next_kept) };
            }
        }
        runs.accept(&self.lists);
        runs.end(lexer, &self.lists, length);
        runs
    }

    /// Returns the offset at or after which runs at the offset `at` stop at the next line end: that of the next line
    /// end at which something is known, or `kept`, after which runs are kept.
    fn next_stop(&self, length: u32, at: u32, kept: u32) -> usize {
        let after = (Bound::Unbounded, Bound::Excluded(length - at));
        let known = self.lines.range(after).next_back().map(|&distance| length - distance - 1);
        known.map_or(kept, |known| known.min(kept)) as usize
    }

    /// Ends the runs of which it is known how they end.
    fn resume(&mut self, lexer: &Lexer, runs: &mut Runs, offset: u32, length: u32) {
        let states = self.lists.states(runs.list);
        let known = |slot: usize| self.known.get(&(length - offset, states[slot]));
        if (0..states.len()).all(|slot| known(slot).is_none()) {
            return;
        }
        runs.accept(&self.lists);
        let mut left = Vec::new();
        let mut active = Vec::new();
        for (slot, &number) in runs.active.iter().enumerate() {
            match known(slot) {
                None => {
                    left.push(states[slot]);
                    active.push(number);
                }
                Some(&Some((set, distance))) => runs.all[number].best = Some((set, length - distance)),
                Some(None) => {}
            }
        }
        runs.active = active;
        runs.list = self.lists.number(lexer, left);
    }
}

impl Runs {
    /// Returns a run from each state, before any byte.
    fn new(lexer: &Lexer, lists: &mut Lists) -> Self {
        let best = |state| {
            let set = lexer.accept(state);
            (set != NO_SET).then_some((set, 0))
        };
        let all = lexer.states().map(|state| LongestMatch { best: best(state), merged_into: None }).collect();
        let states: Vec<LexState> = lexer.states().filter(|&state| state != DEAD).collect();
        let active = states.iter().map(|state| state.index()).collect();
        let (met, passed) = Default::default();
        Self { all, active, list: lists.number(lexer, states), met, passed }
    }

    /// Steps over a byte, after which `offset` bytes were read.
    fn step(&mut self, lexer: &Lexer, lists: &mut Lists, byte: u8, offset: u32) {
        if lists.after(lexer, self.list, byte).1.is_some() {
            self.accept(lists);
        }
        if lexer.looks_ahead() && !lists.before(lexer, self.list, byte).is_empty() {
            self.accept(lists);
            for &(slot, set) in lists.before(lexer, self.list, byte) {
                self.all[self.active[slot as usize]].best = Some((set, offset - 1));
            }
        }
        let (next, fates) = lists.after(lexer, self.list, byte);
        if let Some(fates) = fates {
            let mut active: Vec<usize> = Vec::with_capacity(self.active.len());
            for (&number, fate) in self.active.iter().zip(fates) {
                let Some(slot) = *fate else { continue };
                match active.get(slot as usize) {
                    Some(&first) => self.all[number].merged_into = Some((first, offset)),
                    None => active.push(number),
                }
            }
            self.active = active;
        }
        self.list = next;
        self.meet(lists, offset);
    }

    /// Notes that the runs may match after `offset` bytes.
    fn meet(&mut self, lists: &Lists, offset: u32) {
        if lists.accepts(self.list).is_empty() {
            return;
        }
        if let Some(known) = self.met.iter_mut().find(|(list, _)| *list == self.list) {
            known.1 = offset;
            return;
        }
        if self.met.len() == MAX_MET {
            self.accept(lists);
        }
        self.met.push((self.list, offset));
    }

    /// Records the matches of the runs in the lists that were met.
    fn accept(&mut self, lists: &Lists) {
        let mut met = std::mem::take(&mut self.met);
        met.sort_unstable_by_key(|&(_, offset)| offset);
        for (list, offset) in met {
            for &(slot, set) in lists.accepts(list) {
                self.all[self.active[slot as usize]].best = Some((set, offset));
            }
        }
    }

    /// Records what matches at the end of the text alone.
    fn end(&mut self, lexer: &Lexer, lists: &Lists, length: u32) {
        for (&run, &state) in self.active.iter().zip(lists.states(self.list)) {
            let set = lexer.accept_at_end(state);
            if set != NO_SET {
                self.all[run].best = Some((set, length));
            }
        }
    }

    /// Keeps the runs after `offset` bytes.
    fn pass(&mut self, lists: &Lists, offset: u32) {
        let states = lists.states(self.list).iter();
        let runs = self.active.iter().zip(states);
        self.passed.extend(runs.map(|(&run, &state)| Passed { run, state, offset }));
    }

    /// Returns the longest match of a run, or of the runs into which it was merged one after another.
    fn resolve(&self, mut number: usize) -> Option<Match> {
        let mut best = self.all[number].best;
        while let Some((next, met_at)) = self.all[number].merged_into {
            number = next;
            if self.all[next].best.is_some_and(|(_, offset)| offset >= met_at) {
                best = self.all[next].best;
            }
        }
        best
    }
}
