//! The names that the right context closes and does not open: those that must be open before it.
//!
//! They are found from the end backwards, at each position for the mode in which it is read. Where several modes are
//! possible after a lexeme, as after the `}` in `` d}`</b>`; ``, all those count from which the rest can be parsed.

pub mod rests;

use smallvec::{SmallVec, smallvec};

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::charts::reverse::ReverseCharts;
use crate::context::right::Right;
use crate::context::right::tags::rests::{END, Needed, RestId, Rests, UNEQUAL, UNNAMED};
use crate::grammar::Grammar;
use crate::layout::place::ModeStack;
use crate::layout::roles::Role;
use crate::layout::tags;

/// Number of lexemes from one position whose result is kept to the next one.
const STRIDE: usize = 4;

/// Number of rests of one position. More are left out, so that a middle may be refused that fits.
const MAX_RESTS: usize = 16;

/// What a lexeme is for names, and its length.
type Told = (Option<tags::Role>, u32);

type Passed = ((Distance, ModeStack), Told);

type Nexts = SmallVec<[(Distance, ModeStack); 4]>;

impl Right {
    /// Returns the names that must be open at a position that can be parsed to the end, for each way to read what follows;
    /// there are none if none would do.
    pub fn needed_names(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        (distance, open): (Distance, ModeStack),
    ) -> Vec<Needed> {
        let Some(terms) = &grammar.layout.conditions.tags else { return vec![Needed::default()] };
        let rests = if self.last_closing(&terms.closings, distance).is_some() {
            self.rests(grammar, nodes, (distance, open))
        } else {
            self.first_name(grammar, distance, open)
        };
        rests.into_iter().map(|rest| self.tags.needed(rest)).collect()
    }

    /// Returns the rest at a position after which no name is compared but the one with which it begins.
    fn first_name(&mut self, grammar: &Grammar, distance: Distance, open: ModeStack) -> Rests {
        if distance == Distance::END {
            return smallvec![END];
        }
        let lexeme = self.lexemes.get(grammar, distance, open);
        let (set, length) = (lexeme.set, lexeme.length);
        let Some(Role::Tag(role)) = grammar.layout.conditions.role_of(set) else { return smallvec![UNNAMED] };
        self.before(role, (distance, length), &[UNNAMED])
    }

    /// Returns where the last text begins, from a distance on, that may begin the end of something.
    fn last_closing(&mut self, closings: &[Vec<u8>], distance: Distance) -> Option<Distance> {
        let tags = &mut self.tags;
        if tags.last.is_none() && tags.searched < distance {
            let text = self.lexemes.from(distance);
            let unknown = (distance - tags.searched) as usize;
            let is_closing = |&at: &usize| closings.iter().any(|closing| text[at..].starts_with(closing));
            tags.last = (0..unknown).rev().find(is_closing).map(|at| distance - at as u32);
            tags.searched = distance;
        }
        tags.last.filter(|&last| last <= distance)
    }

    /// Returns the rests at a position, one for each way to read what follows that has one.
    fn rests(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, at: (Distance, ModeStack)) -> Rests {
        let mut left = vec![at];
        while let Some(&from) = left.last() {
            if self.tags.known(from).is_some() {
                left.pop();
                continue;
            }
            let mut passed = Vec::new();
            let mut here = from;
            let after = loop {
                count_steps(1);
                if let Some(known) = self.tags.known(here) {
                    break Some(known);
                }
                let (lexeme, nexts) = self.nexts(grammar, nodes, here);
                passed.push((here, lexeme));
                match nexts[..] {
                    [next] => here = next,
                    _ if here != from => {
                        left.push(here);
                        break None;
                    }
                    _ => {
                        let unknown: Vec<_> =
                            nexts.iter().copied().filter(|&next| self.tags.known(next).is_none()).collect();
                        if unknown.is_empty() {
                            let mut all: Rests =
                                nexts.iter().filter_map(|&next| self.tags.known(next)).flatten().collect();
                            all.sort_unstable();
                            all.dedup();
                            all.truncate(MAX_RESTS);
                            break Some(all);
                        }
                        left.extend(unknown);
                        break None;
                    }
                }
            };
            if let Some(after) = after {
                self.keep_rests(passed, after);
            }
        }
        self.tags.known(at).unwrap_or_default()
    }

    /// Keeps the rests before lexemes, of which the last one is followed by `after`.
    fn keep_rests(&mut self, passed: Vec<Passed>, mut after: Rests) {
        for (count, (at, (role, length))) in passed.into_iter().enumerate().rev() {
            if let Some(role) = role {
                after = self.before(role, (at.0, length), &after);
            }
            if count % STRIDE == 0 {
                self.tags.known.insert(at, after.clone());
            }
        }
    }

    fn before(&mut self, role: tags::Role, (distance, length): (Distance, u32), after: &[RestId]) -> Rests {
        let word = &self.lexemes.from(distance)[..length as usize];
        let mut all: Rests = after.iter().map(|&rest| self.tags.before(role, word, rest)).collect();
        all.retain(|&mut rest| rest != UNEQUAL);
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns what a lexeme is for names, its length, and the positions after it from which the end can be reached.
    fn nexts(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        (distance, open): (Distance, ModeStack),
    ) -> (Told, Nexts) {
        let lexeme = self.lexemes.get(grammar, distance, open);
        let (set, length, ways) = (lexeme.set, lexeme.length, lexeme.ways.clone());
        let role = match grammar.layout.conditions.role_of(set) {
            Some(Role::Tag(role)) => Some(role),
            _ => None,
        };
        let (next, is_only) = (distance - length, ways.len() == 1);
        let live = ways.into_iter().filter(|&way| is_only || !self.is_broken(grammar, nodes, (next, way)));
        let nexts = live.map(|way| (next, way)).collect();
        ((role, length), nexts)
    }
}
