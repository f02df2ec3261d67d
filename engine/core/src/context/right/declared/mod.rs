//! The names that the right context declares in what is open before it.
//!
//! They are found by reading on from a position in the first way that can be parsed to the end; behind the end
//! of a hole in a text, the text goes on. Of what was opened before the position, the way tells whether it is a hole; where
//! it is not, or another is one, what was read says nothing. Wherever a statement begins
//! outside of all that was opened behind the position, what follows does not depend on where reading began, and is kept.

pub mod known;

use std::sync::Arc;

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::charts::reverse::ReverseCharts;
use crate::context::right::Right;
use crate::context::right::declared::known::{Place, Stop, Tail, TailLexeme};
use crate::grammar::Grammar;
use crate::layout::declared::Role;
use crate::layout::declared::frames::{Frame, Head, Names, Origin, Phase};
use crate::layout::declared::label_lists::Labels;
use crate::layout::declared::labels::{Beginning, Jumps};
use crate::layout::declared::levels::Levels;
use crate::layout::declared::numbers::{AT_START, ScopeId};
use crate::layout::place::ModeStack;

/// Number of lexemes of a [`Tail`]. Of what stands behind them, nothing is known.
const MAX_LEXEMES: usize = 128;

/// What a bracket has opened.
#[derive(Clone, Copy)]
enum Opened {
    Code,
    /// A hole in a text, and the declared mode before it.
    Hole(u8),
}

/// A reader of the right context's declarations.
struct Walk {
    at: Place,
    scope: ScopeId,
    is_bad: bool,
    /// Whether it cannot be read on.
    is_lost: bool,
    /// The brackets that are open since the beginning.
    open: Vec<Opened>,
}

impl Walk {
    fn new(at: Place, scope: ScopeId) -> Self {
        Self { at, scope, is_bad: false, is_lost: false, open: Vec::new() }
    }
}

/// What a step has read.
struct Read {
    role: Role,
    /// Where it begins, and its length.
    begin: Distance,
    length: u32,
    /// What was closed, if it was opened before the right context.
    closed: Option<Closed>,
}

/// What a level declares up to where it is closed.
#[derive(Default)]
struct Closed {
    names: Names,
    /// Names of members that it uses and does not declare.
    needs: Names,
    /// The labels of its last statement, and those to which it goes and that it lacks.
    labels: Labels,
    /// Whether a hole ends there, if it is known.
    is_hole: Option<bool>,
}

/// A part of the text up to where a statement begins outside of all that was opened behind a position.
struct Part {
    /// Where it begins, if what it declares is kept.
    begin: Option<Place>,
    closed: Vec<Closed>,
    is_bad: bool,
    /// How it begins, and how does what is behind the last bracket that closes.
    first: Beginning,
    last: Beginning,
}

impl Closed {
    fn of(frame: &Frame, is_hole: Option<bool>) -> Self {
        // Of a class whose head stands before it, names that the class declares seem to be used.
        let is_certain = frame.origin != Origin::BehindHead;
        let needs = if is_certain { frame.all_needs() } else { Names::default() };
        Self { names: frame.names.clone(), needs, labels: frame.labels.clone(), is_hole }
    }
}

impl Right {
    /// Returns what the text from a position on declares in what is open there.
    pub fn declared_levels(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        at: Place,
    ) -> Arc<Levels> {
        self.levels_from(grammar, nodes, Walk::new(at, self.declared.unknown))
    }

    fn levels_from(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, mut walk: Walk) -> Arc<Levels> {
        let mut parts: Vec<Part> = Vec::new();
        let mut begin = (walk.scope == AT_START).then_some(walk.at);
        if let Some(known) = begin.and_then(|begin| self.declared.known.get(&begin)) {
            return Arc::clone(known);
        }
        let (mut levels, mut first, mut last) = (Vec::new(), None, Beginning::Blank);
        let mut rest = loop {
            let read = self.read_declaration(grammar, nodes, &mut walk);
            let is_end = read.is_none();
            if let Some(read) = read {
                last = last.after(read.role, begin.is_some() && first.is_none());
                if let Some(closed) = read.closed {
                    first.get_or_insert(last);
                    last = Beginning::Blank;
                    levels.push(closed);
                }
            }
            if is_end || self.begins_statement(walk.scope) {
                levels.push(Closed::of(&self.declared.scopes.get(walk.scope).frame, None));
                let last = std::mem::replace(&mut last, Beginning::Blank);
                let first = first.take().unwrap_or(last);
                let (closed, is_bad) = (std::mem::take(&mut levels), std::mem::take(&mut walk.is_bad));
                parts.push(Part { begin, closed, is_bad, first, last });
                if is_end {
                    break if walk.is_lost { Levels::lost() } else { Arc::default() };
                }
                if let Some(known) = self.declared.known.get(&walk.at) {
                    break Arc::clone(known);
                }
                (begin, walk.scope) = (Some(walk.at), AT_START);
            }
        };
        for Part { begin, mut closed, is_bad, first, last: behind } in parts.into_iter().rev() {
            if rest.is_lost {
                closed.clear();
            }
            if let Some(last) = closed.pop() {
                let is_whole = begin.is_some() && closed.is_empty();
                let jumps = Jumps::of(&last.labels, (behind, is_whole), rest.jumps.as_ref());
                rest = Levels::after((&last.names, &last.needs), jumps, &rest);
            }
            for (at, Closed { names, needs, labels, is_hole }) in closed.into_iter().enumerate().rev() {
                let (is_bad, is_lost) = (rest.is_bad, false);
                let beginning = if at == 0 { first } else { Beginning::Within };
                let jumps = Jumps::of(&labels, (beginning, false), None);
                rest = Arc::new(Levels { names, needs, jumps, above: Some(rest), is_hole, is_bad, is_lost });
            }
            if is_bad && !rest.is_lost {
                rest = rest.with_error();
            }
            if let Some(begin) = begin {
                self.declared.known.insert(begin, Arc::clone(&rest));
            }
        }
        rest
    }

    /// Returns what follows where the right context is entered, if names are declared once.
    pub fn tail(&mut self, grammar: &Grammar, nodes: &mut ReverseCharts, at: Place) -> Option<Arc<Tail>> {
        grammar.layout.declared.as_ref()?;
        if let Some(known) = self.declared.tails.get(&at) {
            return Some(Arc::clone(known));
        }
        let mut walk = Walk::new(at, self.declared.unknown);
        let mut tail = Tail::default();
        while tail.lexemes.len() < MAX_LEXEMES {
            let at = walk.at;
            let is_outside = self.declared.scopes.get(walk.scope).below.is_none();
            let Some(read) = self.read_declaration(grammar, nodes, &mut walk) else {
                if !walk.is_lost {
                    tail.stops.push(Stop { at: tail.lexemes.len(), levels: Arc::default(), is_last: true });
                }
                break;
            };
            let is_last = is_outside && matches!(read.role, Role::Block | Role::Hoisted);
            if is_last {
                walk = Walk::new(at, self.declared.unknown);
            } else {
                let is_read = read.role.is_name() || read.role == Role::Private;
                let word = if is_read { self.word(&read).into() } else { Box::default() };
                let is_hole = read.closed.and_then(|closed| closed.is_hole);
                tail.lexemes.push(TailLexeme { role: read.role, word, is_hole });
            }
            if self.begins_statement(walk.scope) {
                walk.scope = AT_START;
            }
            if is_last || walk.scope == AT_START {
                let levels = self.levels_from(grammar, nodes, Walk::new(walk.at, walk.scope));
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

    /// Reads on up to the end of a lexeme that counts; returns none at the text's end, and where it cannot be read on.
    fn read_declaration(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        walk: &mut Walk,
    ) -> Option<Read> {
        let rules = grammar.layout.declared.as_ref()?;
        loop {
            count_steps(1);
            let (distance, open) = walk.at;
            if distance == Distance::END {
                return None;
            }
            let lexeme = self.lexemes.get(grammar, distance, open);
            let (set, length) = (lexeme.set, lexeme.length);
            let next = distance - length;
            let only = if let [only] = lexeme.ways[..] { Some(only) } else { None };
            let role = rules.role_of(set);
            let closed = role.filter(|role| role.closes()).and_then(|_| walk.open.pop());
            let way = only.or_else(|| self.way_behind(grammar, nodes, (distance, open), closed));
            let Some(way) = way else {
                walk.is_lost = true;
                return None;
            };
            walk.at = (next, way);
            let Some(role) = role else { continue };
            if role.opens() {
                let mode = self.lexemes.modes.declared(open);
                walk.open.push(if role == Role::Hole { Opened::Hole(mode) } else { Opened::Code });
            }
            let here = self.declared.scopes.get(walk.scope);
            let closed = (role.closes() && here.below.is_none()).then(|| {
                let is_hole = rules.has_holes(self.lexemes.modes.declared(way));
                Closed::of(&here.frame, (role == Role::CloseBlock).then_some(is_hole))
            });
            let (word, behind) = self.lexemes.from(distance).split_at(length as usize);
            let (after, _) = self.declared.scopes.after_in_text(walk.scope, role, word, behind);
            walk.scope = after.unwrap_or_else(|_| {
                walk.is_bad = true;
                let here = Arc::clone(self.declared.scopes.get(walk.scope));
                let frame = Frame { phase: Phase::Plain, held: None, head: Head::None, ..here.frame.clone() };
                self.declared.scopes.number(&here.with(frame))
            });
            return Some(Read { role, begin: distance, length, closed });
        }
    }

    /// Returns the text of a lexeme that was read.
    fn word(&self, read: &Read) -> &[u8] {
        &self.lexemes.from(read.begin)[..read.length as usize]
    }

    /// Returns the way in which the text behind a lexeme is read, or none if there is none. `closed` tells of a closing
    /// bracket what it closes: none if that was opened before.
    fn way_behind(
        &mut self,
        grammar: &Grammar,
        nodes: &mut ReverseCharts,
        (distance, open): Place,
        closed: Option<Opened>,
    ) -> Option<ModeStack> {
        let rules = grammar.layout.declared.as_ref()?;
        let lexeme = self.lexemes.get(grammar, distance, open);
        let (next, ways) = (distance - lexeme.length, lexeme.ways.clone());
        let mode = |right: &Self, way| right.lexemes.modes.declared(way);
        let mut find = |is_taken: &dyn Fn(u8) -> bool| {
            let mut ways = ways.iter().copied();
            ways.find(|&way| is_taken(mode(self, way)) && !self.is_broken(grammar, nodes, (next, way)))
        };
        match closed {
            None => find(&|_| true),
            Some(Opened::Code) => find(&|mode| !rules.has_holes(mode)),
            Some(Opened::Hole(before)) => {
                find(&|mode| mode == before).or_else(|| find(&|mode| rules.has_holes(mode)))
            }
        }
    }
}
