//! How far the lexer has come in a token's last lexeme.
//!
//! A lexeme that stops matching may have to end where it last was a whole one, and what lies behind is then
//! lexed again. Mostly that leads nowhere: behind a keyword and the first byte of a letter a name may begin, but
//! whatever letter that is, the keyword grows into a name with it. So what the lexeme was is forgotten there, and
//! many tokens are alike that would differ in nothing else.

use crate::grammar::Grammar;
use crate::layout::mode_rules::ModeAction;
use crate::layout::roles::{Check, Role};
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::{DEAD, NO_SET};

/// A place in a lexeme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The lexer's state.
    pub lexer: LexState,
    /// What the lexeme was when it last was a whole one that it may end as, or [`NO_SET`].
    pub last: TermSetId,
    /// Bytes in front of what it has had since then; 0 for [`NO_SET`].
    pub whole: u32,
}

impl Reach {
    /// A state of the lexer, so many bytes into a token.
    pub fn at(grammar: &Grammar, lexer: LexState, whole: u32) -> Self {
        let last = grammar.lexer.accept(lexer);
        Self { lexer, last, whole: if last == NO_SET { 0 } else { whole } }
    }

    /// The place behind the last byte of `path`; none if the lexeme has no such byte. `start` is the lexer's
    /// mode in front of the lexeme.
    pub fn after(self, grammar: &Grammar, start: LexState, path: &[u8]) -> Option<Self> {
        let lexer = path.last().map_or(DEAD, |&byte| grammar.lexer.step(self.lexer, byte));
        if lexer == DEAD {
            return None;
        }
        let last = grammar.lexer.accept(lexer);
        if last != NO_SET {
            return Some(Self { lexer, last, whole: path.len() as u32 });
        }
        let is_stuck = self.last != NO_SET && {
            let tail = &path[self.whole as usize..];
            leads_nowhere(grammar, start, self.last, (lexer, tail))
        };
        Some(if is_stuck { Self { lexer, last: NO_SET, whole: 0 } } else { Self { lexer, ..self } })
    }

    /// Whether the lexeme is a whole one, or cannot end before it is one again.
    pub fn is_settled(self, grammar: &Grammar) -> bool {
        self.last == NO_SET || grammar.lexer.accept(self.lexer) != NO_SET
    }
}

/// The place in the lexeme that a tail is behind one of the set `last`; none if it is several, may have to end
/// before its last bytes, or is not known beforehand. What is viable there does not depend on the bytes.
pub fn in_tail(grammar: &Grammar, start: LexState, last: TermSetId, tail: &[u8]) -> Option<Reach> {
    let behind = start_behind(grammar, last, start)?;
    // Behind a lexeme that is nothing to Java's layout, no name is looked at.
    let is_nothing = grammar.layout.action_of(last) == ModeAction::Stay
        && grammar.layout.conditions.role_of(last).is_some_and(Role::is_of_no_member);
    if may_be_elsewhere(grammar, last) && !is_nothing {
        return None;
    }
    let mut reach = Reach::at(grammar, behind, 0);
    for length in 1..=tail.len() {
        reach = reach.after(grammar, behind, &tail[..length])?;
    }
    (reach.is_settled(grammar) && !grammar.names.is_in_name(reach.lexer)).then_some(reach)
}

/// Whether none of the set `last` can stand anywhere, or no lexeme begins behind it with the tail that has led
/// to a state of the lexer since.
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
    if let Some(behind) = start_behind(grammar, last, start)
        && !may_be_elsewhere(grammar, last)
    {
        return is_nowhere(behind);
    }
    (0..grammar.lexer.mode_count()).all(|mode| is_nowhere(grammar.lexer.start(mode)))
}

/// The state in which a lexeme is that begins with these bytes; none if some of them are one.
fn begin(grammar: &Grammar, start: LexState, bytes: &[u8]) -> Option<LexState> {
    let mut state = start;
    for &byte in bytes {
        state = grammar.lexer.step(state, byte);
        if grammar.lexer.accept(state) != NO_SET {
            return None;
        }
    }
    Some(state)
}

/// Whether a lexeme in state `own` that begins in the tail of one in state `first` comes to nothing: whatever
/// character ends it, the first goes on over it.
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

/// The start of the lexer's mode after a lexeme of a set; none if the modes tell it when the mask is made.
pub fn start_behind(grammar: &Grammar, set: TermSetId, start: LexState) -> Option<LexState> {
    match grammar.layout.action_of(set) {
        ModeAction::Stay => Some(start),
        // Of code in brackets what is around it is code more often than a field.
        ModeAction::Close if start == grammar.lexer.start(0) => Some(start),
        movement => grammar.layout.modes.start_behind(movement),
    }
}

/// Whether the mode behind a lexeme is one that is not known beforehand, or the state there may be one in
/// which more counts than the lexer's state.
pub fn may_be_elsewhere(grammar: &Grammar, set: TermSetId) -> bool {
    let is_sure = matches!(
        grammar.layout.action_of(set),
        ModeAction::Stay | ModeAction::Open | ModeAction::MayEnd | ModeAction::GoesOn
    );
    !is_sure || matches!(grammar.layout.conditions.check, Check::Keywords | Check::Members)
}
