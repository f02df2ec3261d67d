//! Short completions: cheap texts that make a viable middle a member.
//!
//! Nothing here knows a model's tokens.

pub mod estimates;
pub mod search;
