//! The left context: lexed by maximal munch, parsed forward, kept by common prefix.
//!
//! Each lexeme leaves a mark (its start, how far the lexer had to look, the charts and the place
//! before it), so that an edit costs the lexemes behind it and not the file. The lexeme that the
//! end of the context may cut stays pending: it belongs to the middle.

use crate::earley::{Automaton, Charts, Item};
use crate::grammar::Grammar;
use crate::layout::modes::{Modes, QuoteRun, is_clean};
use crate::layout::python::{Place, Stacks};
use crate::layout::scopes::{Fault, Scopes, Size};
use crate::layout::{self, Parser};
use crate::lexer::{DEAD, NO_SET};
use crate::names;
use crate::sets::TermSet;

/// The grammar alone, as an automaton for the forward chart.
pub struct Plain<'g>(pub &'g Grammar);

impl Automaton for Plain<'_> {
    fn scan(&self, state: u32, terms: &TermSet, mut f: impl FnMut(u32)) {
        for term in self.0.takes(state as u16).and(terms).iter() {
            if let Some(target) = self.0.scan(state as u16, term) {
                f(u32::from(target));
            }
        }
    }

    fn rule_edges(&self, state: u32, mut f: impl FnMut(u16, u32)) {
        self.0.rule_edges(state as u16).iter().for_each(|edge| f(edge.rule, u32::from(edge.to)));
    }

    fn last_children(&self, _state: u32, _f: impl FnMut(u32)) {}

    fn completes(&self, state: u32) -> Option<u16> {
        self.0.is_final(state as u16).then(|| self.0.rule_of(state as u16))
    }

    fn starts(&self, rule: u16, mut f: impl FnMut(u32)) {
        f(u32::from(self.0.start_of(rule)));
    }
}

/// Where a lexeme begins and what was known there.
#[derive(Clone, Copy, Debug)]
struct Mark {
    start: usize,
    /// Bytes of the context up to here were needed to know the lexemes before this mark: one that
    /// backs up looks further than those behind it.
    seen: usize,
    chart: u32,
    /// Charts there were.
    charts: u32,
    /// And scopes.
    scopes: Size,
    place: Place,
    has_content: bool,
}

/// A lexeme begun at the end of the left context, in the lexer's words.
#[derive(Clone, Debug)]
pub struct Pending {
    pub start: usize,
    pub chart: u32,
    pub place: Place,
    /// Some content has gone to the parser before.
    pub has_content: bool,
}

/// Why the left context cannot be continued.
#[derive(Clone, Debug)]
pub struct LeftError {
    /// Byte offset of the lexeme at fault.
    pub offset: usize,
    pub message: String,
    pub expected: TermSet,
}

pub struct Left {
    bytes: Vec<u8>,
    marks: Vec<Mark>,
    pub charts: Charts,
    pub stacks: Stacks,
    pub modes: Modes,
    pub scopes: Scopes,
    /// Height of the stack of levels when each chart was made.
    heights: Vec<u32>,
    error: Option<LeftError>,
}

impl Left {
    pub fn new(grammar: &Grammar) -> Self {
        let mut left = Self {
            bytes: Vec::new(),
            marks: Vec::new(),
            charts: Charts::new(),
            stacks: Stacks::default(),
            modes: Modes::new(&grammar.modes),
            scopes: Scopes::default(),
            heights: Vec::new(),
            error: None,
        };
        let root = u32::from(grammar.start_of(grammar.root));
        left.charts.push(&Plain(grammar), [Item { state: root, origin: 0 }], None);
        left.heights.push(1);
        left.marks.push(Mark {
            start: 0,
            seen: 0,
            chart: 0,
            charts: 1,
            scopes: left.scopes.size(),
            place: Place::START,
            has_content: false,
        });
        left
    }

    /// Take a new context; work before the common prefix is kept.
    pub fn update(&mut self, grammar: &Grammar, bytes: &[u8]) {
        let common = self.bytes.iter().zip(bytes).take_while(|(a, b)| a == b).count();
        let keep = self.marks.partition_point(|mark| mark.seen <= common && mark.start <= common).max(1);
        self.marks.truncate(keep);
        let Mark { charts, scopes, .. } = self.marks[keep - 1];
        self.charts.truncate(charts);
        self.heights.truncate(charts as usize);
        self.scopes.truncate(scopes);
        self.bytes.truncate(common);
        self.bytes.extend_from_slice(&bytes[common..]);
        self.error = None;
        self.extend(grammar);
    }

    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The lexeme that the context's end leaves open, or what is wrong before it.
    pub fn pending(&self) -> Result<Pending, LeftError> {
        let mark = self.marks[self.marks.len() - 1];
        match &self.error {
            Some(error) => Err(error.clone()),
            None => Ok(Pending {
                start: mark.start,
                chart: mark.chart,
                place: mark.place,
                has_content: mark.has_content,
            }),
        }
    }

    /// Levels open when `chart` was made.
    pub fn height(&self, chart: u32) -> u32 {
        self.heights[chart as usize]
    }

    fn extend(&mut self, grammar: &Grammar) {
        let mut mark = self.marks[self.marks.len() - 1];
        loop {
            let found = self.next_lexeme(grammar, mark.start, mark.place.modes);
            let (set, end, seen) = match found {
                Lexeme::Open => return,
                Lexeme::Bad => {
                    self.error = Some(LeftError {
                        offset: mark.start,
                        message: "no symbol of the language begins like this".to_owned(),
                        expected: TermSet::default(),
                    });
                    return;
                }
                Lexeme::Known { set, end, seen } => (set, end, seen),
            };
            let lexeme = layout::Lexeme { set, first_byte: self.bytes[mark.start], at: mark.start as u32 };
            match layout::feed(&mut Feeder { left: self, grammar }, grammar, mark.chart, mark.place, lexeme) {
                Ok((chart, place)) => (mark.chart, mark.place) = (chart, place),
                Err(chart) => {
                    let message = "this symbol cannot stand here".to_owned();
                    self.error = Some(LeftError {
                        offset: mark.start,
                        message,
                        expected: self.expected(grammar, chart),
                    });
                    return;
                }
            }
            if let Err(fault) = self.read_scopes(grammar, &mut mark.place, set, mark.start..end) {
                let (message, expected) = (fault.message().to_owned(), TermSet::default());
                self.error = Some(LeftError { offset: mark.start, message, expected });
                return;
            }
            mark.has_content |= !grammar.is_ignored_set(set);
            mark.start = end;
            mark.seen = mark.seen.max(seen);
            mark.charts = self.charts.count();
            mark.scopes = self.scopes.size();
            self.marks.push(mark);
        }
    }

    /// Bring the scopes behind one more lexeme.
    fn read_scopes(
        &mut self,
        grammar: &Grammar,
        place: &mut Place,
        set: u16,
        range: std::ops::Range<usize>,
    ) -> Result<(), Fault> {
        let Some(sign) = grammar.sign_of(set) else { return Ok(()) };
        place.scopes = self.scopes.after(place.scopes, sign, &self.bytes[range])?;
        Ok(())
    }

    fn next_lexeme(&self, grammar: &Grammar, start: usize, modes: u32) -> Lexeme {
        let mut state = self.modes.start(modes);
        let mut best = None;
        for index in start..self.bytes.len() {
            state = grammar.lexer.step(state, self.bytes[index]);
            if state == DEAD {
                return match best {
                    Some((set, end)) if self.is_allowed(grammar, set, start, end, modes) => {
                        Lexeme::Known { set, end, seen: index + 1 }
                    }
                    _ => Lexeme::Bad,
                };
            }
            if grammar.lexer.accept(state) != NO_SET {
                best = Some((grammar.lexer.accept(state), index + 1));
            }
        }
        Lexeme::Open
    }

    /// Whether the quotes around a replacement field let a lexeme stand in it.
    fn is_allowed(&self, grammar: &Grammar, set: u16, start: usize, end: usize, modes: u32) -> bool {
        let quotes = self.modes.quotes(modes);
        if grammar.is_too_long(set, end - start)
            || !names::fit(grammar, self.modes.start(modes), None, &self.bytes[start..end])
        {
            return false;
        }
        quotes == 0
            || (!grammar.is_comment(set)
                && is_clean(&self.bytes[start..end], QuoteRun::at_end(&self.bytes[..start]), quotes))
    }

    fn expected(&self, grammar: &Grammar, chart: u32) -> TermSet {
        let mut expected = TermSet::default();
        for item in self.charts.items(chart) {
            expected.union_with(grammar.takes(item.state as u16));
        }
        expected
    }
}

/// The left context's forward chart, as the layout policy sees it.
struct Feeder<'l, 'g> {
    left: &'l mut Left,
    grammar: &'g Grammar,
}

impl Parser for Feeder<'_, '_> {
    fn scan(&mut self, chart: u32, set: u16, stack: u32) -> Option<u32> {
        let terms = self.grammar.lexer.set(set);
        let next = self.left.charts.scan(&Plain(self.grammar), chart, terms)?;
        self.left.heights.push(self.left.stacks.height(stack));
        Some(next)
    }

    fn stacks(&mut self) -> &mut Stacks {
        &mut self.left.stacks
    }

    fn modes(&mut self) -> &mut Modes {
        &mut self.left.modes
    }
}

enum Lexeme {
    /// The context ends before the lexeme does.
    Open,
    /// Nothing matches.
    Bad,
    Known {
        set: u16,
        end: usize,
        seen: usize,
    },
}
