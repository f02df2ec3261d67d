//! What is known of the positions of a text that is read from its end, in chunks, so that an edit invalidates
//! few of them.
//!
//! What is known of a position follows from the text after it. Each chunk has a verifying trace: what it
//! looked up in later chunks, and how far it looked into their bytes. After an edit the later chunks are
//! unchanged. An earlier chunk is *checked* before it is used again, the last one first: its look-ups are
//! repeated, and only if one has another result is the chunk dropped; the chunks that looked into it are then
//! checked in turn. This stops as soon as all look-ups have their former results. (Mokhov, Mitchell and
//! Peyton Jones 2018, *Build systems à la carte*, section 4.2.2, describe verifying traces of build systems.)

use std::cell::Cell;
use std::ops::Range;

use rustc_hash::FxHashMap;

use crate::base::ids::niche_id_type;
use crate::base::text::{Distance, Edit};
use crate::charts::shared::SharedChart;
use crate::context::right::chunk_table::{PlaceKey, Places};
use crate::context::right::lexeme::{Facts, Lexeme};
use crate::layout::place::{ModeStack, ROOT};

/// Size of a new chunk and of the largest chunk, in bytes.
const CHUNK: u32 = 512;
const MAX_CHUNK: u32 = 1024;

/// Number of lexemes of a chunk, unused ones included. When it is exceeded, the chunk is dropped.
const MAX_LEXEMES: usize = 16 * MAX_CHUNK as usize;

niche_id_type! {
    /// A lexeme, among those of a chunk; the first one stands for all from which the text's end cannot be
    /// reached.
    LexemeId
}

/// The chart of a position, or none where no program continues from it to the end of the text.
pub type Node = Option<SharedChart>;

/// A question about a lexeme.
#[derive(Clone, Copy, Debug)]
pub struct Question {
    pub distance: Distance,
    /// The frames that are open at the lexeme.
    pub open: ModeStack,
    /// Whether its terminals and its length matter.
    pub is_about_what: bool,
}

/// A chunk of the text, with positions by their distance from the text's end.
#[derive(Default)]
struct Chunk {
    /// Distances of the chunk's end and of its beginning; its positions lie beyond `low`, up to `high`.
    low: u32,
    high: u32,
    lexemes: Vec<Lexeme>,
    /// By position, which is the distance from the chunk's end: the lexeme that begins there with nothing open.
    at: Vec<Option<LexemeId>>,
    /// By position and stack: the other lexemes, in `at_open` if all open frames are known, and in `guessed` if
    /// not, since there are many guesses.
    at_open: Places<LexemeId>,
    guessed: FxHashMap<(u32, ModeStack), LexemeId>,
    /// The nodes, by position and key.
    nodes: Places<Node>,
    /// What was looked up, by the number of bytes after the chunk's end.
    looked: FxHashMap<(u32, ModeStack, bool), Facts>,
    looked_nodes: FxHashMap<(u32, PlaceKey), Node>,
    /// The number of bytes after the chunk's end that were looked at, and the greatest number at which
    /// something was looked up.
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

    /// Keeps what is known of the positions up to a distance.
    fn keep(&mut self, distance: u32) {
        if self.lexemes.len() > MAX_LEXEMES {
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

/// The look-ups of a chunk in later chunks, by distance from the text's end.
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

/// The place of a lexeme, which is valid until another lexeme is added.
#[derive(Clone, Copy)]
pub struct Found {
    chunk: usize,
    number: LexemeId,
}

/// The chunks of a text.
pub struct Chunks {
    /// The chunks, last one of the text first.
    list: Vec<Chunk>,
    /// The number of the chunk that was used last.
    last: Cell<usize>,
}

impl Default for Chunks {
    fn default() -> Self {
        Self { list: vec![Chunk::default()], last: Cell::default() }
    }
}

impl Chunks {
    /// Returns the number of the chunk in which a distance lies.
    #[inline]
    fn find(&self, distance: Distance) -> usize {
        let last = self.last.get();
        if let Some(chunk) = self.list.get(last)
            && distance.0 <= chunk.high
            && (distance.0 > chunk.low || last == 0)
        {
            return last;
        }
        let found = self.list.partition_point(|chunk| chunk.high < distance.0);
        self.last.set(found);
        found
    }

    #[inline]
    fn chunk(&self, distance: Distance) -> &Chunk {
        &self.list[self.find(distance)]
    }

    /// Returns the lexeme that begins at a distance with `stack` open, if it is known.
    #[inline]
    pub fn lexeme(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<&Lexeme> {
        self.number(distance, stack, is_guess).map(|found| self.get(found))
    }

    /// Returns the place of the lexeme that begins at a distance with `stack` open, if it is known.
    #[inline]
    pub fn number(&self, distance: Distance, stack: ModeStack, is_guess: bool) -> Option<Found> {
        let chunk = self.find(distance);
        self.list[chunk].number(distance, stack, is_guess).map(|number| Found { chunk, number })
    }

    /// Returns the lexeme at a place.
    #[inline]
    pub fn get(&self, found: Found) -> &Lexeme {
        &self.list[found.chunk].lexemes[found.number.index()]
    }

    /// Returns whether two positions, the first before the other, lie in one chunk.
    #[inline]
    pub fn are_near(&self, from: Distance, distance: Distance) -> bool {
        let chunk = self.find(from);
        chunk == 0 || distance.0 > self.list[chunk].low
    }

    /// Adds the lexeme that begins at a distance with `stack` open.
    pub fn add_lexeme(&mut self, distance: Distance, stack: ModeStack, is_guess: bool, lexeme: Lexeme) {
        let index = self.find(distance);
        let chunk = &mut self.list[index];
        let place = chunk.place(distance);
        let number = chunk.number_of(lexeme);
        if is_guess {
            chunk.guessed.insert((place, stack), number);
            return;
        }
        if stack != ROOT {
            chunk.at_open.insert(place, PlaceKey { open: stack, context: 0 }, number);
            return;
        }
        let place = place as usize;
        if place >= chunk.at.len() {
            chunk.at.resize(place + 1, None);
        }
        chunk.at[place] = Some(number);
    }

    /// Returns the node of a position, if it is known.
    #[inline]
    pub fn node(&self, distance: Distance, key: PlaceKey) -> Option<Node> {
        let chunk = self.chunk(distance);
        chunk.nodes.get(chunk.place(distance), key)
    }

    /// Adds the node of a position.
    pub fn add_node(&mut self, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(distance);
        let chunk = &mut self.list[index];
        chunk.nodes.insert(chunk.place(distance), key, node);
    }

    /// Records for the position `from` that all bytes before another distance were looked at. A negative
    /// distance says that the end of the text was looked at, too.
    #[inline]
    pub fn look_at(&mut self, from: Distance, before: i64) {
        let index = self.find(from);
        let chunk = &mut self.list[index];
        let reach = u32::try_from(i64::from(chunk.low) - before);
        chunk.reach = chunk.reach.max(reach.unwrap_or(0));
    }

    /// Records the answer to a question that was asked for the position `from`.
    #[inline]
    pub fn look_up(&mut self, from: Distance, asked: Question, facts: Facts) {
        let index = self.find(from);
        let chunk = &mut self.list[index];
        if asked.distance.0 <= chunk.low && index > 0 {
            let after = chunk.low - asked.distance.0;
            chunk.span = chunk.span.max(after);
            chunk.looked.insert((after, asked.open, asked.is_about_what), facts);
        }
    }

    /// Records which node was looked up for the position `from`.
    #[inline]
    pub fn look_up_node(&mut self, from: Distance, distance: Distance, key: PlaceKey, node: Node) {
        let index = self.find(from);
        let chunk = &mut self.list[index];
        if distance.0 <= chunk.low && index > 0 {
            let after = chunk.low - distance.0;
            chunk.span = chunk.span.max(after);
            chunk.looked_nodes.insert((after, key), node);
        }
    }

    /// Discards what the edit `change` makes invalid, and marks the chunks that must be checked.
    pub fn edit(&mut self, change: &Edit) {
        let (kept, end) = (change.kept as u32, (change.old - change.from) as u32);
        let first = self.list.partition_point(|chunk| chunk.high <= kept).min(self.list.len() - 1);
        let last = self.list.partition_point(|chunk| chunk.low < end).max(first + 1) - 1;
        for chunk in &mut self.list[last + 1..] {
            if chunk.reach > chunk.low - end {
                chunk.forget();
            }
        }
        let begin = self.list[last].high;
        self.uncheck(last + 1, begin);
        let grown = |distance: u32| distance + change.new as u32 - change.old as u32;
        for chunk in &mut self.list[last + 1..] {
            (chunk.low, chunk.high) = (grown(chunk.low), grown(chunk.high));
        }
        self.list[first].high = grown(begin);
        self.list.drain(first + 1..=last);
        self.list[first].keep(kept);
        self.split(first, kept);
    }

    /// Marks as unchecked each chunk, from a chunk on, that looked up something at the distance `begin` or
    /// less, or in a chunk of which nothing is known.
    fn uncheck(&mut self, from: usize, begin: u32) {
        let mut begin = begin;
        for chunk in &mut self.list[from..] {
            let is_known = chunk.reach > 0 || !chunk.looked.is_empty() || !chunk.looked_nodes.is_empty();
            if is_known && chunk.low - chunk.span <= begin {
                chunk.is_unchecked = true;
            }
            if !is_known {
                begin = begin.max(chunk.high);
            }
        }
    }

    /// Splits a chunk that has grown too large; what is known of it lies within the distance `known`.
    fn split(&mut self, index: usize, known: u32) {
        let (low, high) = (self.list[index].low, self.list[index].high);
        if high - low <= MAX_CHUNK {
            return;
        }
        let middle = (low + CHUNK).max(known);
        self.list[index].high = middle;
        let new = (middle..high).step_by(CHUNK as usize);
        let new = new.map(|low| Chunk::between(low, (low + CHUNK).min(high)));
        let after = self.list.split_off(index + 1);
        self.list.extend(new.chain(after));
    }

    /// Drops what is known of a range of distances.
    pub fn forget(&mut self, distances: Range<u32>) {
        let first = self.list.partition_point(|chunk| chunk.high < distances.start);
        let end = self.list.partition_point(|chunk| chunk.low < distances.end);
        for chunk in &mut self.list[first..end.max(first)] {
            chunk.forget();
        }
        if let Some(chunk) = self.list.get(first) {
            let begin = chunk.high;
            self.uncheck(first + 1, begin);
        }
    }

    /// Returns the next chunk to be checked among those up to a distance, and its look-ups.
    pub fn unchecked(&self, distance: Distance) -> Option<(usize, Looked)> {
        let end = self.find(distance) + 1;
        let index = self.list[..end].iter().position(|chunk| chunk.is_unchecked)?;
        let chunk = &self.list[index];
        let low = chunk.low;
        let lexemes = chunk
            .looked
            .iter()
            .map(|(&(at, open, is_about_what), &facts)| {
                (Question { distance: Distance(low - at), open, is_about_what }, facts)
            })
            .collect();
        let nodes = chunk
            .looked_nodes
            .iter()
            .map(|(&(at, key), &node)| LookedNode { distance: Distance(low - at), key, node })
            .collect();
        Some((index, Looked { lexemes, nodes }))
    }

    /// Records that all look-ups of a chunk have their former results.
    pub fn confirm(&mut self, index: usize) {
        self.list[index].is_unchecked = false;
    }

    /// Drops a chunk one of whose look-ups has another result now.
    pub fn refute(&mut self, index: usize) {
        self.list[index].forget();
        let begin = self.list[index].high;
        self.uncheck(index + 1, begin);
    }

    /// Returns the memory used, in bytes.
    pub fn size(&self) -> usize {
        self.list.iter().map(Chunk::size).sum()
    }
}
