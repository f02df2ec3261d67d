//! Logical lines, read one by one: their lexemes, and what they do with names.

pub mod bodies;
pub mod charts;
mod far;
pub mod lexemes;
pub mod line;
pub mod line_names;
pub mod literals;
pub mod mistakes;
pub mod noted;
pub mod plain;
pub mod pool;
pub mod reader;
