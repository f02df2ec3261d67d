//! Layout: the step between the lexer and the parser. This is the only folder that names a language.
//!
//! It knows lexemes and terminals; it never sees a compiled grammar, a chart or a text.

pub mod arguments;
pub mod columns;
pub mod conditions;
pub mod counts;
pub mod declared;
mod java;
pub mod keys;
pub mod mode_rules;
pub mod modes;
pub mod moves;
pub mod place;
mod python;
pub mod quotes;
pub mod roles;
pub mod scopes;
pub mod tags;
pub mod violation;

use crate::base::sets::TermSet;
use crate::lexer::Lexer;
use crate::lexer::ids::TermSetId;
use crate::lexer::terminals::Terminal;
use crate::rules::marks;
use crate::rules::simplify::Rules;
use conditions::Conditions;
use declared::DeclaredRules;
use keys::KeyTerms;
use mode_rules::{ModeAction, ModeRules};
use moves::{LexerMode, LineEnds, MoveSource, Moves};
pub use python::LogicalLines;
use tags::TagTerms;

/// The steps of a language between its lexer and its parser; a language without any has none of the parts.
pub struct Layout {
    /// Logical lines, and indentation by columns, for languages in which line ends count.
    pub lines: Option<LogicalLines>,
    /// The line ends that are lexemes of content in some declared modes.
    pub line_ends: Option<LineEnds>,
    /// The errors that the parser finds and the grammar does not state.
    pub conditions: Conditions,
    /// The lexemes of declarations, if names are declared once.
    pub declared: Option<DeclaredRules>,
    /// The lexer's modes.
    pub modes: ModeRules,
    /// The action of each set of terminals of the lexer.
    actions: Vec<ModeAction>,
}

impl Layout {
    /// Returns the layout of that name for a version of the language, by default the newest, and for its
    /// compiler if `compiles` is set, else for its parser. `declared` holds the moves between the modes, if the layout
    /// does not move by itself. Fails if the name is unknown, the grammar lacks a terminal that the layout needs, or
    /// the moves cannot be.
    pub fn new(
        name: &str,
        (version, compiles): (Option<&str>, bool),
        (terminals, ignored): (&[Terminal], &TermSet),
        lexer: &Lexer,
        (modes, declared): (&[LexerMode], &[MoveSource]),
        (keys, tags, declarations): (Option<KeyTerms>, Option<TagTerms>, Option<DeclaredRules>),
    ) -> Result<Self, String> {
        let (mut lines, mut line_ends) = (None, None);
        if tags.is_some() && name != "none" {
            return Err(format!("tags: the layout {name:?} has none, only \"none\" has"));
        }
        let rules = match name {
            "none" | "java" if declared.is_empty() => ModeRules::none(terminals.len(), modes[0].start),
            "none" | "java" => {
                let found = Moves::new(declared, modes, terminals.len(), ignored)?;
                line_ends = LineEnds::find(modes, lexer, ignored);
                ModeRules::declared(found, modes, lexer)?
            }
            "python" if !declared.is_empty() => {
                return Err("moves: the python layout policy moves between its modes by itself".to_owned());
            }
            "python" => {
                let found =
                    LogicalLines::find((terminals, ignored), python::Version::parse(version)?, compiles)?;
                let one_token = found.version.formatted_string_is_one_token();
                let rules = ModeRules::find(terminals, modes, &found.openers, &found.closers, one_token)?;
                lines = Some(found);
                rules
            }
            _ => {
                return Err(format!(
                    "unknown layout policy {name:?}: there are \"none\", \"java\" and \"python\""
                ));
            }
        };
        let actions = rules.of_sets(&lexer.sets, terminals)?;
        let conditions = match &lines {
            Some(lines) => Conditions::of_lines(lines, terminals, &lexer.sets, ignored, (&rules, &actions)),
            None if name == "java" => Conditions::of_members(terminals, &lexer.sets, ignored),
            None => {
                let keys = keys.map(|keys| Conditions::of_keys(keys, &lexer.sets, ignored));
                let tags = || tags.map(|tags| Conditions::of_tags(tags, &lexer.sets, ignored));
                keys.or_else(tags).unwrap_or_default()
            }
        };
        Ok(Self { lines, line_ends, conditions, declared: declarations, modes: rules, actions })
    }

    /// Returns the action of a lexeme of this set.
    #[inline]
    pub fn action_of(&self, set: TermSetId) -> ModeAction {
        self.actions[set.index()]
    }

    /// Marks the states of rules by the declared modes that are possible before them, where that matters, and finds those in which a text
    /// may end.
    pub fn mark(&mut self, rules: &mut Rules) {
        let Some(moves) = &mut self.modes.moves else { return };
        let last = if moves.needs_marks {
            marks::mark(rules, |term| moves.marks(term))
        } else {
            marks::last(rules, |term| moves.marks(term))
        };
        moves.end_with(last);
    }

    /// Returns whether the states of rules are marked by declared modes.
    pub fn has_marks(&self) -> bool {
        self.modes.moves.as_ref().is_some_and(|moves| moves.needs_marks)
    }

    /// Returns the version of Unicode whose names of characters strings may contain; empty if none is needed.
    pub fn names_version(&self) -> &'static str {
        self.lines.as_ref().map_or("", |lines| lines.version.unicode())
    }
}
