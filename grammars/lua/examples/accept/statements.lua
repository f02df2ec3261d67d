#!/usr/bin/env lua
-- Statements of all kinds.
local a, b <const>, c <close> = 1, 2, nil
local d
local const, close = "names", "too"
a, t.x, t[1], f().y = b, (c), ...
(f)();
local function fact(n) if n == 0 then return 1 else return n * fact(n - 1) end end
function t.a.b:c(self, ...) return self, ... end
function t.a() end
function g(...) return ... end
do local x; x = 1 end
while a do if b then break end end
repeat local e = f() until e;
(g or f)(a)
for i = 1, 10, 2 do break; f(i) end
for k, v in pairs(t) do t[k] = v; goto continue; ::continue:: end
if a then elseif b then c() elseif d then else return end
t:m "text" { 1, 2 } [[long]] :n()
f{a}.b = 1
x = 1 (f)()
x = {} (f)()
x = function() end (f)()
x = "" (f)()
x = -1 .. "a" (f)()
repeat until 1 (f)()
local y (f)()
goto done;
::done:: ; ::again::
return a, b;
