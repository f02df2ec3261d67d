//! Errors that no grammar finds, in the right context alone: they break it as any other error does.
//!
//! What is known of a lexeme depends on what lies behind it alone. So parentheses in which a keyword
//! repeats are a call's unless what precedes them, perhaps in the middle, makes them a definition's.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::context::right::lexemes::Lexemes;
use crate::grammar::Grammar;
use crate::layout::modes::{Mode, ROOT};
use crate::layout::scopes::{Arguments, Sign, Watch, folded, name_at};

/// What must stand before a lexeme of the right context, so that parentheses behind it in which a
/// keyword repeats are a definition's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub enum Wanted {
    #[default]
    Nothing,
    Def,
    DefAndName,
}

/// What a lexeme of the right context knows of what lies behind it.
#[derive(Clone, Copy, Default, Debug)]
pub struct Ahead {
    wanted: Wanted,
    /// For a lexeme that opens something: a malformed escape lies in it.
    is_malformed: bool,
    /// And where the text goes on behind what it opens: in bytes from here, and what is open there.
    behind: (u32, u32),
}

impl Ahead {
    /// What those in front of it learn from it.
    pub fn facts(&self) -> (Wanted, bool) {
        (self.wanted, self.is_malformed)
    }

    /// What a lexeme knows that begins at a distance with `stack` open and leads to `next`, and the
    /// distance before which all was looked at for it. Leaves the ways on which there is no error.
    pub fn of(
        lexemes: &Lexemes,
        grammar: &Grammar,
        lexeme: (u32, u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
    ) -> (Self, i64) {
        let mut seen = i64::MAX;
        let ahead = match grammar.watch() {
            Watch::Nothing | Watch::Members => Self::default(),
            Watch::Keywords => Self::of_call(lexemes, grammar, lexeme, next, ways, &mut seen),
            Watch::Escapes => Self::of_field(lexemes, grammar, lexeme, next, ways, &mut seen),
        };
        (ahead, seen)
    }

    fn of_call(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (distance, set, stack): (u32, u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
        seen: &mut i64,
    ) -> Self {
        let sign = grammar.sign_of(set);
        let breaks_line = sign.is_none() && stack == ROOT && grammar.ends_line(set);
        let mut least = None;
        ways.retain(|&mut way| {
            let wanted = match (lexemes.known(next, way).map(|lexeme| lexeme.ahead.wanted), sign) {
                (None | Some(Wanted::Nothing), _) | (Some(Wanted::Def), Some(Sign::Def)) => Wanted::Nothing,
                (Some(Wanted::DefAndName), Some(Sign::Other)) => Wanted::Def,
                (Some(wanted), None) if !breaks_line => wanted,
                _ => return false,
            };
            least = least.min(Some(wanted)).or(Some(wanted));
            true
        });
        let mut ahead = Self { wanted: least.unwrap_or_default(), ..Self::default() };
        if let (Some(sign), &[way]) = (sign, ways.as_slice())
            && sign.opens()
            && let Some(brackets) = lexemes.brackets(grammar, next, way, false)
        {
            *seen = brackets.seen;
            ahead.behind = (distance - brackets.behind.0, brackets.behind.1);
            if sign == Sign::Parenthesis && brackets.repeats {
                ahead.wanted = Wanted::DefAndName;
                if !lexemes.ends_header(grammar, brackets.behind, seen) {
                    ways.clear();
                }
            }
        }
        ahead
    }

    fn of_field(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (distance, set, stack): (u32, u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
        seen: &mut i64,
    ) -> Self {
        let Some(sign) = grammar.sign_of(set).filter(|sign| sign.opens()) else { return Self::default() };
        let is_field = sign == Sign::Field;
        if !is_field && !lexemes.modes.is_in_text(stack) {
            return Self::default();
        }
        let &[way] = ways.as_slice() else { return Self::default() };
        let Some(brackets) = lexemes.brackets(grammar, next, way, false) else { return Self::default() };
        if is_field
            && brackets.shows_malformed
            && let Mode::Text { kind, level: 0, .. } = lexemes.modes.mode(stack)
            && !grammar.modes.is_raw(kind)
        {
            ways.clear();
        }
        *seen = brackets.seen;
        let behind = (distance - brackets.behind.0, brackets.behind.1);
        Self { is_malformed: brackets.is_malformed, behind, ..Self::default() }
    }
}

/// What is read of a pair of brackets.
struct Brackets {
    /// Where the text goes on behind them: the distance from the end, and what is open.
    behind: (u32, u32),
    /// A keyword repeats, if they are a call's.
    repeats: bool,
    /// A malformed escape lies in them, and perhaps before `=`, if they are a field's.
    is_malformed: bool,
    shows_malformed: bool,
    /// The distance before which all was looked at.
    seen: i64,
}

impl Lexemes {
    /// Whether a keyword is repeated in a call that is open here, whatever comes before: where `stack`
    /// has one frame, and what follows is known to be alive.
    pub fn repeat_keyword(&self, grammar: &Grammar, distance: u32, stack: u32) -> bool {
        if stack == ROOT || grammar.watch() != Watch::Keywords {
            return false;
        }
        let brackets = self.brackets(grammar, distance, stack, true);
        brackets.is_some_and(|brackets| brackets.repeats)
    }

    /// Read on to where the innermost frame is left. `is_cut` says that it began before: as a call's or
    /// not, and perhaps in a lambda's parameters, so that only what must be a call's keyword counts.
    fn brackets(
        &self,
        grammar: &Grammar,
        mut distance: u32,
        mut stack: u32,
        is_cut: bool,
    ) -> Option<Brackets> {
        let mut arguments = Arguments::START;
        let mut names = FxHashSet::default();
        let mut repeats = false;
        let (mut is_malformed, mut shows_malformed) = (false, false);
        loop {
            let lexeme = self.known(distance, stack)?;
            let &way = lexeme.ways.first()?;
            let next = distance - lexeme.length;
            let Some(sign) = grammar.sign_of(lexeme.set) else {
                (distance, stack) = (next, way);
                continue;
            };
            if sign == Sign::Closing {
                let mut seen = i64::from(next);
                let mut ends_header = |way| self.ends_header(grammar, (next, way), &mut seen);
                let repeats = repeats && !(is_cut && lexeme.ways.iter().any(|&way| ends_header(way)));
                return Some(Brackets { behind: (next, way), repeats, is_malformed, shows_malformed, seen });
            }
            if is_cut && sign == Sign::Colon && !arguments.is_in_lambda() {
                names.clear();
                repeats = false;
            }
            if let Some(keyword) = arguments.read(sign, distance) {
                repeats |= !names.insert(folded(name_at(self.from(keyword))));
            }
            shows_malformed |= is_malformed && sign == Sign::Equals;
            is_malformed |= lexeme.ahead.is_malformed || sign == Sign::Malformed;
            let (length, behind) = lexeme.ahead.behind;
            (distance, stack) = if sign.opens() { (distance - length, behind) } else { (next, way) };
        }
    }

    /// Whether what follows may be the end of a definition's header; up to which distance this was looked
    /// at.
    fn ends_header(&self, grammar: &Grammar, (mut distance, mut stack): (u32, u32), seen: &mut i64) -> bool {
        while let Some(lexeme) = self.known(distance, stack) {
            *seen = (*seen).min(i64::from(distance) - i64::from(lexeme.length) - 1);
            if let Some(sign) = grammar.sign_of(lexeme.set) {
                return matches!(sign, Sign::Colon | Sign::Arrow);
            }
            let Some(&way) = lexeme.ways.first() else { return false };
            (distance, stack) = (distance - lexeme.length, way);
        }
        false
    }
}
