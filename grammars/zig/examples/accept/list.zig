//! A list of words.
const std = @import("std");

pub const Error = error{ OutOfMemory, Empty };

/// A word with its count.
const Word = struct {
    text: []const u8,
    count: u32 = 0,
    next: ?*Word = null,

    pub fn init(text: []const u8) Word {
        return .{ .text = text };
    }
};

const State = enum(u8) { open = 1, closed, @"in between" };
const Value = union(enum) {
    number: f64,
    text: []const u8,
    nothing,
};

fn add(comptime T: type, a: T, b: T) Error!T {
    if (a == 0) return error.Empty else if (b > 0x10) {
        return a +% b;
    }
    return a * 2 + b -| 1;
}

pub fn main() !void {
    var buffer: [1 << 10]u8 = undefined;
    const words = [_][]const u8{ "a", "b\n", "\u{e9}" };
    defer std.debug.print("{s}\n", .{buffer[0..2]});
    for (words, 0..) |word, i| {
        if (i % 2 == 0) continue;
        _ = add(usize, i, word.len) catch |err| switch (err) {
            error.Empty => 0,
            else => return err,
        };
    }
    var i: usize = 0;
    outer: while (i < 10) : (i += 1) {
        while (true) break :outer;
    }
    const text =
        \\one line
        \\another
    ;
    const value: Value = blk: {
        break :blk if (text.len > 0) .{ .text = text } else .nothing;
    };
    switch (value) {
        .number => |n| std.debug.assert(n > 0.5e3),
        .text, .nothing => {},
    }
    const pointer: *align(4) const u8 = @ptrCast(&buffer);
    const last = if (pointer.* == 'x') words[words.len - 1] else null orelse "none";
    _ = last;
}

test "add" {
    try std.testing.expectEqual(@as(u8, 3), try add(u8, 1, 2));
}
