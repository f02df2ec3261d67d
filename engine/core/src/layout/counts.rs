//! What is counted of a text between counted delimiters, such as `[==[ … ]==]`: how many signs its end must have.
//!
//! The lexer cannot count, so such a text is several lexemes: its beginning, whose length says the number; pieces of its
//! content; and at each place where its end may begin, one lexeme, and then one for each sign. What is left to count lies
//! with the lexer's mode on the stack of modes, and decides which of two modes holds: in the first more signs must
//! follow, and in the second the end is whole with the next lexeme.

use rustc_hash::FxHashSet;

use crate::base::sets::{TermId, TermSet};
use crate::base::text::Distance;
use crate::layout::mode_rules::ModeRules;
use crate::layout::modes::ModeStacks;
use crate::layout::moves::{LexerMode, Move, Moves};
use crate::layout::place::ModeStack;
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// The number of signs, and how many of them must still follow before the text can end. Texts with more than 255 signs are
/// refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Count {
    pub whole: u8,
    pub left: u8,
}

/// What a move does with the count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing is counted any more.
    Leave,
    /// The lexeme's bytes are counted, but for so many.
    Begin(u32),
    /// All signs must follow again.
    Again,
    /// One sign fewer must follow.
    Down,
}

impl Change {
    /// Returns the count after the change, or none if the change is impossible. `length` is that of the lexeme, in bytes.
    pub fn of(self, count: Option<Count>, length: u32) -> Option<Count> {
        match self {
            Self::Leave => Some(Count::default()),
            Self::Begin(others) => {
                let whole = u8::try_from(length.checked_sub(others)?).ok()?;
                Some(Count { whole, left: whole })
            }
            Self::Again => count.map(|Count { whole, .. }| Count { whole, left: whole }),
            Self::Down => {
                count.and_then(|Count { whole, left }| Some(Count { whole, left: left.checked_sub(1)? }))
            }
        }
    }
}

/// The modes of one kind of counted text, and how its end is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedText {
    /// The mode of its content, that in which signs of an end must follow, and that in which its last lexeme must.
    pub modes: [u8; 3],
    /// The byte with which an end begins, and the sign that is counted, also one byte.
    begin: u8,
    sign: u8,
    /// The least number of signs that a beginning has.
    least: u8,
    /// The terminals of an end's last lexeme.
    pub last: TermSet,
}

impl CountedText {
    /// Finds the kinds of counted texts of declared moves. Fails if a move that counts is not of the form that is known.
    pub fn find(moves: &Moves, all_modes: &[LexerMode], lexer: &Lexer) -> Result<Vec<Self>, String> {
        let mut found: Vec<Self> = Vec::new();
        let begins = |own: &Move| matches!(own.change, Change::Begin(_));
        for (_, begun) in moves.numbered().filter(|(_, own)| begins(own)) {
            let content = begun.only().ok_or("moves: the content of a counted text has one mode")?;
            let terms = &all_modes[usize::from(content)].terms;
            for (begin, again) in moves.numbered().filter(|(_, own)| own.change == Change::Again) {
                let [closing, closed] = again.modes().collect::<Vec<u8>>()[..] else { continue };
                if !moves.behind(begin).any(|term| terms.contains(term)) {
                    continue;
                }
                let is_down = |own: &Move| own.change == Change::Down && own.modes().eq([closing, closed]);
                let sign = moves.numbered().find(|(_, own)| is_down(own));
                let (sign, _) = sign.ok_or("moves: nothing is counted down between the modes of an end")?;
                let text = Self {
                    modes: [content, closing, closed],
                    begin: byte_of(moves, lexer, (begin, content))?,
                    sign: byte_of(moves, lexer, (sign, closing))?,
                    least: least_of(moves, lexer, content),
                    last: last_of(moves, &all_modes[usize::from(closed)].terms),
                };
                if !found.contains(&text) {
                    found.push(text);
                }
            }
        }
        Ok(found)
    }

    /// Returns whether what [`ModeStacks::counting`] returned is of this kind and has as many signs.
    pub fn has(&self, counting: u32, count: Count) -> bool {
        counting != 0
            && self.modes.contains(&((counting >> 16) as u8))
            && (counting >> 8) as u8 == count.whole
    }

    /// Returns the numbers of signs of the ends of which the last so many, and what is behind them, begin the text.
    fn rests(&self, rules: &ModeRules, lexer: &Lexer, mut text: &[u8]) -> Vec<u8> {
        let mut found = Vec::new();
        let Some(moves) = &rules.moves else { return found };
        for left in 0..=u8::MAX {
            let end = lexer.longest(moves.start(self.modes[2]), text);
            if end.set != NO_SET && rules.leaves(lexer.set(end.set)) {
                found.push(left);
            }
            let Some(after) = text.strip_prefix(&[self.sign]) else { break };
            text = after;
        }
        found
    }

    /// Returns the numbers of signs of the ends that begin with the text.
    fn ends(&self, rules: &ModeRules, lexer: &Lexer, text: &[u8]) -> Vec<u8> {
        text.strip_prefix(&[self.begin]).map_or_else(Vec::new, |rest| self.rests(rules, lexer, rest))
    }
}

/// Returns the byte that is all of a lexeme in a mode behind which a move is made.
fn byte_of(moves: &Moves, lexer: &Lexer, (number, mode): (u8, u8)) -> Result<u8, String> {
    let is_one = |&byte: &u8| {
        let set = lexer.accept(lexer.step(moves.start(mode), byte));
        set != NO_SET && moves.behind(number).any(|term| lexer.set(set).contains(term))
    };
    let found = (0..=u8::MAX).find(is_one);
    found
        .ok_or_else(|| "moves: what begins an end is one byte, and so is the sign that is counted".to_owned())
}

/// Returns the least number of signs that is counted behind what begins a text with this content.
fn least_of(moves: &Moves, lexer: &Lexer, content: u8) -> u8 {
    let begun = |state: &LexState| {
        let set = lexer.accept(*state);
        let others = |term: TermId| match moves.of_terms[term.index()].map(|number| moves.get(number)) {
            Some(Move { change: Change::Begin(others), .. }) => Some(*others),
            _ => None,
        };
        let is_own = |term: &TermId| {
            moves.of_terms[term.index()].is_some_and(|number| moves.get(number).only() == Some(content))
        };
        (set != NO_SET).then(|| lexer.set(set).iter().filter(is_own).find_map(others)).flatten()
    };
    let mut states: FxHashSet<LexState> = (0..lexer.mode_count()).map(|mode| lexer.start(mode)).collect();
    let mut least = u32::MAX;
    for length in 1..=MAX_SHORTEST {
        let nexts = states.iter().flat_map(|&state| (0..=u8::MAX).map(move |byte| lexer.step(state, byte)));
        states = nexts.filter(|&state| state != DEAD).collect();
        let found = states.iter().filter_map(begun).max();
        least = least.min(found.map_or(u32::MAX, |others| length.saturating_sub(others)));
    }
    u8::try_from(least).unwrap_or(0)
}

/// Returns those of some terminals behind which nothing is counted any more.
fn last_of(moves: &Moves, terms: &TermSet) -> TermSet {
    let leaves = |number: u8| moves.get(number).change == Change::Leave;
    let mut last = TermSet::default();
    for term in terms.iter().filter(|term| moves.of_terms[term.index()].is_some_and(leaves)) {
        last.insert(term);
    }
    last
}

/// Length, in bytes, of the beginnings that are looked at to find the shortest ones.
const MAX_SHORTEST: u32 = 4;

/// Number of signs of an end that may stand before the text in which the end has its rest.
const MAX_BEGUN: u8 = 16;

/// The ends of counted texts in a text, by their distances from its end.
#[derive(Default)]
pub struct CountedEnds {
    /// The place, the kind of text and the number of signs of each end, the last one in the text first.
    found: Vec<(Distance, u8, u8)>,
    /// The distance up to which the text was searched.
    searched: Distance,
}

impl CountedEnds {
    /// Keeps what is known of the last `kept` bytes, but for those that an edit before them may change.
    pub fn keep(&mut self, kept: u32) {
        self.searched = self.searched.min(Distance(kept));
        let searched = self.searched;
        self.found.retain(|&(distance, ..)| distance <= searched);
    }

    /// Returns the kinds and the numbers of signs of the ends from a distance on, in order. `text` is what follows it.
    fn from(&mut self, rules: &ModeRules, lexer: &Lexer, text: &[u8], distance: Distance) -> Vec<(u8, u8)> {
        if rules.counted.is_empty() {
            return Vec::new();
        }
        let unknown = distance.0.saturating_sub(self.searched.0) as usize;
        for at in (0..unknown).rev() {
            for (kind, counted) in rules.counted.iter().enumerate() {
                if text[at] == counted.begin {
                    let ends = counted.ends(rules, lexer, &text[at..]);
                    let place = distance - at as u32;
                    let ends = ends.into_iter().filter(|&number| number >= counted.least);
                    self.found.extend(ends.map(|number| (place, kind as u8, number)));
                }
            }
        }
        self.searched = self.searched.max(distance);
        let after = self.found.iter().filter(|&&(place, ..)| place <= distance);
        let all: FxHashSet<(u8, u8)> = after.map(|&(_, kind, number)| (kind, number)).collect();
        let mut all: Vec<(u8, u8)> = all.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Returns the stacks in which counted texts may be open at a distance. `text` is what follows it.
    pub fn open(
        &mut self,
        (rules, lexer): (&ModeRules, &Lexer),
        modes: &mut ModeStacks,
        (text, distance): (&[u8], Distance),
    ) -> Vec<ModeStack> {
        let ends = self.from(rules, lexer, text, distance);
        let mut found: Vec<ModeStack> =
            ends.iter().flat_map(|&(kind, number)| modes.counted(rules, kind, number, None)).collect();
        for (kind, counted) in rules.counted.iter().enumerate() {
            for left in counted.rests(rules, lexer, text) {
                let least = left.max(counted.least);
                let more = (least..=least.saturating_add(MAX_BEGUN))
                    .flat_map(|number| modes.counted(rules, kind as u8, number, Some(left)));
                found.extend(more);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}
