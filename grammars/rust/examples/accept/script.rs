#!/usr/bin/env -S cargo +nightly -Zscript
#![allow(dead_code)]
//! A file that is run as it stands.

fn main() {}
