//! The longest match over the bytes of a right context, from every state of the lexer.
//!
//! One *run* starts from each state, and all runs step over the bytes together. When two runs reach one
//! state, one is merged into the other and records its best match so far; a later match of the other run is
//! longer. After a byte or two only a few runs remain, those of open comments and strings. How such a run
//! ends depends only on the following text, so it is kept at some line ends.

use std::collections::BTreeSet;
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::base::interrupt::count_steps;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, Lexer, NO_SET};

/// A match: its set of terminals, and the offset in the bytes at which it ends.
type Match = (TermSetId, u32);

/// Number of line ends, from the beginning of a text, at each of which its runs are kept.
const MAX_KEPT_LINES: usize = 8;
/// Minimum number of bytes between two further line ends at which runs are kept.
const KEPT_EVERY: u32 = 4096;

/// Maximum number of runs kept from former texts. When it is exceeded, all of them are dropped.
const MAX_KEPT: usize = 4096;

/// Maximum number of active runs for which bytes that change no state are skipped together.
const MAX_AT_ONCE: usize = 8;

/// Maximum number of lists of states whose [`Calm`] is kept. When it is exceeded, all of them are dropped.
const MAX_CALM: usize = 256;

/// For each byte, whether it leaves every one of some states unchanged.
type Calm = [bool; 256];

/// What is known of the runs of a right context, kept from one right context to the next.
#[derive(Default)]
pub struct LongestMatches {
    /// The longest match after each line end that is kept, by the line end's distance from the text's end and
    /// the lexer's state there. The match's end is a distance from the text's end too.
    known: FxHashMap<(u32, LexState), Option<Match>>,
    /// The distances that occur in `known`.
    lines: BTreeSet<u32>,
    calm: FxHashMap<Vec<LexState>, Box<Calm>>,
}

struct LongestMatch {
    state: LexState,
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

    /// Returns the longest match from each state of the lexer.
    pub fn find(&mut self, lexer: &Lexer, bytes: &[u8]) -> Vec<Option<Match>> {
        let length = bytes.len() as u32;
        let mut runs: Vec<LongestMatch> = lexer
            .states()
            .map(|state| LongestMatch { state, best: accepted(lexer, state, 0), merged_into: None })
            .collect();
        let mut active: Vec<usize> = (0..runs.len()).filter(|&run| runs[run].state != DEAD).collect();
        // For each lexer state, the number of bytes after which a run last reached it, and the first such
        // run.
        let mut met: Vec<(usize, usize)> = vec![(0, 0); lexer.state_count()];
        let mut passed: Vec<Passed> = Vec::new();
        let (mut lines, mut next_kept) = (0, 0);
        let mut at = 0;
        while at < bytes.len() && !active.is_empty() {
            count_steps(1);
            if active.len() <= MAX_AT_ONCE {
                let next =
                    self.next_stop(length, at as u32, lines < MAX_KEPT_LINES || at as u32 >= next_kept);
                at = self.go_over(lexer, bytes, &mut runs, &active, at, next);
                if at == bytes.len() {
                    break;
                }
            }
            let byte = bytes[at];
            at += 1;
            let offset = at as u32;
            active.retain(|&number| {
                let run = &mut runs[number];
                run.state = lexer.step(run.state, byte);
                if run.state == DEAD {
                    return false;
                }
                let slot = &mut met[run.state.index()];
                if slot.0 != at {
                    *slot = (at, number);
                }
                let first = slot.1;
                if first != number {
                    run.merged_into = Some((first, offset));
                }
                first == number
            });
            for &number in &active {
                let found = accepted(lexer, runs[number].state, offset);
                runs[number].best = found.or(runs[number].best);
            }
            if byte == b'\n' {
                active.retain(|&number| !self.resume(&mut runs[number], offset, length));
                lines += 1;
                if lines <= MAX_KEPT_LINES || offset >= next_kept {
                    next_kept = offset + KEPT_EVERY;
                    let at = |&run: &usize| Passed { run, state: runs[run].state, offset };
                    passed.extend(active.iter().map(at));
                }
            }
        }
        for Passed { run, state, offset } in passed {
            let later = resolve(&runs, run).filter(|found| found.1 > offset);
            self.known.insert((length - offset, state), later.map(|(set, end)| (set, length - end)));
            self.lines.insert(length - offset);
        }
        (0..runs.len()).map(|number| resolve(&runs, number)).collect()
    }

    /// Returns the offset at or after which runs at the offset `at` stop at the next line end. It is `at`
    /// itself if they stop at any line end, and otherwise the next line end at which something is known; none
    /// if there is none.
    fn next_stop(&self, length: u32, at: u32, any: bool) -> Option<usize> {
        if any {
            return Some(at as usize);
        }
        let after = (Bound::Unbounded, Bound::Excluded(length - at));
        self.lines.range(after).next_back().map(|&distance| (length - distance - 1) as usize)
    }

    /// Skips bytes that leave the states of all active runs unchanged, up to the first line end at or after
    /// `stop`. Returns the offset reached.
    fn go_over(
        &mut self,
        lexer: &Lexer,
        bytes: &[u8],
        runs: &mut [LongestMatch],
        active: &[usize],
        from: usize,
        stop: Option<usize>,
    ) -> usize {
        if self.calm.len() > MAX_CALM {
            self.calm.clear();
        }
        let states: Vec<LexState> = active.iter().map(|&run| runs[run].state).collect();
        let calm = self.calm.entry(states).or_insert_with_key(|states| Box::new(calm(lexer, states)));
        let stop = stop.unwrap_or(bytes.len());
        let is_stop = |at: usize| !calm[usize::from(bytes[at])] || (at >= stop && bytes[at] == b'\n');
        let at = (from..bytes.len()).find(|&at| is_stop(at)).unwrap_or(bytes.len());
        if at > from {
            for &number in active {
                let found = accepted(lexer, runs[number].state, at as u32);
                runs[number].best = found.or(runs[number].best);
            }
        }
        at
    }

    /// Returns whether it is known how a run ends; if so, the run has its final best match afterwards.
    fn resume(&self, run: &mut LongestMatch, offset: u32, length: u32) -> bool {
        let Some(later) = self.known.get(&(length - offset, run.state)) else { return false };
        if let &Some((set, distance)) = later {
            run.best = Some((set, length - distance));
        }
        true
    }
}

fn calm(lexer: &Lexer, states: &[LexState]) -> Calm {
    std::array::from_fn(|byte| states.iter().all(|&state| lexer.step(state, byte as u8) == state))
}

fn accepted(lexer: &Lexer, state: LexState, offset: u32) -> Option<Match> {
    let set = lexer.accept(state);
    (set != NO_SET).then_some((set, offset))
}

/// Returns the longest match of a run, or of the runs into which it was merged one after another.
fn resolve(runs: &[LongestMatch], mut number: usize) -> Option<Match> {
    let mut best = runs[number].best;
    while let Some((next, met_at)) = runs[number].merged_into {
        number = next;
        if runs[next].best.is_some_and(|(_, offset)| offset >= met_at) {
            best = runs[next].best;
        }
    }
    best
}
