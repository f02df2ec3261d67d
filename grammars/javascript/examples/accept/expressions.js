a = b / c / d
a = /b/.test(c) / d
a = (b) / c
if (a) /b/.test(c)
a = b ? /c/ : d / e
a = `b${c}d${`e${{ f: 1 }.f}`}g` + h`i`
a = { b, c: 1, 'd': 2, 3: 4, [e]: 5, ...f, g() {}, get h() { return 1 }, set h(i) {}, async j() {}, *k() {}, async *l() {}, get: 1, set, async, static: 2, if: 3 }
a = [, 1, , ...b, ]
a = b?.c?.[d]?.(e)
a = b?.5:1
a = 1..toString() + 1.5e3 + .5 + 0x1f + 0b1 + 0o7 + 1_000n
a = b ?? c
a = (b || c) && d
a **= (-(b ** c)) ** 2
a = -b + +c - -d + ++e - --f
a = typeof void delete !~b
a = b++ + c-- + ++d
a = new B, new B(), new B.C(d).e(), new (f())(), new.target
a = async x => await x, async (x) => x, (x, y = 1, ...z) => x, ({ x, y: [z] }) => x
a = function () {}, function* b() {}, async function () {}, class {}, class B extends C {}
a = b.if.class.return / c
a = super.b, import.meta.url, import('c'), #d in e
a = b ? c : d ? (e) : f => g
a = (b, c)
a = 'b\
c' + "\u{10ffff}\x41\0"
;({ a, b } = c)
;[a, b] = [b, a]
a ||= b &&= c ??= d
a = b in c instanceof d
a = b < c > d >> e >>> f << g
a = /[/]\/(?<b>c)/giu
of = async; async = get; a.let = { let: 1 }
\u0061b\u{63} = d
xx = class extends {} {}
yy = class extends { a }.b {}
