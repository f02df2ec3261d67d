//! The names that are bound at a cursor, and the names that a middle reads.
//!
//! The rule is one of text order: a name counts as bound where it is read if it was bound before in its scope, or
//! anywhere in a scope around a function that runs later, or by the language itself. What follows later in the
//! text therefore never makes a name known, and a refused name remains refused.
//!
//! The contexts are read one logical line at a time. A line's names have several terminals each, one for each thing
//! that may be done with a name; [`lines::charts`] finds those that the grammar allows in the line. [`lines::line`] collects
//! what a line binds and opens, [`environment`] adds the lines up to the scopes at the cursor, [`surrounding`] keeps
//! them over edits, and [`cursor`] follows the middle from there.

pub mod blocks;
pub mod checks;
pub mod cursor;
pub mod declarations;
pub mod environment;
pub mod lines;
mod lines_after;
mod lines_before;
mod middle;
mod missing;
pub mod surrounding;
pub mod symbols;
pub mod tables;
pub mod trail;
