//! Earley's algorithm: charts over an arena, and the contexts' charts, which all texts of a language share.
//!
//! Nothing here knows a text.

pub mod earley;
pub mod forward;
pub mod kernels;
pub mod pool;
pub mod reverse;
pub mod shared;
