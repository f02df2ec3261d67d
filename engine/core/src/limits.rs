//! Every limit of the core in one place: its meaning, and what exceeding it does.

/// Terminals of a language, those fed by the layout policy included. More: the grammar is refused.
pub const MAX_TERMINALS: usize = 256;

/// States of all rule automata together. More: the grammar is refused.
pub const MAX_STATES: usize = 60_000;

/// States of the lexer's automaton before minimising. More: the grammar is refused.
pub const MAX_LEXER_STATES: usize = 200_000;

/// Size in bytes that building the lexer's automaton may take. More: the grammar is refused.
pub const MAX_LEXER_BYTES: usize = 256 << 20;

/// Inlining a rule may not make one automaton larger than this many states; the rule is kept then.
pub const MAX_INLINED_STATES: usize = 600;

/// States that inlining one rule may add to the grammar; a rule that costs more is kept.
pub const MAX_INLINE_GROWTH: usize = 60;

/// Bytes of either context. More: the quotient is refused with an error.
pub const MAX_CONTEXT_BYTES: usize = 64 << 20;

/// Bytes that the charts of a language may take, or twice those of the text that was read first. More:
/// they are forgotten, and every text is read as if it were the first.
pub const KEPT_CHARTS_BYTES: usize = 32 << 20;

/// Bytes that a session may keep in either context, for what it knows of former texts too: so many, and
/// so many more for each byte of the text. More: all is forgotten, and the text is read as if it were the
/// first.
pub const KEPT_BYTES: usize = 8 << 20;
pub const KEPT_BYTES_PER_BYTE: usize = 160;

/// Columns, above a line that is lower than all before it in the right context, at which a block
/// that began outside it may end. A middle that needs a block at a higher column is refused; the
/// work grows with the square of this number.
pub const MAX_BLOCK_COLUMNS: u32 = 400;

/// Brackets and replacement fields open at once (`CPython`'s `MAXLEVEL`). More: the text is refused.
pub const MAX_BRACKETS: u16 = 200;

/// Levels of indentation (`CPython`'s `MAXINDENT`, the file's own level among them). More: the text
/// is refused.
pub const MAX_LEVELS: u32 = 100;

/// Formatted strings inside one another (`CPython`'s `MAXFSTRINGLEVEL`). More: the text is refused.
pub const MAX_FORMATTED: u16 = 149;

/// Format specifications inside one another, the innermost without fields: since Python 3.12, and
/// before.
pub const MAX_FORMAT_LEVEL: u8 = 3;
pub const MAX_FORMAT_LEVEL_OF_ONE_TOKEN: u8 = 2;

/// Bytes of a number. `CPython` converts no decimal integer of more than 4,300 digits; longer numbers
/// of any kind are refused.
pub const MAX_NUMBER_BYTES: usize = 4300;

/// Bytes of a vocabulary's classes of tokens for one language. More: they are made anew.
pub const MAX_CLASSES_ROOM: usize = 40 << 20;

/// Bytes of the masks that a quotient keeps. More: they are made anew.
pub const MAX_MASKS_ROOM: usize = 4 << 20;
