//! Errors that no grammar finds, in the right context alone: they break it as syntax errors do.
//!
//! What is known of a lexeme depends only on the text after it. So parentheses in which a keyword repeats are
//! a call's unless the text before them, perhaps in the middle, makes them a definition's.

use crate::base::interrupt::count_steps;
use crate::base::text::Distance;
use crate::context::right::lexeme::{Ahead, Wanted};
use crate::context::right::store::Lexemes;
use crate::grammar::Grammar;
use crate::layout::arguments::{Arguments, folded, name_at};
use crate::layout::mode_rules::Mode;
use crate::layout::place::{ModeStack, Outcomes, ROOT};
use crate::layout::roles::{Check, Role};
use crate::lexer::ids::TermSetId;
use rustc_hash::FxHashSet;

impl Ahead {
    /// Returns what is known ahead of a lexeme that begins at a distance with `stack` open and ends at
    /// `next`, and the distance before which all bytes were looked at for it. Removes the ways on which there
    /// is an error.
    pub fn of(
        lexemes: &Lexemes,
        grammar: &Grammar,
        lexeme: (Distance, TermSetId, ModeStack),
        next: Distance,
        ways: &mut Outcomes,
    ) -> (Self, i64) {
        let mut seen = i64::MAX;
        let ahead = match grammar.layout.conditions.check {
            Check::Nothing | Check::Members | Check::Names | Check::Keys | Check::Tags => Self::default(),
            Check::Keywords => Self::of_call(lexemes, grammar, lexeme, next, ways, &mut seen),
            Check::Escapes | Check::NamesAndEscapes => {
                Self::of_field(lexemes, grammar, lexeme, next, ways, &mut seen)
            }
        };
        (ahead, seen)
    }

    fn of_call(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (distance, set, stack): (Distance, TermSetId, ModeStack),
        next: Distance,
        ways: &mut Outcomes,
        seen: &mut i64,
    ) -> Self {
        let role = grammar.layout.conditions.role_of(set);
        let breaks_line = role.is_none() && stack == ROOT && grammar.ends_line(set);
        let mut least = None;
        ways.retain(|&mut way| {
            let wanted = match (lexemes.known(next, way).map(|lexeme| lexeme.ahead.wanted), role) {
                (None | Some(Wanted::Nothing), _) | (Some(Wanted::Def), Some(Role::Def { .. })) => {
                    Wanted::Nothing
                }
                (Some(Wanted::DefAndName), Some(Role::Other | Role::Name | Role::Type)) => Wanted::Def,
                (Some(wanted), None) if !breaks_line => wanted,
                _ => return false,
            };
            least = least.min(Some(wanted)).or(Some(wanted));
            true
        });
        let mut ahead = Self { wanted: least.unwrap_or_default(), ..Self::default() };
        if let (Some(role), &[way]) = (role, ways.as_slice())
            && role.opens()
            && let Some(brackets) = lexemes.brackets(grammar, next, way, false)
        {
            *seen = brackets.seen;
            ahead.after = (distance - brackets.after.0, brackets.after.1);
            if role == Role::Parenthesis && brackets.repeats {
                ahead.wanted = Wanted::DefAndName;
                if !lexemes.ends_header(grammar, brackets.after, seen) {
                    ways.clear();
                }
            }
        }
        ahead
    }

    fn of_field(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (distance, set, stack): (Distance, TermSetId, ModeStack),
        next: Distance,
        ways: &mut Outcomes,
        seen: &mut i64,
    ) -> Self {
        let Some(role) = grammar.layout.conditions.role_of(set).filter(|role| role.opens()) else {
            return Self::default();
        };
        let is_field = role == Role::Field;
        if !is_field && !lexemes.modes.is_in_text(stack) {
            return Self::default();
        }
        let &[way] = ways.as_slice() else { return Self::default() };
        let Some(brackets) = lexemes.brackets(grammar, next, way, false) else { return Self::default() };
        if is_field
            && brackets.shows_malformed
            && let Mode::Text { kind, level: 0, .. } = lexemes.modes.mode(stack)
            && !grammar.layout.modes.is_raw(kind)
        {
            ways.clear();
        }
        *seen = brackets.seen;
        let after = (distance - brackets.after.0, brackets.after.1);
        Self { is_malformed: brackets.is_malformed, after, ..Self::default() }
    }
}

/// The contents of a pair of brackets.
struct Brackets {
    /// Where the text continues after them: the distance from the end, and the open frames.
    after: (Distance, ModeStack),
    /// Whether a keyword repeats, if they are a call's.
    repeats: bool,
    /// Whether a malformed escape lies in them, and whether one lies before `=`, if they are a field's.
    is_malformed: bool,
    shows_malformed: bool,
    /// The distance before which all bytes were looked at.
    seen: i64,
}

impl Lexemes {
    /// Returns whether a keyword is repeated in a call that is open here, whatever stands before it. `stack`
    /// has one frame, and the lexeme that follows is known to be alive.
    pub fn repeat_keyword(&self, grammar: &Grammar, distance: Distance, stack: ModeStack) -> bool {
        if stack == ROOT || grammar.layout.conditions.check != Check::Keywords {
            return false;
        }
        let brackets = self.brackets(grammar, distance, stack, true);
        brackets.is_some_and(|brackets| brackets.repeats)
    }

    /// Reads on to where the innermost frame is closed. `is_cut` says that it began before the position: as a
    /// call's or not, and perhaps in a lambda's parameters, so that only certain keywords of a call count.
    fn brackets(
        &self,
        grammar: &Grammar,
        mut distance: Distance,
        mut stack: ModeStack,
        is_cut: bool,
    ) -> Option<Brackets> {
        let mut arguments = Arguments::START;
        let mut names = FxHashSet::default();
        let mut repeats = false;
        let (mut is_malformed, mut shows_malformed) = (false, false);
        loop {
            count_steps(1);
            let lexeme = self.known(distance, stack)?;
            let &way = lexeme.ways.first()?;
            let next = distance - lexeme.length;
            let Some(role) = grammar.layout.conditions.role_of(lexeme.set) else {
                (distance, stack) = (next, way);
                continue;
            };
            if role == Role::Closing {
                let mut seen = i64::from(next);
                let mut ends_header = |way| self.ends_header(grammar, (next, way), &mut seen);
                let repeats = repeats && !(is_cut && lexeme.ways.iter().any(|&way| ends_header(way)));
                return Some(Brackets { after: (next, way), repeats, is_malformed, shows_malformed, seen });
            }
            if is_cut && role == Role::Colon && !arguments.is_in_lambda() {
                names.clear();
                repeats = false;
            }
            if let Some(keyword) = arguments.read(role, distance) {
                repeats |= !names.insert(folded(name_at(self.from(keyword))));
            }
            shows_malformed |= is_malformed && role == Role::Equals;
            is_malformed |= lexeme.ahead.is_malformed || role == Role::Malformed;
            let (length, after) = lexeme.ahead.after;
            (distance, stack) = if role.opens() { (distance - length, after) } else { (next, way) };
        }
    }

    /// Returns whether what follows may be the end of a definition's header, and lowers `seen` to the
    /// distance up to which this was looked at.
    fn ends_header(
        &self,
        grammar: &Grammar,
        (mut distance, mut stack): (Distance, ModeStack),
        seen: &mut i64,
    ) -> bool {
        while let Some(lexeme) = self.known(distance, stack) {
            count_steps(1);
            *seen = (*seen).min(i64::from(distance) - i64::from(lexeme.length) - 1);
            if let Some(role) = grammar.layout.conditions.role_of(lexeme.set) {
                return matches!(role, Role::Colon | Role::Arrow);
            }
            let Some(&way) = lexeme.ways.first() else { return false };
            (distance, stack) = (distance - lexeme.length, way);
        }
        false
    }
}
