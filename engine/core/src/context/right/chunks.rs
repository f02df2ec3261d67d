//! What is known of places of a text that is read from its end, in blocks, so that an edit leaves
//! what is known of the others.
//!
//! What is known of a place follows from the text behind it. A block notes what it looked up in those
//! behind it, and how far it looked into their bytes. After an edit the blocks behind it are what they
//! were. One before it is *checked* before it is used again, the last of them first: what it
//! looked up is looked up again, and only if something else is found is it forgotten, and those that
//! looked into it are checked in turn. That stops as soon as all is found as it was. (What a
//! build system does with traces: Mokhov, Mitchell and Peyton Jones 2018, *Build systems à la carte*,
//! section 4.2.2.)

use std::cell::Cell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::ids::niche_id_type;
use crate::base::text::{Distance, Edit};
use crate::charts::shared::SharedChart;
use crate::context::right::chunk_table::{PlaceKey, Places};
use crate::context::right::lexeme::{Facts, Lexeme};
use crate::layout::place::{ModeStack, ROOT};

/// Bytes of a new block, and of the largest.
const CHUNK: u32 = 512;
const MAX_CHUNK: u32 = 1024;

/// Lexemes of a block, those out of use among them. More: all of it is forgotten.
const MOST_LEXEMES: usize = 16 * MAX_CHUNK as usize;

niche_id_type! {
    /// A lexeme, among those of a chunk; the first one stands for all that do not lead to the text's end.
    LexemeId
}

/// The chart of a position; none where no program goes on from there to the end of the text.
pub type Node = Option<SharedChart>;

/// What is asked of a lexeme: a distance, what is open there, and whether it matters what it is.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub distance: Distance,
    pub open: ModeStack,
    pub is_about_what: bool,
}

/// Places by their distance from the text's end.
#[derive(Default)]
struct Chunk {
    /// Distances of its end and of its beginning; its places are those beyond the one, up to the other.
    low: u32,
    high: u32,
    lexemes: Vec<Lexeme>,
    /// By place, which is the distance from the block's end: the lexeme that begins there with nothing open.
    at: Vec<Option<LexemeId>>,
    /// By place and stack: the numbers of the others, if all that is open is known, and if it is guessed;
    /// there are many guesses.
    at_open: Places<LexemeId>,
    guessed: FxHashMap<(u32, ModeStack), LexemeId>,
    /// By place and key: the nodes.
    nodes: Places<Node>,
    /// What was looked up, by bytes behind the block's end.
    looked: FxHashMap<(u32, ModeStack, bool), Facts>,
    looked_nodes: FxHashMap<(u32, PlaceKey), Node>,
    /// Bytes behind its end that were looked at, and the most at which something was looked up.
    reach: u32,
    span: u32,
    is_unchecked: bool,
}

impl Chunk {
    fn between(low: u32, high: u32) -> Self {
        Self { low, high, ..Self::default() }
    }

    fn place(&self, distance: Distance) -> u32 {
        distance.0 - self.low
    }

    #[inline]
    fn number(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<LexemeId> {
        let place = self.place(distance);
        if stack == ROOT {
            return self.at.get(place as usize).copied().flatten();
        }
        if is_guess {
            self.guessed.get(&(place, stack)).copied()
        } else {
            self.at_open.get(place, PlaceKey { open: stack, context: 0 })
        }
    }

    /// Keeps a lexeme, unless it is dead, and returns its number.
    fn number_of(&mut self, lexeme: Lexeme) -> LexemeId {
        if self.lexemes.is_empty() {
            self.lexemes.push(Lexeme::default());
        }
        if !lexeme.is_alive() {
            return LexemeId::FIRST;
        }
        self.lexemes.push(lexeme);
        LexemeId::at(self.lexemes.len() - 1)
    }

    fn forget(&mut self) {
        *self = Self::between(self.low, self.high);
    }

    /// Keep what is known up to a distance.
    fn keep(&mut self, distance: u32) {
        if self.lexemes.len() > MOST_LEXEMES {
            self.forget();
            return;
        }
        let place = distance - self.low;
        self.at.truncate(place as usize + 1);
        self.at_open.keep(place);
        self.guessed.retain(|&(at, _), _| at <= place);
        self.nodes.keep(place);
    }

    fn size(&self) -> usize {
        size_of::<Self>()
            + self.lexemes.capacity() * size_of::<Lexeme>()
            + self.at.capacity() * size_of::<Option<LexemeId>>()
            + self.at_open.size()
            + self.guessed.capacity() * size_of::<(u32, u32, u32)>()
            + self.nodes.size()
            + self.looked.capacity() * size_of::<((u32, ModeStack, bool), Facts)>()
            + self.looked_nodes.capacity() * size_of::<((u32, PlaceKey), Node)>()
    }
}

/// What a block looked up behind it, by distance from the text's end.
pub struct Looked {
    pub lexemes: Vec<(Question, Facts)>,
    pub nodes: Vec<LookedNode>,
}

/// A node that was looked up.
pub struct LookedNode {
    pub distance: Distance,
    pub key: PlaceKey,
    pub node: Node,
}

/// Where a lexeme is kept, for as long as none is added.
#[derive(Clone, Copy)]
pub struct Found {
    block: usize,
    number: LexemeId,
}

pub struct Chunks {
    /// From the end of the text on.
    list: Vec<Chunk>,
    /// The block that was last asked for.
    last: Cell<usize>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { list: vec![Chunk::default()], last: Cell::default() }
    }
}

impl Chunks {
    /// The number of the block in which a distance lies.
    #[inline]
    fn find(&self, distance: Distance) -> usize {
        let last = self.last.get();
        if let Some(block) = self.list.get(last)
            && distance.0 <= block.high
            && (distance.0 > block.low || last == 0)
        {
            return last;
        }
        let found = self.list.partition_point(|block| block.high < distance.0);
        self.last.set(found);
        found
    }

    #[inline]
    fn block(&self, distance: Distance) -> &Chunk {
        &self.list[self.find(distance)]
    }

    /// The lexeme that begins at a distance with `stack` open, if it is known.
    #[inline]
    pub fn lexeme(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<&Lexeme> {
        self.number(distance, stack, is_guess).map(|found| self.get(found))
    }

    /// Where that lexeme is, if it is known.
    #[inline]
    pub fn number(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<Found> {
        let block = self.find(distance);
        self.list[block].number(distance, stack, is_guess).map(|number| Found { block, number })
    }

    #[inline]
    pub fn get(&self, found: Found) -> &Lexeme {
        &self.list[found.block].lexemes[found.number.index()]
    }

    /// Whether two places, the first before the other, lie in one block.
    #[inline]
    pub fn are_near(&self, from: Distance, distance: Distance) -> bool {
        let block = self.find(from);
        block == 0 || distance.0 > self.list[block].low
    }

    pub fn add_lexeme(&mut self, distance: Distance, stack: ModeStack, is_guess: bool, lexeme: Lexeme) {
        let index = self.find(distance);
        let block = &mut self.list[index];
        let place = block.place(distance);
        let number = block.number_of(lexeme);
        if is_guess {
            block.guessed.insert((place, stack), number);
            return;
        }
        if stack != ROOT {
            block.at_open.insert(place, PlaceKey { open: stack, context: 0 }, number);
            return;
        }
        let place = place as usize;
        if place >= block.at.len() {
            block.at.resize(place + 1, None);
        }
        block.at[place] = Some(number);
    }

    /// The node of a position, if it is known.
    #[inline]
    pub fn node(&self, distance: Distance, key: PlaceKey) -> Option<Node> {
        let block = self.block(distance);
        block.nodes.get(block.place(distance), key)
    }

    pub fn add_node(&mut self, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(distance);
        let block = &mut self.list[index];
        block.nodes.insert(block.place(distance), key, node);
    }

    /// Note that for a place all bytes before another distance were looked at; one that lies behind the
    /// text's end stands for the end itself.
    #[inline]
    pub fn look_at(&mut self, from: Distance, before: i64) {
        let index = self.find(from);
        let block = &mut self.list[index];
        let reach = u32::try_from(i64::from(block.low) - before);
        block.reach = block.reach.max(reach.unwrap_or(0));
    }

    /// Note what was found out for a place.
    #[inline]
    pub fn look_up(&mut self, from: Distance, asked: Question, facts: Facts) {
        let index = self.find(from);
        let block = &mut self.list[index];
        if asked.distance.0 <= block.low && index > 0 {
            let behind = block.low - asked.distance.0;
            block.span = block.span.max(behind);
            block.looked.insert((behind, asked.open, asked.is_about_what), facts);
        }
    }

    /// Note which node was looked up for a place.
    #[inline]
    pub fn look_up_node(&mut self, from: Distance, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(from);
        let block = &mut self.list[index];
        if distance.0 <= block.low && index > 0 {
            let behind = block.low - distance.0;
            block.span = block.span.max(behind);
            block.looked_nodes.insert((behind, key), node);
        }
    }

    /// Take a change of the text.
    pub fn edit(&mut self, change: &Edit) {
        let (kept, end) = (change.kept as u32, (change.old - change.from) as u32);
        let first = self.list.partition_point(|block| block.high <= kept).min(self.list.len() - 1);
        let last = self.list.partition_point(|block| block.low < end).max(first + 1) - 1;
        for block in &mut self.list[last + 1..] {
            if block.reach > block.low - end {
                block.forget();
            }
        }
        let begin = self.list[last].high;
        self.uncheck(last + 1, begin);
        let grown = |distance: u32| distance + change.new as u32 - change.old as u32;
        for block in &mut self.list[last + 1..] {
            (block.low, block.high) = (grown(block.low), grown(block.high));
        }
        self.list[first].high = grown(begin);
        self.list.drain(first + 1..=last);
        self.list[first].keep(kept);
        self.split(first, kept);
    }

    /// Have those from a block on checked that have looked up something no farther from the text's
    /// beginning than `begin`, or are forgotten.
    fn uncheck(&mut self, from: usize, begin: u32) {
        let mut begin = begin;
        for block in &mut self.list[from..] {
            let is_known = block.reach > 0 || !block.looked.is_empty() || !block.looked_nodes.is_empty();
            if is_known && block.low - block.span <= begin {
                block.is_unchecked = true;
            }
            if !is_known {
                begin = begin.max(block.high);
            }
        }
    }

    /// Divide a block that has grown too large; what is known of it lies up to a distance.
    fn split(&mut self, index: usize, known: u32) {
        let (low, high) = (self.list[index].low, self.list[index].high);
        if high - low <= MAX_CHUNK {
            return;
        }
        let middle = (low + CHUNK).max(known);
        self.list[index].high = middle;
        let new = (middle..high).step_by(CHUNK as usize);
        let new = new.map(|low| Chunk::between(low, (low + CHUNK).min(high)));
        let behind = self.list.split_off(index + 1);
        self.list.extend(new.chain(behind));
    }

    /// Forget what is known of a range of distances.
    pub fn forget(&mut self, distances: Range<u32>) {
        let first = self.list.partition_point(|block| block.high < distances.start);
        let end = self.list.partition_point(|block| block.low < distances.end);
        for block in &mut self.list[first..end.max(first)] {
            block.forget();
        }
        if let Some(block) = self.list.get(first) {
            let begin = block.high;
            self.uncheck(first + 1, begin);
        }
    }

    /// The block next to be checked of those up to a distance, and what it has looked up.
    pub fn unchecked(&mut self, distance: Distance) -> Option<(usize, Looked)> {
        let end = self.find(distance) + 1;
        let index = self.list[..end].iter().position(|block| block.is_unchecked)?;
        let block = &mut self.list[index];
        block.is_unchecked = false;
        let low = block.low;
        let lexemes = block
            .looked
            .iter()
            .map(|(&(at, open, is_about_what), &facts)| {
                (Question { distance: Distance(low - at), open, is_about_what }, facts)
            })
            .collect();
        let nodes = block
            .looked_nodes
            .iter()
            .map(|(&(at, key), &node)| LookedNode { distance: Distance(low - at), key, node })
            .collect();
        Some((index, Looked { lexemes, nodes }))
    }

    /// Something that a block has looked up is not what it was.
    pub fn refute(&mut self, index: usize) {
        self.list[index].forget();
        let begin = self.list[index].high;
        self.uncheck(index + 1, begin);
    }

    /// Room taken, in bytes.
    pub fn size(&self) -> usize {
        self.list.iter().map(Chunk::size).sum()
    }
}
