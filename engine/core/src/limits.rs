//! The limits of the core: the meaning of each, and what happens when it is exceeded.

/// Maximum number of terminals of a language, including those that the layout policy feeds. A grammar with
/// more is refused.
pub const MAX_TERMINALS: usize = 256;

/// Maximum number of states of all rule automata together. A grammar with more is refused.
pub const MAX_STATES: usize = 60_000;

/// Maximum number of states of all rules together before they are made deterministic, and after that but before
/// rules are inlined. A grammar with more is refused.
pub const MAX_SOURCE_STATES: u64 = 1 << 16;

/// Maximum number of states of which the states of a deterministic automaton are made up, those that several are
/// made up of counted each time. A rule with more is refused, or not changed where a change would need more.
pub const MAX_SUBSET_STATES: usize = 1 << 22;

/// Maximum memory, in bytes, of the automata that are not deterministic yet for the terminals. A grammar that
/// needs more is refused.
pub const MAX_PATTERN_BYTES: usize = 16 << 20;

/// Maximum number of states of the lexer's automaton before it is minimised. A grammar with more is refused.
pub const MAX_LEXER_STATES: usize = 200_000;

/// Maximum memory, in bytes, for building the lexer's automaton. A grammar that needs more is refused.
pub const MAX_LEXER_BYTES: usize = 256 << 20;

/// Maximum number of states of an automaton into which a rule is inlined. A rule that would exceed it is not
/// inlined.
pub const MAX_INLINED_STATES: usize = 600;

/// Maximum number of states that inlining one rule adds to the grammar. A rule that would add more is not
/// inlined.
pub const MAX_INLINE_GROWTH: usize = 60;

/// Maximum length of each context, in bytes. The quotient by a longer context is refused with an error.
pub const MAX_CONTEXT_BYTES: usize = 64 << 20;

/// Memory limit of the charts of a language, in bytes. If the charts of the text that was read first take
/// more than half of it, the limit is twice their size. Charts beyond the limit are dropped, and every text
/// is read anew.
pub const KEPT_CHARTS_BYTES: usize = 8 << 20;

/// How many times the memory limit of the charts is while a session goes on with the text that it has read, of which
/// most would have to be read anew.
pub const KEPT_CHARTS_TIMES: usize = 3;

/// Memory limit of the charts of a language's lines, in bytes. Charts beyond the limit are dropped before the next line
/// is read.
pub const KEPT_LINES_BYTES: usize = 4 << 20;

/// Memory limit of a session for each context, former texts included: this many bytes, plus
/// [`KEPT_BYTES_PER_BYTE`] for each byte of the text. A session beyond the limit is emptied, and the text is
/// read anew.
pub const KEPT_BYTES: usize = 8 << 20;

/// Bytes by which the memory limit of a session grows for each byte of the text; see [`KEPT_BYTES`].
pub const KEPT_BYTES_PER_BYTE: usize = 160;

/// Maximum number of columns at which a block that began before the right context may end, counted from a
/// line that is indented less than all lines before it in the right context. A middle that needs a block at a
/// higher column is refused. The work grows with the square of this number.
pub const MAX_BLOCK_COLUMNS: u32 = 400;

/// Maximum number of rules that are open at once in a context: as many brackets, blocks or operands can lie in one
/// another there. A context with more is refused with an error.
pub const MAX_DEPTH: u32 = 1 << 16;

/// Number of lexemes of a right context, and twice the number of its positions, after which a text that repeats itself is
/// read chunk by chunk: equal chunks share what is known of them. The answers are the same.
pub const MAX_AT_ONCE: usize = 1 << 11;

/// How many times [`MAX_AT_ONCE`] lexemes are read at once of a text that does not repeat itself. An interrupted reading
/// begins again with these.
pub const MAX_TIMES_AT_ONCE: usize = 1 << 6;

/// Maximum number of brackets and replacement fields that are open at once (`CPython`'s `MAXLEVEL`). A text
/// with more is refused.
pub const MAX_BRACKETS: u16 = 200;

/// Maximum number of levels of indentation, including the file's own level (`CPython`'s `MAXINDENT`). A text
/// with more is refused.
pub const MAX_LEVELS: u32 = 100;

/// Maximum number of formatted strings nested in one another (`CPython`'s `MAXFSTRINGLEVEL`). A text with
/// more is refused.
pub const MAX_FORMATTED: u16 = 149;

/// Maximum number of format specifications nested in one another since Python 3.12; the innermost has no
/// fields.
pub const MAX_FORMAT_LEVEL: u8 = 3;

/// Maximum number of format specifications nested in one another before Python 3.12, where a formatted string
/// is one token; the innermost has no fields.
pub const MAX_FORMAT_LEVEL_OF_ONE_TOKEN: u8 = 2;

/// Maximum length of a number, in bytes. `CPython` converts no decimal integer of more than 4,300 digits;
/// longer numbers of any kind are refused.
pub const MAX_NUMBER_BYTES: usize = 4300;

/// Maximum size, in bytes, of a vocabulary's classes of tokens for one language. Classes that exceed it are
/// dropped and computed anew.
pub const MAX_CLASSES_ROOM: usize = 40 << 20;

/// Maximum size, in bytes, of what is kept of the classes of tokens by what can follow, for one language and vocabulary.
/// What exceeds it is dropped and computed anew.
pub const MAX_SETTLED_ROOM: usize = 4 << 20;

/// Maximum size, in bytes, of the masks that a quotient keeps. Masks that exceed it are dropped and computed
/// anew.
pub const MAX_MASKS_ROOM: usize = 4 << 20;
