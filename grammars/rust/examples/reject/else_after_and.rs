fn f() { let Some(x) = y && z else { return }; }
