//! A compiled language consists of its lexer, the automata of its rules, and the reverse edges of these.
//!
//! The states of all rules are numbered together, so the state of an item `(state, origin)` determines its
//! rule. Every rule except the root derives only non-empty texts, so neither the forward nor the reverse
//! charts have to treat nullable rules.

pub mod costs;
pub mod feed;
mod transitions;

use std::sync::OnceLock;

use crate::base::byte_sets::is_word;
use crate::base::sets::{TermId, TermSet};
use crate::layout::{Layout, LogicalLines, MARKS};
use crate::lexer::Lexer;
use crate::lexer::divergence::DivergenceCache;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::terminals::Terminal;
use crate::lexer::unicode_names::NameTable;
use crate::lexer::utf8::Utf8States;
use crate::limits::{MAX_STATES, MAX_TERMINALS};
use crate::rules::dfa::{Dfa, Nfa, RuleId, Symbol};
use crate::rules::simplify::Rules;

pub use transitions::StateId;
use transitions::Transitions;

/// A rule before compilation: a name, and an automaton with the start state 0 and the only final state 1.
pub struct RuleSource {
    pub name: String,
    pub state_count: u32,
    /// Edges `(from, symbol, to)`. The symbol −1 marks an empty edge; terminals are numbered from 0 up, rules
    /// from −2 down.
    pub edges: Vec<(u32, i32, u32)>,
}

/// The parts of a language before compilation.
pub struct Source {
    pub terminals: Vec<Terminal>,
    pub ignored: Vec<TermId>,
    /// Terminals of comments; `strings` holds those of strings. Both include error terminals.
    pub comments: Vec<TermId>,
    pub strings: Vec<TermId>,
    pub rules: Vec<RuleSource>,
    pub start: RuleId,
    pub layout: String,
    /// The version of the language, on which some layouts depend.
    pub version: Option<String>,
    /// The lexer's modes, each with its name and its terminals; the first is the mode of plain code.
    pub modes: Vec<(String, Vec<TermId>)>,
    /// The serialised lexer of these terminals and modes, if it was kept.
    pub lexer: Option<Vec<u8>>,
}

/// An edge over a rule, and its target.
#[derive(Clone, Copy, Debug)]
pub struct RuleEdge {
    pub rule: RuleId,
    pub to: StateId,
}

/// The range of a rule's states, and the final states among them.
#[derive(Clone, Debug, Default)]
pub struct RuleStates {
    pub first: StateId,
    pub count: u16,
    pub finals: Vec<StateId>,
}

/// A compiled language.
pub struct Grammar {
    pub terminals: Vec<Terminal>,
    pub ignored: TermSet,
    /// Terminals that the lexer produces and the parser does not ignore.
    pub content: TermSet,
    /// Terminals of comments; `text` holds those of comments and strings.
    comments: TermSet,
    text: TermSet,
    /// Terminals that occur in some rule.
    taken: TermSet,
    pub lexer: Lexer,
    pub layout: Layout,
    pub rules: Vec<RuleStates>,
    pub root: RuleId,
    pub state_count: usize,
    delta: Transitions,
    takes: Vec<TermSet>,
    rule_edges: Vec<Vec<RuleEdge>>,
    rule_of: Vec<RuleId>,
    is_final: Vec<bool>,
    term_sources: Vec<Vec<(TermId, StateId)>>,
    rule_sources: Vec<Vec<RuleEdge>>,
    inside_block: Vec<bool>,
    /// For each state, one bit for each of [`MARKS`] that the state has; empty for a layout without marks.
    marks_before: Vec<u8>,
    characters: OnceLock<Utf8States>,
    pub names: NameTable,
    /// For each lexer state, the result of [`Self::ends_word`]; computed on first use.
    ends_word: OnceLock<Vec<bool>>,
    /// Cache for lexemes after which the lexer backs up.
    pub(crate) pairs: DivergenceCache,
}

impl Grammar {
    /// Compiles a language. Fails with a message that names the terminal or rule at fault.
    pub fn new(source: Source) -> Result<Self, String> {
        if source.terminals.len() > MAX_TERMINALS {
            return Err(format!("{} terminals, more than {MAX_TERMINALS}", source.terminals.len()));
        }
        check_modes(&source)?;
        let sets: Vec<Vec<TermId>> = source.modes.iter().map(|mode| mode.1.clone()).collect();
        let kept = source.lexer.as_deref();
        let kept = kept.and_then(|bytes| Lexer::from_bytes(bytes, source.terminals.len(), sets.len()));
        let lexer = kept.map_or_else(|| Lexer::new(&source.terminals, &sets), Ok)?;
        let mut ignored = TermSet::default();
        source.ignored.iter().for_each(|&term| ignored.insert(term));
        let (mut comments, mut text) = (TermSet::default(), TermSet::default());
        source.comments.iter().for_each(|&term| comments.insert(term));
        source.comments.iter().chain(&source.strings).for_each(|&term| text.insert(term));
        check_ignored(&lexer, &ignored, &source.terminals)?;
        let mut content = TermSet::default();
        for (term, terminal) in source.terminals.iter().enumerate() {
            if terminal.pattern.is_some() && !ignored.contains(TermId::at(term)) {
                content.insert(TermId::at(term));
            }
        }
        let starts: Vec<(String, LexState)> = source
            .modes
            .iter()
            .enumerate()
            .map(|(mode, (name, _))| (name.clone(), lexer.start(mode)))
            .collect();
        let layout = Layout::new(
            &source.layout,
            source.version.as_deref(),
            (&source.terminals, &ignored),
            &lexer,
            &starts,
        )?;
        let mut rules = compile_rules(&source, &layout)?;
        rules.simplify(|rules| layout.mark(rules));
        let mut grammar = Self {
            terminals: source.terminals,
            ignored,
            content,
            comments,
            text,
            taken: TermSet::default(),
            lexer,
            layout,
            rules: Vec::new(),
            root: rules.root,
            state_count: 0,
            delta: Transitions::default(),
            takes: Vec::new(),
            rule_edges: Vec::new(),
            rule_of: Vec::new(),
            is_final: Vec::new(),
            term_sources: Vec::new(),
            rule_sources: Vec::new(),
            inside_block: Vec::new(),
            marks_before: Vec::new(),
            characters: OnceLock::new(),
            names: NameTable::default(),
            ends_word: OnceLock::new(),
            pairs: DivergenceCache::default(),
        };
        grammar.number_states(&rules)?;
        grammar.mark_blocks();
        grammar.mark_names();
        Ok(grammar)
    }

    fn number_states(&mut self, rules: &Rules) -> Result<(), String> {
        let total: usize = rules.dfas.iter().map(Dfa::len).sum();
        if total > MAX_STATES {
            return Err(format!("the rules need {total} states, more than {MAX_STATES}"));
        }
        if rules.dfas[rules.root.index()].finals.iter().all(|&is_final| !is_final) {
            return Err("the start rule derives no text".to_owned());
        }
        self.state_count = total;
        self.delta = Transitions::new(total, self.terminals.len());
        self.takes = vec![TermSet::default(); total];
        self.term_sources = vec![Vec::new(); total];
        self.rule_sources = vec![Vec::new(); total];
        if self.layout.statement_ends.is_some() {
            self.marks_before = vec![0; total];
        }
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            let first = self.rule_of.len();
            let mut states =
                RuleStates { first: StateId::at(first), count: dfa.len() as u16, finals: Vec::new() };
            for (local, edges) in dfa.edges.iter().enumerate() {
                let state = first + local;
                let mut rule_edges = Vec::new();
                for &(symbol, target) in edges {
                    let to = first + target as usize;
                    match symbol {
                        Symbol::Term(term) if MARKS.contains(&term) => {
                            self.marks_before[state] |= 1 << u8::from(term == MARKS[1]);
                        }
                        Symbol::Term(term) => {
                            self.delta.set(StateId::at(state), term, StateId::at(to));
                            self.takes[state].insert(term);
                            self.taken.insert(term);
                            self.term_sources[to].push((term, StateId::at(state)));
                        }
                        Symbol::Rule(child) => {
                            rule_edges.push(RuleEdge { rule: child, to: StateId::at(to) });
                            self.rule_sources[to].push(RuleEdge { rule: child, to: StateId::at(state) });
                        }
                    }
                }
                self.rule_edges.push(rule_edges);
                self.rule_of.push(RuleId::at(rule));
                self.is_final.push(dfa.finals[local]);
                if dfa.finals[local] {
                    states.finals.push(StateId::at(state));
                }
            }
            self.rules.push(states);
        }
        if let Some(marks_before) = self.marks_before.get_mut(self.rules[self.root.index()].first.index()) {
            *marks_before |= 1;
        }
        Ok(())
    }

    /// Returns whether ignored lexemes may precede a state. `is_ending` says whether the lexeme before them
    /// may end a statement.
    pub fn allows_gap(&self, state: StateId, is_ending: bool) -> bool {
        self.marks_before.is_empty() || self.marks_before[state.index()] & (1 << u8::from(is_ending)) != 0
    }

    /// Marks the states between a rule's INDENT and its DEDENT.
    fn mark_blocks(&mut self) {
        self.inside_block = vec![false; self.state_count];
        let Some(lines) = &self.layout.lines else { return };
        let (indent, dedent) = (lines.indent, lines.dedent);
        let mut work: Vec<StateId> = self.states().filter_map(|state| self.scan(state, indent)).collect();
        while let Some(state) = work.pop() {
            if std::mem::replace(&mut self.inside_block[state.index()], true) {
                continue;
            }
            for term in self.takes[state.index()].iter().filter(|&term| term != dedent) {
                work.extend(self.scan(state, term));
            }
            work.extend(self.rule_edges[state.index()].iter().map(|edge| edge.to));
        }
    }

    fn mark_names(&mut self) {
        let mut used = TermSet::default();
        self.takes.iter().for_each(|takes| used.union_with(takes));
        self.names = NameTable::new(self.layout.names_version(), &self.lexer, &used);
    }

    /// Returns the target of the edge from a state over a terminal.
    #[inline]
    pub fn scan(&self, state: StateId, term: TermId) -> Option<StateId> {
        self.delta.get(state, term)
    }

    /// Returns the terminals over which edges leave a state.
    #[inline]
    pub fn takes(&self, state: StateId) -> &TermSet {
        &self.takes[state.index()]
    }

    /// Returns the edges over rules that leave a state.
    #[inline]
    pub fn rule_edges(&self, state: StateId) -> &[RuleEdge] {
        &self.rule_edges[state.index()]
    }

    /// Returns whether the state's rule may end in it.
    #[inline]
    pub fn is_final(&self, state: StateId) -> bool {
        self.is_final[state.index()]
    }

    /// Returns the rule to which a state belongs.
    #[inline]
    pub fn rule_of(&self, state: StateId) -> RuleId {
        self.rule_of[state.index()]
    }

    /// Returns all states.
    pub fn states(&self) -> impl DoubleEndedIterator<Item = StateId> + use<> {
        (0..self.state_count).map(StateId::at)
    }

    /// Returns the rules that still have states; the others were inlined everywhere.
    pub fn used_rules(&self) -> Vec<RuleId> {
        (0..self.rules.len()).map(RuleId::at).filter(|&rule| self.rules[rule.index()].count > 0).collect()
    }

    /// Returns the start state of a rule.
    #[inline]
    pub fn start_of(&self, rule: RuleId) -> StateId {
        self.rules[rule.index()].first
    }

    /// Returns the edges into a state over terminals, as `(terminal, from)`.
    #[inline]
    pub fn term_sources(&self, state: StateId) -> &[(TermId, StateId)] {
        &self.term_sources[state.index()]
    }

    /// Returns the edges into a state over rules; the field `to` holds the state that the edge leaves.
    #[inline]
    pub fn rule_sources(&self, state: StateId) -> &[RuleEdge] {
        &self.rule_sources[state.index()]
    }

    /// Returns whether the state lies between its rule's INDENT and DEDENT.
    #[inline]
    pub fn inside_block(&self, state: StateId) -> bool {
        self.inside_block[state.index()]
    }

    /// Returns whether lexemes of this set are comments of the layout; false for one without logical lines.
    pub fn is_comment(&self, set: TermSetId) -> bool {
        self.layout.lines.as_ref().is_some_and(|lines| self.lexer.set(set).contains(lines.comment))
    }

    /// Returns whether lexemes of this set are comments of the language.
    pub fn is_comment_set(&self, set: TermSetId) -> bool {
        self.lexer.set(set).minus(&self.comments).is_empty()
    }

    /// Returns whether lexemes of this set are comments or strings.
    pub fn is_text(&self, set: TermSetId) -> bool {
        self.lexer.set(set).minus(&self.text).is_empty()
    }

    /// Returns whether a lexeme in this lexer state can become only a comment or a string.
    pub fn is_in_text(&self, state: LexState) -> bool {
        let possible = self.becomes(state);
        !possible.is_empty() && possible.minus(&self.text).is_empty()
    }

    /// Returns the terminals that a lexeme in this lexer state can become; error terminals are included only
    /// if there are no others.
    fn becomes(&self, state: LexState) -> TermSet {
        let possible = self.lexer.reachable(state);
        let sound = possible.and(&self.taken.or(&self.ignored));
        if sound.is_empty() { *possible } else { sound }
    }

    /// Returns whether a lexeme in this lexer state can become only a comment.
    pub fn is_in_comment(&self, state: LexState) -> bool {
        self.is_in_text(state) && self.becomes(state).minus(&self.comments).is_empty()
    }

    /// Returns whether every text that leads to this lexer state ends in a byte of a word.
    pub fn ends_word(&self, state: LexState) -> bool {
        self.ends_word.get_or_init(|| states_after_words(&self.lexer))[state.index()]
    }

    /// Returns whether lexemes of this set end lines; false for a layout without logical lines.
    pub fn ends_line(&self, set: TermSetId) -> bool {
        self.layout.lines.as_ref().is_some_and(|lines| self.lexer.set(set).contains(lines.line_end))
    }

    /// Returns whether a lexeme is a number that is longer than the layout's limit, if it has one.
    pub fn is_too_long(&self, set: TermSetId, bytes: usize) -> bool {
        self.layout.lines.as_ref().is_some_and(|lines| lines.is_too_long(self.lexer.set(set), bytes))
    }

    /// Returns the lexer's states inside a character; they are computed on first use.
    pub(crate) fn characters(&self) -> &Utf8States {
        self.characters.get_or_init(|| {
            let ends = self.layout.statement_ends.as_ref();
            Utf8States::new(&self.lexer, |state| ends.is_some_and(|ends| ends.is_closing(state)))
        })
    }

    /// Returns whether a lexeme of this set is allowed anywhere; lexemes of error terminals are not.
    pub fn can_stand(&self, set: TermSetId) -> bool {
        self.is_ignored_set(set) || self.lexer.set(set).intersects(&self.taken)
    }

    /// Returns whether the parser ignores lexemes of this set.
    #[inline]
    pub fn is_ignored_set(&self, set: TermSetId) -> bool {
        self.lexer.set(set).intersects(&self.ignored)
    }
}

/// Returns, for each lexer state, whether only bytes of words lead to it.
fn states_after_words(lexer: &Lexer) -> Vec<bool> {
    let mut after_words = vec![true; lexer.state_count()];
    for state in lexer.states().skip(1) {
        for byte in (0..=u8::MAX).filter(|&byte| !is_word(byte)) {
            after_words[lexer.step(state, byte).index()] = false;
        }
    }
    (0..lexer.mode_count()).for_each(|mode| after_words[lexer.start(mode).index()] = false);
    after_words
}

fn check_modes(source: &Source) -> Result<(), String> {
    if source.modes.is_empty() {
        return Err("there is no mode".to_owned());
    }
    for (name, terminals) in &source.modes {
        let is_lexical = |&term: &TermId| {
            source.terminals.get(term.index()).is_some_and(|terminal| terminal.pattern.is_some())
        };
        if !terminals.iter().all(is_lexical) {
            return Err(format!("mode {name}: a terminal that is not lexed"));
        }
    }
    Ok(())
}

fn check_ignored(lexer: &Lexer, ignored: &TermSet, terminals: &[Terminal]) -> Result<(), String> {
    for set in &lexer.sets {
        let kept = set.minus(ignored);
        if set.intersects(ignored) && !kept.is_empty() {
            let names: Vec<&str> = set.iter().map(|term| terminals[term.index()].name.as_str()).collect();
            return Err(format!(
                "ignored and other terminals match the same text ({}): give one a higher priority",
                names.join(", ")
            ));
        }
    }
    Ok(())
}

fn compile_rules(source: &Source, layout: &Layout) -> Result<Rules, String> {
    let mut dfas = Vec::with_capacity(source.rules.len());
    let mut opaque = Vec::with_capacity(source.rules.len());
    for rule in &source.rules {
        let mut nfa = Nfa::with_states(rule.state_count as usize);
        *nfa.finals.get_mut(1).ok_or_else(|| format!("rule {}: no end state", rule.name))? = true;
        for &(from, symbol, to) in &rule.edges {
            if from >= rule.state_count || to >= rule.state_count {
                return Err(format!("rule {}: an edge leaves the automaton", rule.name));
            }
            nfa.edges[from as usize].push((symbol_of(symbol, source, &rule.name)?, to));
        }
        let dfa = nfa
            .determinise(MAX_STATES)
            .ok_or_else(|| format!("rule {}: more than {MAX_STATES} states", rule.name))?;
        opaque.push(match &layout.lines {
            None => false,
            Some(lines) => check_block(&rule.name, &dfa, lines)?,
        });
        dfas.push(dfa);
    }
    if source.start.index() >= dfas.len() {
        return Err("there is no start rule".to_owned());
    }
    Ok(Rules { dfas, root: source.start, opaque })
}

fn symbol_of(symbol: i32, source: &Source, rule: &str) -> Result<Option<Symbol>, String> {
    if symbol == -1 {
        return Ok(None);
    }
    if let Ok(term) = u16::try_from(symbol)
        && usize::from(term) < source.terminals.len()
    {
        return Ok(Some(Symbol::Term(TermId(term))));
    }
    if let Ok(child) = u16::try_from(-2 - i64::from(symbol))
        && usize::from(child) < source.rules.len()
    {
        return Ok(Some(Symbol::Rule(RuleId(child))));
    }
    Err(format!("rule {rule}: unknown symbol {symbol}"))
}

/// Returns whether a rule delimits a block. Fails if DEDENT is not the last symbol of the rule.
fn check_block(name: &str, dfa: &Dfa, lines: &LogicalLines) -> Result<bool, String> {
    let mut opens = false;
    for edges in &dfa.edges {
        for &(symbol, target) in edges {
            opens |= symbol == Symbol::Term(lines.indent);
            if symbol == Symbol::Term(lines.dedent) && !dfa.edges[target as usize].is_empty() {
                return Err(format!("rule {name}: DEDENT must be the last symbol of its rule"));
            }
        }
    }
    Ok(opens)
}
