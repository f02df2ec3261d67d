fn f() void { else {} }
