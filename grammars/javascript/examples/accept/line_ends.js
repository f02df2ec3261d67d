#!/usr/bin/env node
'use strict'
var a = 1, b
let c
const d = a
  + b
  - c
a
++
b
--c
a = b
;[1, 2].forEach(x => x)
;(function () { return })()
a = b
  (c)
  [d]
  .e
  ?.f
  `g`
if (a) b
else c
do a; while (b) c
do { a } while (b)
c
for (;;) { break
  continue }
while (a) b
a: for (const x of y) { continue a }
x => {}
/re/g.test(a)
f = () => ({})
(a)
function g() {
  return
  /re/
}
function* h() {
  yield
  yield a
  yield* b
  const x = yield
}
class C {
  a
  b = 1
  c = () => {}
  ['d'] = 2;
  *e() {}
  static
  f() {}
  get g() { return 1 }
  static { this.a = 1 }
  #h = 1
  async *i() { for await (const x of y) yield x }
  static async j() { await a
    await b }
  get = 1
  set;
  static
}
switch (a) {
  case 1: b; break
  case 2: { c }
  default: d
}
try { a } catch { b } finally { c }
a /* over
lines */ b
a = b /* within a line */ ; c
debugger
throw a
