//! The names that the right context declares in what is open before it.
//!
//! They are found by reading on from a position in the first way that can be parsed to the end. Wherever a statement begins
//! outside of all that was opened behind the position, what follows does not depend on where reading began, and is kept.

pub mod known;

use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::context::right::Right;
use crate::context::right::declared::known::{Place, Stop, Tail};
use crate::grammar::Grammar;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, Head, Levels, Names, Phase};
use crate::layout::declared::numbers::{AT_START, ScopeId};

/// Number of lexemes of a [`Tail`]. Of what stands behind them, nothing is known.
const MAX_LEXEMES: usize = 128;

/// A reader of the right context's declarations.
struct Walk {
    at: Place,
    scope: ScopeId,
    is_bad: bool,
}

/// What a step has read.
struct Read {
    role: Role,
    word: Box<[u8]>,
    /// The names of what was closed, if it was opened before the right context.
    closed: Option<Names>,
}

impl Right {
    /// Returns what the text from a position on declares in what is open there.
    pub fn declared_levels(&mut self, grammar: &Grammar, at: Place) -> Arc<Levels> {
        self.levels_from(grammar, Walk { at, scope: self.declared.unknown, is_bad: false })
    }

    fn levels_from(&mut self, grammar: &Grammar, mut walk: Walk) -> Arc<Levels> {
        // Parts of the text, each with its beginning, if that is kept, and what it declares in each level.
        let mut parts: Vec<(Option<Place>, Vec<Names>, bool)> = Vec::new();
        let mut begin = (walk.scope == AT_START).then_some(walk.at);
        if let Some(known) = begin.and_then(|begin| self.declared.known.get(&begin)) {
            return Arc::clone(known);
        }
        let mut levels = Vec::new();
        let mut rest = loop {
            let read = self.read_declaration(grammar, &mut walk);
            let is_end = read.is_none();
            levels.extend(read.and_then(|read| read.closed));
            if is_end || self.begins_statement(walk.scope) {
                let names = self.declared.scopes.get(walk.scope).frame.names.clone();
                levels.push(names);
                parts.push((begin, std::mem::take(&mut levels), std::mem::take(&mut walk.is_bad)));
                if is_end {
                    break Arc::default();
                }
                if let Some(known) = self.declared.known.get(&walk.at) {
                    break Arc::clone(known);
                }
                (begin, walk.scope) = (Some(walk.at), AT_START);
            }
        };
        for (begin, mut names, is_bad) in parts.into_iter().rev() {
            if let Some(last) = names.pop() {
                rest = Levels::after(&last, &rest);
            }
            for names in names.into_iter().rev() {
                let is_bad = rest.is_bad;
                rest = Arc::new(Levels { names, above: Some(rest), is_bad });
            }
            if is_bad {
                let (names, above) = (rest.names.clone(), rest.above.clone());
                rest = Arc::new(Levels { names, above, is_bad });
            }
            if let Some(begin) = begin {
                self.declared.known.insert(begin, Arc::clone(&rest));
            }
        }
        rest
    }

    /// Returns what follows where the right context is entered, if names are declared once.
    pub fn tail(&mut self, grammar: &Grammar, at: Place) -> Option<Arc<Tail>> {
        grammar.layout.declared.as_ref()?;
        if let Some(known) = self.declared.tails.get(&at) {
            return Some(Arc::clone(known));
        }
        let mut walk = Walk { at, scope: self.declared.unknown, is_bad: false };
        let mut tail = Tail::default();
        while tail.lexemes.len() < MAX_LEXEMES {
            let at = walk.at;
            let is_outside = self.declared.scopes.get(walk.scope).below.is_none();
            let Some(read) = self.read_declaration(grammar, &mut walk) else { break };
            let is_last = is_outside && matches!(read.role, Role::Block | Role::Hoisted);
            if is_last {
                walk = Walk { at, scope: self.declared.unknown, is_bad: false };
            } else {
                tail.lexemes.push((read.role, read.word));
            }
            if self.begins_statement(walk.scope) {
                walk.scope = AT_START;
            }
            if is_last || walk.scope == AT_START {
                let levels = self.levels_from(grammar, Walk { is_bad: false, ..walk });
                tail.stops.push(Stop { at: tail.lexemes.len(), levels, is_last });
            }
            if is_last {
                break;
            }
        }
        let tail = Arc::new(tail);
        self.declared.tails.insert(at, Arc::clone(&tail));
        Some(tail)
    }

    /// Returns whether a statement begins outside of all that was opened behind a position.
    fn begins_statement(&self, scope: ScopeId) -> bool {
        let scope = self.declared.scopes.get(scope);
        scope.below.is_none() && scope.begins_statement()
    }

    /// Reads on up to the end of a lexeme that counts; returns none at the text's end.
    fn read_declaration(&mut self, grammar: &Grammar, walk: &mut Walk) -> Option<Read> {
        let rules = grammar.layout.declared.as_ref()?;
        loop {
            count_steps(1);
            let (distance, open) = walk.at;
            if distance == Distance::END {
                return None;
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            let (set, length, ways) = (lexeme.set, lexeme.length, lexeme.ways.clone());
            let next = distance - length;
            let is_only = ways.len() == 1;
            let mut live = ways.into_iter().filter(|&way| is_only || self.can_be_parsed(grammar, next, way));
            let way = live.next()?;
            drop(live);
            walk.at = (next, way);
            let Some(role) = rules.role_of(set) else { continue };
            let here = Arc::clone(self.declared.scopes.get(walk.scope));
            let is_outermost = role.closes() && here.below.is_none();
            let word: Box<[u8]> = if role.is_name() {
                self.lexemes.from(distance)[..length as usize].into()
            } else {
                Box::default()
            };
            walk.scope = self.declared.scopes.after(walk.scope, role, &word).unwrap_or_else(|_| {
                walk.is_bad = true;
                let frame = Frame { phase: Phase::Plain, held: None, head: Head::None, ..here.frame.clone() };
                self.declared.scopes.number(&here.with(frame))
            });
            return Some(Read { role, word, closed: is_outermost.then(|| here.frame.names.clone()) });
        }
    }
}
