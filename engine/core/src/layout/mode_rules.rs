//! The modes of a lexer, the actions of terminals on them, and the kinds of formatted strings.

use crate::base::sets::{TermId, TermSet};
use crate::layout::counts::texts::CountedText;
use crate::layout::counts::words::Word;
use crate::layout::counts::{Change, Told};
use crate::layout::moves::{LexerMode, Moves};
use crate::layout::place::{ModeStack, Outcomes};
use crate::layout::quotes::Quotes;
use crate::lexer::Lexer;
use crate::lexer::ids::LexState;
use crate::lexer::terminals::Terminal;
use crate::limits::{MAX_FORMAT_LEVEL, MAX_FORMAT_LEVEL_OF_ONE_TOKEN};

/// The mode of the innermost open frame.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Mode {
    /// Code in a bracket, or outside everything that can be open.
    Code,
    /// A declared mode beside the first one, by its number: see [`Moves`].
    Declared(u8),
    /// A replacement field, outside its format specification.
    Field,
    /// The text of a formatted string at level 0, and the text of a format specification from level 1 on. The
    /// rest of a specification *after* its first field may have a mode of its own.
    Text { kind: u8, level: u8, is_after_field: bool },
}

impl Mode {
    /// Returns the mode of a formatted string's text, or of a format specification before all its fields.
    pub(super) const fn text(kind: u8, level: u8) -> Self {
        Self::Text { kind, level, is_after_field: false }
    }
}

/// The action of a terminal on the stack of modes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ModeAction {
    Stay,
    Open,
    Close,
    /// Begins a formatted string of this kind.
    Start(u8),
    End,
    Field,
    FieldEnd,
    Format,
    /// Leads to the modes of the declared move of this number.
    To(u8),
}

/// A kind of formatted string: its quotes, and whether it is raw.
#[derive(Clone, Debug)]
pub(super) struct Kind {
    pub quotes: Quotes,
    is_raw: bool,
    text: LexState,
    specification: LexState,
    /// The lexer's start for a specification after its first field, if that text is lexed differently.
    after_field: Option<LexState>,
}

/// The rules of a language for its modes.
#[derive(Clone, Debug)]
pub struct ModeRules {
    pub(super) code: LexState,
    pub(super) field: Option<LexState>,
    pub(super) kinds: Vec<Kind>,
    /// The action of each terminal.
    pub(super) action_of_term: Vec<ModeAction>,
    /// Whether a formatted string is one token, so that a field may not contain the quotes around it.
    pub(super) is_one_token: bool,
    /// The declared moves, if the language has some.
    pub(super) moves: Option<Moves>,
    /// The kinds of texts between counted delimiters.
    pub counted: Vec<CountedText>,
    /// The terminals whose bytes are counted, or which hold a word.
    pub counting: TermSet,
    /// The terminals of signs that are compared with those of a word.
    pub compared: TermSet,
}

impl ModeRules {
    /// Finds the modes, and the terminals that act on them, by their names. `starts` holds the lexer's start
    /// for each mode.
    pub fn find(
        terminals: &[Terminal],
        modes: &[LexerMode],
        openers: &TermSet,
        closers: &TermSet,
        is_one_token: bool,
    ) -> Result<Self, String> {
        let start = |name: &str| modes.iter().find(|mode| mode.name == name).map(|mode| mode.start);
        let mut names = Vec::new();
        let mut kinds = Vec::new();
        for LexerMode { name: mode, start: text, .. } in modes {
            let Some(name) = mode.strip_prefix("text_") else { continue };
            let specification = start(&format!("spec_{name}"))
                .ok_or_else(|| format!("the mode {mode} needs a mode spec_{name} beside it"))?;
            let after_field = start(&format!("rest_{name}"));
            let is_raw = name.ends_with('R');
            kinds.push(Kind { quotes: quotes_of(name)?, is_raw, text: *text, specification, after_field });
            names.push(name.to_owned());
        }
        let field = start("field");
        if field.is_none() && !kinds.is_empty() {
            return Err("formatted strings need a mode \"field\"".to_owned());
        }
        let kind_of = |name: &str| names.iter().position(|known| known == name).map(|kind| kind as u8);
        let action_of_term = terminals.iter().enumerate().map(|(term, terminal)| {
            let name = terminal.name.as_str();
            if openers.contains(TermId::at(term)) {
                return ModeAction::Open;
            }
            if closers.contains(TermId::at(term)) {
                return ModeAction::Close;
            }
            if let Some((_, kind)) = name.split_once("_START_") {
                return kind_of(kind).map_or(ModeAction::Stay, ModeAction::Start);
            }
            if name.strip_prefix("END_").and_then(kind_of).is_some() {
                return ModeAction::End;
            }
            match name {
                "FIELD" => ModeAction::Field,
                _ if name.starts_with("FIELD_END") => ModeAction::FieldEnd,
                _ if name.starts_with("FORMAT") => ModeAction::Format,
                _ => ModeAction::Stay,
            }
        });
        let action_of_term = action_of_term.collect();
        Ok(Self {
            code: modes[0].start,
            field,
            kinds,
            action_of_term,
            is_one_token,
            moves: None,
            counted: Vec::new(),
            counting: TermSet::default(),
            compared: TermSet::default(),
        })
    }

    /// Returns the rules of a language in which nothing is opened.
    pub fn none(terminals: usize, code: LexState) -> Self {
        Self {
            code,
            field: None,
            kinds: Vec::new(),
            action_of_term: vec![ModeAction::Stay; terminals],
            is_one_token: false,
            moves: None,
            counted: Vec::new(),
            counting: TermSet::default(),
            compared: TermSet::default(),
        }
    }

    /// Returns whether formatted strings have fields.
    pub fn has_fields(&self) -> bool {
        self.field.is_some()
    }

    /// Returns whether the stacks of modes hold the brackets that are open.
    pub fn has_brackets(&self) -> bool {
        self.action_of_term.contains(&ModeAction::Open)
    }

    /// Returns the rules of a language with declared moves. Fails if what is counted cannot be.
    pub fn declared(moves: Moves, all_modes: &[LexerMode], lexer: &Lexer) -> Result<Self, String> {
        let counted = CountedText::find(&moves, all_modes, lexer)?;
        let main = &all_modes[0].terms;
        // No other mode has a lexeme of the first one, so those that lead to it leave it as it is.
        let is_apart = all_modes[1..].iter().all(|mode| !mode.terms.intersects(main));
        let action_of = |(term, number): (usize, &Option<u8>)| match number {
            Some(0) if is_apart && main.contains(TermId::at(term)) => ModeAction::Stay,
            number => number.map_or(ModeAction::Stay, ModeAction::To),
        };
        let action_of_term = moves.of_terms.iter().enumerate().map(action_of).collect();
        let code = moves.start(0);
        let mut rules = Self { action_of_term, moves: Some(moves), counted, ..Self::none(0, code) };
        for (term, &action) in rules.action_of_term.iter().enumerate() {
            if rules.begins_count(action) {
                rules.counting.insert(TermId::at(term));
            }
            if rules.compares(action) {
                rules.compared.insert(TermId::at(term));
            }
        }
        Ok(rules)
    }

    /// Returns the lexer's starts in the modes to which an action may lead, if it is a declared move to several of them.
    pub fn declared_starts(&self, action: ModeAction) -> Vec<LexState> {
        let (ModeAction::To(number), Some(moves)) = (action, &self.moves) else { return Vec::new() };
        let found = moves.get(number);
        let is_plain = found.change == Change::Leave && found.only().is_none();
        found.modes().filter(|_| is_plain).map(|mode| moves.start(mode)).collect()
    }

    /// Returns the same, or the start that nearly always follows a lexeme behind which the content of a pending word begins.
    pub fn starts_behind(&self, action: ModeAction) -> Vec<LexState> {
        match (action, &self.moves) {
            (ModeAction::To(number), Some(moves)) if self.change(action) == Change::Open => {
                moves.get(number).modes().map(|mode| moves.start(mode)).collect()
            }
            _ => self.declared_starts(action),
        }
    }

    /// Returns the stacks to which a declared move may lead.
    pub(super) fn after(&self, number: u8) -> Outcomes {
        let moves = self.moves.iter();
        moves.flat_map(|moves| moves.get(number).modes()).map(|mode| ModeStack(mode.into())).collect()
    }

    /// Returns the stack after a declared move, before a lexeme of what `takes` returns; none for an action that is no
    /// such move, or one with what is counted. No word is pending.
    pub fn declared_after(&self, action: ModeAction, takes: impl FnOnce() -> TermSet) -> Option<ModeStack> {
        let (ModeAction::To(number), Some(moves)) = (action, &self.moves) else { return None };
        let found = moves.get(number);
        let is_plain = matches!(found.change, Change::Leave | Change::Open);
        is_plain.then(|| ModeStack(found.only().unwrap_or_else(|| found.choose(&takes())).into()))
    }

    /// Returns the stack after a declared move that leads to one mode, whatever follows; none for another one.
    pub fn declared_whatever_follows(&self, action: ModeAction) -> Option<ModeStack> {
        let (ModeAction::To(number), Some(moves)) = (action, &self.moves) else { return None };
        moves.get(number).only().map(|mode| ModeStack(mode.into()))
    }

    /// Returns what an action does with the count.
    #[inline]
    pub fn change(&self, action: ModeAction) -> Change {
        let (ModeAction::To(number), Some(moves)) = (action, &self.moves) else { return Change::Leave };
        moves.get(number).change
    }

    /// Returns whether an action begins to count signs.
    #[inline]
    pub fn begins_count(&self, action: ModeAction) -> bool {
        !self.counted.is_empty() && self.change(action).begins()
    }

    /// Returns whether the signs behind which an action is made are compared with those of a word.
    fn compares(&self, action: ModeAction) -> bool {
        self.change(action) == Change::Down
            && self.counted.iter().any(|text| text.is_of_word && action == ModeAction::To(text.down))
    }

    /// Returns the word that a lexeme of an action holds; none if it holds none or one that is too long.
    pub fn word(&self, action: ModeAction, lexeme: &[u8]) -> Option<Word> {
        let (ModeAction::To(number), Some(moves)) = (action, &self.moves) else { return None };
        moves.word(number)?.word(lexeme)
    }

    /// Returns what is counted of a lexeme of an action.
    #[inline]
    pub fn told(&self, action: ModeAction, lexeme: &[u8]) -> Told {
        if self.counted.is_empty() {
            return Told::NOTHING;
        }
        let first_byte = lexeme.first().copied().unwrap_or_default();
        Told { length: lexeme.len() as u32, first_byte, word: self.word(action, lexeme) }
    }

    /// Returns whether some texts end with a word.
    #[inline]
    pub fn has_words(&self) -> bool {
        self.counted.iter().any(|counted| counted.is_of_word)
    }

    /// Returns whether words may be pending.
    #[inline]
    pub fn has_pending(&self) -> bool {
        self.counted.iter().any(|counted| counted.pending.is_some())
    }

    /// Returns the kind of counted text to which a declared mode belongs.
    pub fn counted_in(&self, mode: u8) -> Option<&CountedText> {
        self.counted.iter().find(|counted| counted.modes.contains(&mode))
    }

    /// Returns whether some quotes may not occur in fields.
    pub fn has_quoting(&self) -> bool {
        self.is_one_token && !self.kinds.is_empty()
    }

    /// Returns whether a kind of formatted strings is raw.
    pub fn is_raw(&self, kind: u8) -> bool {
        self.kinds[usize::from(kind)].is_raw
    }

    pub fn action_of(&self, term: TermId) -> ModeAction {
        self.action_of_term[term.index()]
    }

    /// Returns the action of each set of terminals. Fails if terminals of one set have different actions.
    pub fn of_sets(&self, sets: &[TermSet], terminals: &[Terminal]) -> Result<Vec<ModeAction>, String> {
        let action_of = |set: &TermSet| {
            let mut found = set.iter().map(|term| (term, self.action_of(term)));
            let Some((_, first)) = found.next() else { return Ok(ModeAction::Stay) };
            match found.find(|&(_, other)| other != first) {
                None => Ok(first),
                Some((term, _)) => Err(format!(
                    "terminal {}: another one matches the same text and leads to another mode",
                    terminals[term.index()].name
                )),
            }
        };
        sets.iter().map(action_of).collect()
    }

    pub(super) fn max_level(&self) -> u8 {
        if self.is_one_token { MAX_FORMAT_LEVEL_OF_ONE_TOKEN } else { MAX_FORMAT_LEVEL }
    }

    pub(super) fn start_of(&self, mode: Mode) -> LexState {
        match mode {
            Mode::Code => self.code,
            Mode::Declared(mode) => self.moves.as_ref().map_or(self.code, |moves| moves.start(mode)),
            Mode::Field => self.field.unwrap_or(self.code),
            Mode::Text { kind, level, is_after_field } => {
                let kind = &self.kinds[usize::from(kind)];
                match kind.after_field {
                    _ if level == 0 => kind.text,
                    Some(rest) if is_after_field => rest,
                    _ => kind.specification,
                }
            }
        }
    }

    /// Returns the lexer's start after an action, if it does not depend on what is open.
    pub fn start_after(&self, movement: ModeAction) -> Option<LexState> {
        match movement {
            ModeAction::Open => Some(self.code),
            ModeAction::To(number) => {
                let moves = self.moves.as_ref()?;
                let own = moves.get(number);
                own.only().filter(|_| own.change != Change::Open).map(|mode| moves.start(mode))
            }
            ModeAction::Start(kind) => Some(self.kinds[usize::from(kind)].text),
            ModeAction::Field => self.field,
            ModeAction::Stay
            | ModeAction::Close
            | ModeAction::End
            | ModeAction::FieldEnd
            | ModeAction::Format => None,
        }
    }

    /// Returns the mode of a text after a field in it.
    pub(super) fn after_field(&self, kind: u8, level: u8) -> Mode {
        Mode::Text {
            kind,
            level,
            is_after_field: level > 0 && self.kinds[usize::from(kind)].after_field.is_some(),
        }
    }

    pub(super) fn quotes_in(&self, outside: Quotes, kind: u8) -> Quotes {
        if self.is_one_token { outside | self.kinds[usize::from(kind)].quotes } else { 0 }
    }

    /// Returns the kinds of formatted strings to which a field between these quotes may belong.
    pub(super) fn kinds_with(&self, quotes: Quotes) -> impl Iterator<Item = (u8, Quotes)> + '_ {
        self.kinds.iter().enumerate().filter_map(move |(number, kind)| {
            let fits = !self.is_one_token || quotes & kind.quotes != 0;
            fits.then_some((number as u8, quotes & !kind.quotes))
        })
    }
}

fn quotes_of(kind: &str) -> Result<Quotes, String> {
    match kind.trim_end_matches('R') {
        "1" => Ok(1),
        "2" => Ok(2),
        "3" => Ok(4),
        "4" => Ok(8),
        _ => Err(format!("the mode text_{kind} is of no known kind of quotes")),
    }
}
