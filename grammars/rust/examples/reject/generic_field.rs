fn f() { a.b::<T>; }
