#![allow(dead_code)]
//! A crate.
use std::{collections::{self, HashMap as Map}, fmt::*};
pub(in crate::a) mod inner { #![cfg(test)] }
extern crate core as _;
extern "C" { fn puts(text: *const u8, ...) -> i32; static ERRNO: i32; }
/// Generics end with `>>`, `>=` and `>>=`.
struct Pair<'a, A: ?Sized + 'a = Vec<Vec<u8>>, const N: usize = { 1 }>(&'a A, [u8; N]) where A: for<'b> Fn(&'b str) -> Vec<u8>;
enum Shape { Point, Circle(f64), Square { side: f64 }, Tagged = 1 << 2, }
union Bits { float: f32, int: u32 }
type Table = Map<String, Vec<Option<u8>>>;
const SIZES: Vec<Vec<u8>>=Vec::new();
static mut COUNT: usize = 0xff_u8 as usize;
pub trait Area: Sized + 'static { const N: usize; type Of<'a> where Self: 'a; fn area(&self) -> f64 { 1. } fn of(self: Box<Self>); }
unsafe impl<T> Area for Pair<'_, T> where T: Copy, { default const N: usize = 1; fn of(mut self, (a, _): (u8, u8)) {} }
impl<T: Into<<T as Iterator>::Item>> !Send for Wrapper<<T as Iterator>::Item> {}
macro_rules! all { ($($name:ident),* $(,)?) => { $( fn $name() { [(); 1] } )* }; }
all! { a, b }
