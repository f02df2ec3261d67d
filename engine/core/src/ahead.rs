//! Errors that no grammar finds, in the right context alone: they break it as any other error does.
//!
//! What is known of a lexeme depends on what lies behind it alone. So parentheses in which a keyword
//! repeats are a call's unless what precedes them, perhaps in the middle, makes them a definition's.

use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::grammar::Grammar;
use crate::layout::modes::{Mode, ROOT};
use crate::layout::scopes::{Arguments, Sign, Watch, folded, name_at};
use crate::suffix::Lexemes;

/// What must stand before a lexeme of the right context, so that parentheses behind it in which a
/// keyword repeats are a definition's.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
enum Wanted {
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
    /// And where the text goes on behind it: the distance from the end, and what is open.
    behind: (u32, u32),
}

impl Ahead {
    /// What a lexeme knows that begins with `stack` open and leads to `next`. Leaves the ways on which
    /// there is no error.
    pub fn of(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (set, stack): (u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
    ) -> Self {
        match grammar.watch() {
            Watch::Nothing => Self::default(),
            Watch::Keywords => Self::of_call(lexemes, grammar, (set, stack), next, ways),
            Watch::Escapes => Self::of_field(lexemes, grammar, (set, stack), next, ways),
        }
    }

    fn of_call(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (set, stack): (u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
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
            ahead.behind = brackets.behind;
            if sign == Sign::Parenthesis && brackets.repeats {
                ahead.wanted = Wanted::DefAndName;
                if !lexemes.ends_header(grammar, brackets.behind) {
                    ways.clear();
                }
            }
        }
        ahead
    }

    fn of_field(
        lexemes: &Lexemes,
        grammar: &Grammar,
        (set, stack): (u16, u32),
        next: u32,
        ways: &mut SmallVec<[u32; 2]>,
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
        let Brackets { behind, is_malformed, .. } = brackets;
        Self { is_malformed, behind, ..Self::default() }
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
            let Some(sign) = grammar.sign_of(lexeme.set) else {
                (distance, stack) = (lexeme.next, way);
                continue;
            };
            if sign == Sign::Closing {
                let is_header =
                    || lexeme.ways.iter().any(|&way| self.ends_header(grammar, (lexeme.next, way)));
                let repeats = repeats && !(is_cut && is_header());
                return Some(Brackets { behind: (lexeme.next, way), repeats, is_malformed, shows_malformed });
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
            (distance, stack) = if sign.opens() { lexeme.ahead.behind } else { (lexeme.next, way) };
        }
    }

    /// Whether what follows may be the end of a definition's header.
    fn ends_header(&self, grammar: &Grammar, (mut distance, mut stack): (u32, u32)) -> bool {
        while let Some(lexeme) = self.known(distance, stack) {
            if let Some(sign) = grammar.sign_of(lexeme.set) {
                return matches!(sign, Sign::Colon | Sign::Arrow);
            }
            let Some(&way) = lexeme.ways.first() else { return false };
            (distance, stack) = (lexeme.next, way);
        }
        false
    }
}
