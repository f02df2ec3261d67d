//! Characters: those of several bytes, and names of characters.

pub mod unicode_names;
pub mod utf8;
