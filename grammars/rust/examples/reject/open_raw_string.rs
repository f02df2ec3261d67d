fn f() { r#"a"; }
