//! The beginning of a right context: where lexemes end in it, and what may be open behind them.
//!
//! All halves of one right context have this in common, so that another half, for a cursor in a comment or a string, looks
//! it up.

use std::sync::Arc;

use rustc_hash::FxHashMap;

use crate::base::interner::Interner;
use crate::context::right::tags::rests::Needed;
use crate::context::right::{Entry, Right};
use crate::grammar::Grammar;
use crate::grammar::last_bytes::LastBytes;
use crate::layout::counts::words::Words;
use crate::layout::mode_rules::ModeAction;
use crate::layout::place::ModeStack;
use crate::lexer::ids::{LexState, TermSetId};

/// Where the lexemes end that are pending in the states of the lexer.
pub struct Ends {
    /// Per lexer state: the number of its group plus one, or 0 if no lexeme ends.
    group_of: Vec<u16>,
    pub groups: Vec<Group>,
    /// Per component of the lexer's states: the groups of its states, each once, and where they end in this list.
    groups_in: Vec<u16>,
    last_in: Vec<u32>,
    /// The terminals that lexemes are, and the offsets at which they end.
    pub matches: Vec<(TermSetId, usize)>,
}

/// States of the lexer of which it is known alike where their lexemes end, and whether they may.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Group {
    /// The index in [`Ends::matches`].
    pub found: u16,
    pub last: LastBytes,
}

impl Ends {
    /// Finds the longest match of each state of the lexer.
    fn new(grammar: &Grammar, right: &mut Right) -> Self {
        let runs = right.runs.find(&grammar.lexer, right.lexemes.bytes());
        let (groups, matches, groups_in, last_in) = Default::default();
        let mut ends = Self { group_of: Vec::with_capacity(runs.len()), groups, groups_in, last_in, matches };
        let (mut numbers, mut groups) = (FxHashMap::default(), FxHashMap::default());
        for (state, found) in runs.into_iter().enumerate() {
            let Some((set, offset)) = found else {
                ends.group_of.push(0);
                continue;
            };
            let found = *numbers.entry((set, offset)).or_insert_with(|| {
                ends.matches.push((set, offset as usize));
                ends.matches.len() as u16 - 1
            });
            let group = Group { found, last: grammar.last_bytes(LexState::at(state)) };
            ends.group_of.push(*groups.entry(group).or_insert_with(|| {
                ends.groups.push(group);
                ends.groups.len() as u16
            }));
        }
        ends.find_components(grammar);
        ends
    }

    fn find_components(&mut self, grammar: &Grammar) {
        for component in &grammar.lexer.components {
            let first = self.groups_in.len();
            for &state in &component.states {
                let Some(group) = self.group_of[state.index()].checked_sub(1) else { continue };
                if !self.groups_in[first..].contains(&group) {
                    self.groups_in.push(group);
                }
            }
            self.last_in.push(self.groups_in.len() as u32);
        }
    }

    /// Returns the groups of a component's states.
    pub fn groups_in(&self, component: usize) -> &[u16] {
        let first = component.checked_sub(1).map_or(0, |before| self.last_in[before]);
        &self.groups_in[first as usize..self.last_in[component] as usize]
    }

    /// Returns the number of a state's group, if a lexeme that is pending in it ends.
    #[inline]
    pub fn group_of(&self, state: LexState) -> Option<usize> {
        usize::from(self.group_of[state.index()]).checked_sub(1)
    }
}

/// What the frames that are open after a lexeme depend on: the lexer's starts that can make it, its action,
/// whether it is a comment, and where it ends.
#[derive(Clone, PartialEq, Eq, Hash)]
pub(super) struct OpenAfterKey {
    pub starts: Vec<LexState>,
    pub action: ModeAction,
    pub is_comment: bool,
    pub offset: usize,
}

/// What may be open before and behind the lexemes, for some words with which texts may end.
pub(super) struct Open {
    words: Words,
    /// The stacks that may be open before the right context, and the lexer's starts for them.
    pub before: Arc<[ModeStack]>,
    pub starts: Arc<[LexState]>,
    /// The stacks that may be open after a lexeme.
    pub after: FxHashMap<OpenAfterKey, Arc<[ModeStack]>>,
    /// The same, by what the lexeme is and where it ends.
    pub behind: FxHashMap<(TermSetId, usize), Arc<[ModeStack]>>,
}

/// What is known of a right context's beginning.
pub struct Beginning {
    ends: Option<Arc<Ends>>,
    open: Vec<Open>,
    /// The entries by offset and open frames, without text and with it.
    pub(super) entries: [FxHashMap<(usize, ModeStack), Option<Entry>>; 2],
    /// The names that must be open at entries; the first ones are those of which nothing is known.
    pub(super) needed: Interner<Vec<Needed>>,
}

impl Default for Beginning {
    fn default() -> Self {
        let (ends, open, entries) = Default::default();
        Self { ends, open, entries, needed: Interner::of(&[vec![Needed::default()]]) }
    }
}

impl Beginning {
    /// Returns where lexemes end.
    pub fn ends(&mut self, grammar: &Grammar, right: &mut Right) -> Arc<Ends> {
        Arc::clone(self.ends.get_or_insert_with(|| Arc::new(Ends::new(grammar, right))))
    }

    /// Returns what may be open, by the words with which texts may end.
    pub(super) fn open(&mut self, grammar: &Grammar, right: &mut Right, words: Words) -> &mut Open {
        let known = self.open.iter().position(|open| open.words == words);
        let index = known.unwrap_or_else(|| {
            let before = right.lexemes.all_open(grammar, words);
            let mut starts: Vec<LexState> =
                before.iter().map(|&open| right.lexemes.modes.start(open)).collect();
            starts.sort_unstable();
            starts.dedup();
            let (before, starts, (after, behind)) = (before.into(), starts.into(), Default::default());
            self.open.push(Open { words, before, starts, after, behind });
            self.open.len() - 1
        });
        &mut self.open[index]
    }
}
