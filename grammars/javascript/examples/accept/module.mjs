import a from 'a'
import b, { c, d as e, default as f, 'g-h' as g } from "b";
import * as h from 'h'
import 'i'
import j from './j.json' with { type: 'json' }
export { a, b as default, c as 'd' }
export * from 'k'
export * as l from 'l'
export const m = 1, n = 2
export function o() {}
export async function p() {}
export class q {}
export default class extends r {}
@s @t.u(v) class w { @x y; @z() a() {} }
@s
export class b2 {}
await a
for await (const c of d) ;
using e2 = f()
