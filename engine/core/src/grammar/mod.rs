//! A compiled language: the lexer, the rules as one numbered set of states, and the reverse edges.
//!
//! States are global, so an item `(state, origin)` implies its rule. Every rule but the root
//! derives only non-empty texts, which spares both charts the nullable case.

pub mod costs;

use std::sync::{Arc, OnceLock};

use crate::base::sets::TermSet;
use crate::charts::pool;
use crate::grammar::costs::{Costs, Wording};
use crate::layout::modes::{self, Move};
use crate::layout::scopes::{Escapes, Sign, Watch};
use crate::layout::{Layout, PythonTerminals, go, java};
use crate::lexer::divergence::Pairs;
use crate::lexer::unicode_names::{Names, states_in_names};
use crate::lexer::utf8::Characters;
use crate::lexer::{Lexer, Terminal};
use crate::limits::{MAX_STATES, MAX_TERMINALS};
use crate::quotient::border::is_word;
use crate::rules::dfa::{Dfa, Nfa, Symbol};
use crate::rules::simplify::Rules;

/// No state, no rule.
pub const NONE: u16 = u16::MAX;

/// A rule as it comes in: a name and an automaton with start 0 and the single end 1.
pub struct RuleSource {
    pub name: String,
    pub state_count: u32,
    /// `(from, symbol, to)`; symbol −1 is an empty edge, from 0 up a terminal, from −2 down a rule.
    pub edges: Vec<(u32, i32, u32)>,
}

/// What a language is made of.
pub struct Source {
    pub terminals: Vec<Terminal>,
    pub ignored: Vec<u16>,
    /// Terminals of comments and of strings, errors in them included.
    pub comments: Vec<u16>,
    pub strings: Vec<u16>,
    pub rules: Vec<RuleSource>,
    pub start: u16,
    pub layout: String,
    /// Of the language, for layouts that differ by it.
    pub version: Option<String>,
    /// The lexer's modes: a name and the terminals of each; the first is the one of plain code.
    pub modes: Vec<(String, Vec<u16>)>,
    /// The lexer of the same terminals and modes, as bytes, if it is known from before.
    pub lexer: Option<Vec<u8>>,
}

/// An edge over a rule.
#[derive(Clone, Copy, Debug)]
pub struct RuleEdge {
    pub rule: u16,
    pub to: u16,
}

/// Where a rule's states lie, and its ends.
#[derive(Clone, Debug, Default)]
pub struct RuleStates {
    pub first: u16,
    pub count: u16,
    pub finals: Vec<u16>,
}

pub struct Grammar {
    pub terminals: Vec<Terminal>,
    pub ignored: TermSet,
    /// Terminals that the lexer makes and the parser sees.
    pub content: TermSet,
    /// Terminals of comments, and of comments and strings.
    comments: TermSet,
    text: TermSet,
    /// Terminals that some rule takes.
    taken: TermSet,
    pub lexer: Lexer,
    pub layout: Layout,
    pub modes: modes::Rules,
    /// Per set of terminals of the lexer.
    move_of_set: Vec<Move>,
    /// Per set of terminals, for the errors that are watched.
    sign_of_set: Vec<Option<Sign>>,
    watch: Watch,
    pub rules: Vec<RuleStates>,
    pub root: u16,
    pub state_count: usize,
    delta: Vec<u16>,
    takes: Vec<TermSet>,
    rule_edges: Vec<Vec<RuleEdge>>,
    rule_of: Vec<u16>,
    is_final: Vec<bool>,
    term_sources: Vec<Vec<(u16, u16)>>,
    rule_sources: Vec<Vec<RuleEdge>>,
    inside_block: Vec<bool>,
    /// Per state, as bits, the marks of what may stand before it; none for a layout without marks.
    behind: Vec<u8>,
    /// Per lexer state, for such a layout: see [`go::closing`].
    is_closing: Vec<bool>,
    costs: [OnceLock<Arc<Costs>>; 2],
    characters: OnceLock<Characters>,
    /// Per lexer state.
    is_in_name: Vec<bool>,
    names: OnceLock<Names>,
    /// Per lexer state; found when first asked for.
    ends_word: OnceLock<Vec<bool>>,
    /// Kept for lexemes that have to back up.
    pub(crate) pairs: Pairs,
    pub kept: pool::Place,
}

impl Grammar {
    /// Compile a language. Fails with a message that names the terminal or rule at fault.
    pub fn new(source: Source) -> Result<Self, String> {
        if source.terminals.len() > MAX_TERMINALS {
            return Err(format!("{} terminals, more than {MAX_TERMINALS}", source.terminals.len()));
        }
        check_modes(&source)?;
        let sets: Vec<Vec<u16>> = source.modes.iter().map(|mode| mode.1.clone()).collect();
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
            if terminal.pattern.is_some() && !ignored.contains(term as u16) {
                content.insert(term as u16);
            }
        }
        let starts: Vec<(String, u16)> = source
            .modes
            .iter()
            .enumerate()
            .map(|(mode, (name, _))| (name.clone(), lexer.start(mode)))
            .collect();
        let (layout, modes) =
            Layout::new(&source.layout, source.version.as_deref(), &source.terminals, &ignored, &starts)?;
        let move_of_set = find_moves(&lexer, &modes, &source.terminals)?;
        let mut rules = compile_rules(&source, &layout)?;
        rules.simplify(|rules| {
            if matches!(layout, Layout::Go(_)) {
                go::mark(rules, |term| modes.move_of(term) == Move::MayEnd);
            }
        });
        let is_closing =
            if matches!(layout, Layout::Go(_)) { go::closing(&lexer, &ignored) } else { Vec::new() };
        let mut grammar = Self {
            terminals: source.terminals,
            ignored,
            content,
            comments,
            text,
            taken: TermSet::default(),
            lexer,
            layout,
            modes,
            move_of_set,
            sign_of_set: Vec::new(),
            watch: Watch::Nothing,
            rules: Vec::new(),
            root: rules.root,
            state_count: 0,
            delta: Vec::new(),
            takes: Vec::new(),
            rule_edges: Vec::new(),
            rule_of: Vec::new(),
            is_final: Vec::new(),
            term_sources: Vec::new(),
            rule_sources: Vec::new(),
            inside_block: Vec::new(),
            behind: Vec::new(),
            is_closing,
            costs: Default::default(),
            characters: OnceLock::new(),
            is_in_name: Vec::new(),
            names: OnceLock::new(),
            ends_word: OnceLock::new(),
            pairs: Pairs::default(),
            kept: pool::Place::default(),
        };
        grammar.number_states(&rules)?;
        grammar.mark_blocks();
        grammar.mark_names();
        grammar.mark_signs();
        Ok(grammar)
    }

    fn number_states(&mut self, rules: &Rules) -> Result<(), String> {
        let total: usize = rules.dfas.iter().map(Dfa::len).sum();
        if total > MAX_STATES {
            return Err(format!("the rules need {total} states, more than {MAX_STATES}"));
        }
        if rules.dfas[usize::from(rules.root)].finals.iter().all(|&is_final| !is_final) {
            return Err("the start rule derives no text".to_owned());
        }
        let term_count = self.terminals.len();
        self.state_count = total;
        self.delta = vec![NONE; total * term_count];
        self.takes = vec![TermSet::default(); total];
        self.term_sources = vec![Vec::new(); total];
        self.rule_sources = vec![Vec::new(); total];
        if matches!(self.layout, Layout::Go(_)) {
            self.behind = vec![0; total];
        }
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            let first = self.rule_of.len();
            let mut states = RuleStates { first: first as u16, count: dfa.len() as u16, finals: Vec::new() };
            for (local, edges) in dfa.edges.iter().enumerate() {
                let state = first + local;
                let mut rule_edges = Vec::new();
                for &(symbol, target) in edges {
                    let to = first + target as usize;
                    match symbol {
                        Symbol::Term(term) if go::MARKS.contains(&term) => {
                            self.behind[state] |= 1 << u8::from(term == go::MARKS[1]);
                        }
                        Symbol::Term(term) => {
                            self.delta[state * term_count + usize::from(term)] = to as u16;
                            self.takes[state].insert(term);
                            self.taken.insert(term);
                            self.term_sources[to].push((term, state as u16));
                        }
                        Symbol::Rule(child) => {
                            rule_edges.push(RuleEdge { rule: child, to: to as u16 });
                            self.rule_sources[to].push(RuleEdge { rule: child, to: state as u16 });
                        }
                    }
                }
                self.rule_edges.push(rule_edges);
                self.rule_of.push(rule as u16);
                self.is_final.push(dfa.finals[local]);
                if dfa.finals[local] {
                    states.finals.push(state as u16);
                }
            }
            self.rules.push(states);
        }
        if let Some(behind) = self.behind.get_mut(usize::from(self.rules[usize::from(self.root)].first)) {
            *behind |= 1;
        }
        Ok(())
    }

    /// Whether ignored lexemes may stand before a state, behind a lexeme that may end a statement or not.
    pub fn allows_gap(&self, state: u16, is_ending: bool) -> bool {
        self.behind.is_empty() || self.behind[usize::from(state)] & (1 << u8::from(is_ending)) != 0
    }

    /// Whether an ignored lexeme in a state of the lexer can end in front of something else than a line
    /// end, for a layout in which that matters.
    pub fn is_closing(&self, state: u16) -> bool {
        self.is_closing[usize::from(state)]
    }

    /// Mark the states that lie between a rule's INDENT and its DEDENT.
    fn mark_blocks(&mut self) {
        self.inside_block = vec![false; self.state_count];
        let Layout::Python(names) = &self.layout else { return };
        let (indent, dedent) = (names.indent, names.dedent);
        let mut work: Vec<u16> =
            (0..self.state_count as u16).filter_map(|state| self.scan(state, indent)).collect();
        while let Some(state) = work.pop() {
            if std::mem::replace(&mut self.inside_block[usize::from(state)], true) {
                continue;
            }
            for term in self.takes[usize::from(state)].iter().filter(|&term| term != dedent) {
                work.extend(self.scan(state, term));
            }
            work.extend(self.rule_edges[usize::from(state)].iter().map(|edge| edge.to));
        }
    }

    fn mark_names(&mut self) {
        self.is_in_name = vec![false; self.lexer.state_count()];
        if matches!(self.layout, Layout::Python(_)) {
            let mut used = TermSet::default();
            self.takes.iter().for_each(|takes| used.union_with(takes));
            self.is_in_name = states_in_names(&self.lexer, &used);
        }
    }

    /// Whether a lexeme in this state of the lexer is in the midst of a character's name.
    #[inline]
    pub fn is_in_name(&self, state: u16) -> bool {
        self.is_in_name[usize::from(state)]
    }

    /// The names of characters; found when first asked for.
    pub fn names(&self) -> &Names {
        let version = match &self.layout {
            Layout::Python(terminals) => terminals.version.unicode(),
            Layout::None | Layout::Go(_) | Layout::Java(_) => "",
        };
        self.names.get_or_init(|| Names::of(version))
    }

    #[inline]
    pub fn scan(&self, state: u16, term: u16) -> Option<u16> {
        let target = self.delta[usize::from(state) * self.terminals.len() + usize::from(term)];
        (target != NONE).then_some(target)
    }

    #[inline]
    pub fn takes(&self, state: u16) -> &TermSet {
        &self.takes[usize::from(state)]
    }

    #[inline]
    pub fn rule_edges(&self, state: u16) -> &[RuleEdge] {
        &self.rule_edges[usize::from(state)]
    }

    #[inline]
    pub fn is_final(&self, state: u16) -> bool {
        self.is_final[usize::from(state)]
    }

    #[inline]
    pub fn rule_of(&self, state: u16) -> u16 {
        self.rule_of[usize::from(state)]
    }

    /// The rules that have not been inlined everywhere.
    pub fn used_rules(&self) -> Vec<u16> {
        (0..self.rules.len() as u16).filter(|&rule| self.rules[usize::from(rule)].count > 0).collect()
    }

    #[inline]
    pub fn start_of(&self, rule: u16) -> u16 {
        self.rules[usize::from(rule)].first
    }

    /// Edges into a state over terminals, as `(terminal, from)`.
    #[inline]
    pub fn term_sources(&self, state: u16) -> &[(u16, u16)] {
        &self.term_sources[usize::from(state)]
    }

    /// Edges into a state over rules; `to` holds the state they come from.
    #[inline]
    pub fn rule_sources(&self, state: u16) -> &[RuleEdge] {
        &self.rule_sources[usize::from(state)]
    }

    /// Whether the state lies between its rule's INDENT and DEDENT.
    #[inline]
    pub fn inside_block(&self, state: u16) -> bool {
        self.inside_block[usize::from(state)]
    }

    /// What texts cost at least; found when first asked for.
    pub fn costs(&self, wording: Wording) -> Arc<Costs> {
        Arc::clone(self.costs[wording as usize].get_or_init(|| Arc::new(Costs::new(self, wording))))
    }

    /// What a lexeme of this set does to what is open.
    #[inline]
    pub fn move_of(&self, set: u16) -> Move {
        self.move_of_set[usize::from(set)]
    }

    /// What a lexeme of this set is for the errors that are watched; none if the parser ignores it, or if
    /// nothing is watched.
    #[inline]
    pub fn sign_of(&self, set: u16) -> Option<Sign> {
        self.sign_of_set.get(usize::from(set)).copied().flatten()
    }

    /// The errors to look for that no grammar finds.
    #[inline]
    pub fn watch(&self) -> Watch {
        self.watch
    }

    fn mark_signs(&mut self) {
        if matches!(self.layout, Layout::Java(_)) {
            self.mark_java_signs();
        }
        let Layout::Python(names) = &self.layout else { return };
        let escapes = Escapes::find(&self.terminals);
        let watch = match escapes {
            _ if names.version.refuses_repeated_keywords() => Watch::Keywords,
            Some(_) => Watch::Escapes,
            None => Watch::Nothing,
        };
        let sign = |(number, set): (usize, &TermSet)| {
            let movement = self.move_of(number as u16);
            let literal = set.iter().find_map(|term| self.terminals[usize::from(term)].literal.as_deref());
            let sign = match watch {
                Watch::Nothing | Watch::Members => return None,
                Watch::Keywords => Sign::for_keywords(movement, literal),
                Watch::Escapes if escapes.is_some_and(|found| found.are_malformed(set)) => Sign::Malformed,
                Watch::Escapes => Sign::for_escapes(movement, literal, |kind| self.modes.is_raw(kind)),
            };
            (!set.intersects(&self.ignored)).then_some(sign)
        };
        self.sign_of_set = self.lexer.sets.iter().enumerate().map(sign).collect();
        self.watch = watch;
    }

    fn mark_java_signs(&mut self) {
        let sign = |set: &TermSet| {
            let terminal = &self.terminals[usize::from(set.iter().next()?)];
            (!set.intersects(&self.ignored)).then(|| Sign::Java(java::Sign::of(terminal)))
        };
        self.sign_of_set = self.lexer.sets.iter().map(sign).collect();
        self.watch = Watch::Members;
    }

    /// Whether lexemes of this set are comments, for a layout that knows any.
    pub fn is_comment(&self, set: u16) -> bool {
        matches!(&self.layout, Layout::Python(names) if self.lexer.set(set).contains(names.comment))
    }

    /// Whether lexemes of this set are comments.
    pub fn is_comment_set(&self, set: u16) -> bool {
        self.lexer.set(set).minus(&self.comments).is_empty()
    }

    /// Whether lexemes of this set are comments or strings.
    pub fn is_text(&self, set: u16) -> bool {
        self.lexer.set(set).minus(&self.text).is_empty()
    }

    /// Whether a lexeme in this state of the lexer can become nothing but a comment or a string.
    pub fn is_in_text(&self, state: u16) -> bool {
        let possible = self.becomes(state);
        !possible.is_empty() && possible.minus(&self.text).is_empty()
    }

    /// What a lexeme in this state of the lexer can become; errors count only where it can become nothing else.
    fn becomes(&self, state: u16) -> TermSet {
        let possible = self.lexer.reachable(state);
        let sound = possible.and(&self.taken.or(&self.ignored));
        if sound.is_empty() { *possible } else { sound }
    }

    /// Whether a lexeme in this state of the lexer can become nothing but a comment.
    pub fn is_in_comment(&self, state: u16) -> bool {
        self.is_in_text(state) && self.becomes(state).minus(&self.comments).is_empty()
    }

    /// Whether every lexeme that comes to this state of the lexer ends in a byte of a word.
    pub fn ends_word(&self, state: u16) -> bool {
        self.ends_word.get_or_init(|| states_after_words(&self.lexer))[usize::from(state)]
    }

    /// Whether lexemes of this set end lines, for a layout that knows any.
    pub fn ends_line(&self, set: u16) -> bool {
        matches!(&self.layout, Layout::Python(names) if self.lexer.set(set).contains(names.line_end))
    }

    /// Whether a lexeme is a number too long to be read, for a layout that has a limit.
    pub fn is_too_long(&self, set: u16, bytes: usize) -> bool {
        matches!(&self.layout, Layout::Python(names) if names.is_too_long(self.lexer.set(set), bytes))
    }

    /// The lexer's states in the midst of a character; found when first asked for.
    pub(crate) fn characters(&self) -> &Characters {
        self.characters.get_or_init(|| Characters::new(self))
    }

    /// Whether a lexeme of this set can stand anywhere: an error terminal cannot.
    pub fn can_stand(&self, set: u16) -> bool {
        self.is_ignored_set(set) || self.lexer.set(set).intersects(&self.taken)
    }

    /// Whether the parser ignores lexemes of this set.
    #[inline]
    pub fn is_ignored_set(&self, set: u16) -> bool {
        self.lexer.set(set).intersects(&self.ignored)
    }
}

/// The states of the lexer that are come to by bytes of words alone.
fn states_after_words(lexer: &Lexer) -> Vec<bool> {
    let mut after_words = vec![true; lexer.state_count()];
    for state in 1..lexer.state_count() as u16 {
        for byte in (0..=u8::MAX).filter(|&byte| !is_word(byte)) {
            after_words[usize::from(lexer.step(state, byte))] = false;
        }
    }
    (0..lexer.mode_count()).for_each(|mode| after_words[usize::from(lexer.start(mode))] = false);
    after_words
}

fn check_modes(source: &Source) -> Result<(), String> {
    if source.modes.is_empty() {
        return Err("there is no mode".to_owned());
    }
    for (name, terminals) in &source.modes {
        let is_lexical = |&term: &u16| {
            source.terminals.get(usize::from(term)).is_some_and(|terminal| terminal.pattern.is_some())
        };
        if !terminals.iter().all(is_lexical) {
            return Err(format!("mode {name}: a terminal that is not lexed"));
        }
    }
    Ok(())
}

fn find_moves(lexer: &Lexer, modes: &modes::Rules, terminals: &[Terminal]) -> Result<Vec<Move>, String> {
    let move_of = |set: &TermSet| {
        let mut found = set.iter().map(|term| (term, modes.move_of(term)));
        let Some((_, first)) = found.next() else { return Ok(Move::Stay) };
        match found.find(|&(_, other)| other != first) {
            None => Ok(first),
            Some((term, _)) => Err(format!(
                "terminal {}: another one matches the same text and leads to another mode",
                terminals[usize::from(term)].name
            )),
        }
    };
    lexer.sets.iter().map(move_of).collect()
}

fn check_ignored(lexer: &Lexer, ignored: &TermSet, terminals: &[Terminal]) -> Result<(), String> {
    for set in &lexer.sets {
        let kept = set.minus(ignored);
        if set.intersects(ignored) && !kept.is_empty() {
            let names: Vec<&str> =
                set.iter().map(|term| terminals[usize::from(term)].name.as_str()).collect();
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
        opaque.push(match layout {
            Layout::None | Layout::Go(_) | Layout::Java(_) => false,
            Layout::Python(names) => check_block(&rule.name, &dfa, names)?,
        });
        dfas.push(dfa);
    }
    if usize::from(source.start) >= dfas.len() {
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
        return Ok(Some(Symbol::Term(term)));
    }
    if let Ok(child) = u16::try_from(-2 - i64::from(symbol))
        && usize::from(child) < source.rules.len()
    {
        return Ok(Some(Symbol::Rule(child)));
    }
    Err(format!("rule {rule}: unknown symbol {symbol}"))
}

/// Whether a rule delimits a block; DEDENT may only be its last symbol.
fn check_block(name: &str, dfa: &Dfa, names: &PythonTerminals) -> Result<bool, String> {
    let mut opens = false;
    for edges in &dfa.edges {
        for &(symbol, target) in edges {
            opens |= symbol == Symbol::Term(names.indent);
            if symbol == Symbol::Term(names.dedent) && !dfa.edges[target as usize].is_empty() {
                return Err(format!("rule {name}: DEDENT must be the last symbol of its rule"));
            }
        }
    }
    Ok(opens)
}
