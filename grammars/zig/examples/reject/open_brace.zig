fn f() void {
