//! The hot path of quoin: the left and right quotient of a language by a text's two contexts.
//!
//! A [`session::Session`] keeps what it knows of both contexts, [`kept::Kept`] the charts that all texts of
//! a language share; [`quotient::Quotient`] holds the
//! quotient grammar and the charts of the middle; a [`quotient::State`] is a position in a growing
//! middle, cheap to copy. Bytes and tables come in, values go out: the core knows no files, no
//! models and no protocol.

pub mod ahead;
mod apart;
pub mod automaton;
pub mod blocks;
pub mod border;
mod byte_sets;
mod characters;
pub mod classes;
pub mod common;
pub mod completion;
pub mod costs;
mod differences;
pub mod earley;
pub mod estimates;
pub mod exits;
pub mod expected;
pub mod forward;
pub mod grammar;
pub mod guard;
mod guesses;
pub mod join;
pub mod kept;
mod kept_lexer;
mod kept_plans;
mod kernels;
pub mod layout;
pub mod left;
pub mod lexer;
pub mod limits;
mod loops;
pub mod marks;
mod masks;
pub mod names;
pub mod ngrams;
pub mod nodes;
mod passages;
pub mod places;
mod planner;
pub mod plans;
#[cfg(feature = "python")]
mod python;
pub mod quotient;
mod reach;
pub mod right;
pub mod runs;
pub mod scopes;
pub mod session;
pub mod sets;
pub mod shared;
pub mod simplify;
pub mod suffix;
pub mod surroundings;
pub mod text;
pub mod token_texts;
pub mod token_trie;
pub mod tokens;
pub mod verdict;
pub mod vocabulary;
pub mod weights;
