//! Layout: the step between the lexer and the parser. This is the only folder that names a language.
//!
//! It knows lexemes and terminals; it never sees a compiled grammar, a chart or a text.

pub mod arguments;
pub mod columns;
pub mod conditions;
mod go;
mod java;
pub mod mode_rules;
pub mod modes;
pub mod place;
mod python;
pub mod quotes;
pub mod roles;
pub mod scopes;
pub mod violation;

use crate::base::sets::TermSet;
use crate::lexer::Lexer;
use crate::lexer::ids::{LexState, TermSetId};
use crate::lexer::terminals::Terminal;
use crate::rules::simplify::Rules;
use conditions::Conditions;
pub use go::{MARKS, StatementEnds, is_closed};
use mode_rules::{ModeAction, ModeRules};
pub use python::LogicalLines;

/// The steps of a language between its lexer and its parser; a language without any has none of the parts.
pub struct Layout {
    /// Logical lines, and indentation by columns, for languages in which line ends count.
    pub lines: Option<LogicalLines>,
    /// The line ends that end a statement, which the lexeme before them decides.
    pub statement_ends: Option<StatementEnds>,
    /// The errors that the parser finds and the grammar does not state.
    pub conditions: Conditions,
    /// The lexer's modes.
    pub modes: ModeRules,
    /// The action of each set of terminals of the lexer.
    actions: Vec<ModeAction>,
}

impl Layout {
    /// Returns the layout of that name for a version of the language, by default the newest, and for its
    /// compiler if `compiles` is set, else for its parser. `modes` holds the names of the lexer's modes with
    /// their starts. Fails if the name is unknown or the grammar lacks a terminal that the layout needs.
    pub fn new(
        name: &str,
        (version, compiles): (Option<&str>, bool),
        (terminals, ignored): (&[Terminal], &TermSet),
        lexer: &Lexer,
        modes: &[(String, LexState)],
    ) -> Result<Self, String> {
        let (mut lines, mut statement_ends) = (None, None);
        let rules = match name {
            "none" | "java" => ModeRules::none(terminals.len(), modes[0].1),
            "go" => {
                let ending = modes.iter().find(|mode| mode.0 == go::MODE).map(|mode| mode.1);
                let ending =
                    ending.ok_or_else(|| format!("the go layout policy needs a mode {}", go::MODE))?;
                statement_ends = Some(StatementEnds::find(terminals, lexer, ignored)?);
                ModeRules::endings(go::moves(terminals, ignored), modes[0].1, ending)
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
                    "unknown layout policy {name:?}: there are \"none\", \"go\", \"java\" and \"python\""
                ));
            }
        };
        let actions = rules.of_sets(&lexer.sets, terminals)?;
        let conditions = match &lines {
            Some(lines) => Conditions::of_lines(lines, terminals, &lexer.sets, ignored, (&rules, &actions)),
            None if name == "java" => Conditions::of_members(terminals, &lexer.sets, ignored),
            None => Conditions::default(),
        };
        Ok(Self { lines, statement_ends, conditions, modes: rules, actions })
    }

    /// Returns the action of a lexeme of this set.
    #[inline]
    pub fn action_of(&self, set: TermSetId) -> ModeAction {
        self.actions[set.index()]
    }

    /// Marks the states of rules by what may stand before them, where that matters: see [`MARKS`].
    pub fn mark(&self, rules: &mut Rules) {
        if self.statement_ends.is_some() {
            go::mark(rules, |term| self.modes.action_of(term) == ModeAction::MayEnd);
        }
    }

    /// Returns the version of Unicode whose names of characters strings may contain; empty if none is needed.
    pub fn names_version(&self) -> &'static str {
        self.lines.as_ref().map_or("", |lines| lines.version.unicode())
    }
}
