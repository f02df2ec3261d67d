//! What a language does with names: which terminals read or bind them, and which lexemes open scopes.

use rustc_hash::FxHashSet;

use crate::base::sets::{TermId, TermSet};
use crate::grammar::block_rules::{BlockRules, BlockSource};
use crate::grammar::name_marks::{Marks, NameMarks};
use crate::lexer::Lexer;
use crate::lexer::ids::TermSetId;

/// The parts of [`NameRules`] before compilation, as lists of terminals.
#[derive(Clone, Default, Debug)]
pub struct NameSource {
    pub read: Vec<TermId>,
    pub owed: Vec<TermId>,
    pub bind: Vec<TermId>,
    pub parameter: Vec<TermId>,
    pub declare: Vec<TermId>,
    pub outer: Vec<TermId>,
    pub nearest: Vec<TermId>,
    pub import: Vec<TermId>,
    pub everything: Vec<TermId>,
    pub function: Vec<TermId>,
    pub class: Vec<TermId>,
    pub lambda: Vec<TermId>,
    pub repeat: Vec<TermId>,
    pub targets: Vec<TermId>,
    pub targets_end: Vec<TermId>,
    pub effective: Vec<TermId>,
    pub at_once: Vec<TermId>,
    pub guard: Vec<TermId>,
    pub guarded: Vec<TermId>,
    pub alternative: Vec<TermId>,
    pub wildcard: Vec<TermId>,
    pub mapping: Vec<TermId>,
    pub comma: Vec<TermId>,
    pub annotation: Vec<TermId>,
    pub assign: Vec<TermId>,
    pub inner_assign: Vec<TermId>,
    /// What a language of blocks declares instead of most of these.
    pub blocks: Option<BlockSource>,
    pub payment: Option<(String, String)>,
    pub builtins: Vec<String>,
    pub opening: Vec<String>,
}

impl NameSource {
    /// Yields every terminal that the rules refer to, with repetitions.
    pub fn terms(&self) -> impl Iterator<Item = TermId> + '_ {
        let Self {
            read, owed, bind, parameter, declare, outer, nearest, import, everything, function, ..
        } = self;
        let Self { class, lambda, repeat, targets, targets_end, effective, at_once, guard, guarded, .. } =
            self;
        let Self { alternative, wildcard, mapping, comma, annotation, assign, inner_assign, .. } = self;
        let names = [read, owed, bind, parameter, declare, outer, nearest, import, everything, function];
        let marks = [class, lambda, repeat, targets, targets_end, effective, at_once, guard, guarded];
        let lists = [alternative, wildcard, mapping, comma, annotation, assign, inner_assign];
        let blocks = self.blocks.iter().flat_map(BlockSource::terms);
        names.into_iter().chain(marks).chain(lists).flatten().copied().chain(blocks)
    }
}

/// The terminals of names by what is done with the name, the lexemes that open scopes, and the builtin names.
#[derive(Debug)]
pub struct NameRules {
    /// The terminals of names that are read.
    pub read: TermSet,
    /// The terminals that unknown names have where they are read and what follows may bind them.
    pub owed: TermSet,
    /// The terminals of names that are bound in the scope in which they stand.
    pub bind: TermSet,
    /// The terminals of names that are bound in the scope that a definition or a lambda opens.
    pub parameter: TermSet,
    /// The terminals of names that are declared to belong to an outer scope.
    pub declare: TermSet,
    /// The lexemes that begin the declaration of names that belong to the file, and of those that belong to the nearest
    /// function around which binds them.
    pub outer: TermSet,
    pub nearest: TermSet,
    /// The lexemes of which the second, directly after the first, binds names that cannot be seen.
    pub import: TermSet,
    pub everything: TermSet,
    /// The lexemes that begin a logical line which opens the scope of a function or of a class.
    pub function: TermSet,
    pub class: TermSet,
    /// The lexemes that open the scope of an expression.
    pub lambda: TermSet,
    /// The lexemes that begin a logical line whose block is repeated.
    pub repeat: TermSet,
    /// The lexemes between which the targets of a comprehension stand.
    pub targets: TermSet,
    pub targets_end: TermSet,
    /// The lexemes, outside brackets, after which the names count that were bound before them in the same line.
    pub effective: TermSet,
    /// The lexemes, outside brackets, that do the same and end nothing, in a line that begins with one of the second.
    pub guard: TermSet,
    pub guarded: TermSet,
    /// The lexemes between patterns in such a line, each of which must bind the same names.
    pub alternative: TermSet,
    /// The terminals of names that such a pattern does not bind.
    pub wildcard: TermSet,
    /// The brackets in such a pattern that hold keys, each before a lexeme of `effective`, which are given once.
    pub mapping: TermSet,
    /// The lexemes before names that count at once.
    pub at_once: TermSet,
    /// The lexemes that end a lambda, in addition to those of `effective`.
    pub comma: TermSet,
    /// The lexemes that begin an annotation after a parameter, after the parameters, or after the name that begins a
    /// line; and those that end it, in addition to those of `comma` and `effective`.
    pub annotation: TermSet,
    pub assign: TermSet,
    /// The lexemes that assign to a name within an expression.
    pub inner_assign: TermSet,
    /// What declares names in a language of blocks.
    pub blocks: Option<BlockRules>,
    /// What stands before and after names in a text that binds owed ones, as a completion writes it.
    pub payment: Option<(String, String)>,
    /// The names that are always bound.
    pub builtins: FxHashSet<Vec<u8>>,
    /// The builtin names in order.
    pub sorted_builtins: Vec<Vec<u8>>,
    /// The names of what may bind names that cannot be seen.
    opening: FxHashSet<Vec<u8>>,
    /// What the lexemes of each set of terminals do.
    pub marks: NameMarks,
    /// A bit for each length and first byte of those names; see [`Self::is_opening`].
    opening_shapes: u64,
    /// For each set of terminals of the lexer, the number of the set with `owed` instead of `read`.
    unread: Vec<TermSetId>,
    /// The same with nothing instead of `read`, and with nothing instead of `read` and `bind`.
    refused: Vec<TermSetId>,
    unbound: Vec<TermSetId>,
}

/// What an unknown name may be that is settled by what follows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsettled {
    /// All that the grammar allows.
    Allowed,
    /// Not a name that is read and that the same brackets bind.
    NotOwed,
    /// Nor a name in an expression that is bound there after all, by an assignment to that expression.
    NotHoped,
}

fn set(terms: &[TermId]) -> TermSet {
    let mut set = TermSet::default();
    for &term in terms {
        set.insert(term);
    }
    set
}

/// Returns the bit of a name's length and first byte.
#[inline]
fn shape(name: &[u8]) -> u64 {
    let first = name.first().map_or(0, |&first| usize::from(first));
    1 << ((first + 7 * name.len()) % 64)
}

impl NameRules {
    /// Compiles the rules of a language, and adds the sets of terminals to its lexer that they need.
    pub fn new(source: &NameSource, lexer: &mut Lexer) -> Self {
        let read = set(&source.read);
        let owed = set(&source.owed);
        let unread = lexer.replace(&read, &owed);
        let refused = lexer.replace(&read, &TermSet::default());
        let unbound = lexer.replace(&read.or(&set(&source.bind)), &TermSet::default());
        let mut sorted_builtins: Vec<Vec<u8>> =
            source.builtins.iter().map(|name| name.clone().into_bytes()).collect();
        sorted_builtins.sort_unstable();
        let mut rules = Self {
            read,
            owed,
            bind: set(&source.bind),
            parameter: set(&source.parameter),
            declare: set(&source.declare),
            outer: set(&source.outer),
            nearest: set(&source.nearest),
            import: set(&source.import),
            everything: set(&source.everything),
            function: set(&source.function),
            class: set(&source.class),
            lambda: set(&source.lambda),
            repeat: set(&source.repeat),
            targets: set(&source.targets),
            targets_end: set(&source.targets_end),
            effective: set(&source.effective),
            guard: set(&source.guard),
            guarded: set(&source.guarded),
            alternative: set(&source.alternative),
            wildcard: set(&source.wildcard),
            mapping: set(&source.mapping),
            at_once: set(&source.at_once),
            comma: set(&source.comma),
            annotation: set(&source.annotation),
            assign: set(&source.assign),
            inner_assign: set(&source.inner_assign),
            blocks: source
                .blocks
                .as_ref()
                .map(|blocks| BlockRules::new(blocks, &source.function, &source.comma, &source.assign)),
            payment: source.payment.clone(),
            builtins: sorted_builtins.iter().cloned().collect(),
            sorted_builtins,
            opening: source.opening.iter().map(|name| name.clone().into_bytes()).collect(),
            marks: NameMarks::default(),
            opening_shapes: source.opening.iter().fold(0, |shapes, name| shapes | shape(name.as_bytes())),
            unread,
            refused,
            unbound,
        };
        rules.marks = NameMarks::new(&rules.marked(), &lexer.sets);
        rules
    }

    /// Returns the terminals of each mark.
    fn marked(&self) -> [(Marks, TermSet); 20] {
        [
            (Marks::NAME, self.read.or(&self.bind)),
            (Marks::BIND, self.bind),
            (Marks::OUTER, self.outer),
            (Marks::NEAREST, self.nearest),
            (Marks::IMPORT, self.import),
            (Marks::EVERYTHING, self.everything),
            (Marks::FUNCTION, self.function),
            (Marks::CLASS, self.class),
            (Marks::LAMBDA, self.lambda),
            (Marks::REPEAT, self.repeat),
            (Marks::TARGETS, self.targets),
            (Marks::TARGETS_END, self.targets_end),
            (Marks::EFFECTIVE, self.effective),
            (Marks::AT_ONCE, self.at_once),
            (Marks::GUARD, self.guard),
            (Marks::GUARDED, self.guarded),
            (Marks::COMMA, self.comma),
            (Marks::ANNOTATION, self.annotation),
            (Marks::ASSIGN, self.assign),
            (Marks::INNER_ASSIGN, self.inner_assign),
        ]
    }

    /// Yields the names of what may bind names that cannot be seen.
    pub fn opening_names(&self) -> impl Iterator<Item = &[u8]> {
        self.opening.iter().map(Vec::as_slice)
    }

    /// Returns whether a name is one of what may bind names that cannot be seen.
    #[inline]
    pub fn is_opening(&self, name: &[u8]) -> bool {
        self.opening_shapes & shape(name) != 0 && self.opening.contains(name)
    }

    /// Returns the set of terminals of an unknown name, given that of a known one.
    pub fn unknown(&self, set: TermSetId, unsettled: Unsettled) -> TermSetId {
        match unsettled {
            Unsettled::Allowed => self.unread[set.index()],
            Unsettled::NotOwed => self.refused[set.index()],
            Unsettled::NotHoped => self.unbound[set.index()],
        }
    }

    /// Returns whether a lexeme of these terminals begins what may be a mistake with names that are known.
    pub fn may_err(&self, terms: &TermSet) -> bool {
        [&self.outer, &self.nearest, &self.guarded, &self.inner_assign]
            .iter()
            .any(|set| terms.intersects(set))
    }

    /// Returns whether a lexeme of these terminals is a name that is read or bound, or no name at all.
    pub fn only_uses(&self, terms: &TermSet) -> bool {
        terms.minus(&self.read).minus(&self.owed).minus(&self.bind).is_empty()
    }

    /// Returns whether a lexeme of these terminals may be a name that is read or bound.
    pub fn is_name(&self, terms: &TermSet) -> bool {
        terms.intersects(&self.read) || terms.intersects(&self.bind)
    }
}
