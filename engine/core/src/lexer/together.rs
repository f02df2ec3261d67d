//! Runs of the lexer that step over bytes together: what a byte does to all of them is looked up.
//!
//! A *list* holds the different states of the runs, in the runs' order. After a byte there is another list, in
//! which a run may be missing, since it ended or met another one. There are few lists, as in an automaton that is
//! built lazily: a long text in which nothing changes costs a look-up for each byte, or less where a byte
//! changes no state.

use rustc_hash::FxHashMap;

use crate::base::ids::niche_id_type;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, Lexer, NO_SET};

/// Maximum memory of all lists, in bytes. When it is exceeded, all lists are dropped.
const MAX_BYTES: usize = 1 << 20;

niche_id_type! {
    /// A list of a [`Lists`].
    ListId
}

/// What becomes of a run: its place in the next list, or none if it ends. A run that meets an earlier one has that one's
/// place.
type Fate = Option<u32>;

const NO_PLACE: u32 = u32::MAX;

/// What a byte does to the runs of a list.
struct Move {
    next: ListId,
    /// What becomes of each run; none if all keep their places.
    fates: Option<Box<[Fate]>>,
    /// The places of the states in which something matches before the byte, with the terminals.
    before: Box<[(u32, TermSetId)]>,
}

struct List {
    states: Box<[LexState]>,
    /// The places of the states in which a terminal matches, with the terminals.
    accepts: Box<[(u32, TermSetId)]>,
    /// By class of bytes, as far as it is known: the move, and whether it changes nothing.
    moves: Vec<Option<Move>>,
    is_calm: Vec<bool>,
}

/// All lists that were met so far.
#[derive(Default)]
pub struct Lists {
    all: Vec<List>,
    numbers: FxHashMap<Box<[LexState]>, ListId>,
    /// Room for the places of states in a list, [`NO_PLACE`] for all between two uses.
    places: Vec<u32>,
    /// The memory of all lists, in bytes.
    size: usize,
}

impl Lists {
    /// Drops all lists if there are too many.
    pub fn bound(&mut self) {
        if self.size > MAX_BYTES {
            *self = Self::default();
        }
    }

    /// Returns the memory of all lists, in bytes.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Returns the states of a list.
    pub fn states(&self, list: ListId) -> &[LexState] {
        &self.all[list.index()].states
    }

    /// Returns the places of the states in which a terminal matches, with the terminals.
    pub fn accepts(&self, list: ListId) -> &[(u32, TermSetId)] {
        &self.all[list.index()].accepts
    }

    /// Returns the places of the states in which something matches before a byte alone, with the terminals.
    pub fn before(&mut self, lexer: &Lexer, list: ListId, byte: u8) -> &[(u32, TermSetId)] {
        self.after(lexer, list, byte);
        self.all[list.index()].moves[lexer.class(byte)].as_ref().map_or(&[], |known| &known.before)
    }

    /// Returns the list after a byte, and what becomes of each run, unless all keep their places.
    pub fn after(&mut self, lexer: &Lexer, list: ListId, byte: u8) -> (ListId, Option<&[Fate]>) {
        let class = lexer.class(byte);
        if self.all[list.index()].moves[class].is_none() {
            let found = self.find_move(lexer, list, byte);
            let here = &mut self.all[list.index()];
            here.is_calm[class] = found.next == list && found.fates.is_none() && found.before.is_empty();
            here.moves[class] = Some(found);
        }
        let known = self.all[list.index()].moves[class].as_ref();
        known.map_or((list, None), |known| (known.next, known.fates.as_deref()))
    }

    /// Returns the offset up to which bytes are known to change nothing, from an offset on. It is no greater than
    /// that of the first line end at or after `stop`.
    pub fn calm_end(&self, lexer: &Lexer, list: ListId, bytes: &[u8], from: usize, stop: usize) -> usize {
        let is_calm = &self.all[list.index()].is_calm;
        let ends = |at: usize| !is_calm[lexer.class(bytes[at])] || (at >= stop && bytes[at] == b'\n');
        (from..bytes.len()).find(|&at| ends(at)).unwrap_or(bytes.len())
    }

    /// Returns the list of some different states, none of which is dead.
    pub fn number(&mut self, lexer: &Lexer, states: Vec<LexState>) -> ListId {
        let states = states.into_boxed_slice();
        if let Some(&known) = self.numbers.get(&states) {
            return known;
        }
        let accepts = states.iter().enumerate().map(|(slot, &state)| (slot as u32, lexer.accept(state)));
        let count = lexer.class_count();
        self.size += size_of::<List>() + count * (size_of::<Option<Move>>() + size_of::<bool>());
        // The states are kept twice, and some of them match.
        self.size += states.len() * (2 * size_of::<LexState>() + size_of::<(u32, TermSetId)>());
        self.all.push(List {
            accepts: accepts.filter(|&(_, set)| set != NO_SET).collect(),
            moves: std::iter::repeat_with(|| None).take(count).collect(),
            is_calm: vec![false; count],
            states: states.clone(),
        });
        let number = ListId::at(self.all.len() - 1);
        self.numbers.insert(states, number);
        number
    }

    fn find_move(&mut self, lexer: &Lexer, list: ListId, byte: u8) -> Move {
        let mut places = std::mem::take(&mut self.places);
        places.resize(lexer.state_count(), NO_PLACE);
        let mut next: Vec<LexState> = Vec::new();
        let mut fates: Vec<Fate> = Vec::with_capacity(self.states(list).len());
        for &state in self.states(list) {
            let state = lexer.step(state, byte);
            fates.push((state != DEAD).then(|| {
                let place = &mut places[state.index()];
                if *place == NO_PLACE {
                    *place = next.len() as u32;
                    next.push(state);
                }
                *place
            }));
        }
        for state in &next {
            places[state.index()] = NO_PLACE;
        }
        self.places = places;
        let states = if lexer.looks_ahead() { self.states(list) } else { &[] };
        let before = states.iter().enumerate();
        let before = before.map(|(slot, &state)| (slot as u32, lexer.accept_before(state, byte)));
        let before = before.filter(|&(_, set)| set != NO_SET).collect();
        let stay = next.len() == fates.len();
        self.size += if stay { 0 } else { fates.len() * size_of::<Fate>() };
        Move { next: self.number(lexer, next), fates: (!stay).then(|| fates.into()), before }
    }
}

#[cfg(test)]
mod tests {
    use super::Lists;
    use crate::base::byte_sets::Bytes;
    use crate::base::sets::TermId;
    use crate::lexer::terminals::Terminal;
    use crate::lexer::{DEAD, Lexer};

    fn lexer(patterns: &[&str]) -> Lexer {
        let terminal = |pattern: &&str| Terminal {
            name: (*pattern).to_owned(),
            pattern: Some((*pattern).to_owned()),
            priority: 0,
            is_string: false,
            literal: None,
            barred: Bytes::default(),
        };
        let terminals: Vec<Terminal> = patterns.iter().map(terminal).collect();
        let all = (0..terminals.len()).map(TermId::at).collect();
        Lexer::new(&terminals, &[all]).unwrap()
    }

    #[test]
    fn a_list_after_a_byte_has_the_states_after_it() {
        let lexer = lexer(&["[a-z]+", "\"([^\"\\\\]|\\\\.)*\"", "#.*", "==?"]);
        let mut lists = Lists::default();
        let all: Vec<_> = lexer.states().filter(|&state| state != DEAD).collect();
        let mut list = lists.number(&lexer, all);
        for byte in "a\"\\\"ab==#x#".bytes().cycle().take(200) {
            let before = lists.states(list).to_vec();
            let (next, fates) = lists.after(&lexer, list, byte);
            let fates = fates.map_or_else(|| (0..before.len() as u32).map(Some).collect(), <[_]>::to_vec);
            for (&state, fate) in before.iter().zip(fates) {
                let after = lexer.step(state, byte);
                assert_eq!(fate.is_none(), after == DEAD);
                assert!(fate.is_none_or(|slot| lists.states(next)[slot as usize] == after));
            }
            let known = lists.all.len();
            assert_eq!(lists.after(&lexer, list, byte).0, next);
            assert_eq!(lists.all.len(), known);
            list = next;
        }
    }
}
