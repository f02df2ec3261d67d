//! A compiled language consists of its lexer, the automata of its rules, and the reverse edges of these.
//!
//! The states of all rules are numbered together, so the state of an item `(state, origin)` determines its
//! rule. Every rule except the root derives only non-empty texts, so neither the forward nor the reverse
//! charts have to treat nullable rules.

pub mod befores;
pub mod block_rules;
pub mod brackets;
pub mod costs;
pub mod feed;
pub mod last_bytes;
pub mod lead;
pub mod name_marks;
pub mod name_rules;
mod source;
pub mod splits;
mod transitions;

use std::sync::OnceLock;

use rustc_hash::FxHashSet;

use crate::base::packed_lists::PackedLists;
use crate::base::sets::{TermId, TermSet};
use crate::grammar::befores::StateBefore;
use crate::grammar::brackets::Brackets;
use crate::grammar::last_bytes::LastBytes;
use crate::grammar::name_rules::NameRules;
use crate::grammar::splits::Splits;
use crate::layout::Layout;
use crate::layout::moves::LexerMode;
use crate::lexer::characters::unicode_names::NameTable;
use crate::lexer::characters::utf8::Utf8States;
use crate::lexer::divergence::DivergenceCache;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::terminals::Terminal;
use crate::lexer::{DEAD, Lexer, NO_SET};
use crate::limits::{MAX_STATES, MAX_TERMINALS};
use crate::rules::contexts::{ContextId, ContextSet, LabelId, Labels, bare, context_of, packed};
use crate::rules::dfa::{Dfa, RuleId, Symbol};
use crate::rules::mark_loops::{MAX_MARKS, mark_of};
use crate::rules::marks::Marks;
use crate::rules::restrict::restrict;

pub use source::{EdgeSource, RuleSource, Source};
use source::{check_ignored, check_modes, check_references, compare_names, compile_rules, modes_of, set_of};
use transitions::Transitions;
pub use transitions::{StateId, TermEdge};

/// An edge over a rule, and its target.
#[derive(Clone, Copy, Debug)]
pub struct RuleEdge {
    pub rule: RuleId,
    pub to: StateId,
    pub label: LabelId,
}

/// An edge over a terminal, as seen from the state that it leads to.
#[derive(Clone, Copy, Debug)]
pub struct TermSource {
    pub term: TermId,
    pub from: StateId,
    pub contexts: ContextSet,
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
    /// Terminals that people seldom write.
    seldom: TermSet,
    text: TermSet,
    /// The declared modes in which all lexemes are comments and strings.
    text_modes: Marks,
    /// The lexer's start for code after the cursor.
    pub code_start: LexState,
    /// Terminals that occur in some rule.
    taken: TermSet,
    pub lexer: Lexer,
    /// The lexemes that may be two terminals in a row.
    pub splits: Splits,
    pub brackets: Brackets,
    pub layout: Layout,
    pub rules: Vec<RuleStates>,
    pub root: RuleId,
    pub state_count: usize,
    pub labels: Labels,
    delta: Transitions,
    takes: Vec<TermSet>,
    /// Per state: the terminals of its edges that exist only in some contexts, with these.
    partial: PackedLists<(TermId, ContextSet)>,
    rule_edges: PackedLists<RuleEdge>,
    rule_of: Vec<RuleId>,
    is_final: Vec<bool>,
    term_sources: PackedLists<TermSource>,
    /// Per state: the terminals of its [`Self::term_sources`].
    pub source_terms: Vec<TermSet>,
    rule_sources: PackedLists<RuleEdge>,
    before: PackedLists<StateBefore>,
    inside_block: Vec<bool>,
    /// For each state, the declared modes that are possible before it; empty without declared moves.
    marks_before: Vec<Marks>,
    characters: OnceLock<Utf8States>,
    pub names: NameTable,
    /// What the language does with names, if that is known.
    pub name_rules: Option<NameRules>,
    /// For each lexer state, the result of [`Self::last_bytes`]; computed on first use.
    last_bytes: OnceLock<Vec<LastBytes>>,
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
        check_references(&source)?;
        let sets: Vec<Vec<TermId>> = source.modes.iter().map(|mode| mode.1.clone()).collect();
        let kept = source.lexer.as_deref();
        let kept = kept.and_then(|bytes| Lexer::from_bytes(bytes, source.terminals.len(), sets.len()));
        let mut lexer = kept.map_or_else(|| Lexer::new(&source.terminals, &sets), Ok)?;
        let name_rules = source.names.as_ref().map(|names| NameRules::new(names, &mut lexer));
        let [ignored, comments, strings, seldom] =
            [&source.ignored, &source.comments, &source.strings, &source.seldom].map(|terms| set_of(terms));
        let text = comments.or(&strings);
        check_ignored(&lexer, &ignored, &source.terminals)?;
        let mut content = TermSet::default();
        for (term, terminal) in source.terminals.iter().enumerate() {
            if terminal.pattern.is_some() && !ignored.contains(TermId::at(term)) {
                content.insert(TermId::at(term));
            }
        }
        if let Some(rules) = &name_rules {
            content.union_with(&rules.owed);
        }
        let modes = modes_of(&source, &lexer);
        let text_modes = if source.moves.is_empty() { 0 } else { those_of_text(&modes, &text) };
        let code_start = modes[source.code_mode].start;
        let mut layout = Layout::new(
            &source.layout,
            (source.version.as_deref(), source.contexts > 1),
            (&source.terminals, &ignored),
            &lexer,
            (&modes, &source.moves),
            compare_names(&source, &lexer, &ignored)?,
        )?;
        let mut rules = compile_rules(&source, &layout)?;
        if let Some(rule) = rules.partly_empty() {
            let name = &source.rules[rule.index()].name;
            return Err(format!("rule {name}: what exists only in some contexts may not be empty"));
        }
        rules.simplify(|rules| layout.mark(rules));
        if !restrict(&mut rules) {
            return Err("the start rule derives no text".to_owned());
        }
        let root = rules.root;
        let splits = Splits::new(source.splits, &lexer)?;
        let brackets = if layout.modes.has_brackets() {
            Brackets::none()
        } else {
            Brackets::find(&source.terminals, &text, &beside_text(&modes, &text, &lexer), &lexer)
        };
        let mut grammar = Self {
            terminals: source.terminals,
            ignored,
            content,
            comments,
            seldom,
            text,
            text_modes,
            code_start,
            taken: TermSet::default(),
            lexer,
            splits,
            brackets,
            layout,
            rules: Vec::new(),
            root,
            state_count: 0,
            labels: rules.labels,
            delta: Transitions::default(),
            takes: Vec::new(),
            partial: PackedLists::default(),
            rule_edges: PackedLists::default(),
            rule_of: Vec::new(),
            is_final: Vec::new(),
            term_sources: PackedLists::default(),
            source_terms: Vec::new(),
            rule_sources: PackedLists::default(),
            before: PackedLists::default(),
            inside_block: Vec::new(),
            marks_before: Vec::new(),
            characters: OnceLock::new(),
            names: NameTable::default(),
            name_rules,
            last_bytes: OnceLock::new(),
            pairs: DivergenceCache::default(),
        };
        grammar.number_states(&rules.dfas)?;
        grammar.mark_blocks();
        grammar.mark_names();
        Ok(grammar)
    }

    fn number_states(&mut self, dfas: &[Dfa]) -> Result<(), String> {
        let total: usize = dfas.iter().map(Dfa::len).sum();
        if total > MAX_STATES {
            return Err(format!("the rules need {total} states, more than {MAX_STATES}"));
        }
        if self.labels.count() > 1 && dfas.len() > RuleId::MAX_WITH_CONTEXTS {
            return Err(format!(
                "{} rules, more than {} in a grammar with contexts",
                dfas.len(),
                RuleId::MAX_WITH_CONTEXTS
            ));
        }
        self.state_count = total;
        let mut delta = Transitions::new(total, self.terminals.len(), self.labels.all());
        let mut all_rule_edges = Vec::with_capacity(total);
        let (mut term_sources, mut rule_sources) = (vec![Vec::new(); total], vec![Vec::new(); total]);
        let mut before = vec![Vec::new(); total];
        self.takes = vec![TermSet::default(); total];
        self.source_terms = vec![TermSet::default(); total];
        if self.layout.has_marks() {
            self.marks_before = vec![0; total];
        }
        for (rule, dfa) in dfas.iter().enumerate() {
            let first = self.rule_of.len();
            let mut states =
                RuleStates { first: StateId::at(first), count: dfa.len() as u16, finals: Vec::new() };
            for (local, edges) in dfa.edges.iter().enumerate() {
                let state = first + local;
                let mut rule_edges = Vec::new();
                for &(symbol, target) in edges {
                    let to = first + target as usize;
                    match symbol {
                        Symbol::Term(term, label) => {
                            if let Some(mark) = mark_of(term) {
                                self.marks_before[state] |= 1 << mark;
                                continue;
                            }
                            let contexts = self.labels.domain(label);
                            let edge = TermEdge { contexts, to: StateId::at(to) };
                            delta.add(StateId::at(state), term, edge);
                            self.takes[state].insert(term);
                            self.taken.insert(term);
                            self.source_terms[to].insert(term);
                            term_sources[to].push(TermSource { term, from: StateId::at(state), contexts });
                            before[to].push(StateBefore { state: StateId::at(state), contexts });
                        }
                        Symbol::Rule(rule, label) => {
                            rule_edges.push(RuleEdge { rule, to: StateId::at(to), label });
                            rule_sources[to].push(RuleEdge { rule, to: StateId::at(state), label });
                            let contexts = self.labels.domain(label);
                            before[to].push(StateBefore { state: StateId::at(state), contexts });
                        }
                    }
                }
                all_rule_edges.push(rule_edges);
                self.rule_of.push(RuleId::at(rule));
                self.is_final.push(dfa.finals[local]);
                if dfa.finals[local] {
                    states.finals.push(StateId::at(state));
                }
            }
            self.rules.push(states);
        }
        self.splits.all().iter().for_each(|split| self.taken.insert(split.whole));
        delta.share_rows();
        self.delta = delta;
        self.rule_edges = all_rule_edges.into();
        self.before = befores::of_states(before);
        (self.term_sources, self.rule_sources) = (term_sources.into(), rule_sources.into());
        self.find_partial();
        if let Some(marks_before) = self.marks_before.get_mut(self.rules[self.root.index()].first.index()) {
            *marks_before |= 1;
        }
        Ok(())
    }

    /// Finds the terminals that a state takes only in some contexts.
    fn find_partial(&mut self) {
        let of_state = |state: StateId| {
            let mut partial = Vec::new();
            for term in self.takes[state.index()].iter() {
                let mut contexts = ContextSet::EMPTY;
                self.delta.edges(state, term, |edge| contexts = contexts.or(edge.contexts));
                if contexts != self.labels.all() {
                    partial.push((term, contexts));
                }
            }
            partial
        };
        self.partial = self.states().map(of_state).collect::<Vec<_>>().into();
    }

    /// Returns whether ignored lexemes in a declared mode may precede a state.
    pub fn allows_gap(&self, state: StateId, mode: u8) -> bool {
        self.marks_before.is_empty() || self.marks_before[state.index()] >> mode & 1 == 1
    }

    /// Marks the states between a rule's INDENT and its DEDENT.
    fn mark_blocks(&mut self) {
        self.inside_block = vec![false; self.state_count];
        let Some(lines) = &self.layout.lines else { return };
        let (indent, dedent) = (lines.indent, lines.dedent);
        let mut work: Vec<StateId> = Vec::new();
        for state in self.states() {
            self.term_edges(state, indent, |edge| work.push(edge.to));
        }
        while let Some(state) = work.pop() {
            if std::mem::replace(&mut self.inside_block[state.index()], true) {
                continue;
            }
            for term in self.takes[state.index()].iter().filter(|&term| term != dedent) {
                self.delta.edges(state, term, |edge| work.push(edge.to));
            }
            work.extend(self.rule_edges.of(state.index()).iter().map(|edge| edge.to));
        }
    }

    fn mark_names(&mut self) {
        let mut used = TermSet::default();
        self.takes.iter().for_each(|takes| used.union_with(takes));
        self.names = NameTable::new(self.layout.names_version(), &self.lexer, &used);
    }

    /// Returns the target of the edge from a state over a terminal.
    #[inline]
    pub fn scan(&self, state: StateId, term: TermId, context: ContextId, f: impl FnMut(StateId)) {
        self.delta.scan(state, term, context, f);
    }

    /// Calls `f` with each edge of a state over a terminal, in any context.
    #[inline]
    pub fn term_edges(&self, state: StateId, term: TermId, f: impl FnMut(TermEdge)) {
        self.delta.edges(state, term, f);
    }

    /// Returns the terminals over which edges leave a state.
    #[inline]
    pub fn takes(&self, state: StateId) -> &TermSet {
        &self.takes[state.index()]
    }

    /// Returns the terminals that a state takes in a context.
    #[inline]
    pub fn takes_in(&self, state: StateId, context: ContextId) -> TermSet {
        let mut takes = self.takes[state.index()];
        for &(term, contexts) in self.partial.of(state.index()) {
            if !contexts.contains(context) {
                takes.remove(term);
            }
        }
        takes
    }

    /// Returns whether there is more than one context.
    #[inline]
    pub fn has_contexts(&self) -> bool {
        self.labels.count() > 1
    }

    /// Returns the state and the context of a chart's item, of the grammar's own states.
    #[inline]
    pub fn unpacked(&self, state: u32) -> (StateId, ContextId) {
        (StateId::at(bare(state) as usize), context_of(state))
    }

    /// Returns the state in which a rule begins that is read in a context, with that context.
    #[inline]
    pub fn packed_start(&self, rule: RuleId) -> u32 {
        let start = u32::from(self.start_of(rule.bare(self.has_contexts())));
        if self.has_contexts() { packed(start, u32::from(rule.context())) } else { start }
    }

    #[inline]
    pub fn rule_edges(&self, state: StateId) -> &[RuleEdge] {
        self.rule_edges.of(state.index())
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

    /// Returns the same rules with every context in which they are read.
    pub fn rules_in_contexts(&self) -> Vec<RuleId> {
        if !self.has_contexts() {
            return self.used_rules();
        }
        let mut seen: FxHashSet<RuleId> = FxHashSet::default();
        let mut work = vec![(self.root, ContextId::default())];
        while let Some((rule, context)) = work.pop() {
            if !seen.insert(rule.within(context)) {
                continue;
            }
            let RuleStates { first, count, .. } = self.rules[rule.index()];
            for state in first.index()..first.index() + usize::from(count) {
                for edge in self.rule_edges.of(state) {
                    work.extend(self.labels.apply(edge.label, context).map(|inside| (edge.rule, inside)));
                }
            }
        }
        let mut rules: Vec<RuleId> = seen.into_iter().collect();
        rules.sort_unstable();
        rules
    }

    #[inline]
    pub fn start_of(&self, rule: RuleId) -> StateId {
        self.rules[rule.index()].first
    }

    /// Returns the edges into a state over terminals, as `(terminal, from)`.
    #[inline]
    pub fn term_sources(&self, state: StateId) -> &[TermSource] {
        self.term_sources.of(state.index())
    }

    /// Returns the edges into a state over rules; the field `to` holds the state that the edge leaves.
    #[inline]
    pub fn rule_sources(&self, state: StateId) -> &[RuleEdge] {
        self.rule_sources.of(state.index())
    }

    /// Returns the states from which edges lead to a state.
    #[inline]
    pub fn before(&self, state: StateId) -> &[StateBefore] {
        self.before.of(state.index())
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

    /// Returns whether a lexeme may become a comment or a string.
    pub fn may_be_text(&self, lexer: LexState) -> bool {
        self.lexer.reachable(lexer).intersects(&self.text)
    }

    /// Returns whether lexemes of this set are comments or strings.
    pub fn is_text(&self, set: TermSetId) -> bool {
        self.lexer.set(set).minus(&self.text).is_empty()
    }

    /// Returns whether all lexemes in a declared mode are comments and strings.
    pub fn is_text_mode(&self, mode: u8) -> bool {
        self.text_modes >> mode & 1 == 1
    }

    /// Returns whether there are such modes.
    pub fn has_text_modes(&self) -> bool {
        self.text_modes != 0
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

    /// Returns what a lexer state tells of the text before it.
    #[inline]
    pub fn last_bytes(&self, state: LexState) -> LastBytes {
        let find = || last_bytes::of_states(&self.lexer, |state| self.is_in_text(state));
        self.last_bytes.get_or_init(find)[state.index()]
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
            let ends = self.layout.line_ends.as_ref();
            Utf8States::new(&self.lexer, |state| ends.is_some_and(|ends| ends.is_closing(state)))
        })
    }

    /// Returns whether a lexeme of this set begins a text between counted delimiters; false for [`NO_SET`].
    #[inline]
    pub fn begins_count(&self, set: TermSetId) -> bool {
        let rules = &self.layout.modes;
        !rules.counted.is_empty() && set != NO_SET && rules.begins_count(self.layout.action_of(set))
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

/// Returns the state that stands for `to` among states in which `state` stands for `base`: with the same
/// context, and in the same copy of their rule.
#[inline]
pub fn moved(state: u32, base: StateId, to: StateId) -> u32 {
    state - u32::from(base) + u32::from(to)
}

/// Returns the modes of which all terminals are those of comments and strings.
fn those_of_text(modes: &[LexerMode], text: &TermSet) -> Marks {
    let numbered = modes.iter().enumerate().take(MAX_MARKS);
    let of_text = numbered.filter(|(_, mode)| mode.terms.minus(text).is_empty());
    of_text.fold(0, |all, (mode, _)| all | 1 << mode)
}

/// Returns the terminals that occur in a mode in which a blank can only be text.
fn beside_text(modes: &[LexerMode], text: &TermSet, lexer: &Lexer) -> TermSet {
    let is_of_text = |mode: &&LexerMode| {
        let blank = lexer.step(mode.start, b' ');
        blank != DEAD && lexer.reachable(blank).minus(text).is_empty()
    };
    modes.iter().filter(is_of_text).fold(TermSet::default(), |all, mode| all.or(&mode.terms))
}
