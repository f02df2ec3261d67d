contract A { function f() public { g(1]; } }
