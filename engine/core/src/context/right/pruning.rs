//! Finds guesses of what is open that are dead ends, without reading on from each of them.
//!
//! A guess of what is open at a cursor is an innermost frame alone. With formatted strings there are dozens
//! of guesses, and each reads the text after the cursor in its own way, up to where its frame is closed. What
//! is read inside the frame depends neither on the frames below it nor on where it was opened, so the frame
//! exit of a position is found once for all guesses that reach it. A guess is a dead end if nothing can
//! continue after its frame exit. The parser decides that after quotes of several lines, of which a text has
//! few; elsewhere, what is open after the frame exit is another guess.
//!
//! Ways into text are left out, too, where the first lexeme after the cursor has others and code stays code.

use crate::base::interrupt::{caught, count_steps};
use crate::base::text::Distance;
use crate::charts::reverse::ReverseCharts;
use crate::charts::shared::SharedChart;
use crate::context::right::chunk_table::RightPosition;
use crate::context::right::dead_ends::Walk;
use crate::context::right::frame_exits::{At, Exit, FrameExit, NEAR};
use crate::context::right::lexeme::Guessed;
use crate::context::right::walk::Strides;
use crate::context::right::{Entry, FIRST, Nexts, Right};
use crate::grammar::Grammar;
use crate::layout::counts::Told;
use crate::layout::place::{ModeStack, Outcomes};
use crate::lexer::ids::TermSetId;

/// Number of nested frames that a walk enters, and of guesses that follow each other. Beyond it, nothing is
/// concluded.
const MAX_DEEP: usize = 48;

/// Number of lexemes between positions on a walk whose frame exits are kept for other guesses.
const KEPT_EVERY: u32 = 8;

/// What a step of a walk counts as; see [`count_steps`].
const STEPS_A_LEXEME: usize = 4;

/// Number of positions that are read ahead at once.
const READ_AT_ONCE: usize = 16;

/// The result of one step of a walk.
enum Next {
    Here,
    Into(At),
    Out(Exit),
}

impl Right {
    /// Returns the node of an entry if the parser does not decide that its first lexeme leads to text, where it might;
    /// none if the end cannot be reached then.
    pub fn code_node(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        entry: Entry,
        open: ModeStack,
    ) -> Option<SharedChart> {
        if entry.distance == Distance::END {
            return Some(entry.node);
        }
        let lexeme = self.lexemes.get(grammar, entry.distance, open);
        let (set, next, mut ways) = (lexeme.set, entry.distance - lexeme.length, lexeme.ways.clone());
        let count = ways.len();
        ways.retain(|way| !grammar.is_text_mode(self.lexemes.modes.declared(*way)));
        if grammar.is_text(set) || ways.is_empty() || ways.len() == count {
            return Some(entry.node);
        }
        let mut nexts = Nexts::new();
        for open in ways {
            let Some(distance) = self.skip_ignored(grammar, next, open) else { continue };
            nexts.extend(self.node(grammar, nodes, RightPosition { distance, open, context: FIRST }));
        }
        nodes.token(grammar, &nexts, set)
    }

    /// Returns whether the text cannot be lexed or parsed to its end with a guess open. The answer `false`
    /// says nothing.
    pub fn is_dead(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, at: At) -> bool {
        !self.dead_ends.is_off && self.is_dead_within(grammar, nodes, at, MAX_DEEP)
    }

    /// Reads on from some positions after quotes of several lines with each frame that may be open there, for
    /// later cursors. Returns whether there are more of them.
    pub fn read_guesses(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts) -> bool {
        let open = self.lexemes.open_code(grammar);
        for _ in 0..READ_AT_ONCE {
            let Some(distance) = self.lexemes.after_quotes(grammar, self.dead_ends.ahead) else {
                self.dead_ends.ahead = self.lexemes.length();
                return false;
            };
            self.dead_ends.ahead = distance;
            for &open in &open {
                self.is_broken(grammar, nodes, (distance, open));
            }
        }
        true
    }

    fn is_dead_within(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, at: At, depth: usize) -> bool {
        if let Some(known) = self.dead_ends.is_known_dead(at) {
            return known;
        }
        if at.0 == Distance::END || self.lexemes.is_whole(grammar, at.0, at.1) {
            return true;
        }
        let is_dead = match self.way_out(grammar, at) {
            Exit::Dead => true,
            Exit::Unknown => false,
            Exit::Left { set, next } => {
                depth > 0 && self.leads_nowhere(grammar, nodes, at.1, (set, Distance(next)), depth - 1)
            }
        };
        self.dead_ends.dead.entry(at.0.0 / NEAR).or_default().insert(at, is_dead);
        is_dead
    }

    /// Returns whether nothing can continue after the lexeme that closes the innermost frame of a guess.
    fn leads_nowhere(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        stack: ModeStack,
        (set, next): (TermSetId, Distance),
        depth: usize,
    ) -> bool {
        let movement = grammar.layout.action_of(set);
        let asks_parser = self.lexemes.modes.ends_lines(&grammar.layout.modes, stack, movement);
        let (guesses, known): (Outcomes, Outcomes) = self
            .lexemes
            .modes
            .after(&grammar.layout.modes, stack, movement, (0, &Told::NOTHING))
            .into_iter()
            .partition(|&way| self.lexemes.modes.is_guess(way) && !asks_parser);
        known.into_iter().all(|way| self.is_broken(grammar, nodes, (next, way)))
            && guesses.into_iter().all(|way| self.is_dead_within(grammar, nodes, (next, way), depth))
    }

    /// Returns how the frame of a position is closed.
    fn way_out(&mut self, grammar: &Grammar, (distance, stack): At) -> Exit {
        let start = (distance, self.lexemes.modes.read_as(&grammar.layout.modes, stack));
        let mut walks = std::mem::take(&mut self.dead_ends.under_way);
        if walks.first().is_none_or(|walk| walk.start() != start) {
            walks = vec![Walk::new(start)];
        }
        caught(|| self.walk(grammar, &mut walks)).unwrap_or_else(|interrupted| {
            self.dead_ends.under_way = walks;
            interrupted.go_on()
        })
    }

    /// Goes on with walks, each in a frame that the one before has entered. Returns how the first frame is closed.
    fn walk(&mut self, grammar: &Grammar, walks: &mut Vec<Walk>) -> Exit {
        let mut inner: Option<FrameExit> = None;
        let mut strides = Strides::default();
        loop {
            count_steps(STEPS_A_LEXEME);
            let depth = walks.len();
            let Some(walk) = walks.last_mut() else { break };
            let next = match inner.take() {
                Some(passage) => self.come_out(grammar, walk, passage),
                None => self.read_on(grammar, walk, &mut strides),
            };
            match next {
                Next::Here => {}
                Next::Into(at) if depth < MAX_DEEP => walks.push(Walk::new(at)),
                Next::Into(_) => return Exit::Unknown,
                Next::Out(way) => {
                    let passage = FrameExit { way, stop: walk.stop };
                    for at in walks.pop().into_iter().flat_map(|walk| walk.from) {
                        self.dead_ends.passages.insert(at, passage);
                    }
                    inner = Some(passage);
                }
            }
        }
        inner.map_or(Exit::Unknown, |passage| passage.way)
    }

    /// Reads one more lexeme of a walk.
    fn read_on(&mut self, grammar: &Grammar, walk: &mut Walk, strides: &mut Strides) -> Next {
        self.stride(walk, strides);
        if let Some(known) = self.dead_ends.passages.get(self.lexemes.whole_length(), walk.at) {
            return out(walk, known);
        }
        let (distance, stack) = walk.at;
        let Guessed { stop, found } = self.lexemes.guessed(grammar, distance, stack);
        walk.look(stop);
        match (&mut walk.going, stop) {
            (Some(going), Some(stop)) => going.look(distance, distance.0 - stop),
            (going, _) => *going = None,
        }
        let Some((set, next, ways)) = found else { return Next::Out(Exit::Dead) };
        if self.lexemes.modes.is_left(stack, grammar.layout.action_of(set)) {
            return Next::Out(Exit::Left { set, next: next.0 });
        }
        walk.lexemes += 1;
        self.go_on(grammar, walk, next, &ways)
    }

    /// Goes over chunks that were gone over before.
    fn stride(&self, walk: &mut Walk, strides: &mut Strides) {
        if walk.going.as_ref().is_some_and(|going| going.holds(walk.at.0)) {
            return;
        }
        if let Some(going) = walk.going.take() {
            strides.keep(&going, walk.at);
        }
        while walk.at.0 > Distance::END {
            match strides.follow(&self.lexemes, walk.at) {
                Ok((to, seen)) => {
                    walk.look(Some(walk.at.0.0 - seen));
                    walk.at = to;
                }
                Err(going) => {
                    walk.going = Some(going);
                    break;
                }
            }
        }
    }

    /// Continues a walk after a frame that it entered.
    fn come_out(&mut self, grammar: &Grammar, walk: &mut Walk, passage: FrameExit) -> Next {
        let Exit::Left { set, next } = passage.way else { return out(walk, passage) };
        walk.look(passage.stop);
        let modes = &mut self.lexemes.modes;
        let action = grammar.layout.action_of(set);
        let ways = modes.after(&grammar.layout.modes, walk.entered, action, (0, &Told::NOTHING));
        walk.lexemes = 0;
        self.go_on(grammar, walk, Distance(next), &ways)
    }

    fn go_on(&mut self, grammar: &Grammar, walk: &mut Walk, next: Distance, ways: &[ModeStack]) -> Next {
        let &[way] = ways else { return Next::Out(Exit::Dead) };
        let modes = &mut self.lexemes.modes;
        if !modes.is_lowest(way) {
            (walk.entered, walk.going) = (way, None);
            let opened = modes.opened(&grammar.layout.modes, way);
            return Next::Into((next, modes.read_as(&grammar.layout.modes, opened)));
        }
        walk.at = (next, way);
        if walk.lexemes.is_multiple_of(KEPT_EVERY) {
            walk.from.push(walk.at);
        }
        Next::Here
    }
}

/// Records how far a frame exit looked, and ends the walk with it.
fn out(walk: &mut Walk, passage: FrameExit) -> Next {
    walk.look(passage.stop);
    Next::Out(passage.way)
}
