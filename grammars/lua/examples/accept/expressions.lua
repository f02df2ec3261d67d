x = 1 + 2 - 3 * 4 / 5 // 6 % 7 ^ -8 .. "a" .. 9
x = not a and b or c == d ~= e <= f >= g < h > i
x = a | b ~ c & d << 1 >> ~2
x = - - -#t, not not x, -x ^ -y
x = { 1, 2; 3, a = 1, ["b"] = 2, [3] = { {} }, f(), ..., }
x = function(a, b, ...) local c = ...; return function() return c end end
x = f"a"'b'[[c]]{ d }(e, f):g().h[i].j
x = (a).b, ("%d"):format(1), #"text", (...)
x = nil, true, false, ...
