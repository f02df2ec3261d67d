//! Go's layout: after a lexeme that may end a statement, a line end is a semicolon (The Go Programming
//! Language Specification, "Semicolons").
//!
//! The lexer has a mode for such positions, [`MODE`], in which line ends, and comments that contain one, are
//! lexemes of content. The last lexeme of content alone decides which mode applies. The right context is
//! therefore lexed in both modes from its start, and the lexeme before it decides which of the two counts. If
//! that lexeme is an ignored one, the states of the rules decide: each knows what may stand before it.

use crate::base::sets::{TermId, TermSet};
use crate::layout::mode_rules::ModeAction;
use crate::lexer::ids::LexState;
use crate::lexer::terminals::Terminal;
use crate::lexer::terminals::named;
use crate::lexer::{DEAD, Lexer};
use crate::limits::MAX_STATES;
use crate::rules::dfa::{Dfa, Nfa, Symbol};
use crate::rules::simplify::Rules;

/// The mode after a lexeme that may end a statement.
pub const MODE: &str = "ending";

/// Terminals that occur in no text. A state with a loop over the first one may follow a lexeme that cannot
/// end a statement; a state with a loop over the second one may follow a lexeme that may. The loops keep
/// states apart that differ in this.
pub const MARKS: [TermId; 2] = [TermId(u16::MAX - 1), TermId(u16::MAX)];

const KINDS: [&str; 7] = ["NAME", "INT", "FLOAT", "IMAGINARY", "RUNE", "STRING", "RAW_STRING"];
const WORDS: [&str; 9] = ["break", "continue", "fallthrough", "return", "++", "--", ")", "]", "}"];

/// Returns the action of each terminal; ignored ones have none.
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
    /// For each state of the lexer, the result of [`closing`].
    closing: Vec<bool>,
}

impl StatementEnds {
    /// Finds them. Fails if the grammar lacks a terminal.
    pub fn find(terminals: &[Terminal], lexer: &Lexer, ignored: &TermSet) -> Result<Self, String> {
        let line_end = named(terminals, "go", "LINE_END", false)?;
        Ok(Self { line_end, closing: closing(lexer, ignored) })
    }

    /// Returns whether an ignored lexeme in a state of the lexer can end before something other than a line
    /// end.
    pub fn is_closing(&self, state: LexState) -> bool {
        self.closing[state.index()]
    }
}

/// Returns, for each lexer state, whether an ignored lexeme in that state can end, now or later, before
/// something other than a line end.
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

/// Returns whether an ignored lexeme in this state is whole and cannot be extended by a letter.
pub fn is_closed(lexer: &Lexer, ignored: &TermSet, state: LexState) -> bool {
    lexer.set(lexer.accept(state)).intersects(ignored) && lexer.step(state, b'x') == DEAD
}

/// Marks the states of all rules, none of which derives the empty text, with [`MARKS`].
pub fn mark(rules: &mut Rules, may_end: impl Fn(TermId) -> bool) {
    let last = last_lexemes(rules, &may_end);
    for dfa in &mut rules.dfas {
        if let Some(marked) = marked(dfa, &last, &may_end).determinise(MAX_STATES) {
            *dfa = marked;
        }
    }
}

/// Returns, for each rule, the marks that its last lexeme may have.
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

/// Returns the marks that the last lexeme of a symbol may have.
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

/// Returns the automaton in which each state is replaced by three: where a rule begins, and one for each
/// mark.
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
