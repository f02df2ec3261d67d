fn f() void { if {} }
