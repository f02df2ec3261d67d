//! The hot path of quoin: the left and right quotient of a language by a text's two contexts.
//!
//! A [`session::Session`] keeps what is known of both contexts of a document;
//! [`charts::pool::ContextCharts`] holds the charts that all texts of a language share. A
//! [`quotient::Quotient`] holds the quotient grammar and the charts of the middle. A [`quotient::State`] is a
//! position in a growing middle and is cheap to copy. The core takes bytes and tables and returns values: it
//! depends on no files, no models and no protocol.

pub mod base;
pub mod charts;
pub mod complete;
pub mod context;
pub mod grammar;
pub mod guard;
pub mod language;
pub mod layout;
pub mod lexer;
pub mod limits;
pub mod logits;
pub mod mask;
pub mod matcher;
pub mod names;
pub mod ngrams;
pub mod quotient;
pub mod rules;
pub mod session;
pub mod vocab;
