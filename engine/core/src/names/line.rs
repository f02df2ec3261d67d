//! What a logical line binds, reads and opens.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::grammar::name_rules::NameRules;
use crate::layout::columns::Column;
use crate::layout::mode_rules::ModeAction;
use crate::names::line_charts::LineCharts;
use crate::names::reader::Span;
use crate::names::symbols::{Symbol, Symbols};

/// A scope that a logical line opens for the lines after it that are further to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    Function,
    Class,
}

/// What a logical line does with names.
#[derive(Clone, Default, Debug)]
pub struct Line {
    pub column: Column,
    pub header: Option<Header>,
    /// Whether the block after the line is repeated.
    pub repeats: bool,
    /// The names that the line binds in its own scope.
    pub binds: Vec<Symbol>,
    /// The names that it binds in the scope that it opens.
    pub parameters: Vec<Symbol>,
    /// The names that belong to an outer scope from here on.
    pub declares: Vec<Symbol>,
    /// The names that it reads, without those that it binds only for a part of itself.
    pub reads: Vec<Symbol>,
    /// Whether it binds names that cannot be seen.
    pub imports_all: bool,
}

/// What is bound at the end of a line that is not whole.
#[derive(Clone, Default, Debug)]
pub struct Partial {
    pub line: Line,
    /// The names that are bound at the end.
    pub bound: Vec<Symbol>,
    /// Whether what is read at the end is read only when a function is called that begins in the line.
    pub is_deferred: bool,
    /// The names that are read outside what is open at the end.
    pub settled: Vec<Symbol>,
}

/// Something that a line has opened.
enum Frame {
    Bracket { in_targets: bool, names: Vec<Symbol>, reads: Vec<Symbol> },
    Lambda { in_parameters: bool, names: Vec<Symbol>, reads: Vec<Symbol> },
}

/// The lexemes of a line and their texts.
#[derive(Clone, Copy)]
pub struct LineText<'a> {
    pub column: Column,
    pub spans: &'a [Span],
    pub text: &'a [u8],
}

/// Reads a whole line; one that does not parse binds all names that may be bound in it.
pub fn read_line(grammar: &Grammar, charts: &mut LineCharts, symbols: &mut Symbols, line: LineText<'_>) -> Line {
    let mut reader = Reader::new(grammar, symbols, line);
    reader.read(charts, true);
    reader.close_all();
    reader.line
}

/// Reads the beginning of a line.
pub fn read_partial(
    grammar: &Grammar,
    charts: &mut LineCharts,
    symbols: &mut Symbols,
    line: LineText<'_>,
) -> Partial {
    let mut reader = Reader::new(grammar, symbols, line);
    reader.read(charts, false);
    reader.partial()
}

struct Reader<'a> {
    grammar: &'a Grammar,
    symbols: &'a mut Symbols,
    text: LineText<'a>,
    line: Line,
    frames: Vec<Frame>,
    /// The number of the line's bindings that count already, before the line's end.
    effective: usize,
    /// The names that count as soon as they are bound.
    at_once: Vec<Symbol>,
    /// Whether the header of a definition has ended.
    is_in_body: bool,
}

impl<'a> Reader<'a> {
    fn new(grammar: &'a Grammar, symbols: &'a mut Symbols, text: LineText<'a>) -> Self {
        let line = Line { column: text.column, ..Line::default() };
        let (frames, at_once) = (Vec::new(), Vec::new());
        Self { grammar, symbols, text, line, frames, effective: 0, at_once, is_in_body: false }
    }

    fn read(&mut self, charts: &mut LineCharts, is_whole: bool) {
        let Some(rules) = &self.grammar.name_rules else { return };
        let sets: Vec<_> = self.text.spans.iter().map(|span| span.set).collect();
        let roles = charts.roles(self.grammar, &sets, is_whole);
        for (index, span) in self.text.spans.iter().enumerate() {
            let all = self.grammar.lexer.set(span.set);
            let terms = roles.as_ref().map_or(all, |roles| &roles[index]);
            self.take(rules, index, span, all, terms);
        }
    }

    fn take(&mut self, rules: &NameRules, index: usize, span: &Span, all: &TermSet, terms: &TermSet) {
        let action = self.grammar.layout.action_of(span.set);
        match action {
            ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => {
                let (names, reads) = (Vec::new(), Vec::new());
                self.frames.push(Frame::Bracket { in_targets: false, names, reads });
                return;
            }
            ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => {
                self.close_lambdas();
                self.close();
                return;
            }
            _ => {}
        }
        if all.intersects(&rules.lambda) {
            let (names, reads) = (Vec::new(), Vec::new());
            self.frames.push(Frame::Lambda { in_parameters: true, names, reads });
        } else if all.intersects(&rules.effective) || all.intersects(&rules.comma) {
            self.separate(rules, all);
        } else if all.intersects(&rules.targets) && !self.frames.is_empty() {
            self.close_lambdas();
            self.set_in_targets(true);
        } else if all.intersects(&rules.targets_end) {
            self.set_in_targets(false);
        } else if self.frames.is_empty() && index < 2 {
            self.begin(rules, all);
        }
        if terms.intersects(&rules.import_all) {
            self.line.imports_all = true;
        }
        if rules.is_name(all) {
            let before = index.checked_sub(1).map(|before| self.text.spans[before].set);
            let is_at_once = before.is_some_and(|set| self.grammar.lexer.set(set).intersects(&rules.at_once));
            self.name(rules, span, terms, is_at_once);
        }
    }

    /// Takes one of the first lexemes of the line.
    fn begin(&mut self, rules: &NameRules, all: &TermSet) {
        if all.intersects(&rules.function) {
            self.line.header = Some(Header::Function);
        } else if all.intersects(&rules.class) {
            self.line.header = Some(Header::Class);
        } else if all.intersects(&rules.repeat) {
            self.line.repeats = true;
        }
    }

    /// Takes a comma, or a lexeme after which what was bound before counts.
    fn separate(&mut self, rules: &NameRules, all: &TermSet) {
        let ends_parameters = all.intersects(&rules.effective);
        if let Some(Frame::Lambda { in_parameters, .. }) = self.frames.last_mut()
            && *in_parameters
        {
            *in_parameters = !ends_parameters;
            return;
        }
        self.close_lambdas();
        if self.frames.is_empty() && ends_parameters {
            self.effective = self.line.binds.len();
            self.is_in_body = true;
        }
    }

    fn set_in_targets(&mut self, is_in: bool) {
        if let Some(Frame::Bracket { in_targets, .. }) = self.frames.last_mut() {
            *in_targets = is_in;
        }
    }

    fn name(&mut self, rules: &NameRules, span: &Span, terms: &TermSet, is_at_once: bool) {
        let text = &self.text.text[span.begin as usize..span.end as usize];
        let symbol = self.symbols.number(text);
        if terms.intersects(&rules.parameter) {
            match self.frames.last_mut() {
                Some(Frame::Lambda { in_parameters: true, names, .. }) => names.push(symbol),
                _ => self.line.parameters.push(symbol),
            }
        }
        if terms.intersects(&rules.declare) {
            self.line.declares.push(symbol);
        }
        if terms.intersects(&rules.bind) {
            match self.frames.last_mut() {
                Some(Frame::Bracket { in_targets: true, names, .. }) => names.push(symbol),
                last => {
                    if last.is_some() || is_at_once {
                        self.at_once.push(symbol);
                    }
                    self.line.binds.push(symbol);
                }
            }
        } else if terms.intersects(&rules.read) {
            self.read_name(symbol);
        }
    }

    fn read_name(&mut self, symbol: Symbol) {
        match self.frames.last_mut() {
            Some(Frame::Bracket { reads, .. } | Frame::Lambda { reads, .. }) => reads.push(symbol),
            None => self.line.reads.push(symbol),
        }
    }

    /// Closes the lambdas whose bodies are innermost.
    fn close_lambdas(&mut self) {
        while let Some(Frame::Lambda { .. }) = self.frames.last() {
            self.close();
        }
    }

    fn close(&mut self) {
        let Some(Frame::Bracket { names, reads, .. } | Frame::Lambda { names, reads, .. }) = self.frames.pop() else {
            return;
        };
        for symbol in reads {
            if !names.contains(&symbol) {
                self.read_name(symbol);
            }
        }
    }

    fn close_all(&mut self) {
        while !self.frames.is_empty() {
            self.close();
        }
    }

    fn partial(mut self) -> Partial {
        let mut bound: Vec<Symbol> = self.line.binds[..self.effective].to_vec();
        bound.append(&mut self.at_once);
        let mut is_deferred = false;
        for frame in &self.frames {
            match frame {
                Frame::Bracket { names, .. } => bound.extend(names),
                Frame::Lambda { in_parameters: false, names, .. } => {
                    is_deferred = true;
                    bound.extend(names);
                }
                Frame::Lambda { .. } => {}
            }
        }
        if self.is_in_body && self.line.header == Some(Header::Function) {
            is_deferred = true;
            bound.extend(&self.line.parameters);
        }
        let settled = self.line.reads.clone();
        self.close_all();
        Partial { line: self.line, bound, is_deferred, settled }
    }
}
