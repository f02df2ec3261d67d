//! The position of the lexer in a token's last lexeme.
//!
//! A lexeme that stops matching may have to end at its last whole end, and the bytes after that are then
//! lexed again. Usually that is impossible: after a keyword and the first byte of a letter a name may begin,
//! but with any letter the keyword becomes a longer name. The last whole end is then forgotten, so that many
//! tokens are equivalent which would differ in nothing else.

use smallvec::SmallVec;

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

/// The position in the lexeme that a tail is: per mode in which the tail may be lexed, the start of the mode, the state of the
/// lexer, and what the tail matches. Viability at the position does not depend on the tail's bytes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct InTail(SmallVec<[(LexState, LexState, TermSetId); 2]>);

impl InTail {
    /// Returns the position of a tail after a lexeme of the set `last`; `start` is that of the mode before the lexeme, if it is
    /// known. Returns none if the tail may be several lexemes that count, may have to end before its last bytes, or is not
    /// known beforehand.
    pub fn new(grammar: &Grammar, start: Option<LexState>, last: TermSetId, tail: &[u8]) -> Option<Self> {
        let position = |start: LexState| {
            let (lexer, last) = in_tail(grammar, start, tail)?;
            Some((start, lexer, last))
        };
        let starts = starts_after(grammar, start, last);
        let found: Option<SmallVec<_>> = starts.into_iter().map(position).collect();
        found.filter(|found| !found.is_empty()).map(Self)
    }

    /// Returns the states of the lexer in the tail.
    pub fn states(&self) -> impl Iterator<Item = LexState> + '_ {
        self.0.iter().map(|&(_, lexer, _)| lexer)
    }
}

/// Returns the state of the lexer in a tail, which is dead if no lexeme begins so, and what the tail matches. Of several
/// lexemes, all but the last one change nothing.
fn in_tail(grammar: &Grammar, start: LexState, tail: &[u8]) -> Option<(LexState, TermSetId)> {
    let (mut begin, mut length) = (0, 1);
    let mut reach = Reach::at(grammar, start, 0);
    while begin + length <= tail.len() {
        let path = &tail[begin..begin + length];
        if let Some(after) = reach.after(grammar, start, path) {
            reach = after;
            length += 1;
            continue;
        }
        let Reach { last, whole, .. } = reach.settled(grammar, path);
        if last == NO_SET {
            return Some((DEAD, NO_SET));
        }
        if whole == 0 || !changes_nothing(grammar, last) {
            return None;
        }
        (begin, length) = (begin + whole as usize, 1);
        reach = Reach::at(grammar, start, 0);
    }
    let may_be_ignored = grammar.lexer.reachable(reach.lexer).intersects(&grammar.ignored);
    let is_known = reach.is_settled(grammar)
        && !grammar.names.is_in_name(reach.lexer)
        && (begin == 0 || !may_be_ignored);
    is_known.then_some((reach.lexer, reach.last))
}

/// Returns whether a lexeme leaves the parser, the lexer's mode and the layout as they are.
pub fn changes_nothing(grammar: &Grammar, set: TermSetId) -> bool {
    grammar.is_ignored_set(set) && grammar.layout.lines.is_none()
}

/// Returns the starts of the lexer's modes that are possible after a lexeme of a set; none if they are not known beforehand.
fn starts_after(grammar: &Grammar, start: Option<LexState>, set: TermSetId) -> SmallVec<[LexState; 4]> {
    if may_be_elsewhere(grammar, set) {
        return grammar.layout.modes.declared_starts(grammar.layout.action_of(set)).into();
    }
    start.and_then(|start| start_after(grammar, set, start)).into_iter().collect()
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
    grammar.pairs.recall((first, own), || {
        let together = grammar.pairs.never_apart(&grammar.lexer, (first, own))?;
        let are_inside = together.iter().all(|&(first, own)| is_inside(first) && is_inside(own));
        are_inside.then_some(together)
    })
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
