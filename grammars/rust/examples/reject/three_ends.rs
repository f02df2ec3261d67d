fn f() { x as Vec<u8>>>b; }
