//! The kinds of texts between counted delimiters, found by the moves that count.

use rustc_hash::FxHashSet;

use crate::base::byte_sets::Bytes;
use crate::base::sets::{TermId, TermSet};
use crate::layout::counts::Counting;
use crate::layout::counts::words::Word;
use crate::layout::counts::{Change, Count, Delimiter};
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
    /// The byte with which an end begins.
    pub begin: u8,
    /// The signs that are counted or compared, each one byte.
    signs: Bytes,
    /// Whether the signs are those of a word.
    pub is_of_word: bool,
    /// The mode in which the content begins later than the lexeme with the word, if it does.
    pub pending: Option<u8>,
    /// The number of the move behind a sign.
    pub down: u8,
    /// The lexer's start where a sign stands, and where an end's last lexeme does.
    closing: LexState,
    ended: LexState,
    /// The terminals of what may stand before an end's first sign.
    leads: TermSet,
    /// The least number of signs that a beginning has.
    pub least: u8,
    /// The terminals of an end's last lexeme.
    pub last: TermSet,
}

impl CountedText {
    /// Finds the kinds of counted texts of declared moves. Fails if a move that counts is not of the form that is known.
    pub fn find(moves: &Moves, all_modes: &[LexerMode], lexer: &Lexer) -> Result<Vec<Self>, String> {
        let mut found: Vec<Self> = Vec::new();
        for (_, begun) in moves.numbered().filter(|(_, own)| own.change.begins()) {
            let (is_of_word, pending) = match begun.change {
                Change::Word { pending } => (true, pending),
                _ => (false, None),
            };
            let first =
                pending.or(begun.only()).ok_or("moves: the content of a counted text has one mode")?;
            for (begin, again) in moves.numbered().filter(|(_, own)| own.change == Change::Again) {
                let [closing, closed] = again.modes().collect::<Vec<u8>>()[..] else { continue };
                let terms = &all_modes[usize::from(first)].terms;
                if !moves.behind(begin).any(|term| terms.contains(term)) {
                    continue;
                }
                let is_down =
                    |own: &Move| own.change == Change::Down && own.modes().take(2).eq([closing, closed]);
                let down = moves.numbered().find(|(_, own)| is_down(own));
                let (down, own) = down.ok_or("moves: nothing is counted down between the modes of an end")?;
                let content = match own.modes().collect::<Vec<u8>>()[..] {
                    [_, _, content] if is_of_word => content,
                    [_, _] if !is_of_word => first,
                    _ => {
                        return Err(
                            "moves: a sign of a word leads to three modes, one of a number to two".to_owned()
                        );
                    }
                };
                let text = Self {
                    modes: [content, closing, closed],
                    begin: byte_of(moves, lexer, (begin, content))?,
                    signs: bytes_of(moves, lexer, (down, closing)),
                    is_of_word,
                    pending,
                    down,
                    closing: moves.start(closing),
                    ended: moves.start(closed),
                    leads: leads_to(moves, closing),
                    least: if is_of_word { 0 } else { least_of(moves, lexer, content) },
                    last: last_of(moves, &all_modes[usize::from(closed)].terms),
                };
                if !found.contains(&text) {
                    found.push(text);
                }
            }
        }
        Ok(found)
    }

    /// Returns whether what [`ModeStacks::counting`](crate::layout::modes::ModeStacks::counting) returned is of this kind and
    /// has the same delimiter.
    pub fn has(&self, counting: Counting, count: Count) -> bool {
        let is_same =
            |other: Count| other.whole == count.whole || matches!(other.whole, Delimiter::Suffix(_));
        counting.is_some_and(|(mode, other)| self.modes.contains(&mode) && is_same(other))
    }

    /// Returns the numbers of signs of the ends of which the last so many, and what is behind them, begin the text.
    pub fn rests(&self, lexer: &Lexer, mut text: &[u8]) -> Vec<u8> {
        let mut found = Vec::new();
        for left in 0..=u8::MAX {
            if self.is_last(lexer, text) {
                found.push(left);
            }
            match text {
                [sign, after @ ..] if self.signs.contains(*sign) => text = after,
                _ => break,
            }
        }
        found
    }

    /// Returns whether the text begins with an end's last lexeme. The end of a file may stand for that of a word's.
    fn is_last(&self, lexer: &Lexer, text: &[u8]) -> bool {
        if text.is_empty() && self.is_of_word {
            return true;
        }
        // Most texts are seen to be content by their first byte.
        let first = text.first().map_or(DEAD, |&byte| lexer.step(self.ended, byte));
        lexer.reachable(first).intersects(&self.last) && {
            let set = lexer.longest(self.ended, text).set;
            set != NO_SET && lexer.set(set).intersects(&self.last)
        }
    }

    /// Returns the delimiters of the ends that begin with the text.
    pub fn ends(&self, lexer: &Lexer, text: &[u8]) -> Vec<Delimiter> {
        let Some(rest) = text.strip_prefix(&[self.begin]) else { return Vec::new() };
        if self.is_of_word {
            return self.word(lexer, rest).map(Delimiter::Word).into_iter().collect();
        }
        let found = self.rests(lexer, rest).into_iter();
        found.filter(|&number| number >= self.least).map(Delimiter::Signs).collect()
    }

    /// Returns the word with which a text begins, if the last lexeme of an end follows it.
    pub fn word(&self, lexer: &Lexer, mut text: &[u8]) -> Option<Word> {
        loop {
            let count = text.iter().take_while(|&&byte| self.signs.contains(byte)).count();
            let (word, after) = text.split_at(count);
            if count > 0 || self.is_last(lexer, after) {
                return Word::new(word).filter(|_| self.is_last(lexer, after));
            }
            // What may stand before a word, such as tabs.
            let skipped = lexer.longest(self.closing, text);
            if skipped.set == NO_SET || !lexer.set(skipped.set).intersects(&self.leads) {
                return None;
            }
            text = &text[skipped.end..];
        }
    }
}

/// Returns the bytes that are lexemes in a mode behind which a move is made.
fn bytes_of(moves: &Moves, lexer: &Lexer, (number, mode): (u8, u8)) -> Bytes {
    let is_one = |&byte: &u8| {
        let set = lexer.accept(lexer.step(moves.start(mode), byte));
        set != NO_SET && moves.behind(number).any(|term| lexer.set(set).contains(term))
    };
    (0..=u8::MAX).filter(is_one).collect()
}

/// Returns the terminals of what may stand before an end's first sign in a mode.
fn leads_to(moves: &Moves, closing: u8) -> TermSet {
    let mut terms = TermSet::default();
    let is_lead = |own: &Move| own.change == Change::Lead && own.modes().next() == Some(closing);
    for (number, _) in moves.numbered().filter(|(_, own)| is_lead(own)) {
        moves.behind(number).for_each(|term| terms.insert(term));
    }
    terms
}

/// Returns the byte that is all of a lexeme in a mode behind which a move is made.
fn byte_of(moves: &Moves, lexer: &Lexer, (number, mode): (u8, u8)) -> Result<u8, String> {
    let bytes = bytes_of(moves, lexer, (number, mode));
    let found = (0..=u8::MAX).find(|&byte| bytes.contains(byte));
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
