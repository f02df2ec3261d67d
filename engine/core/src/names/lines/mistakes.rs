//! Mistakes with names that a compiler finds within one logical line.
//!
//! A pattern may not bind a name twice, its alternatives must bind the same names, and no key of a mapping may be given
//! twice (`CPython`'s `compiler_pattern_or` and `compiler_pattern_mapping`). An assignment expression may not rebind a
//! variable of a comprehension around it, and such a variable may not be one that was assigned in the comprehension before
//! (`symtable_extend_namedexpr_scope`).
//!
//! A mistake at the beginning of a line remains one, whatever follows: names count as bound where nothing else can be
//! done with them.

use crate::base::sets::TermSet;
use crate::grammar::Grammar;
use crate::grammar::name_marks::Marks;
use crate::grammar::name_rules::NameRules;
use crate::layout::mode_rules::ModeAction;
use crate::names::lines::literals::{Value, ends_key, value};
use crate::names::lines::reader::{LineText, Span};
use crate::names::symbols::{Symbol, Symbols};

/// Whether a line, or its beginning, has a mistake.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Verdict {
    #[default]
    Sound,
    /// It depends on more than the next name: on a name of which it is open what is done with it, on what alternatives of
    /// a pattern bind, or on the next key.
    Unsure,
    Mistaken,
}

/// The names of a line, or of its beginning, that make a mistake if they are bound again.
#[derive(Clone, Default, Debug)]
pub struct Bound {
    pub verdict: Verdict,
    /// Whether the line may have a mistake without a further assignment expression.
    pub may_err: bool,
    /// The names that the pattern has bound, and those that were assigned in the brackets that are open.
    pub names: Vec<Symbol>,
    /// The variables of the comprehensions that are open.
    pub variables: Vec<Symbol>,
    /// Whether the end of the line is in a pattern.
    pub in_pattern: bool,
}

/// A part of a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// What a comprehension repeats, or all of a bracket without one.
    Element,
    Targets,
    Rest,
}

/// A bracket, the line itself, or a lambda.
#[derive(Debug)]
struct Frame {
    lambda: Option<Lambda>,
    part: Part,
    /// The variables of a comprehension.
    variables: Vec<Symbol>,
    /// The names that are assigned in the comprehension's own scope, and those of comprehensions in its element.
    assigned: Vec<Symbol>,
    nested: Vec<Symbol>,
    /// The number of names that the pattern has bound before the one that may have alternatives.
    begin: usize,
    /// The names of its first alternative, in order.
    first: Option<Vec<Symbol>>,
    mapping: Option<Mapping>,
}

/// The keys of a mapping in a pattern.
#[derive(Default, Debug)]
struct Mapping {
    /// The values of those that have one.
    keys: Vec<Value>,
    /// The lexemes of the key at the end, by their byte offsets, and whether that key has ended.
    lexemes: Vec<(u32, u32)>,
    has_ended: bool,
}

impl Mapping {
    /// Returns the value of the key at the end.
    fn last(&self, text: &[u8]) -> Option<Value> {
        let lexeme = |&(begin, end): &(u32, u32)| &text[begin as usize..end as usize];
        value(&self.lexemes.iter().map(lexeme).collect::<Vec<_>>())
    }

    /// Takes a lexeme of a mapping, given all its terminals. Returns whether the key that it belongs to, or that it ends,
    /// was given before.
    fn take(&mut self, rules: &NameRules, span: &Span, all: &TermSet, text: &[u8]) -> bool {
        if all.intersects(&rules.comma) {
            (self.has_ended, self.lexemes) = (false, Vec::new());
            return false;
        }
        if self.has_ended {
            return false;
        }
        self.has_ended = all.intersects(&rules.effective);
        if !self.has_ended {
            self.lexemes.push((span.begin, span.end));
            if !ends_key(&text[span.begin as usize..span.end as usize]) {
                return false;
            }
        }
        let Some(value) = self.last(text) else { return false };
        let is_known = self.keys.contains(&value);
        if self.has_ended {
            self.keys.push(value);
        }
        is_known
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lambda {
    Parameters,
    Body,
}

impl Frame {
    fn new(lambda: Option<Lambda>, begin: usize) -> Self {
        let (variables, assigned, nested, first, mapping) = Default::default();
        Self { lambda, part: Part::Element, variables, assigned, nested, begin, first, mapping }
    }
}

/// Returns whether a line has a pattern, an assignment expression or a comprehension.
pub fn matter(rules: &NameRules, line: &LineText<'_>) -> bool {
    let mut marks = line.spans.iter().map(|span| rules.marks.of(span.set));
    marks.next().is_some_and(|first| first.has(Marks::GUARDED))
        || marks.any(|marks| marks.has(Marks::INNER_ASSIGN.and(Marks::TARGETS)))
}

/// Reads a line, or its beginning, of which each lexeme can have the terminals `taken`.
pub fn read(
    grammar: &Grammar,
    rules: &NameRules,
    line: &LineText<'_>,
    taken: &[TermSet],
    symbols: &mut Symbols,
) -> Bound {
    let certain = Reader::read(grammar, rules, (line, taken), symbols, true);
    let mut bound = Bound { may_err: certain.may_err, ..Bound::default() };
    for frame in certain.frames {
        bound.variables.extend(frame.variables);
        bound.names.extend(frame.assigned.into_iter().chain(frame.nested));
    }
    if taken.first().is_some_and(|first| first.intersects(&rules.guarded)) {
        let possible = Reader::read(grammar, rules, (line, taken), symbols, false);
        let has_alternatives = possible.frames.iter().any(|frame| frame.first.is_some());
        bound.may_err = true;
        bound.in_pattern = possible.in_pattern;
        let has_keys = possible.frames.iter().filter_map(|frame| frame.mapping.as_ref());
        let has_keys = has_keys.into_iter().any(|mapping| !mapping.keys.is_empty());
        if has_alternatives || has_keys || (possible.in_pattern && possible.is_mistaken) {
            bound.verdict = Verdict::Unsure;
        }
        bound.names.extend(possible.captured);
    }
    if certain.is_mistaken {
        bound.verdict = Verdict::Mistaken;
    }
    bound
}

struct Reader<'a> {
    rules: &'a NameRules,
    /// What is open, the line itself first.
    frames: Vec<Frame>,
    /// The names that the pattern binds.
    captured: Vec<Symbol>,
    in_pattern: bool,
    may_err: bool,
    is_mistaken: bool,
}

impl<'a> Reader<'a> {
    /// Reads all lexemes. A name counts as bound where nothing else can be done with it or, unless the reading
    /// `is_certain`, where it may be bound; and so does a pattern.
    fn read(
        grammar: &Grammar,
        rules: &'a NameRules,
        (line, taken): (&LineText<'_>, &[TermSet]),
        symbols: &mut Symbols,
        is_certain: bool,
    ) -> Self {
        let is_only = |terms: &TermSet, of: &TermSet| {
            terms.intersects(of) && (!is_certain || terms.minus(of).is_empty())
        };
        let in_pattern = taken.first().is_some_and(|first| is_only(first, &rules.guarded));
        let frames = vec![Frame::new(None, 0)];
        let (captured, may_err, is_mistaken) = Default::default();
        let mut reader = Self { rules, frames, captured, in_pattern, may_err, is_mistaken };
        for (span, terms) in line.spans.iter().zip(taken) {
            reader.take(grammar, (span, terms), line.text, symbols, &is_only);
        }
        reader
    }

    fn take(
        &mut self,
        grammar: &Grammar,
        (span, terms): (&Span, &TermSet),
        text: &[u8],
        symbols: &mut Symbols,
        is_only: &impl Fn(&TermSet, &TermSet) -> bool,
    ) {
        let rules = self.rules;
        let all = grammar.lexer.set(span.set);
        let action = grammar.layout.action_of(span.set);
        let mapping = self.frames.last_mut().and_then(|top| top.mapping.as_mut());
        if let Some(mapping) = mapping.filter(|_| self.in_pattern && action == ModeAction::Stay) {
            self.is_mistaken |= mapping.take(rules, span, all, text);
        }
        match action {
            ModeAction::Open | ModeAction::Start(_) | ModeAction::Field => {
                let has_keys = self.in_pattern && all.intersects(&rules.mapping);
                let mapping = has_keys.then(Mapping::default);
                self.frames.push(Frame { mapping, ..Frame::new(None, self.captured.len()) });
            }
            ModeAction::Close | ModeAction::End | ModeAction::FieldEnd => self.close(),
            _ if rules.is_name(all) && !all.intersects(&rules.guarded) => {
                if is_only(terms, &rules.bind) {
                    let name = symbols.number(&text[span.begin as usize..span.end as usize]);
                    self.bind(name, terms.intersects(&rules.wildcard));
                }
            }
            _ => self.word(all),
        }
    }

    fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    /// Takes a lexeme that is neither a bracket nor a name.
    fn word(&mut self, all: &TermSet) {
        let rules = self.rules;
        self.may_err |= all.intersects(&rules.inner_assign);
        if all.intersects(&rules.lambda) {
            self.frames.push(Frame::new(Some(Lambda::Parameters), self.captured.len()));
        } else if self.in_pattern {
            self.pattern_word(all);
        } else if all.intersects(&rules.effective) || all.intersects(&rules.comma) {
            self.separate(all);
        } else if all.intersects(&rules.targets) && self.frames.len() > 1 {
            self.leave_lambdas();
            if let Some(top) = self.top() {
                top.part = Part::Targets;
            }
        } else if all.intersects(&rules.targets_end)
            && let Some(top) = self.top().filter(|top| top.part == Part::Targets)
        {
            top.part = Part::Rest;
        }
    }

    /// Takes a lexeme between the names of a pattern.
    fn pattern_word(&mut self, all: &TermSet) {
        let rules = self.rules;
        let is_outside = self.frames.len() == 1;
        if all.intersects(&rules.alternative) {
            self.begin_alternative();
        } else if all.intersects(&rules.comma) {
            self.settle();
            let begin = self.captured.len();
            if let Some(top) = self.top() {
                top.begin = begin;
            }
        } else if all.intersects(&rules.at_once) {
            self.settle();
        } else if is_outside && (all.intersects(&rules.guard) || all.intersects(&rules.effective)) {
            self.settle();
            self.in_pattern = false;
        }
    }

    /// Ends a lambda's parameters or its body.
    fn separate(&mut self, all: &TermSet) {
        let ends_parameters = all.intersects(&self.rules.effective);
        match self.top().and_then(|top| top.lambda.as_mut()) {
            Some(lambda) if *lambda == Lambda::Parameters => {
                if ends_parameters {
                    *lambda = Lambda::Body;
                }
            }
            _ => self.leave_lambdas(),
        }
    }

    fn leave_lambdas(&mut self) {
        while self.frames.last().is_some_and(|top| top.lambda.is_some()) {
            self.frames.pop();
        }
    }

    /// The names of the alternatives so far, in order.
    fn of_alternative(&mut self) -> Option<Vec<Symbol>> {
        let begin = self.frames.last()?.begin;
        let mut names = self.captured[begin..].to_vec();
        names.sort_unstable();
        Some(names)
    }

    fn begin_alternative(&mut self) {
        let names = self.of_alternative();
        let Some(top) = self.frames.last_mut() else { return };
        match &top.first {
            Some(first) => self.is_mistaken |= names.as_ref() != Some(first),
            None => top.first = names,
        }
        self.captured.truncate(top.begin);
    }

    /// Ends a pattern that may have alternatives.
    fn settle(&mut self) {
        let names = self.of_alternative();
        if let Some(first) = self.top().and_then(|top| top.first.take()) {
            self.is_mistaken |= names != Some(first);
        }
    }

    fn close(&mut self) {
        self.leave_lambdas();
        if self.frames.len() < 2 {
            return;
        }
        if self.in_pattern {
            self.settle();
        }
        let Some(closed) = self.frames.pop() else { return };
        let Some(top) = self.top().filter(|top| top.lambda != Some(Lambda::Body)) else { return };
        let (mut direct, mut nested) = (closed.assigned, closed.nested);
        if closed.part != Part::Element {
            nested.append(&mut direct);
        }
        top.assigned.append(&mut direct);
        if top.part == Part::Element {
            top.nested.append(&mut nested);
        }
    }

    fn bind(&mut self, name: Symbol, is_wildcard: bool) {
        if self.in_pattern {
            if !is_wildcard {
                self.is_mistaken |= self.captured.contains(&name);
                self.captured.push(name);
            }
            return;
        }
        let is_plain = |frame: &&mut Frame| frame.part == Part::Element && frame.lambda.is_none();
        if let Some(frame) = self.frames.iter_mut().rev().find(|frame| !is_plain(frame))
            && frame.part == Part::Targets
        {
            self.is_mistaken |= frame.assigned.contains(&name) || frame.nested.contains(&name);
            frame.variables.push(name);
            return;
        }
        if self.frames.len() == 1 {
            return;
        }
        let around = self.frames.iter().rev().take_while(|frame| frame.lambda != Some(Lambda::Body));
        self.is_mistaken |= around.flat_map(|frame| &frame.variables).any(|variable| *variable == name);
        if let Some(top) = self.frames.last_mut() {
            top.assigned.push(name);
        }
    }
}
