//! The order in which a long text is read: chunk by chunk, from its end.
//!
//! What is known of a position follows from the text after it, so what follows a position must be read first. An
//! *outline* goes ahead from a position and leaves a *mark* at the first position in each chunk. The marks are then
//! read in turn, the last one first, so that no more than a chunk is under way at any time, and an interrupted
//! reading goes on at its marks. An outline takes the first way where there are several; the others are few, or
//! they are read when they are met.

use rustc_hash::FxHashMap;

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::charts::reverse::{LineTurn, ReverseCharts};
use crate::context::right::chunk_table::PlaceKey;
use crate::context::right::store::Lexemes;
use crate::context::right::walk::{Strides, Unfinished};
use crate::context::right::{Context, Right, RightPosition};
use crate::grammar::Grammar;
use crate::layout::columns::FILE_LEVEL;
use crate::layout::place::{ModeStack, ROOT};

/// What going over a chunk by a stride counts as; see [`count_steps`].
const STEPS_A_STRIDE: usize = 4;

impl Lexemes {
    /// Marks the first position of each chunk on the way from a position to the end or to a known lexeme.
    pub(super) fn outline(&mut self, grammar: &Grammar, mut at: (Distance, ModeStack)) {
        let mut strides = Strides::default();
        while at.0 > Distance::END && self.known(at.0, at.1).is_none() {
            count_steps(STEPS_A_STRIDE);
            self.marks.push(at);
            let mut going = match strides.follow(self, at) {
                Ok((to, _)) => {
                    at = to;
                    continue;
                }
                Err(going) => going,
            };
            while going.holds(at.0) {
                let Some(to) = self.go_on(grammar, at, &mut going) else { return };
                at = to;
            }
            strides.keep(&going, at);
        }
    }

    /// Returns the first way from a position, or none if there is none or the lexeme is known.
    fn go_on(
        &mut self,
        grammar: &Grammar,
        (distance, stack): (Distance, ModeStack),
        going: &mut Unfinished,
    ) -> Option<(Distance, ModeStack)> {
        count_steps(STEPS_A_STRIDE);
        if self.known(distance, stack).is_some() {
            return None;
        }
        let open = self.begin(grammar, distance, stack);
        going.look(distance, open.seen);
        open.ways.first().map(|&way| (open.next, way))
    }
}

impl Right {
    /// Returns whether the text from an offset on, before which a line ends, is the end of some program.
    pub fn is_program(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, offset: usize) -> bool {
        let distance = self.lexemes.length() - offset as u32;
        let Some((least, distance)) = self.next_content(grammar, distance) else { return false };
        let context = self.contexts.number(Context::Known { least, above: FILE_LEVEL });
        let position = RightPosition { distance, open: ROOT, context };
        distance == Distance::END
            || self
                .node(grammar, nodes, position)
                .and_then(|line| nodes.line(grammar, line, LineTurn::First(least)))
                .is_some()
    }

    /// Marks the first position of each chunk on the way from a position to the end or to a known node, as
    /// [`Lexemes`] does for lexemes. Where what is known of two chunks is the same, so is the way over them.
    pub(super) fn outline(&mut self, grammar: &Grammar, mut position: RightPosition) {
        let mut strides: FxHashMap<(u32, u32, PlaceKey), (u32, PlaceKey)> = FxHashMap::default();
        while self.known_node(grammar, position).is_none() {
            count_steps(STEPS_A_STRIDE);
            self.marks.push(position);
            if position.distance == Distance::END {
                return;
            }
            let chunk = self.lexemes.chunks.at(position.distance);
            let (from, low) = (position.distance, Distance(chunk.low));
            let key = (chunk.known.version, chunk.place(from), position.key());
            if let Some(&(length, PlaceKey { open, context })) =
                strides.get(&key).filter(|stride| stride.0 <= from.0)
            {
                position = RightPosition { distance: from - length, open, context };
                continue;
            }
            while position.distance > low {
                if self.known_node(grammar, position).is_some() {
                    return;
                }
                let step = self.step(grammar, position);
                let Some(&next) = step.nexts().first() else { return };
                position = next;
            }
            strides.insert(key, (from - position.distance, position.key()));
        }
    }
}
