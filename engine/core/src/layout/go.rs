//! Go's layout: behind a lexeme that may end a statement, a line end is a semicolon (The Go Programming
//! Language Specification, "Semicolons").
//!
//! The lexer has a mode for such places, [`MODE`], in which line ends, and comments that hold one, are
//! lexemes of content. Whether a place is one follows from the last lexeme of content alone; so the right
//! context is lexed in both ways from its start, and the lexeme in front of it tells which one counts.
//! Where that lexeme is an ignored one, the states of the rules tell: each knows what may stand before it.

use crate::base::sets::{TermId, TermSet};
use crate::layout::mode_rules::ModeAction;
use crate::lexer::ids::LexState;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::named;
use crate::lexer::{DEAD, Lexer};
use crate::limits::MAX_STATES;
use crate::rules::dfa::{Dfa, Nfa, Symbol};
use crate::rules::simplify::Rules;

/// The mode behind a lexeme that may end a statement.
pub const MODE: &str = "ending";

/// Terminals that no text has. A state that loops over the first may stand behind a lexeme after which a
/// statement goes on, over the second behind one that may end it; so states differ that differ in this.
pub const MARKS: [TermId; 2] = [TermId(u16::MAX - 1), TermId(u16::MAX)];

const KINDS: [&str; 7] = ["NAME", "INT", "FLOAT", "IMAGINARY", "RUNE", "STRING", "RAW_STRING"];
const WORDS: [&str; 9] = ["break", "continue", "fallthrough", "return", "++", "--", ")", "]", "}"];

/// What each terminal does: ignored ones leave a place what it is.
pub fn moves(terminals: &[Terminal], ignored: &TermSet) -> Vec<ModeAction> {
    let move_of = |(number, terminal): (usize, &Terminal)| {
        if ignored.contains(TermId::at(number)) {
            ModeAction::Stay
        } else if may_end_statement(terminal) {
            ModeAction::MayEnd
        } else {
            ModeAction::GoesOn
        }
    };
    terminals.iter().enumerate().map(move_of).collect()
}

fn may_end_statement(terminal: &Terminal) -> bool {
    KINDS.contains(&terminal.name.as_str())
        || terminal.literal.as_deref().is_some_and(|literal| WORDS.contains(&literal))
}

/// The terminals and the states of the lexer that decide where a statement ends.
pub struct StatementEnds {
    pub line_end: TermId,
    /// Per state of the lexer: see [`closing`].
    closing: Vec<bool>,
}

impl StatementEnds {
    /// Fails when the grammar lacks a terminal.
    pub fn find(terminals: &[Terminal], lexer: &Lexer, ignored: &TermSet) -> Result<Self, String> {
        let line_end = named(terminals, "go", "LINE_END", false)?;
        Ok(Self { line_end, closing: closing(lexer, ignored) })
    }

    /// Whether an ignored lexeme in a state of the lexer can end in front of something else than a line end.
    pub fn is_closing(&self, state: LexState) -> bool {
        self.closing[state.index()]
    }
}

/// Per lexer state: whether an ignored lexeme that is there can end, now or later, in front of something
/// else than a line end.
fn closing(lexer: &Lexer, ignored: &TermSet) -> Vec<bool> {
    let mut by_component = Vec::with_capacity(lexer.components.len());
    for component in &lexer.components {
        let ends = component.states.iter().any(|&state| is_closed(lexer, ignored, state));
        let later = component.successors.iter().any(|&successor| by_component[successor as usize]);
        by_component.push(ends || later);
    }
    let states = lexer.states();
    states.map(|state| state != DEAD && by_component[lexer.component_of(state)]).collect()
}

/// Whether an ignored lexeme in this state is whole and a letter is no part of it.
pub fn is_closed(lexer: &Lexer, ignored: &TermSet, state: LexState) -> bool {
    lexer.set(lexer.accept(state)).intersects(ignored) && lexer.step(state, b'x') == DEAD
}

/// Give the states of all rules, none of which derives the empty text, their [`MARKS`].
pub fn mark(rules: &mut Rules, may_end: impl Fn(TermId) -> bool) {
    let last = last_lexemes(rules, &may_end);
    for dfa in &mut rules.dfas {
        if let Some(marked) = marked(dfa, &last, &may_end).determinise(MAX_STATES) {
            *dfa = marked;
        }
    }
}

/// Per rule: whether its last lexeme may be one of those of each mark.
fn last_lexemes(rules: &Rules, may_end: impl Fn(TermId) -> bool) -> Vec<[bool; 2]> {
    let mut last = vec![[false; 2]; rules.dfas.len()];
    loop {
        let before = last.clone();
        for (rule, dfa) in rules.dfas.iter().enumerate() {
            let into_ends = dfa.edges.iter().flatten().filter(|&&(_, to)| dfa.finals[to as usize]);
            for &(symbol, _) in into_ends {
                for mark in marks_before(symbol, &before, &may_end) {
                    last[rule][mark] = true;
                }
            }
        }
        if last == before {
            return last;
        }
    }
}

/// The marks of what stands behind a symbol.
fn marks_before(
    symbol: Symbol,
    last: &[[bool; 2]],
    may_end: impl Fn(TermId) -> bool,
) -> impl Iterator<Item = usize> {
    let is_after = match symbol {
        Symbol::Term(term, _) => [!may_end(term), may_end(term)],
        Symbol::Rule(rule, _) => last[rule.index()],
    };
    (0..2).filter(move |&mark| is_after[mark])
}

/// The automaton with three states for each: where a rule begins, and one for each mark.
fn marked(dfa: &Dfa, last: &[[bool; 2]], may_end: impl Fn(TermId) -> bool) -> Nfa {
    let mut nfa = Nfa::with_states(3 * dfa.len());
    for (state, edges) in dfa.edges.iter().enumerate() {
        for kind in 0..3 {
            let own = 3 * state + kind;
            nfa.finals[own] = dfa.finals[state];
            if kind > 0 {
                nfa.edges[own].push((Some(Symbol::term(MARKS[kind - 1])), own as u32));
            }
            for &(symbol, to) in edges {
                for mark in marks_before(symbol, last, &may_end) {
                    nfa.edges[own].push((Some(symbol), 3 * to + 1 + mark as u32));
                }
            }
        }
    }
    nfa
}
