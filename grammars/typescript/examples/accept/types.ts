type Name = string
type A<T, U extends T = T> = | T | readonly U[] & { a: T }
type B = A<Map<string, Array<number>>>
type Get<T, K> = K extends keyof T ? T[K] : never
type Returned<T> = T extends (...args: any[]) => infer R ? R : T extends [infer U extends string] ? U : T extends () => void ? true : never
type Partly<T> = { readonly [K in keyof T]?: T[K] }
type Full<T> = {
  -readonly [K in keyof T as `get${Capitalize<K & string>}`]-?: () => T[K];
}
type Pair = [first: string, second?: number, ...rest: boolean[]]
type Pairs = [string, number?, ...A<string>[]]
type Made = new (a: number) => object
type Abstract = abstract new <T>() => T
type Is = (x: unknown) => x is string
type Fact = (x: unknown) => asserts x is { a: string }
type Here = (this: Window, { a, b }: { a: 1, b: -2n }, [c]?: [void]) => this
type Value = typeof a.b.c<string>
type Other = import("./a", { with: { "resolution-mode": "import" } }).B<C>
type Whole = typeof import('a')
type Route = `/${string}/${number | `${bigint}`}`
type Unique = { readonly a: unique symbol }
type Function = (a: string) => (b: number) => void
type Long =
  | 'a'
  | null
  | undefined
  | A
    .B
type Last = A
[1, 2].map(f)
type Next = A
<T>x
interface A<T> extends B, C.D<T> {
  a: string
  b?: number,
  readonly c: A<B<C>>;
  (x: T): void
  new (x: T): A<T>
  <U>(y: U): U
  [key: string]: any
  d(): void
  e?<V>(a: V, ...b: V[]): asserts a
  get f(): string
  set f(x: string)
  get: number
  type
  readonly
  [Symbol.iterator](): Iterator<T>
}
let a: Array<Array<number>>= []
let b!: string, c: { a: 1 } | null = null, d
let e: typeof d
(1)
