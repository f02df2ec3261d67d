//! How names are declared.

use crate::base::treap::Value;

/// Stands before a name under which something is exported, among those that are declared.
const MARK: u8 = b' ';

/// Stands among the names of a file that imports or exports something; no name is written so.
pub const MODULE: &[u8] = b"*";

/// Stands among the names of parameters of which two have one name; no name is written so.
pub const REPEATED: &[u8] = b",";

/// Stands among the names of parameters, of which one is more than a name or no name in strict code, or the function's own name
/// is none there, so that no directive makes the function strict; no name is written so.
pub const UNDIRECTED: &[u8] = b"'";

/// Returns how a name stands among the names of a block that is exported.
pub fn marked(name: &[u8]) -> Vec<u8> {
    [&[MARK], name].concat()
}

/// Returns whether something stands among names that is none.
pub fn is_sign(name: &[u8]) -> bool {
    matches!(name, MODULE | REPEATED | UNDIRECTED)
}

/// Returns a name as it is written.
pub fn without_mark(name: &[u8]) -> &[u8] {
    name.strip_prefix(&[MARK]).unwrap_or(name)
}

/// How a name is declared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// A name of the block, which nothing else declares there.
    Block,
    /// A name of the function around.
    Hoisted,
    Function,
    /// A generator, which no block declares beside a function of its name.
    Routine,
    Parameter,
    /// Two parameters of one name.
    Parameters,
    /// A name that is declared twice in ways that go together in a function's body, and not in a block.
    OfBody,
    /// A name of a loop's head, which no name of the function around hides in the loop's block.
    Looped,
    /// Names that are declared and exported.
    ExportedBlock,
    ExportedHoisted,
    ExportedFunction,
    /// What a file exports under a name, once, and functions, which may be declared more than once.
    Export,
    Overload,
    /// Members of a class: one of a name of its own, what reads and sets the value of such a name, both, and the one of
    /// which there is one.
    Private,
    Getter,
    Setter,
    StaticGetter,
    StaticSetter,
    Accessors,
    Constructor,
    /// Members that cannot stand in one class.
    Twice,
    /// A name of its own that a class declares or uses.
    Perhaps,
}

impl Kind {
    /// Returns whether it is a member of a class.
    pub fn is_member(self) -> bool {
        !matches!(
            self,
            Self::Block
                | Self::Hoisted
                | Self::Function
                | Self::Routine
                | Self::Parameter
                | Self::Parameters
                | Self::OfBody
                | Self::Looped
                | Self::Perhaps
                | Self::Export
                | Self::Overload
        )
    }

    /// Returns whether two members may have one name.
    pub fn is_pair(self, other: Self) -> bool {
        let pairs = [(Self::Getter, Self::Setter), (Self::StaticGetter, Self::StaticSetter)];
        pairs.contains(&(self, other)) || pairs.contains(&(other, self))
    }

    /// Returns how a name is declared, and how it is exported.
    pub fn parts(self) -> (Option<Self>, Option<Self>) {
        match self {
            Self::ExportedBlock => (Some(Self::Block), Some(Self::Export)),
            Self::ExportedHoisted => (Some(Self::Hoisted), Some(Self::Export)),
            Self::ExportedFunction => (Some(Self::Function), Some(Self::Overload)),
            Self::Export | Self::Overload => (None, Some(self)),
            _ => (Some(self), None),
        }
    }
}

impl Value for Kind {
    fn print(&self) -> u64 {
        *self as u64
    }
}
