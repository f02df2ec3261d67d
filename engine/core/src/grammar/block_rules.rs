//! What a language of blocks does with names: which lexemes declare them, and which delimit the blocks.

use crate::base::sets::{TermId, TermSet};

/// The parts of [`BlockRules`] before compilation, as lists of terminals.
#[derive(Clone, Default, Debug)]
pub struct BlockSource {
    pub local: Vec<TermId>,
    pub header: Vec<TermId>,
    pub open: Vec<TermId>,
    pub turn: Vec<TermId>,
    pub close: Vec<TermId>,
    pub until: Vec<TermId>,
    pub member: Vec<TermId>,
    pub method: Vec<TermId>,
    pub jump: Vec<TermId>,
    pub label: Vec<TermId>,
    pub attribute: Vec<TermId>,
    pub attribute_end: Vec<TermId>,
    pub bracket: Vec<TermId>,
    pub bracket_end: Vec<TermId>,
    pub statement: Vec<TermId>,
    pub operand: Vec<TermId>,
    pub value: Vec<TermId>,
    pub receiver: Option<String>,
}

impl BlockSource {
    /// Yields every terminal that the rules refer to, with repetitions.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        let Self { local, header, open, turn, close, until, member, method, jump, label, .. } = self;
        let Self { attribute, attribute_end, bracket, bracket_end, statement, operand, value, .. } = self;
        let words = [local, header, open, turn, close, until, member, method, jump, label];
        let others = [attribute, attribute_end, bracket, bracket_end, statement, operand, value];
        words.into_iter().chain(others).flatten().copied()
    }
}

/// The lexemes that declare names, and those that delimit blocks.
#[derive(Debug)]
pub struct BlockRules {
    words: Vec<(TermSet, Word)>,
    /// The lexemes with which an operand may end, so that a name after them begins a statement.
    operand: TermSet,
    /// Those of them that cannot be called, so that a bracket after them begins one.
    value: TermSet,
    /// The name that a method has without a declaration.
    pub receiver: Option<Vec<u8>>,
}

/// What a lexeme does in a language of blocks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Word {
    /// It begins a list of names that count after the statement.
    Local,
    /// It begins a list of names that count in the block whose beginning follows.
    Header,
    /// It begins a function: a name perhaps, parameters in brackets, and a block.
    Function,
    /// It begins a block.
    Open,
    /// It ends a block and begins another one.
    Turn,
    /// It ends a block.
    Close,
    /// It ends a block whose names count up to the end of the statement.
    Until,
    /// What follows is a name of something else than a variable.
    Member,
    /// The same, and in a function's name it makes a method of the function.
    Method,
    /// It begins a statement, and a name follows that is no variable.
    Jump,
    /// It stands on both sides of a name that is no variable.
    Label,
    Attribute,
    AttributeEnd,
    Bracket,
    BracketEnd,
    Comma,
    Assign,
    /// It begins a statement, and does nothing else of these.
    Statement,
    Other,
}

/// What may end with a lexeme.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum End {
    #[default]
    Nothing,
    /// An operand that may be called.
    Operand,
    /// An operand that may not be called.
    Value,
}

fn set(terms: &[TermId]) -> TermSet {
    let mut set = TermSet::default();
    for &term in terms {
        set.insert(term);
    }
    set
}

impl BlockRules {
    /// Compiles the rules; `comma` and `assign` are those of all languages.
    pub fn new(source: &BlockSource, function: &[TermId], comma: &[TermId], assign: &[TermId]) -> Self {
        let words = [
            (source.local.as_slice(), Word::Local),
            (&source.header, Word::Header),
            (function, Word::Function),
            (&source.open, Word::Open),
            (&source.turn, Word::Turn),
            (&source.close, Word::Close),
            (&source.until, Word::Until),
            (&source.method, Word::Method),
            (&source.member, Word::Member),
            (&source.jump, Word::Jump),
            (&source.label, Word::Label),
            (&source.attribute, Word::Attribute),
            (&source.attribute_end, Word::AttributeEnd),
            (&source.bracket, Word::Bracket),
            (&source.bracket_end, Word::BracketEnd),
            (comma, Word::Comma),
            (assign, Word::Assign),
            (&source.statement, Word::Statement),
        ];
        Self {
            words: words.into_iter().map(|(terms, word)| (set(terms), word)).collect(),
            operand: set(&source.operand),
            value: set(&source.value),
            receiver: source.receiver.clone().map(String::into_bytes),
        }
    }

    /// Returns what a lexeme of these terminals does.
    pub fn word(&self, terms: &TermSet) -> Word {
        self.words.iter().find(|(set, _)| terms.intersects(set)).map_or(Word::Other, |&(_, word)| word)
    }

    /// Returns what may end with a lexeme of these terminals.
    pub fn end(&self, terms: &TermSet) -> End {
        if terms.intersects(&self.value) {
            End::Value
        } else if terms.intersects(&self.operand) {
            End::Operand
        } else {
            End::Nothing
        }
    }
}
