//! Reads what a logical line does with names.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::grammar::name_marks::Marks;
use crate::grammar::name_rules::NameRules;
use crate::layout::columns::Column;
use crate::layout::mode_rules::ModeAction;
use crate::names::lines::lexemes::read_lexemes;
use crate::names::lines::line::{Declared, Header, Line, Moment, Partial};
use crate::names::lines::mistakes;
use crate::names::lines::pool::LinePool;
use crate::names::lines::reader::{LineText, Span};
use crate::names::symbols::{Symbol, Symbols};

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

/// A name that is read.
#[derive(Clone, Copy)]
struct Read {
    symbol: Symbol,
    /// Whether it stands in the scope of a lambda or of a comprehension.
    is_inner: bool,
    /// Whether the line has bound it before.
    is_known: bool,
}

/// Makes reads those of an inner scope.
fn mark_inner(reads: &mut [Read]) {
    for read in reads {
        read.is_inner = true;
    }
}

/// Something that a line has opened. Its names count inside it only.
enum Frame {
    Bracket {
        part: Part,
        names: Vec<Symbol>,
        reads: Vec<Read>,
        /// The names that count outside as well, once what they are bound to has been read.
        bound: Vec<Symbol>,
    },
    Lambda {
        in_parameters: bool,
        names: Vec<Symbol>,
        reads: Vec<Read>,
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
    let parses = reader.read(charts, true);
    reader.close_all();
    reader.unbind_without_value();
    reader.line(parses)
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
    let parses = reader.read(charts, false);
    reader.partial(parses)
}

/// A statement of a line.
#[derive(Default)]
struct Statement {
    /// The numbers of lexemes and of bindings before it.
    begin: usize,
    binds: usize,
    /// Whether it begins with a name, and the name if the statement binds it.
    has_name: bool,
    name: Option<Symbol>,
    is_import: bool,
    /// Whether the names that it declares belong to the nearest function that binds them.
    is_nearest: bool,
}

struct Reader<'a> {
    grammar: &'a Grammar,
    symbols: &'a mut Symbols,
    text: LineText<'a>,
    line: Line,
    /// The line up to the end of a definition's header, once something stands after that; `line` is what does.
    header: Option<Line>,
    frames: Vec<Frame>,
    /// The number of the line's bindings that count already, before the line's end.
    effective: usize,
    /// The names that count as soon as they are bound.
    at_once: Vec<Symbol>,
    /// Whether the header of a definition has ended.
    is_in_body: bool,
    statement: Statement,
    /// The number of frames around the annotation that has begun, if one has.
    annotation: Option<usize>,
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
            header: None,
            frames,
            effective: 0,
            at_once,
            is_in_body: false,
            statement: Statement::default(),
            annotation: None,
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
        if self.is_in_body && self.header.is_none() {
            self.begin_body();
        }
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
        let terms = terms.unwrap_or_else(|| self.grammar.lexer.set(span.set));
        // What may begin a pattern and an annotation, begins a pattern.
        if marks.has(Marks::NAME) && !(marks.has(Marks::GUARDED) && terms.intersects(&rules.guarded)) {
            if index == self.statement.begin {
                self.statement.has_name = rules.is_name(terms);
            }
            self.name(rules, span, terms, before.has(Marks::AT_ONCE));
        }
    }

    /// Begins what stands after the header of a definition.
    fn begin_body(&mut self) {
        let Column { col, alt } = self.line.column;
        let body = Line { column: Column { col: col + 1, alt: alt + 1 }, ..Line::default() };
        self.header = Some(std::mem::replace(&mut self.line, body));
        self.effective = 0;
        self.uses.clear();
        self.statement.binds = 0;
    }

    /// Takes what a lexeme does beside reading or binding a name.
    fn word(&mut self, index: usize, (before, marks): (Marks, Marks)) {
        self.annotate(marks);
        self.statement.is_nearest |= marks.has(Marks::NEAREST);
        self.statement.is_import |= marks.has(Marks::IMPORT);
        if marks.has(Marks::LAMBDA) {
            let (names, reads) = (Vec::new(), Vec::new());
            self.frames.push(Frame::Lambda { in_parameters: true, names, reads, defaults: 0 });
        } else if marks.has(Marks::EFFECTIVE.and(Marks::COMMA)) {
            self.separate(index, marks.has(Marks::EFFECTIVE));
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
            if marks.has(Marks::EFFECTIVE) {
                self.unbind_without_value();
            }
            if marks.has(Marks::COMMA.and(Marks::EFFECTIVE).and(Marks::ASSIGN)) {
                self.annotation = None;
            }
            return;
        }
        let is_open = self.annotation.is_some_and(|around| around < depth);
        if is_open || !marks.has(Marks::ANNOTATION) {
            return;
        }
        let of_parameter = depth == 1 && self.line.header == Some(Header::Function);
        let begins_with_name = self.line.header.is_none() && self.statement.has_name;
        let is_result = self.line.header.is_some() && !marks.has(Marks::EFFECTIVE);
        if of_parameter || (depth == 0 && (is_result || begins_with_name)) {
            self.annotation = Some(depth);
            self.line.annotates.extend(self.statement.name.filter(|_| begins_with_name));
        }
    }

    /// Removes the name with which a statement begins if it is annotated and has no value.
    fn unbind_without_value(&mut self) {
        let Statement { binds, name, .. } = self.statement;
        let is_annotated = self.annotation == Some(0) && self.line.header.is_none();
        if is_annotated && name.is_some() && self.line.binds.get(binds).copied() == name {
            self.line.binds.remove(binds);
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
    fn separate(&mut self, index: usize, ends_parameters: bool) {
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
            self.is_in_body |= self.line.header.is_some();
            let (begin, binds) = (index + 1, self.effective);
            self.statement = Statement { begin, binds, ..Statement::default() };
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
            && !self.statement.is_import
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
            let (is_nearest, uses) = (self.statement.is_nearest, self.line.uses.len());
            self.line.declares.push(Declared { symbol, is_nearest, uses });
        }
        if terms.intersects(&rules.bind) {
            self.use_bound(span, symbol);
            match self.frames.last_mut() {
                Some(Frame::Bracket { part: Part::Targets { .. }, names, .. }) => names.push(symbol),
                Some(Frame::Bracket { bound, .. }) => {
                    bound.push(symbol);
                    self.line.binds.push(symbol);
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
            self.read_name(Read { symbol, is_inner: false, is_known: false });
        }
    }

    /// Takes a name that is bound as one that is used, if it is.
    fn use_bound(&mut self, span: &Span, symbol: Symbol) {
        let is_elsewhere = |frame: &Frame| match frame {
            Frame::Bracket { part, .. } => matches!(part, Part::Targets { .. }),
            Frame::Lambda { in_parameters, .. } => !in_parameters,
        };
        if !self.statement.is_import && !self.frames.iter().any(is_elsewhere) {
            self.line.uses.push(symbol);
        }
        if self.text.spans.get(self.statement.begin) == Some(span) {
            self.statement.name = Some(symbol);
        }
    }

    fn read_name(&mut self, mut read: Read) {
        read.is_known |= self.is_bound_before(read.symbol);
        if self.annotation.is_some() && !read.is_known {
            self.line.deferred.push(read.symbol);
        }
        let is_inside = |frame: &Frame| !matches!(frame, Frame::Bracket { part: Part::Iterable, .. });
        let innermost = self.frames.iter().rposition(is_inside);
        match innermost.map(|place| &mut self.frames[place]) {
            Some(Frame::Bracket { reads, .. } | Frame::Lambda { reads, .. }) => reads.push(read),
            None => {
                if !read.is_inner {
                    self.line.uses.push(read.symbol);
                }
                if !read.is_known {
                    self.line.reads.push(read.symbol);
                }
            }
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
        let (names, mut reads) = match self.frames.pop() {
            Some(Frame::Bracket { part, names, mut reads, mut bound }) => {
                if part != Part::Element {
                    mark_inner(&mut reads);
                } else if self.frames.is_empty() && !self.statement.is_import {
                    let own = reads.iter().filter(|read| !read.is_inner).map(|read| read.symbol);
                    self.uses.extend(own.chain(bound.iter().copied()));
                }
                self.at_once.append(&mut bound);
                (names, reads)
            }
            Some(Frame::Lambda { names, mut reads, defaults, .. }) => {
                let unknown = reads.iter().filter(|read| !read.is_known).map(|read| read.symbol);
                self.line.deferred.extend(unknown);
                mark_inner(&mut reads[defaults..]);
                (names, reads)
            }
            None => return,
        };
        reads.retain(|read| !names.contains(&read.symbol));
        for read in reads {
            self.read_name(read);
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
            let unknown = reads.iter().filter(|read| !read.is_known).map(|read| read.symbol);
            found.extend(unknown.filter(|symbol| !bound.contains(symbol)));
        }
        found
    }

    /// Returns the line, of which the grammar may take all.
    fn line(mut self, parses: bool) -> Line {
        self.line.parses = parses;
        let Some(mut line) = self.header else { return self.line };
        line.parses = parses;
        line.bound = self.line.bound.take();
        line.body = Some(Box::new(self.line));
        line
    }

    fn partial(mut self, parses: bool) -> Partial {
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
        let header = self.header.as_ref().unwrap_or(&self.line);
        if self.is_in_body && header.header == Some(Header::Function) {
            moment = Moment::Later;
            bound.extend(&header.parameters);
        }
        let (settled, uses) = (self.settled(), std::mem::take(&mut self.uses));
        self.close_all();
        Partial { line: self.line(parses), bound, moment, settled, uses }
    }
}
