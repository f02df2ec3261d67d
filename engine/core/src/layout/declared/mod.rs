//! Names that a block declares once: what a text has declared so far, as a manifest lists the lexemes.
//!
//! Names are found without a tree: behind a keyword comes a list of names and patterns, each perhaps with a value, and
//! brackets say what stands in which block. Where that leaves a doubt, such as behind `<`, nothing is taken for a
//! declaration, so that no text is refused that declares each name once.

pub mod arguments;
pub mod directives;
pub mod exports;
pub mod frames;
pub mod kinds;
pub mod label_lists;
pub mod labels;
pub mod levels;
pub mod members;
pub mod numbers;
mod patterns;
mod properties;
mod statements;

use crate::base::sets::{TermId, TermSet};
use crate::lexer::ids::TermSetId;
use crate::lexer::terminals::Terminal;

/// How the directive is written that makes code strict.
const DIRECTIVES: [&[u8]; 2] = [b"'use strict'", b"\"use strict\""];

/// The role of a lexeme for declarations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    Other,
    Name,
    /// A name that strict code does not declare.
    LooseName,
    /// A name, or what stands before `function` at a statement's beginning.
    NameBefore,
    /// What begins a list of names of the block.
    Block,
    /// What begins a list of names of the function around, which may be declared again.
    Hoisted,
    Class,
    /// What begins a function, and one that a block of strict code, and the file of such code, declares once.
    Function,
    OwnFunction,
    Import,
    As,
    From,
    /// What stands before what a file exports, and, behind it, before the one thing that has no name. Of functions without a
    /// body, there may be several.
    Export,
    /// The same where what it names is declared in the file.
    OwnExport,
    Default,
    Overloaded,
    /// What stands before a file that imports or exports something, and has no text.
    Module,
    /// What stands before the parentheses of a statement, of one that `Alternative` may go on with, and of one that is
    /// repeated.
    Control,
    Condition,
    Loop,
    /// The same, or what stands before the attributes of an import, each of which is named once.
    Attributes,
    /// What stands before parentheses whose names belong to the block behind them.
    Caught,
    /// What stands before a statement within another one, and of one that is repeated.
    Alternative,
    LoopHead,
    /// What stands before a block with which a statement begins.
    Beginning,
    /// What stands before a value and a colon, behind which statements follow.
    Case,
    /// What leaves a statement, or repeats it, and may name its label.
    Leave,
    Repeat,
    Open,
    Close,
    OpenList,
    CloseList,
    OpenBlock,
    CloseBlock,
    /// What `CloseBlock` ends and is no block.
    Hole,
    Comma,
    Assign,
    Colon,
    /// What a colon follows within an expression.
    Choice,
    Rest,
    End,
    Line,
    Arrow,
    Member,
    /// What leaves a doubt about the commas behind it.
    Doubt,
    /// A name that a class declares for itself alone.
    Private,
    /// A name, or what stands before a member of a class: of the class itself, one that reads a value, and one that sets it.
    Static,
    Getter,
    Setter,
    /// A name, or the member of a class of which there is one.
    Constructor,
    /// What is no word and may be the name of a member, and what makes a function strict where its body begins with it.
    Key,
    Directive,
    /// What stands before what a class builds on, and before what decorates a member.
    Heritage,
    Decorator,
    /// What ends a list that began with a doubt, or takes an expression on after a line end.
    Angle,
    /// What takes an expression on after a line end.
    Join,
}

impl Role {
    /// Number of roles.
    pub const COUNT: usize = Self::Join as usize + 1;

    /// The roles by their names in a manifest.
    const NAMED: [(&'static str, Self); 55] = [
        ("name", Self::Name),
        ("loose_name", Self::LooseName),
        ("name_before", Self::NameBefore),
        ("block", Self::Block),
        ("hoisted", Self::Hoisted),
        ("class", Self::Class),
        ("function", Self::Function),
        ("own_function", Self::OwnFunction),
        ("import", Self::Import),
        ("as", Self::As),
        ("from", Self::From),
        ("export", Self::Export),
        ("own_export", Self::OwnExport),
        ("default", Self::Default),
        ("overloaded", Self::Overloaded),
        ("module", Self::Module),
        ("control", Self::Control),
        ("condition", Self::Condition),
        ("loop", Self::Loop),
        ("attributes", Self::Attributes),
        ("caught", Self::Caught),
        ("alternative", Self::Alternative),
        ("loop_head", Self::LoopHead),
        ("beginning", Self::Beginning),
        ("case", Self::Case),
        ("leave", Self::Leave),
        ("repeat", Self::Repeat),
        ("open", Self::Open),
        ("close", Self::Close),
        ("open_list", Self::OpenList),
        ("close_list", Self::CloseList),
        ("open_block", Self::OpenBlock),
        ("close_block", Self::CloseBlock),
        ("hole", Self::Hole),
        ("comma", Self::Comma),
        ("assign", Self::Assign),
        ("colon", Self::Colon),
        ("choice", Self::Choice),
        ("rest", Self::Rest),
        ("end", Self::End),
        ("line", Self::Line),
        ("arrow", Self::Arrow),
        ("member", Self::Member),
        ("doubt", Self::Doubt),
        ("private", Self::Private),
        ("static", Self::Static),
        ("getter", Self::Getter),
        ("setter", Self::Setter),
        ("constructor", Self::Constructor),
        ("key", Self::Key),
        ("directive", Self::Directive),
        ("heritage", Self::Heritage),
        ("decorator", Self::Decorator),
        ("angle", Self::Angle),
        ("join", Self::Join),
    ];

    fn named(name: &str) -> Option<Self> {
        Self::NAMED.iter().find(|(own, _)| *own == name).map(|&(_, role)| role)
    }

    /// Returns whether a lexeme may be a name that is declared.
    pub fn is_name(self) -> bool {
        use Role::{As, Constructor, From, LooseName, Name, NameBefore};
        matches!(self, Name | LooseName | NameBefore | As | From | Constructor) || self.modifies()
    }

    /// Returns whether a lexeme is no name in strict code.
    pub fn is_loose(self) -> bool {
        matches!(self, Self::LooseName | Self::Static)
    }

    /// Returns whether a lexeme may stand before a member of a class.
    pub fn modifies(self) -> bool {
        matches!(self, Self::Static | Self::Getter | Self::Setter)
    }

    /// Returns whether a lexeme stands before what a file exports.
    pub fn exports(self) -> bool {
        matches!(self, Self::Export | Self::OwnExport)
    }

    /// Returns whether a lexeme takes an expression on after a line end.
    pub fn joins(self) -> bool {
        matches!(self, Self::Join | Self::Angle | Self::Choice)
    }

    /// Returns whether a lexeme opens something that another one closes.
    pub fn opens(self) -> bool {
        matches!(self, Self::Open | Self::OpenList | Self::OpenBlock | Self::Hole)
    }

    /// Returns whether a lexeme closes something.
    pub fn closes(self) -> bool {
        matches!(self, Self::Close | Self::CloseList | Self::CloseBlock)
    }

    /// Returns whether a list of names begins behind a lexeme, or a name.
    pub fn declares(self) -> bool {
        matches!(
            self,
            Self::Block | Self::Hoisted | Self::Class | Self::Function | Self::OwnFunction | Self::Import
        )
    }

    /// Returns whether a lexeme is written as a word.
    pub fn is_word(self) -> bool {
        self.is_name()
            || self.declares()
            || matches!(
                self,
                Self::Other
                    | Self::Key
                    | Self::Directive
                    | Self::Export
                    | Self::OwnExport
                    | Self::Default
                    | Self::Overloaded
                    | Self::Control
                    | Self::Condition
                    | Self::Loop
                    | Self::Attributes
                    | Self::Caught
                    | Self::Alternative
                    | Self::LoopHead
                    | Self::Beginning
                    | Self::Case
                    | Self::Leave
                    | Self::Repeat
                    | Self::Heritage
            )
    }
}

/// The role of each lexeme.
#[derive(Debug)]
pub struct DeclaredRules {
    /// The role of each set of terminals of the lexer; none if the parser ignores the lexeme.
    roles: Vec<Option<Role>>,
    terms: Vec<(Role, TermId)>,
    /// The words that begin declarations.
    pub words: Vec<Vec<u8>>,
    /// The words that stand before what a file exports.
    pub exports: Vec<Vec<u8>>,
    /// The words with which a file imports or exports something.
    pub of_modules: Vec<Vec<u8>>,
    /// The words behind which a label may be named.
    pub jumps: Vec<Vec<u8>>,
    /// The texts that make a function strict.
    pub directives: Vec<Vec<u8>>,
    /// The words that name the member of a class of which there is one.
    pub constructors: Vec<Vec<u8>>,
    /// The terminals of names of members, and of what may close a class.
    pub private: TermSet,
    pub closing: TermSet,
    /// The terminals of words behind which a label may be named.
    pub leaving: TermSet,
    /// The terminals of names.
    pub names: TermSet,
    /// What stands before a file that imports or exports something.
    pub module: Option<TermId>,
    /// Whether a hole may begin in each declared mode.
    holes: Vec<bool>,
}

impl DeclaredRules {
    /// Returns the roles of the lexer's sets, given the terminals of each role by its name in a manifest, and those of each
    /// declared mode.
    pub fn new(
        source: &[(String, Vec<TermId>)],
        (terminals, modes): (&[Terminal], &[(String, Vec<TermId>)]),
        (sets, ignored): (&[TermSet], &TermSet),
    ) -> Result<Self, String> {
        let mut terms = Vec::new();
        for (name, own) in source {
            let role = Role::named(name).ok_or_else(|| format!("declarations: there is no role {name}"))?;
            terms.extend(own.iter().map(|&term| (role, term)));
        }
        let role = |set: &TermSet| {
            let found = terms.iter().find(|(_, term)| set.contains(*term));
            (!set.intersects(ignored)).then(|| found.map_or(Role::Other, |&(role, _)| role))
        };
        let roles = sets.iter().map(role).collect();
        let literals = |is_wanted: &dyn Fn(Role) -> bool| {
            let wanted = terms.iter().filter(|(role, _)| is_wanted(*role));
            let literals = wanted.filter_map(|(_, term)| terminals[term.index()].literal.as_ref());
            literals.map(|word| word.as_bytes().to_vec()).collect()
        };
        let words = literals(&|role| role.declares() || role == Role::Caught || role.exports());
        let exports = literals(&Role::exports);
        let of_modules = literals(&|role| role == Role::Import || role.exports());
        let module = terms.iter().find(|(role, _)| *role == Role::Module).map(|&(_, term)| term);
        let jumps = literals(&|role| matches!(role, Role::Leave | Role::Repeat));
        let has_directives = terms.iter().any(|(role, _)| *role == Role::Directive);
        let directives = if has_directives { DIRECTIVES.map(<[u8]>::to_vec).to_vec() } else { Vec::new() };
        let constructors = literals(&|role| role == Role::Constructor);
        let [private, closing] = [Role::Private, Role::CloseBlock].map(|role| those_of(&terms, &[role]));
        let leaving = those_of(&terms, &[Role::Leave, Role::Repeat]);
        let roles_of_names: Vec<Role> =
            terms.iter().map(|&(role, _)| role).filter(|role| role.is_name()).collect();
        let names = those_of(&terms, &roles_of_names);
        let is_hole = |term: &TermId| terms.contains(&(Role::Hole, *term));
        let holes = modes.iter().map(|(_, own)| own.iter().any(is_hole)).collect();
        Ok(Self {
            roles,
            terms,
            words,
            exports,
            of_modules,
            jumps,
            directives,
            constructors,
            private,
            closing,
            leaving,
            names,
            module,
            holes,
        })
    }

    /// Returns whether a hole may begin in a declared mode, so that the mode may also follow one.
    pub fn has_holes(&self, mode: u8) -> bool {
        self.holes[usize::from(mode)]
    }

    /// Returns the role of a lexeme of this set; none if the parser ignores the lexeme.
    #[inline]
    pub fn role_of(&self, set: TermSetId) -> Option<Role> {
        self.roles.get(set.index()).copied().flatten()
    }

    /// Returns the terminals of some roles.
    pub fn of(&self, roles: &[Role]) -> TermSet {
        those_of(&self.terms, roles)
    }
}

/// Returns the terminals of some roles.
fn those_of(terms: &[(Role, TermId)], roles: &[Role]) -> TermSet {
    let mut found = TermSet::default();
    for (_, term) in terms.iter().filter(|(role, _)| roles.contains(role)) {
        found.insert(*term);
    }
    found
}
