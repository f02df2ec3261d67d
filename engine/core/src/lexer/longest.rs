//! The longest match from every state of the lexer over the same bytes, those of a right context.
//!
//! All states step over the bytes together; those that meet in one state go on as one *run*, which
//! remembers its own best match so far and the run it was merged into. A later match of that one is
//! longer. After a byte or two a handful of runs is left: open comments and strings. How these end
//! depends on what follows alone, so it is kept at the first line ends that they come to.

use std::collections::BTreeSet;
use std::ops::Bound;

use rustc_hash::FxHashMap;

use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, Lexer, NO_SET};

/// A match: its set of terminals, and where in the bytes it ends.
type Match = (TermSetId, u32);

/// Line ends at which the runs of one text are kept: the first ones, and then one after so many bytes.
const MAX_KEPT_LINES: usize = 8;
const KEPT_EVERY: u32 = 4096;

/// Runs that may be kept of former texts. More: all of them are forgotten.
const MAX_KEPT: usize = 4096;

/// Runs that go over bytes that change none of them all at once.
const MAX_AT_ONCE: usize = 8;

/// Sets of states for which such bytes are kept.
const MAX_CALM: usize = 256;

/// By byte: whether it leaves some states what they are.
type Calm = [bool; 256];

/// What is known of the runs of one right context after the other.
#[derive(Default)]
pub struct LongestMatches {
    /// By distance from the end, and the lexer's state there: the longest match from there on, which ends
    /// at a distance from the end.
    known: FxHashMap<(u32, LexState), Option<Match>>,
    /// The distances of what is known.
    lines: BTreeSet<u32>,
    calm: FxHashMap<Vec<LexState>, Box<Calm>>,
}

struct LongestMatch {
    state: LexState,
    best: Option<Match>,
    /// The run that met this one, and behind how many bytes.
    merged_into: Option<(usize, u32)>,
}

/// A run at a line end.
struct Passed {
    run: usize,
    state: LexState,
    offset: u32,
}

impl LongestMatches {
    /// Take a context that has so many bytes at its end in common with the last one.
    pub fn keep(&mut self, common: u32) {
        if self.known.len() > MAX_KEPT {
            (self.known, self.lines) = Default::default();
        }
        if self.lines.last().is_some_and(|&last| last > common) {
            self.known.retain(|&(distance, _), _| distance <= common);
            self.lines.split_off(&(common + 1));
        }
    }

    /// Per state of the lexer: the longest match.
    pub fn find(&mut self, lexer: &Lexer, bytes: &[u8]) -> Vec<Option<Match>> {
        let length = bytes.len() as u32;
        let mut runs: Vec<LongestMatch> = lexer
            .states()
            .map(|state| LongestMatch { state, best: accepted(lexer, state, 0), merged_into: None })
            .collect();
        let mut active: Vec<usize> = (0..runs.len()).filter(|&run| runs[run].state != DEAD).collect();
        // Per lexer state: the byte behind which a run last met it, plus one, and that run.
        let mut met: Vec<(usize, usize)> = vec![(0, 0); lexer.state_count()];
        let mut passed: Vec<Passed> = Vec::new();
        let (mut lines, mut next_kept) = (0, 0);
        let mut at = 0;
        while at < bytes.len() && !active.is_empty() {
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

    /// The line end, by its offset, at which runs that are at another offset stop next: any, or one where
    /// something is known; none up to the end.
    fn next_stop(&self, length: u32, at: u32, any: bool) -> Option<usize> {
        if any {
            return Some(at as usize);
        }
        let after = (Bound::Unbounded, Bound::Excluded(length - at));
        self.lines.range(after).next_back().map(|&distance| (length - distance - 1) as usize)
    }

    /// Go over bytes that leave all active runs in their states, up to a line end at or behind `stop`.
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

    /// Whether it is known how a run ends; it is at its end then.
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

/// The longest match of a run or of those that it was merged into, one after another.
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
