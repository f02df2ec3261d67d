fn f(a: u8, self: B) {}
