//! Guesses of what is open that cannot be right, told without reading on from each.
//!
//! Of what may be open at a cursor only the innermost frame is thought of; there are dozens of them with
//! formatted strings, and each reads the text behind the cursor in its own way, up to where that
//! frame is left. What is read inside of it does not depend on what lies below, nor on what it was
//! entered from: so the *passage* from a place to where its frame is left is found once for all that
//! come by. A guess is dead if nothing can go on where it is left. That is asked of the parser behind the
//! quotes of several lines, of which a text has few; elsewhere, what is open there is a guess again.

use rustc_hash::FxHashMap;

use crate::grammar::Grammar;
use crate::layout::modes::{ROOT, Stacks};
use crate::nodes::Nodes;
use crate::right::Right;

/// Frames in one another that a passage goes through, and guesses that one another lead to. More:
/// nothing is said.
const MOST_DEEP: usize = 48;

/// Lexemes of a passage between places that are kept, for others that come by.
const KEPT_EVERY: u32 = 8;

/// What is kept of former texts. More: all of it is forgotten.
const MOST_KEPT: usize = 1 << 16;

/// Places that are read ahead at once.
const READ_AT_ONCE: usize = 16;

/// A distance from the end of the text, and a stack of which one frame is known.
type At = (u32, u32);

/// How a frame is left.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passage {
    /// Not at all.
    Dead,
    /// By a lexeme of this set that ends at this distance.
    Left {
        set: u16,
        next: u32,
    },
    Unknown,
}

/// What is known of places, those near each other together, so that an edit looks at few.
struct Known<T> {
    near: Vec<FxHashMap<At, T>>,
    count: usize,
}

impl<T: Copy> Known<T> {
    const NEAR: u32 = 1024;

    const NOTHING: Self = Self { near: Vec::new(), count: 0 };

    fn get(&self, at: At) -> Option<T> {
        self.near.get((at.0 / Self::NEAR) as usize)?.get(&at).copied()
    }

    fn insert(&mut self, at: At, known: T) {
        let index = (at.0 / Self::NEAR) as usize;
        if index >= self.near.len() {
            self.near.resize_with(index + 1, FxHashMap::default);
        }
        self.count += usize::from(self.near[index].insert(at, known).is_none());
    }

    /// Forget what is beyond a distance.
    fn keep(&mut self, kept: u32) {
        let index = (kept / Self::NEAR) as usize;
        self.count -=
            self.near.drain((index + 1).min(self.near.len())..).map(|near| near.len()).sum::<usize>();
        if let Some(near) = self.near.get_mut(index) {
            let before = near.len();
            near.retain(|&(distance, _), _| distance <= kept);
            self.count -= before - near.len();
        }
    }

    /// Room taken, in bytes.
    fn size(&self) -> usize {
        let entries: usize = self.near.iter().map(FxHashMap::capacity).sum();
        entries * size_of::<(At, T)>() + self.near.capacity() * size_of::<FxHashMap<At, T>>()
    }
}

pub struct Guesses {
    passages: Known<Passage>,
    dead: Known<bool>,
    /// The distance up to which all places behind quotes of several lines have been read ahead.
    ahead: u32,
    is_off: bool,
}

impl Guesses {
    /// None is found to be dead.
    pub fn off() -> Self {
        Self { is_off: true, ..Self::default() }
    }

    /// Take a text that has so many bytes at its end in common with the last one.
    pub fn keep(&mut self, kept: u32) {
        if self.passages.count + self.dead.count > MOST_KEPT {
            (self.passages, self.dead) = (Known::NOTHING, Known::NOTHING);
        }
        self.ahead = self.ahead.min(kept);
        self.passages.keep(kept);
        self.dead.keep(kept);
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.passages.size() + self.dead.size()
    }
}

impl Default for Guesses {
    fn default() -> Self {
        Self { passages: Known::NOTHING, dead: Known::NOTHING, ahead: 0, is_off: false }
    }
}

/// The reading of one frame.
struct Walk {
    /// Places that were come by.
    from: Vec<At>,
    at: At,
    /// The stack of the frame that was entered from here, with this one below it.
    entered: u32,
    lexemes: u32,
}

impl Walk {
    fn new(at: At) -> Self {
        Self { from: vec![at], at, entered: ROOT, lexemes: 0 }
    }
}

/// What a step of a walk leads to.
enum Next {
    Here,
    Into(At),
    Out(Passage),
}

impl Right {
    /// Whether the text cannot be read on to its end with a guess open, or not parsed. `false` says nothing.
    pub fn is_dead(&mut self, grammar: &Grammar, nodes: &mut Nodes, at: At) -> bool {
        !self.guesses.is_off && self.is_dead_within(grammar, nodes, at, MOST_DEEP)
    }

    /// Read on from some places behind quotes of several lines, whatever else is open there, for the cursors
    /// to come. Returns whether there are more of them.
    pub fn read_guesses(&mut self, grammar: &Grammar, nodes: &mut Nodes) -> bool {
        let open = self.lexemes.open_code(grammar);
        for _ in 0..READ_AT_ONCE {
            let Some(distance) = self.lexemes.behind_quotes(grammar, self.guesses.ahead) else {
                self.guesses.ahead = self.lexemes.length();
                return false;
            };
            self.guesses.ahead = distance;
            for &open in &open {
                self.is_broken(grammar, nodes, (distance, open));
            }
        }
        true
    }

    fn is_dead_within(&mut self, grammar: &Grammar, nodes: &mut Nodes, at: At, depth: usize) -> bool {
        if let Some(known) = self.guesses.dead.get(at) {
            return known;
        }
        if at.0 == 0 || self.lexemes.is_whole(grammar, at.0, at.1) {
            return true;
        }
        let is_dead = match self.passage(grammar, at) {
            Passage::Dead => true,
            Passage::Unknown => false,
            Passage::Left { set, next } => {
                depth > 0 && self.leads_nowhere(grammar, nodes, at.1, (set, next), depth - 1)
            }
        };
        self.guesses.dead.insert(at, is_dead);
        is_dead
    }

    /// Whether nothing can go on behind the lexeme that ends the innermost frame of a guess.
    fn leads_nowhere(
        &mut self,
        grammar: &Grammar,
        nodes: &mut Nodes,
        stack: u32,
        (set, next): (u16, u32),
        depth: usize,
    ) -> bool {
        let movement = grammar.move_of(set);
        let asks_parser = self.lexemes.modes.ends_lines(&grammar.modes, stack, movement);
        let (guesses, known): (Stacks, Stacks) = self
            .lexemes
            .modes
            .after(&grammar.modes, stack, movement, 0)
            .into_iter()
            .partition(|&way| self.lexemes.modes.is_guess(way) && !asks_parser);
        known.into_iter().all(|way| self.is_broken(grammar, nodes, (next, way)))
            && guesses.into_iter().all(|way| self.is_dead_within(grammar, nodes, (next, way), depth))
    }

    /// The way from a place to where its frame is left.
    fn passage(&mut self, grammar: &Grammar, (distance, stack): At) -> Passage {
        let stack = self.lexemes.modes.read_as(&grammar.modes, stack);
        let mut walks = vec![Walk::new((distance, stack))];
        let mut found = None;
        while let Some(walk) = walks.last_mut() {
            let next = match found.take() {
                Some(passage) => self.come_out(grammar, walk, passage),
                None => self.read_on(grammar, walk),
            };
            match next {
                Next::Here => {}
                Next::Into(at) if walks.len() < MOST_DEEP => walks.push(Walk::new(at)),
                Next::Into(_) => return Passage::Unknown,
                Next::Out(passage) => {
                    let walk = walks.pop();
                    for at in walk.into_iter().flat_map(|walk| walk.from) {
                        self.guesses.passages.insert(at, passage);
                    }
                    found = Some(passage);
                }
            }
        }
        found.unwrap_or(Passage::Unknown)
    }

    /// Read one more lexeme of a walk.
    fn read_on(&mut self, grammar: &Grammar, walk: &mut Walk) -> Next {
        if let Some(known) = self.guesses.passages.get(walk.at) {
            return Next::Out(known);
        }
        let (distance, stack) = walk.at;
        let Some((set, next, ways)) = self.lexemes.guessed(grammar, distance, stack) else {
            return Next::Out(Passage::Dead);
        };
        if self.lexemes.modes.is_left(stack, grammar.move_of(set)) {
            return Next::Out(Passage::Left { set, next });
        }
        walk.lexemes += 1;
        self.go_on(grammar, walk, next, &ways)
    }

    /// Go on behind a frame that a walk has entered.
    fn come_out(&mut self, grammar: &Grammar, walk: &mut Walk, passage: Passage) -> Next {
        let Passage::Left { set, next } = passage else { return Next::Out(passage) };
        let modes = &mut self.lexemes.modes;
        let ways = modes.after(&grammar.modes, walk.entered, grammar.move_of(set), 0);
        walk.lexemes = 0;
        self.go_on(grammar, walk, next, &ways)
    }

    fn go_on(&mut self, grammar: &Grammar, walk: &mut Walk, next: u32, ways: &[u32]) -> Next {
        let &[way] = ways else { return Next::Out(Passage::Dead) };
        let modes = &mut self.lexemes.modes;
        if !modes.is_lowest(way) {
            walk.entered = way;
            let opened = modes.opened(&grammar.modes, way);
            return Next::Into((next, modes.read_as(&grammar.modes, opened)));
        }
        walk.at = (next, way);
        if walk.lexemes.is_multiple_of(KEPT_EVERY) {
            walk.from.push(walk.at);
        }
        Next::Here
    }
}
