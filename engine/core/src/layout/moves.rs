//! Declared moves: the lexer's mode after each lexeme of content, as a language's manifest has it.
//!
//! The last lexeme of content alone decides which modes are possible, and the parser which one of them applies: the
//! first that has a terminal which can follow and which the modes after it do not have, or else the last. The right context
//! is lexed in each possible mode, and the lexeme before it decides which of them counts. If that lexeme is an ignored
//! one, the states of the rules decide: each knows what may stand before it (see [`crate::rules::marks`]).

use smallvec::SmallVec;

use crate::base::sets::{TermId, TermSet};
use crate::layout::counts::words::WordPlace;
use crate::layout::counts::{Change, Count};
use crate::lexer::ids::LexState;
use crate::lexer::{DEAD, Lexer};
use crate::rules::mark_loops::MAX_MARKS;
use crate::rules::marks::Marks;

/// A mode of the lexer: its name, its start, and its terminals.
#[derive(Clone, Debug)]
pub struct LexerMode {
    pub name: String,
    pub start: LexState,
    pub terms: TermSet,
}

/// The modes, by their numbers, to which each of some terminals may move, the preferred one first.
#[derive(Clone, Debug)]
pub struct MoveSource {
    pub behind: Vec<TermId>,
    pub to: Vec<usize>,
    /// What is done with the count; where something is counted, `to` holds the mode while more must follow, and that in
    /// which nothing must.
    pub change: Change,
    /// Where the word stands in the lexemes, if they hold one.
    pub word: Option<WordPlace>,
}

/// The modes that are possible after a lexeme.
#[derive(Clone, Debug)]
pub struct Move {
    /// Each mode, and the terminals that it has and those after it have not.
    ways: SmallVec<[(u8, TermSet); 2]>,
    pub change: Change,
}

impl Move {
    fn new(modes: &[LexerMode], to: &[usize], change: Change) -> Self {
        let terms = |modes_after: &[usize]| {
            modes_after.iter().fold(TermSet::default(), |all, &mode| all.or(&modes[mode].terms))
        };
        let way =
            |(place, &mode): (usize, &usize)| (mode as u8, modes[mode].terms.minus(&terms(&to[place + 1..])));
        Self { ways: to.iter().enumerate().map(way).collect(), change }
    }

    /// Returns the modes, the preferred one first.
    pub fn modes(&self) -> impl Iterator<Item = u8> + '_ {
        self.ways.iter().map(|way| way.0)
    }

    /// Returns the mode if there is only one.
    pub fn only(&self) -> Option<u8> {
        if let [(mode, _)] = self.ways[..] { Some(mode) } else { None }
    }

    /// Returns the mode before a lexeme of the terminals `takes`.
    pub fn choose(&self, takes: &TermSet) -> u8 {
        let meets = self.ways.iter().find(|(_, own)| own.intersects(takes));
        meets.or(self.ways.last()).map_or(0, |way| way.0)
    }

    /// Returns the modes after the change of a count, which is then `count`: one mode, unless a word is pending.
    pub fn counted(&self, count: &Count) -> impl Iterator<Item = u8> + '_ {
        let is_whole = count.left > 0 && count.left == count.whole.length();
        let place = match self.change {
            Change::Word { pending: Some(_) } => 0..self.ways.len(),
            // Behind a sign that differs from the word's.
            Change::Down if is_whole => 2..3,
            _ if count.left == 0 && self.ways.len() > 1 => 1..2,
            _ => 0..1,
        };
        self.ways.get(place).unwrap_or_default().iter().map(|way| way.0)
    }

    fn marks(&self) -> Marks {
        self.modes().fold(0, |marks, mode| marks | 1 << mode)
    }
}

/// The declared moves of a language.
#[derive(Clone, Debug)]
pub struct Moves {
    /// The number of each terminal's move; an ignored one has none.
    pub of_terms: Vec<Option<u8>>,
    list: Vec<Move>,
    /// The lexer's start in each mode.
    starts: Vec<LexState>,
    /// The modes in which a text may end.
    last: Marks,
    /// Where the word stands in the lexemes behind which a move is made; none where they hold none.
    words: Vec<Option<WordPlace>>,
    /// Whether something is ignored in another mode than the first, so that the states of rules tell which modes are
    /// possible before them.
    pub needs_marks: bool,
}

impl Moves {
    /// Returns the moves. A terminal that is not listed moves to the first mode. Fails if something listed cannot be.
    pub fn new(
        sources: &[MoveSource],
        modes: &[LexerMode],
        terminals: usize,
        ignored: &TermSet,
    ) -> Result<Self, String> {
        if modes.len() > MAX_MARKS {
            return Err(format!("{} modes with moves between them, more than {MAX_MARKS}", modes.len()));
        }
        let to_known = |to: &[usize]| !to.is_empty() && to.iter().all(|&mode| mode < modes.len());
        if sources.len() > usize::from(u8::MAX) || !sources.iter().all(|source| to_known(&source.to)) {
            return Err("moves: there are too many of them, or one leads to no mode".to_owned());
        }
        let is_reached = |mode: &usize| sources.iter().any(|source| source.to.contains(mode));
        if let Some(mode) = (1..modes.len()).find(|mode| !is_reached(mode)) {
            return Err(format!("moves: none leads to the mode {}", modes[mode].name));
        }
        let mut of_terms = vec![Some(0); terminals];
        for (number, source) in sources.iter().enumerate() {
            for term in &source.behind {
                *of_terms.get_mut(term.index()).ok_or("moves: an unknown terminal")? = Some(number as u8 + 1);
            }
        }
        ignored.iter().for_each(|term| of_terms[term.index()] = None);
        let listed = sources.iter().map(|source| Move::new(modes, &source.to, source.change));
        let list = std::iter::once(Move::new(modes, &[0], Change::Leave)).chain(listed).collect();
        let starts = modes.iter().map(|mode| mode.start).collect();
        let words = std::iter::once(None).chain(sources.iter().map(|source| source.word)).collect();
        let needs_marks = modes[1..].iter().any(|mode| mode.terms.intersects(ignored));
        Ok(Self { of_terms, list, starts, last: Marks::MAX, words, needs_marks })
    }

    /// Returns a move by its number.
    #[inline]
    pub fn get(&self, number: u8) -> &Move {
        &self.list[usize::from(number)]
    }

    /// Returns where the word stands in the lexemes behind which a move is made, if they hold one.
    pub fn word(&self, number: u8) -> Option<&WordPlace> {
        self.words[usize::from(number)].as_ref()
    }

    /// Returns all moves with their numbers.
    pub fn numbered(&self) -> impl Iterator<Item = (u8, &Move)> {
        self.list.iter().enumerate().map(|(number, found)| (number as u8, found))
    }

    /// Returns the terminals behind which a move is made.
    pub fn behind(&self, number: u8) -> impl Iterator<Item = TermId> + '_ {
        let all = self.of_terms.iter().enumerate().filter(move |(_, own)| **own == Some(number));
        all.map(|(term, _)| TermId::at(term))
    }

    /// Returns the lexer's start in a mode.
    pub fn start(&self, mode: u8) -> LexState {
        self.starts[usize::from(mode)]
    }

    /// Returns the number of modes.
    pub fn mode_count(&self) -> usize {
        self.starts.len()
    }

    /// Returns the marks of a terminal: the modes that are possible after it.
    pub fn marks(&self, term: TermId) -> Marks {
        self.of_terms[term.index()].map_or(0, |number| self.get(number).marks())
    }

    /// Sets the modes in which a text may end.
    pub fn end_with(&mut self, last: Marks) {
        self.last = last | 1;
    }

    /// Returns whether a text may end in a mode.
    #[inline]
    pub fn may_end(&self, mode: u8) -> bool {
        self.last >> mode & 1 == 1
    }
}

/// The terminals and the states of the lexer that decide what may stand before a line end.
pub struct LineEnds {
    /// For each mode, the terminals that begin at a line end; none for a mode in which line ends are ignored.
    by_mode: Vec<TermSet>,
    /// For each state of the lexer, the result of [`closing`].
    closing: Vec<bool>,
}

impl LineEnds {
    /// Finds them; returns none if line ends are ignored in all modes.
    pub fn find(modes: &[LexerMode], lexer: &Lexer, ignored: &TermSet) -> Option<Self> {
        let begins = |mode: &LexerMode| {
            let state = lexer.step(mode.start, b'\n');
            let is_ignored = lexer.set(lexer.accept(state)).intersects(ignored);
            if is_ignored { TermSet::default() } else { *lexer.reachable(state) }
        };
        let by_mode: Vec<TermSet> = modes.iter().map(begins).collect();
        let is_any = by_mode.iter().any(|terms| !terms.is_empty());
        is_any.then(|| Self { by_mode, closing: closing(lexer, ignored) })
    }

    /// Returns the terminals that begin at a line end in a mode; none if line ends are ignored there.
    pub fn in_mode(&self, mode: u8) -> &TermSet {
        &self.by_mode[usize::from(mode)]
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
