class A { void f() { final @B(1) final int a; } }
