const a = b as C
const d = e satisfies F as G<H>[] | undefined
const g = (x as any).y!.z![0]!(1)
const h = f<T>(x)
const i = f<A<B<C>>>(x)
const j = new Map<string, Set<number>>()
const k = a < b > c
const l = f(a < b, c > d)
const m = f<A, B>
const n = a?.<T>(b) ?? c?.[0]!.d<E>`f`
const o = <T>(x: T): T => x
const p = async <T,>(x: T, y?: number): Promise<T> => x
const q = <const T extends readonly unknown[]>(x: T) => x
const r = <any>x + <A<B>>y
const s = a ? (b) : c => d
const t = a ? (b): c => d : e
const u = (a): a is B => true
const v = ({ a, b }: C, [d]: E[] = [], ...f) => a
const w = x as const
const x = <const>['a']
const y = a as number / 2
const z = (a as B)
  + 1
let aa = a as B
(1)
let bb = a!
(1)
let cc = a satisfies B
`d`
f<T>
(x)
const dd = { a<T>(b: T): T { return b }, async *c(): D {}, get e(): F { return 1 } }
for (const ee of a as B[]) f(ee!)
if (a < b && c > d) e()
const ff = a < b || c >> d >>> e >= f
let gg = (a: string)=>a, hh = (a?: B) => a
let ii = function <T>(this: A, a: T): asserts a {}
type = abstract
declare = namespace
module
a
as
satisfies
is = keyof + readonly

if (a as number < b && c as unknown as number < d) e()
const gg = a as const | b
const hh = a as const
  < b
