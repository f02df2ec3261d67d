contract A { function f() public {
