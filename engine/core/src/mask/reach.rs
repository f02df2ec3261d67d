//! The position of the lexer in a token's last lexeme.
//!
//! A lexeme that stops matching may have to end at its last whole end, and the bytes after that are then
//! lexed again. Usually that is impossible: after a keyword and the first byte of a letter a name may begin,
//! but with any letter the keyword becomes a longer name. The last whole end is then forgotten, so that many
//! tokens are equivalent which would differ in nothing else.

use crate::grammar::Grammar;
use crate::layout::mode_rules::ModeAction;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};

/// A position in a lexeme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The lexer's state.
    pub lexer: LexState,
    /// The terminals of the lexeme at its last whole end, if it may end there, or [`NO_SET`].
    pub last: TermSetId,
    /// The number of bytes before that end; 0 for [`NO_SET`].
    pub whole: u32,
}

impl Reach {
    /// Returns the position in a state of the lexer, `whole` bytes into a token.
    pub fn at(grammar: &Grammar, lexer: LexState, whole: u32) -> Self {
        let last = grammar.lexer.accept(lexer);
        Self { lexer, last, whole: if last == NO_SET { 0 } else { whole } }
    }

    /// Returns the position after the last byte of `path`, or none if the lexeme cannot contain it. `start`
    /// is the lexer's mode before the lexeme.
    pub fn after(self, grammar: &Grammar, start: LexState, path: &[u8]) -> Option<Self> {
        let lexer = path.last().map_or(DEAD, |&byte| grammar.lexer.step(self.lexer, byte));
        if lexer == DEAD {
            return None;
        }
        let own = self.settled(grammar, path);
        let last = grammar.lexer.accept(lexer);
        if last != NO_SET {
            return Some(Self { lexer, last, whole: path.len() as u32 });
        }
        let is_stuck = own.last != NO_SET && {
            let tail = &path[own.whole as usize..];
            leads_nowhere(grammar, start, own.last, (lexer, tail))
        };
        Some(if is_stuck { Self { lexer, last: NO_SET, whole: 0 } } else { Self { lexer, ..own } })
    }

    /// Returns the position before the last byte of `path`, with what matches there since this byte follows.
    #[must_use]
    pub fn settled(self, grammar: &Grammar, path: &[u8]) -> Self {
        let set = path.last().map_or(NO_SET, |&byte| grammar.lexer.accept_before(self.lexer, byte));
        if set == NO_SET { self } else { Self { last: set, whole: path.len() as u32 - 1, ..self } }
    }

    /// Returns whether the lexeme is whole, or cannot end before it is whole again.
    pub fn is_settled(self, grammar: &Grammar) -> bool {
        self.last == NO_SET || grammar.lexer.accept(self.lexer) != NO_SET
    }
}

/// Returns the position in the lexeme that a tail is after one of the set `last`. Returns none if the tail is
/// several lexemes, may have to end before its last bytes, or is not known beforehand. Viability at the
/// position does not depend on the tail's bytes.
pub fn in_tail(grammar: &Grammar, start: LexState, last: TermSetId, tail: &[u8]) -> Option<Reach> {
    let after = start_after(grammar, last, start)?;
    if may_be_elsewhere(grammar, last) {
        return None;
    }
    let mut reach = Reach::at(grammar, after, 0);
    for length in 1..=tail.len() {
        reach = reach.after(grammar, after, &tail[..length])?;
    }
    (reach.is_settled(grammar) && !grammar.names.is_in_name(reach.lexer)).then_some(reach)
}

/// Returns whether no lexeme of the set `last` can stand anywhere, or whether no lexeme begins after it with
/// `tail`, the bytes that have led to the state `lexer` since.
fn leads_nowhere(
    grammar: &Grammar,
    start: LexState,
    last: TermSetId,
    (lexer, tail): (LexState, &[u8]),
) -> bool {
    if !grammar.can_stand(last) {
        return true;
    }
    let is_nowhere = |start| begin(grammar, start, tail).is_some_and(|own| is_swallowed(grammar, lexer, own));
    if let Some(after) = start_after(grammar, last, start)
        && !may_be_elsewhere(grammar, last)
    {
        return is_nowhere(after);
    }
    (0..grammar.lexer.mode_count()).all(|mode| is_nowhere(grammar.lexer.start(mode)))
}

/// Returns the state in a lexeme that begins with these bytes, or none if the first of them are a whole
/// lexeme.
fn begin(grammar: &Grammar, start: LexState, bytes: &[u8]) -> Option<LexState> {
    let mut state = start;
    for &byte in bytes {
        if grammar.lexer.accept_before(state, byte) != NO_SET {
            return None;
        }
        state = grammar.lexer.step(state, byte);
        if grammar.lexer.accept(state) != NO_SET {
            return None;
        }
    }
    Some(state)
}

/// Returns whether a lexeme in state `own`, which begins in the tail of one in state `first`, is never used:
/// whatever character ends it, the first lexeme continues over it.
fn is_swallowed(grammar: &Grammar, first: LexState, own: LexState) -> bool {
    let is_inside = |state| grammar.characters().is_inside(state);
    if own == DEAD {
        return true;
    }
    if !is_inside(first) || !is_inside(own) {
        return false;
    }
    let apart = grammar.pairs.get(&grammar.lexer, first, own);
    apart.terms.is_empty()
        && apart.going.is_empty()
        && apart.together.iter().all(|&(first, own)| is_inside(first) && is_inside(own))
}

/// Returns the start of the lexer's mode after a lexeme of a set; none if the modes determine it only when the
/// mask is computed.
pub fn start_after(grammar: &Grammar, set: TermSetId, start: LexState) -> Option<LexState> {
    match grammar.layout.action_of(set) {
        ModeAction::Stay => Some(start),
        // Around a bracket in code there is code more often than a replacement field.
        ModeAction::Close if start == grammar.lexer.start(0) => Some(start),
        movement => grammar.layout.modes.start_after(movement),
    }
}

/// Returns whether the mode after a lexeme is not known beforehand.
pub fn may_be_elsewhere(grammar: &Grammar, set: TermSetId) -> bool {
    match grammar.layout.action_of(set) {
        ModeAction::Stay | ModeAction::Open => false,
        action @ ModeAction::To(_) => grammar.layout.modes.start_after(action).is_none(),
        _ => true,
    }
}
