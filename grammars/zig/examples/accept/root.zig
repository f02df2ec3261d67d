pub const a = @import("a.zig");
comptime {
    _ = a;
}
export fn f(x: [*c]const u8, ...) callconv(.c) void {
    _ = x;
}
