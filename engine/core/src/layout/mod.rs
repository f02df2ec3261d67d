//! Layout policies: what no automaton over bytes can do, as a state machine between the lexer
//! and the parser.

pub mod go;
pub mod java;
pub mod modes;
pub mod python;
pub mod scopes;

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::lexer::Terminal;
use crate::limits::{MAX_LEVELS, MAX_NUMBER_BYTES};
use modes::Modes;
use python::{Place, Stacks, Turn, Version, turn};

/// The policy of a language.
pub enum Layout {
    /// Ignored lexemes vanish; every other one goes to the parser.
    None,
    /// Line ends that are semicolons, by the lexeme before them.
    Go(GoTerminals),
    /// As with none; constructors' names and modifiers are looked at.
    Java(java::Refusable),
    /// Logical lines, indentation by columns, line joining in brackets.
    Python(PythonTerminals),
}

/// The terminals that the Go policy looks at, beside those that it finds by themselves.
pub struct GoTerminals {
    pub line_end: u16,
}

/// The terminals that the Python policy feeds or looks at, by their names in the grammar.
pub struct PythonTerminals {
    pub newline: u16,
    pub indent: u16,
    pub dedent: u16,
    pub blank: u16,
    pub comment: u16,
    pub line_end: u16,
    /// Terminals that join lines, and the one among them that may not end the text.
    pub line_joins: TermSet,
    line_join: u16,
    openers: TermSet,
    closers: TermSet,
    pub version: Version,
    numbers: TermSet,
    byte_order_mark: TermSet,
}

impl Layout {
    /// The policy of that name for a version of the language (none: the newest) and its modes; `modes` are the lexer's, each with its start. Fails
    /// when the policy is unknown or the grammar lacks its terminals.
    pub fn new(
        name: &str,
        version: Option<&str>,
        terminals: &[Terminal],
        ignored: &TermSet,
        modes: &[(String, u16)],
    ) -> Result<(Self, modes::Rules), String> {
        match name {
            "none" => return Ok((Self::None, modes::Rules::none(terminals.len(), modes[0].1))),
            "java" => {
                return Ok((
                    Self::Java(java::Refusable::find(terminals)),
                    modes::Rules::none(terminals.len(), modes[0].1),
                ));
            }
            "go" => {
                let ending = modes.iter().find(|mode| mode.0 == go::MODE).map(|mode| mode.1);
                let ending =
                    ending.ok_or_else(|| format!("the go layout policy needs a mode {}", go::MODE))?;
                let found = go::moves(terminals, ignored);
                let names = GoTerminals { line_end: named(terminals, name, "LINE_END", false)? };
                return Ok((Self::Go(names), modes::Rules::endings(found, modes[0].1, ending)));
            }
            "python" => {}
            _ => {
                return Err(format!(
                    "unknown layout policy {name:?}: there are \"none\", \"go\", \"java\" and \"python\""
                ));
            }
        }
        let version = Version::parse(version)?;
        let names = PythonTerminals::find(terminals, version)?;
        let one_token = version.formatted_string_is_one_token();
        let rules = modes::Rules::find(terminals, modes, &names.openers, &names.closers, one_token)?;
        Ok((Self::Python(names), rules))
    }
}

/// The terminal of a name that a policy feeds, or that it looks at.
fn named(terminals: &[Terminal], policy: &str, name: &str, fed: bool) -> Result<u16, String> {
    let found = terminals.iter().position(|other| other.name == name && other.pattern.is_none() == fed);
    let found = found.map(|index| index as u16);
    found.ok_or_else(|| format!("the {policy} layout policy needs a terminal {name}"))
}

impl PythonTerminals {
    fn find(terminals: &[Terminal], version: Version) -> Result<Self, String> {
        let named = |name: &str, fed: bool| named(terminals, "python", name, fed);
        let named_like = |start: &str| {
            let mut set = TermSet::default();
            let found = terminals.iter().enumerate().filter(|(_, terminal)| terminal.name.starts_with(start));
            found.for_each(|(index, _)| set.insert(index as u16));
            set
        };
        let bracket = |texts: [&str; 3]| {
            let mut set = TermSet::default();
            for (index, terminal) in terminals.iter().enumerate() {
                if terminal.literal.as_deref().is_some_and(|literal| texts.contains(&literal)) {
                    set.insert(index as u16);
                }
            }
            set
        };
        Ok(Self {
            newline: named("NEWLINE", true)?,
            indent: named("INDENT", true)?,
            dedent: named("DEDENT", true)?,
            blank: named("BLANK", false)?,
            comment: named("COMMENT", false)?,
            line_end: named("LINE_END", false)?,
            line_joins: named_like("LINE_JOIN"),
            line_join: named("LINE_JOIN", false)?,
            openers: bracket(["(", "[", "{"]),
            closers: bracket([")", "]", "}"]),
            version,
            byte_order_mark: named_like("BYTE_ORDER_MARK"),
            numbers: ["NUMBER", "IMAGINARY"]
                .into_iter()
                .map(named_like)
                .fold(TermSet::default(), |all, set| all.or(&set)),
        })
    }
}

impl PythonTerminals {
    fn refuses(&self, terms: &TermSet, place: Place) -> bool {
        self.version.refuses_joined_start() && place.opens_line() && self.joins(terms)
    }

    /// Whether a lexeme of these terminals may stand at the text's start alone.
    pub fn is_byte_order_mark(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.byte_order_mark)
    }

    /// Of the ignored terminals those that may stand elsewhere than at the text's start.
    pub fn ignored_inside(&self, ignored: &TermSet) -> TermSet {
        ignored.minus(&self.byte_order_mark)
    }

    /// Whether ignored lexemes of these terminals may stand at a place only if some of them do not
    /// join lines, nor mark the order of bytes.
    pub fn are_refused(&self, ignored: &TermSet, place: Place, at: u32) -> bool {
        let mut refused = if at > 0 { self.byte_order_mark } else { TermSet::default() };
        if self.version.refuses_joined_start() && place.opens_line() {
            refused.union_with(&self.line_joins);
        }
        ignored.minus(&refused).is_empty()
    }

    /// Whether a lexeme of these terminals joins lines.
    pub fn joins(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.line_joins)
    }

    /// Whether a lexeme of these terminals is a number too long to be read.
    pub fn is_too_long(&self, terms: &TermSet, bytes: usize) -> bool {
        bytes > MAX_NUMBER_BYTES && terms.intersects(&self.numbers)
    }

    /// Whether a lexeme of these terminals may not end the text: a backslash that joins nothing.
    pub fn needs_more(&self, terms: &TermSet) -> bool {
        terms.contains(self.line_join)
    }
}

/// A parser that layout policies feed: the forward chart of the left context, or of the middle.
pub trait Parser {
    /// The chart after `chart` and a set of terminals (a number of [`crate::lexer::Lexer::sets`]);
    /// `stack` holds the levels behind it.
    fn scan(&mut self, chart: u32, set: u16, stack: u32) -> Option<u32>;
    fn stacks(&mut self) -> &mut Stacks;
    fn modes(&mut self) -> &mut Modes;
}

/// A whole lexeme: its terminals (a number of [`crate::lexer::Lexer::sets`]), its first byte, and
/// where it begins in the text.
#[derive(Clone, Copy, Debug)]
pub struct Lexeme {
    pub set: u16,
    pub first_byte: u8,
    pub at: u32,
}

/// Give a whole lexeme to the policy, which gives what follows from it to the parser. Returns the
/// chart and the place behind it, or the chart that could not go on.
pub fn feed(
    parser: &mut impl Parser,
    grammar: &Grammar,
    chart: u32,
    place: Place,
    lexeme: Lexeme,
) -> Result<(u32, Place), u32> {
    let Lexeme { set, first_byte, at } = lexeme;
    let terms = grammar.lexer.set(set);
    if terms.intersects(&grammar.ignored) {
        if is_refused(grammar, place, set, at) {
            return Err(chart);
        }
        return Ok((chart, place_after_ignored(grammar, place, terms, first_byte)));
    }
    if !matches!(grammar.layout, Layout::Python(_)) {
        let next = parser.scan(chart, set, 0).ok_or(chart)?;
        let modes = parser.modes().after(&grammar.modes, place.modes, grammar.move_of(set), at);
        return Ok((next, Place { modes: modes.first().copied().ok_or(chart)?, ..place }));
    }
    let (mut chart, mut stack) = (chart, place.stack);
    if place.opens_line() {
        (chart, stack) = open_line(parser, grammar, chart, place)?;
    }
    let next = parser.scan(chart, set, stack).ok_or(chart)?;
    let movement = grammar.move_of(set);
    let modes = parser.modes().after(&grammar.modes, place.modes, movement, at).first().copied();
    Ok((next, place.after_content(stack, modes.ok_or(chart)?)))
}

/// Whether an ignored lexeme may not stand at a place: a byte order mark elsewhere than at the text's
/// start, and a backslash that begins a line, in the versions of Python that treat it apart.
pub fn is_refused(grammar: &Grammar, place: Place, set: u16, at: u32) -> bool {
    let Layout::Python(names) = &grammar.layout else { return false };
    let terms = grammar.lexer.set(set);
    names.refuses(terms, place) || (at > 0 && names.is_byte_order_mark(terms))
}

/// The place behind an ignored lexeme.
pub fn place_after_ignored(grammar: &Grammar, place: Place, terms: &TermSet, first_byte: u8) -> Place {
    let Layout::Python(names) = &grammar.layout else { return place };
    if terms.contains(names.line_end) {
        place.after_line_end()
    } else if names.joins(terms) {
        place.after_line_join()
    } else if terms.contains(names.blank) {
        place.after_blank(first_byte)
    } else {
        place
    }
}

/// Feed the NEWLINE, INDENT or DEDENTs that precede the first content of a logical line. Returns
/// the chart and the stack of levels behind them, or the chart that could not go on.
pub fn open_line(
    parser: &mut impl Parser,
    grammar: &Grammar,
    mut chart: u32,
    place: Place,
) -> Result<(u32, u32), u32> {
    let Layout::Python(names) = &grammar.layout else { return Ok((chart, place.stack)) };
    let mut stack = place.stack;
    if place.newline_pending {
        chart = parser.scan(chart, grammar.lexer.single(names.newline), stack).ok_or(chart)?;
    }
    match turn(parser.stacks(), stack, place.column) {
        Turn::Indent => {
            stack = parser.stacks().push(stack, place.column);
            if parser.stacks().height(stack) > MAX_LEVELS {
                return Err(chart);
            }
            chart = parser.scan(chart, grammar.lexer.single(names.indent), stack).ok_or(chart)?;
        }
        Turn::Dedents(count) => {
            for _ in 0..count {
                stack = parser.stacks().pop(stack);
                chart = parser.scan(chart, grammar.lexer.single(names.dedent), stack).ok_or(chart)?;
            }
        }
        Turn::Inconsistent => return Err(chart),
    }
    Ok((chart, stack))
}
