//! The right context's lexemes, from every offset at which one may begin.
//!
//! Offsets are distances from the end of the whole text, so neither an edit before a lexeme nor a cursor that
//! moves changes it. The frames that are open at an offset are a stack of
//! [`ModeStacks`](crate::layout::modes::ModeStacks). The frames that were opened before the right context are
//! unknown, so a lexeme that closes an unknown frame has several ways to continue. A lexeme is alive if one
//! of them reaches the end with nothing open.

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::context::right::chunk::Known;
use crate::context::right::chunks::Question;
use crate::context::right::lexeme::{Ahead, Facts, Guessed, Lexeme};
use crate::context::right::store::Lexemes;
use crate::context::right::twins::Shared;
use crate::grammar::Grammar;
use crate::layout::mode_rules::ModeAction;
use crate::layout::place::{ModeStack, Outcomes, ROOT};
use crate::layout::quotes::{QuoteRun, is_clean_start};
use crate::lexer::NO_SET;
use crate::lexer::ids::TermSetId;
use crate::limits::MAX_BRACKETS;

/// A lexeme whose ways to continue are not all known yet.
pub(super) struct Open {
    distance: Distance,
    stack: ModeStack,
    set: TermSetId,
    pub next: Distance,
    pub seen: u32,
    pub ways: Outcomes,
}

/// What reading a lexeme counts as; see [`count_steps`].
const STEPS_A_LEXEME: usize = 4;

/// Number of bytes after a lexeme that [`is_clean_start`] looks at.
const QUOTES_BEHIND: usize = 2;

impl Lexemes {
    /// Returns whether the end can be reached from a distance with `stack` open.
    pub fn is_alive(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> bool {
        if distance == Distance::END {
            self.modes.may_end(&grammar.layout.modes, stack)
        } else {
            self.get(grammar, distance, stack).is_alive()
        }
    }

    /// Returns the lexeme that begins at a distance, which is not the end, with `stack` open. It and all
    /// lexemes after it are read if they are not known.
    pub fn get(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> &Lexeme {
        let is_guess = self.modes.is_guess(stack);
        loop {
            if let Some(found) = self.chunks.number(distance, stack, is_guess) {
                return self.chunks.get(found);
            }
            self.read(grammar, distance, stack);
        }
    }

    /// Records, for the position `from` before it, that the lexeme at a distance, which is not the end, was
    /// looked up.
    pub fn look_up(&mut self, grammar: &Grammar, from: Distance, distance: Distance, stack: ModeStack) {
        let facts = self.get(grammar, distance, stack).facts(true);
        self.chunks.look_up(from, Question { distance, open: stack, is_about_what: true }, facts);
        self.chunks.look_at(from, i64::from(distance) - 1);
    }

    /// Returns whether a question still has the answer `facts`.
    pub fn is_still(&mut self, grammar: &Grammar, asked: Question, facts: Facts) -> bool {
        let Question { distance, open, is_about_what } = asked;
        distance == Distance::END || self.get(grammar, distance, open).facts(is_about_what) == facts
    }

    /// Reads the lexeme at a distance with `stack` open and what it needs of those after it.
    fn read(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) {
        let first = self.marks.len();
        self.marks.push((distance, stack));
        if first == 0 {
            self.marks.append(&mut self.left);
        }
        let mut tried = None;
        while self.marks.len() > first {
            let mark @ (distance, stack) = self.marks[self.marks.len() - 1];
            if self.known(distance, stack).is_some() {
                self.marks.pop();
                continue;
            }
            let is_guess = self.modes.is_guess(stack);
            let is_known = |known: &Known, place: u32| known.lexeme(place, stack, is_guess).is_some();
            match self.share(distance, is_known) {
                Shared::All => continue,
                Shared::Unknown { lexemes, .. } if !lexemes.is_empty() && tried != Some(mark) => {
                    tried = Some(mark);
                    self.marks.extend(lexemes);
                    continue;
                }
                _ => {}
            }
            if let Some(far) = self.read_some(grammar, mark) {
                self.outline(grammar, far);
            } else {
                self.marks.pop();
                if self.marks.len() > first {
                    self.note_twin(distance);
                }
            }
        }
    }

    /// Reads the lexemes up to the end or to known ones, and then decides which of them are alive. If they are too many
    /// to be under way at once, nothing is decided, and one of them that must be read first is returned.
    fn read_some(
        &mut self,
        grammar: &Grammar,
        (distance, stack): (Distance, ModeStack),
    ) -> Option<(Distance, ModeStack)> {
        let mut work = vec![self.begin(grammar, distance, stack)];
        while let Some(open) = work.last() {
            count_steps(STEPS_A_LEXEME);
            let unknown = open
                .ways
                .iter()
                .find(|&&way| open.next > Distance::END && self.known(open.next, way).is_none());
            if let Some(&way) = unknown {
                let next = open.next;
                if self.are_too_many(work.len(), next) {
                    return Some((next, way));
                }
                work.push(self.begin(grammar, next, way));
            } else if let Some(open) = work.pop() {
                self.close(grammar, open);
            }
        }
        None
    }

    /// Returns the lexeme at a distance. It has no set where something is open that cannot be closed any
    /// more: a formatted string, or a bracket before a text that is whole without it.
    pub(super) fn begin(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> Open {
        if !self.is_whole(grammar, distance, stack) && self.may_end(distance, stack) {
            return self.lex(grammar, distance, stack);
        }
        Open { distance, stack, set: NO_SET, next: distance, seen: 0, ways: Outcomes::new() }
    }

    /// Returns whether `stack` is one bracket and the text is whole without it.
    pub fn is_whole(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> bool {
        stack == self.in_bracket && self.get(grammar, distance, ROOT).is_alive()
    }

    /// Returns whether all quotes follow that the open frames need to be closed.
    fn may_end(&self, distance: Distance, stack: ModeStack) -> bool {
        let needed = self.modes.needed(stack);
        needed == 0 || needed & !self.last_quotes.from(distance) == 0
    }

    /// Returns the lexeme at a distance, whether or not the end can be reached after it.
    pub fn guessed(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> Guessed {
        if distance == Distance::END || !self.may_end(distance, stack) {
            return Guessed { stop: None, found: None };
        }
        let Open { set, next, ways, seen, .. } = self.lex(grammar, distance, stack);
        let found = (!ways.is_empty()).then_some((set, next, ways));
        Guessed { stop: distance.0.checked_sub(seen), found }
    }

    fn lex(&mut self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> Open {
        let start = self.text.len() - distance.bytes();
        let found = self.far.longest(&grammar.lexer, self.modes.start(stack), &self.text[start..]);
        let next = distance - found.end as u32;
        let seen = found.seen.max(found.end + QUOTES_BEHIND) as u32;
        let mut open = Open { distance, stack, set: found.set, next, seen, ways: Outcomes::new() };
        if found.set != NO_SET && self.is_allowed(grammar, found.set, start, start + found.end, stack) {
            let (rules, action) = (&grammar.layout.modes, grammar.layout.action_of(found.set));
            let told = rules.told(action, &self.text[start..start + found.end]);
            open.ways = self.modes.after(rules, stack, action, (0, &told));
        }
        open
    }

    fn is_allowed(
        &self,
        grammar: &Grammar,
        set: TermSetId,
        start: usize,
        end: usize,
        stack: ModeStack,
    ) -> bool {
        if let Some(lines) = &grammar.layout.lines {
            let terms = grammar.lexer.set(set);
            let ends_text = end == self.text.len();
            if (ends_text && lines.needs_more(terms)) || lines.is_byte_order_mark(terms) {
                return false;
            }
        }
        if grammar.is_too_long(set, end - start)
            || !grammar.names.fit(&grammar.lexer, self.modes.start(stack), None, &self.text[start..end])
        {
            return false;
        }
        let quotes = self.modes.quotes(stack);
        if quotes == 0 {
            return true;
        }
        // The text before the lexeme may change, so a run of quotes is counted from the lexeme in which it
        // begins.
        !grammar.is_comment(set)
            && is_clean_start(&self.text[start..], end - start, QuoteRun::default(), quotes)
    }

    /// Keeps the ways that reach the end, and adds the lexeme.
    fn close(&mut self, grammar: &Grammar, open: Open) {
        let Open { distance, stack, set, next, seen, mut ways } = open;
        let change = match grammar.layout.action_of(set) {
            ModeAction::Open | ModeAction::Field => -1,
            ModeAction::Close | ModeAction::FieldEnd => 1,
            _ => 0,
        };
        let mut brackets = 0;
        ways.retain(|way| {
            let after = if next == Distance::END {
                self.modes.may_end(&grammar.layout.modes, *way).then_some(0)
            } else {
                let after = self.known(next, *way).map(|lexeme| lexeme.facts(false));
                if let Some(facts) = after {
                    let asked = Question { distance: next, open: *way, is_about_what: false };
                    self.chunks.look_up(distance, asked, facts);
                }
                after.filter(|facts| facts.is_alive).map(|facts| facts.brackets)
            };
            let Some(after) = after else { return false };
            let before = after.saturating_add_signed(change);
            brackets = brackets.max(before);
            before <= u32::from(MAX_BRACKETS)
        });
        let (ahead, seen_ahead) = Ahead::of(self, grammar, (distance, set, stack), next, &mut ways);
        let before = i64::from(distance) - i64::from(seen);
        self.chunks.look_at(distance, before.min(seen_ahead));
        let lexeme = Lexeme { set, length: distance - next, ways, brackets, ahead };
        self.chunks.add_lexeme(distance, stack, self.modes.is_guess(stack), lexeme);
    }

    /// Returns the offset at which reading on from a distance with `stack` open fails: at a lexeme that
    /// cannot stand there, although what follows can, or at a bracket that stays open. Returns none if the
    /// end is reached.
    pub fn failure(
        &mut self,
        grammar: &Grammar,
        mut distance: Distance,
        mut stack: ModeStack,
    ) -> Option<usize> {
        let mut opened: Vec<(ModeStack, Distance)> = Vec::new();
        while distance > Distance::END && !self.is_alive(grammar, distance, stack) {
            count_steps(STEPS_A_LEXEME);
            let open = self.lex(grammar, distance, stack);
            let Some(&way) = open.ways.first() else { break };
            if self.is_alive(grammar, open.next, way) {
                break;
            }
            match grammar.layout.action_of(open.set) {
                ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => opened.push((stack, distance)),
                ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => {
                    opened.pop_if(|&mut (below, _)| below == way);
                }
                ModeAction::Stay | ModeAction::Format | ModeAction::To(_) => {}
            }
            (distance, stack) = (open.next, way);
        }
        if distance > Distance::END && self.is_alive(grammar, distance, stack) {
            return None;
        }
        if distance == Distance::END {
            distance = opened.first().map(|&(_, distance)| distance)?;
        }
        Some(self.length - distance.bytes())
    }
}
