//! The kinds of texts between counted delimiters, found by the moves that count.

use rustc_hash::FxHashSet;

use crate::base::sets::{TermId, TermSet};
use crate::layout::counts::{Change, Count};
use crate::layout::moves::{LexerMode, Move, Moves};
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer, NO_SET};

/// Length, in bytes, of the beginnings that are looked at to find the shortest ones.
const MAX_SHORTEST: u32 = 4;

/// The modes of one kind of counted text, and how its end is written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CountedText {
    /// The mode of its content, that in which signs of an end must follow, and that in which its last lexeme must.
    pub modes: [u8; 3],
    /// The byte with which an end begins, and the sign that is counted, also one byte.
    pub begin: u8,
    sign: u8,
    /// The lexer's start where an end's last lexeme stands.
    ended: LexState,
    /// The least number of signs that a beginning has.
    pub least: u8,
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
                    ended: moves.start(closed),
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

    /// Returns whether what [`ModeStacks::counting`](crate::layout::modes::ModeStacks::counting) returned is of this kind and has as many signs.
    pub fn has(&self, counting: u32, count: Count) -> bool {
        counting != 0
            && self.modes.contains(&((counting >> 16) as u8))
            && (counting >> 8) as u8 == count.whole
    }

    /// Returns the numbers of signs of the ends of which the last so many, and what is behind them, begin the text.
    pub fn rests(&self, lexer: &Lexer, mut text: &[u8]) -> Vec<u8> {
        let mut found = Vec::new();
        for left in 0..=u8::MAX {
            if self.is_last(lexer, text) {
                found.push(left);
            }
            let Some(after) = text.strip_prefix(&[self.sign]) else { break };
            text = after;
        }
        found
    }

    /// Returns whether the text begins with an end's last lexeme.
    fn is_last(&self, lexer: &Lexer, text: &[u8]) -> bool {
        // Most texts are seen to be content by their first byte.
        let first = text.first().map_or(DEAD, |&byte| lexer.step(self.ended, byte));
        lexer.reachable(first).intersects(&self.last) && {
            let set = lexer.longest(self.ended, text).set;
            set != NO_SET && lexer.set(set).intersects(&self.last)
        }
    }

    /// Returns the numbers of signs of the ends that begin with the text.
    pub fn ends(&self, lexer: &Lexer, text: &[u8]) -> Vec<u8> {
        let rest = text.strip_prefix(&[self.begin]);
        let mut found = rest.map_or_else(Vec::new, |rest| self.rests(lexer, rest));
        found.retain(|&number| number >= self.least);
        found
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
