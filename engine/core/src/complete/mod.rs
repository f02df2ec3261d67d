//! Short completions: the least text that turns a viable middle into a member.
//!
//! Nothing here knows a model's tokens.

pub mod estimates;
pub mod search;
