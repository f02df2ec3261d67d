//! What a logical line binds, reads and opens.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::grammar::name_marks::Marks;
use crate::grammar::name_rules::NameRules;
use crate::layout::columns::Column;
use crate::layout::mode_rules::ModeAction;
use crate::names::lines::lexemes::{Lexemes, read_lexemes};
use crate::names::lines::mistakes::{self, Bound, Verdict};
use crate::names::lines::pool::LinePool;
use crate::names::lines::reader::{LineText, Span};
use crate::names::symbols::{Symbol, Symbols};

/// What reading a line counts as; see [`count_steps`](crate::base::interrupt::count_steps).
pub const STEPS_A_LINE: usize = 64;

/// A scope that a logical line opens for the lines after it that are further to the right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Header {
    Function,
    Class,
}

/// How a line binds names.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Means {
    #[default]
    Assignment,
    Import,
}

/// A name that belongs to an outer scope from a place in a line on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Declared {
    pub symbol: Symbol,
    /// Whether the scope is that of the nearest function around which binds the name, and not that of the file.
    pub is_nearest: bool,
    /// The numbers of reads and of bindings of the line before it.
    reads: usize,
    binds: usize,
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
    /// The names that it binds in the scope that it opens: parameters, and those of a body in the same line.
    pub parameters: Vec<Symbol>,
    /// The names that belong to an outer scope from here on.
    pub declares: Vec<Declared>,
    /// The name that it annotates.
    pub annotates: Option<Symbol>,
    pub means: Means,
    /// The names that it reads, without those that it has bound before.
    pub reads: Vec<Symbol>,
    /// Those of them that it may read later: in annotations and lambdas.
    pub deferred: Vec<Symbol>,
    /// Those of its reads that stand in the scope of a lambda or of a comprehension.
    inner: Vec<Symbol>,
    /// Whether it binds names that cannot be seen.
    pub imports_all: bool,
    /// Whether the grammar takes the line, if it is whole.
    pub parses: bool,
    /// What the lexemes do in a language of blocks.
    pub lexemes: Option<Lexemes>,
    /// The names that it may not bind again, where some matter.
    pub bound: Option<Box<Bound>>,
}

impl Line {
    /// Returns a line in a language of blocks.
    fn of_blocks(column: Column, lexemes: Lexemes) -> Self {
        let imports_all = lexemes.are_open;
        Self { column, imports_all, parses: true, lexemes: Some(lexemes), ..Self::default() }
    }

    /// Returns the names that the line declares to belong to an outer scope.
    pub fn declared(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.declares.iter().map(|declared| declared.symbol)
    }

    /// Returns whether the line declares names, as far as it is one of the language.
    pub fn may_declare(&self) -> bool {
        self.parses && !self.declares.is_empty()
    }

    /// Returns whether the line reads or binds a name in its own scope before it declares it.
    pub fn uses_before(&self, declared: &Declared) -> bool {
        let Declared { symbol, reads, binds, .. } = *declared;
        self.binds[..binds].contains(&symbol)
            || (!self.inner.contains(&symbol) && self.reads[..reads].contains(&symbol))
    }

    /// Returns the names that the line reads in its own scope.
    pub fn direct_reads(&self) -> impl Iterator<Item = Symbol> + '_ {
        self.reads.iter().copied().filter(|symbol| !self.inner.contains(symbol))
    }

    /// Returns whether the line binds a name twice that it may bind once.
    pub fn is_mistaken(&self) -> bool {
        self.bound.as_ref().is_some_and(|bound| bound.verdict == Verdict::Mistaken)
    }
}

/// When a name is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Moment {
    /// Where it stands.
    #[default]
    AtOnce,
    /// Perhaps later, in the scope in which it stands: in an annotation.
    Perhaps,
    /// When a function is called that begins in the line.
    Later,
}

/// What is bound at the end of a line that is not whole.
#[derive(Clone, Default, Debug)]
pub struct Partial {
    pub line: Line,
    /// The names that are bound at the end.
    pub bound: Vec<Symbol>,
    /// When a name is read that follows.
    pub moment: Moment,
    /// The names that are read outside what is open at the end.
    pub settled: Vec<Symbol>,
    /// The names that are read or bound outside all brackets, where nothing else can be done with them.
    pub uses: Vec<Symbol>,
}

/// A part of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// What a comprehension repeats, or all of a bracket without one.
    Element,
    Targets {
        are_first: bool,
    },
    /// What the first targets run over, in which they do not count.
    Iterable,
    Rest,
}

/// Something that a line has opened. Its names count inside it only.
enum Frame {
    Bracket {
        part: Part,
        names: Vec<Symbol>,
        reads: Vec<Symbol>,
        /// The names that count outside as well, once what they are bound to has been read.
        bound: Vec<Symbol>,
    },
    Lambda {
        in_parameters: bool,
        names: Vec<Symbol>,
        reads: Vec<Symbol>,
        /// The number of those reads that stand among the parameters, outside the lambda's scope.
        defaults: usize,
    },
}

/// Reads a whole line; one that does not parse binds all names that may be bound in it.
pub fn read_line(grammar: &Grammar, charts: &LinePool, symbols: &mut Symbols, line: LineText<'_>) -> Line {
    if let Some(lexemes) = read_lexemes(grammar, symbols, line.spans, line.text) {
        return Line::of_blocks(line.column, lexemes);
    }
    let mut reader = Reader::new(grammar, symbols, line);
    reader.line.parses = reader.read(charts, true);
    reader.close_all();
    reader.unbind_without_value();
    reader.line
}

/// Reads the beginning of a line.
pub fn read_partial(
    grammar: &Grammar,
    charts: &LinePool,
    symbols: &mut Symbols,
    line: LineText<'_>,
) -> Partial {
    if let Some(lexemes) = read_lexemes(grammar, symbols, line.spans, line.text) {
        return Partial { line: Line::of_blocks(line.column, lexemes), ..Partial::default() };
    }
    let mut reader = Reader::new(grammar, symbols, line);
    reader.line.parses = reader.read(charts, false);
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
    /// The number of frames around the annotation that has begun, if one has.
    annotation: Option<usize>,
    /// Whether the names that are declared belong to the nearest function that binds them.
    is_nearest: bool,
    /// The names that are read or bound outside all brackets, where nothing else can be done with them.
    uses: Vec<Symbol>,
}

impl<'a> Reader<'a> {
    fn new(grammar: &'a Grammar, symbols: &'a mut Symbols, text: LineText<'a>) -> Self {
        let line = Line { column: text.column, ..Line::default() };
        let (frames, at_once) = (Vec::new(), Vec::new());
        Self {
            grammar,
            symbols,
            text,
            line,
            frames,
            effective: 0,
            at_once,
            is_in_body: false,
            annotation: None,
            is_nearest: false,
            uses: Vec::new(),
        }
    }

    /// Reads all lexemes. Returns whether the grammar takes the line.
    fn read(&mut self, charts: &LinePool, is_whole: bool) -> bool {
        let Some(rules) = &self.grammar.name_rules else { return true };
        charts.with(self.grammar, |charts| {
            let spans = self.text.spans;
            let found = charts.roles(self.grammar, spans, is_whole);
            let mut before = Marks::default();
            for (index, span) in spans.iter().enumerate() {
                let marks = rules.marks.of(span.set);
                self.take(rules, index, span, (before, marks), found.map(|roles| &roles[index]));
                before = marks;
            }
            if let Some(roles) = found.filter(|_| mistakes::matter(rules, &self.text)) {
                let bound = mistakes::read(self.grammar, rules, &self.text, roles, self.symbols);
                self.line.bound = Some(Box::new(bound));
            }
            found.is_some()
        })
    }

    /// Takes a lexeme. `terms` are the terminals that it may have where the grammar takes the line.
    fn take(
        &mut self,
        rules: &NameRules,
        index: usize,
        span: &Span,
        (before, marks): (Marks, Marks),
        terms: Option<&TermSet>,
    ) {
        match self.grammar.layout.action_of(span.set) {
            ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => {
                let (names, reads) = (Vec::new(), Vec::new());
                self.frames.push(Frame::Bracket { part: Part::Element, names, reads, bound: Vec::new() });
                return;
            }
            ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => {
                self.close_lambdas();
                self.close();
                return;
            }
            _ => {}
        }
        if marks.has(Marks::WORD) {
            self.word(index, (before, marks));
        }
        if marks.has(Marks::NAME) {
            let terms = terms.unwrap_or_else(|| self.grammar.lexer.set(span.set));
            self.name(rules, span, terms, before.has(Marks::AT_ONCE));
        }
    }

    /// Takes what a lexeme does beside reading or binding a name.
    fn word(&mut self, index: usize, (before, marks): (Marks, Marks)) {
        self.annotate(marks);
        self.is_nearest |= marks.has(Marks::NEAREST);
        if marks.has(Marks::IMPORT) {
            self.line.means = Means::Import;
        }
        if marks.has(Marks::LAMBDA) {
            let (names, reads) = (Vec::new(), Vec::new());
            self.frames.push(Frame::Lambda { in_parameters: true, names, reads, defaults: 0 });
        } else if marks.has(Marks::EFFECTIVE.and(Marks::COMMA)) {
            self.separate(marks.has(Marks::EFFECTIVE));
        } else if marks.has(Marks::TARGETS) && !self.frames.is_empty() {
            self.close_lambdas();
            self.begin_targets();
        } else if marks.has(Marks::TARGETS_END) {
            self.end_targets();
        } else if marks.has(Marks::GUARD) {
            self.begin_condition();
            if self.frames.is_empty() && self.begins_with(Marks::GUARDED) {
                self.effective = self.line.binds.len();
            }
        } else if self.frames.is_empty() && index < 2 {
            self.begin(marks);
        }
        if marks.has(Marks::EVERYTHING) && before.has(Marks::IMPORT) {
            self.line.imports_all = true;
        }
    }

    /// Returns whether the first lexeme of the line has some mark.
    fn begins_with(&self, marks: Marks) -> bool {
        let rules = self.grammar.name_rules.as_ref();
        let first = self.text.spans.first().and_then(|first| Some(rules?.marks.of(first.set)));
        first.is_some_and(|first| first.has(marks))
    }

    /// Begins or ends an annotation, if a lexeme does.
    fn annotate(&mut self, marks: Marks) {
        let depth = self.frames.len();
        if self.annotation == Some(depth) {
            if marks.has(Marks::COMMA.and(Marks::EFFECTIVE).and(Marks::ASSIGN)) {
                self.annotation = None;
            }
            return;
        }
        let is_open = self.annotation.is_some_and(|around| around < depth);
        if is_open || !marks.has(Marks::ANNOTATION) || self.is_in_body {
            return;
        }
        let of_parameter = depth == 1 && self.line.header == Some(Header::Function);
        let begins_with_name = self.line.header.is_none() && self.begins_with(Marks::BIND);
        let is_result = self.line.header.is_some() && !marks.has(Marks::EFFECTIVE);
        if of_parameter || (depth == 0 && (is_result || begins_with_name)) {
            self.annotation = Some(depth);
            if begins_with_name {
                self.line.annotates = self.line.binds.first().copied();
            }
        }
    }

    /// Removes the name with which the line begins if it is annotated and has no value.
    fn unbind_without_value(&mut self) {
        if self.annotation == Some(0) && self.line.header.is_none() && self.line.binds.len() == 1 {
            self.line.binds.clear();
        }
    }

    /// Takes one of the first lexemes of the line.
    fn begin(&mut self, marks: Marks) {
        if marks.has(Marks::FUNCTION) {
            self.line.header = Some(Header::Function);
        } else if marks.has(Marks::CLASS) {
            self.line.header = Some(Header::Class);
        } else if marks.has(Marks::REPEAT) {
            self.line.repeats = true;
        }
    }

    /// Takes a comma, or a lexeme after which what was bound before counts.
    fn separate(&mut self, ends_parameters: bool) {
        if let Some(Frame::Lambda { in_parameters, reads, defaults, .. }) = self.frames.last_mut()
            && *in_parameters
        {
            *in_parameters = !ends_parameters;
            *defaults = reads.len();
            return;
        }
        self.close_lambdas();
        if let Some(Frame::Bracket { bound, .. }) = self.frames.last_mut() {
            self.at_once.append(bound);
        }
        let is_annotated = self.annotation == Some(0) && self.line.header.is_none();
        if self.frames.is_empty() && ends_parameters && !is_annotated {
            self.effective = self.line.binds.len();
            self.is_in_body = true;
            self.is_nearest = false;
        }
    }

    fn begin_targets(&mut self) {
        if let Some(Frame::Bracket { part, .. }) = self.frames.last_mut() {
            *part = Part::Targets { are_first: *part == Part::Element };
        }
    }

    fn end_targets(&mut self) {
        if let Some(Frame::Bracket { part, .. }) = self.frames.last_mut()
            && let Part::Targets { are_first } = *part
        {
            *part = if are_first { Part::Iterable } else { Part::Rest };
        }
    }

    /// Ends what the first targets of a comprehension run over, if a condition does.
    fn begin_condition(&mut self) {
        if let Some(Frame::Bracket { part, .. }) = self.frames.last_mut()
            && *part == Part::Iterable
        {
            *part = Part::Rest;
        }
    }

    fn name(&mut self, rules: &NameRules, span: &Span, terms: &TermSet, is_at_once: bool) {
        let text = &self.text.text[span.begin as usize..span.end as usize];
        let symbol = self.symbols.number(text);
        if self.frames.is_empty()
            && self.line.means != Means::Import
            && rules.is_name(terms)
            && rules.only_uses(terms)
        {
            self.uses.push(symbol);
        }
        if terms.intersects(&rules.parameter) {
            match self.frames.last_mut() {
                Some(Frame::Lambda { in_parameters: true, names, .. }) => names.push(symbol),
                _ => self.line.parameters.push(symbol),
            }
        }
        if terms.intersects(&rules.declare) {
            let (reads, binds) = (self.line.reads.len(), self.line.binds.len());
            self.line.declares.push(Declared { symbol, is_nearest: self.is_nearest, reads, binds });
        }
        if terms.intersects(&rules.bind) {
            match self.frames.last_mut() {
                Some(Frame::Bracket { part: Part::Targets { .. }, names, .. }) => names.push(symbol),
                Some(Frame::Bracket { bound, .. }) => {
                    bound.push(symbol);
                    self.line.binds.push(symbol);
                }
                _ if self.is_in_body && self.line.header == Some(Header::Function) => {
                    self.line.parameters.push(symbol);
                }
                _ => {
                    if is_at_once {
                        self.at_once.push(symbol);
                    }
                    self.line.binds.push(symbol);
                }
            }
        } else if terms.intersects(&rules.read) && rules.is_opening(text) {
            self.line.imports_all = true;
        } else if terms.intersects(&rules.read) && self.text.counted.contains(&(span.begin as usize)) {
            self.read_name(symbol);
        }
    }

    fn read_name(&mut self, symbol: Symbol) {
        if self.is_bound_before(symbol) {
            return;
        }
        if self.annotation.is_some() {
            self.line.deferred.push(symbol);
        }
        let is_inside = |frame: &Frame| !matches!(frame, Frame::Bracket { part: Part::Iterable, .. });
        let innermost = self.frames.iter().rposition(is_inside);
        match innermost.map(|place| &mut self.frames[place]) {
            Some(Frame::Bracket { reads, .. } | Frame::Lambda { reads, .. }) => reads.push(symbol),
            None => self.line.reads.push(symbol),
        }
    }

    /// Returns whether a name counts that the line has bound already.
    fn is_bound_before(&self, symbol: Symbol) -> bool {
        self.at_once.contains(&symbol) || self.line.binds[..self.effective].contains(&symbol)
    }

    /// Closes the lambdas whose bodies are innermost.
    fn close_lambdas(&mut self) {
        while let Some(Frame::Lambda { .. }) = self.frames.last() {
            self.close();
        }
    }

    fn close(&mut self) {
        let (names, reads) = match self.frames.pop() {
            Some(Frame::Bracket { part, names, reads, mut bound }) => {
                if part != Part::Element {
                    self.line.inner.extend(&reads);
                } else if self.frames.is_empty() {
                    self.uses.extend(reads.iter().chain(&bound));
                }
                self.at_once.append(&mut bound);
                (names, reads)
            }
            Some(Frame::Lambda { names, reads, defaults, .. }) => {
                self.line.deferred.extend(&reads);
                self.line.inner.extend(&reads[defaults..]);
                (names, reads)
            }
            None => return,
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

    /// Returns the names that are read outside all brackets, and that no lambda binds.
    fn settled(&self) -> Vec<Symbol> {
        let mut found = self.line.reads.clone();
        let mut bound: Vec<Symbol> = Vec::new();
        for frame in &self.frames {
            let Frame::Lambda { names, reads, .. } = frame else { break };
            bound.extend(names);
            found.extend(reads.iter().filter(|symbol| !bound.contains(symbol)));
        }
        found
    }

    fn partial(mut self) -> Partial {
        let mut bound: Vec<Symbol> = self.line.binds[..self.effective].to_vec();
        bound.append(&mut self.at_once);
        let mut moment = if self.annotation.is_some() { Moment::Perhaps } else { Moment::AtOnce };
        for frame in &self.frames {
            match frame {
                Frame::Bracket { part: Part::Iterable, .. } => {}
                Frame::Bracket { names, .. } => bound.extend(names),
                Frame::Lambda { in_parameters: false, names, .. } => {
                    moment = Moment::Later;
                    bound.extend(names);
                }
                Frame::Lambda { .. } => {}
            }
        }
        if self.is_in_body && self.line.header == Some(Header::Function) {
            moment = Moment::Later;
            bound.extend(&self.line.parameters);
        }
        let (settled, uses) = (self.settled(), std::mem::take(&mut self.uses));
        self.close_all();
        Partial { line: self.line, bound, moment, settled, uses }
    }
}
