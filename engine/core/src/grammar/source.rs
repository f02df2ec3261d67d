//! What a grammar is made of before it is compiled, and the automata of its rules.

use crate::base::sets::{TermId, TermSet};
use crate::grammar::name_rules::NameSource;
use crate::grammar::splits::Split;
use crate::layout::declared::DeclaredRules;
use crate::layout::keys::KeyTerms;
use crate::layout::moves::{LexerMode, MoveSource};
use crate::layout::tags::TagTerms;
use crate::layout::{Layout, LogicalLines};
use crate::lexer::Lexer;
use crate::lexer::terminals::Terminal;
use crate::limits::{MAX_SOURCE_STATES, MAX_STATES};
use crate::rules::contexts::{LabelId, Labels};
use crate::rules::dfa::{Dfa, Nfa, RuleId, Symbol};
use crate::rules::simplify::Rules;

/// A rule before compilation: a name, and an automaton with the start state 0 and the only final state 1.
pub struct RuleSource {
    pub name: String,
    pub state_count: u32,
    pub edges: Vec<EdgeSource>,
}

/// An edge as it comes in.
#[derive(Clone, Copy, Debug)]
pub struct EdgeSource {
    pub from: u32,
    /// −1 for an empty edge, from 0 up a terminal, from −2 down a rule.
    pub symbol: i32,
    pub to: u32,
    /// The number of the edge's label plus one, or 0.
    pub label: u16,
}

/// The parts of a language before compilation.
pub struct Source {
    pub terminals: Vec<Terminal>,
    pub ignored: Vec<TermId>,
    /// Terminals of comments; `strings` holds those of strings. Both include error terminals.
    pub comments: Vec<TermId>,
    pub strings: Vec<TermId>,
    /// The mode, by its number, in which code after the cursor is read to find where it begins.
    pub code_mode: usize,
    /// Terminals that people seldom write, which endings have only where they must.
    pub seldom: Vec<TermId>,
    pub rules: Vec<RuleSource>,
    pub start: RuleId,
    /// The number of contexts, and per label the context that each one becomes: see [`Labels`].
    pub contexts: usize,
    pub labels: Vec<Vec<Option<u8>>>,
    pub layout: String,
    /// The version of the language, on which some layouts depend.
    pub version: Option<String>,
    /// The lexer's modes, each with its name and its terminals; the first is the mode of plain code.
    pub modes: Vec<(String, Vec<TermId>)>,
    /// The declared moves between the modes.
    pub moves: Vec<MoveSource>,
    /// The lexemes that may be two terminals in a row.
    pub splits: Vec<Split>,
    /// What the language does with names, if that is known.
    pub names: Option<NameSource>,
    /// The terminals of keys that are given once, by the names of their roles; empty if keys may be repeated.
    pub keys: Vec<(String, Vec<TermId>)>,
    /// The terminals of names that stand twice, by the names of their roles; empty if there are none.
    pub tags: Vec<(String, Vec<TermId>)>,
    /// The terminals of declarations, by the names of their roles; empty if names may be declared again.
    pub declarations: Vec<(String, Vec<TermId>)>,
    /// The serialised lexer of these terminals and modes, if it was kept.
    pub lexer: Option<Vec<u8>>,
}

pub(super) fn check_modes(source: &Source) -> Result<(), String> {
    if source.modes.is_empty() {
        return Err("there is no mode".to_owned());
    }
    if source.code_mode >= source.modes.len() {
        return Err("code is read in a mode that there is not".to_owned());
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

/// Fails if something refers to a terminal that does not exist, or if the rules are too large to be compiled.
pub(super) fn check_references(source: &Source) -> Result<(), String> {
    let names = source.names.iter().flat_map(NameSource::terms);
    let lists = [&source.ignored, &source.comments, &source.strings, &source.seldom];
    let parts = source.splits.iter().flat_map(|split| [split.whole, split.first, split.second]);
    let keys = [&source.keys, &source.tags, &source.declarations];
    let keys = keys.into_iter().flatten().flat_map(|(_, terms)| terms).copied();
    let mut terms = lists.into_iter().flatten().copied().chain(names).chain(parts).chain(keys);
    if let Some(term) = terms.find(|term| term.index() >= source.terminals.len()) {
        return Err(format!("there is no terminal {}, but something refers to it", term.0));
    }
    let states: u64 = source.rules.iter().map(|rule| u64::from(rule.state_count)).sum();
    if source.rules.len() > usize::from(u16::MAX) || states > MAX_SOURCE_STATES {
        return Err(format!("{} rules with {states} states, which are too many", source.rules.len()));
    }
    Ok(())
}

/// The terminals of names that are compared: keys, names that stand twice, and declarations.
type Compared = (Option<KeyTerms>, Option<TagTerms>, Option<DeclaredRules>);

pub(super) fn compare_names(source: &Source, lexer: &Lexer, ignored: &TermSet) -> Result<Compared, String> {
    let keys = (!source.keys.is_empty()).then(|| KeyTerms::new(&source.keys));
    let tags = (!source.tags.is_empty()).then(|| TagTerms::new(&source.tags, &source.terminals));
    let sets = (lexer.sets.as_slice(), ignored);
    let declared = (!source.declarations.is_empty())
        .then(|| DeclaredRules::new(&source.declarations, (&source.terminals, &source.modes), sets));
    Ok((keys.transpose()?, tags.transpose()?, declared.transpose()?))
}

pub(super) fn check_ignored(lexer: &Lexer, ignored: &TermSet, terminals: &[Terminal]) -> Result<(), String> {
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

pub(super) fn compile_rules(source: &Source, layout: &Layout) -> Result<Rules, String> {
    let mut dfas = Vec::with_capacity(source.rules.len());
    let mut opaque = Vec::with_capacity(source.rules.len());
    let mut total = 0;
    let mut labels = Labels::new(source.contexts, &source.labels)?;
    let given: Vec<LabelId> = source.labels.iter().map(|map| labels.of(map)).collect();
    for rule in &source.rules {
        let mut nfa = Nfa::with_states(rule.state_count as usize);
        *nfa.finals.get_mut(1).ok_or_else(|| format!("rule {}: no end state", rule.name))? = true;
        for edge in &rule.edges {
            if edge.from >= rule.state_count || edge.to >= rule.state_count {
                return Err(format!("rule {}: an edge leaves the automaton", rule.name));
            }
            let label = match usize::from(edge.label).checked_sub(1) {
                None => LabelId::NONE,
                Some(number) => {
                    *given.get(number).ok_or_else(|| format!("rule {}: no such label", rule.name))?
                }
            };
            let symbol = symbol_of(edge.symbol, source, &rule.name)?;
            let symbol = symbol.map(|symbol| symbol.inside(label, &mut labels));
            nfa.edges[edge.from as usize].push((symbol, edge.to));
        }
        let dfa = nfa
            .determinise(MAX_STATES)
            .filter(|dfa| {
                total += dfa.len();
                total <= MAX_SOURCE_STATES as usize
            })
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
    Ok(Rules { dfas, root: source.start, opaque, labels })
}

fn symbol_of(symbol: i32, source: &Source, rule: &str) -> Result<Option<Symbol>, String> {
    if symbol == -1 {
        return Ok(None);
    }
    if let Ok(term) = u16::try_from(symbol)
        && usize::from(term) < source.terminals.len()
    {
        return Ok(Some(Symbol::term(TermId(term))));
    }
    if let Ok(child) = u16::try_from(-2 - i64::from(symbol))
        && usize::from(child) < source.rules.len()
    {
        return Ok(Some(Symbol::rule(RuleId(child))));
    }
    Err(format!("rule {rule}: unknown symbol {symbol}"))
}

/// Returns whether a rule delimits a block. Fails if DEDENT is not the last symbol of the rule.
fn check_block(name: &str, dfa: &Dfa, lines: &LogicalLines) -> Result<bool, String> {
    let mut opens = false;
    for edges in &dfa.edges {
        for &(symbol, target) in edges {
            opens |= matches!(symbol, Symbol::Term(term, _) if term == lines.indent);
            let ends = matches!(symbol, Symbol::Term(term, _) if term == lines.dedent);
            if ends && !dfa.edges[target as usize].is_empty() {
                return Err(format!("rule {name}: DEDENT must be the last symbol of its rule"));
            }
        }
    }
    Ok(opens)
}

/// Returns the lexer's modes.
pub(super) fn modes_of(source: &Source, lexer: &Lexer) -> Vec<LexerMode> {
    let mut modes = Vec::with_capacity(source.modes.len());
    for (mode, (name, own)) in source.modes.iter().enumerate() {
        modes.push(LexerMode { name: name.clone(), start: lexer.start(mode), terms: set_of(own) });
    }
    modes
}

/// Returns the set of some terminals.
pub(super) fn set_of(terms: &[TermId]) -> TermSet {
    let mut found = TermSet::default();
    for &term in terms {
        found.insert(term);
    }
    found
}
