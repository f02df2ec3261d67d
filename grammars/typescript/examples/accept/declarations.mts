import type { A } from 'a'
import type B, { type C } from 'b'
import type from 'c'
import D = require('d')
import type E = require('e')
import F = G.H
import { type I, type J as K, type as, type as as L } from 'f'
export type { M } from 'g'
export type * as N from 'h'
export import O = P.Q
export { type R, S as T }
enum U { a, b = 1 << 2, 'c', d = `e`.length }
declare const enum V {}
export const enum W { a = 1, }
namespace X.Y { export const a = 1 }
declare module 'm' {
  export default a
}
declare module 'n'
declare global { interface Window { a: any } }
export abstract class Z<T> extends A<T> implements C, D<E> {
  private readonly a: string = 'b'
  static #b?: number
  declare c: string
  protected abstract d(): void
  abstract e: T
  public static async f<T>(this: T): Promise<void> {}
  constructor(private a: string, @b() public readonly c?: D, e = 1)
  constructor() { super() }
  g!: string
  [key: string]: any
  static readonly [a: symbol]: b;
  get h(): string { return '' }
  set h(value) {}
  override i?(): void
  readonly
  declare
  j: () => void = () => {}
  accessor k = 1;
  *l() {}
  m = a as B
  'n'?: C
  abstract
  static { a() }
}
class AA<in out T, const U> {}
function f(a: string): void
function f(a: any) {}
declare function g<T>(a: T): asserts a is NonNullable<T>
declare let a: string, b: number
declare class BB { c(): void; d: string }
declare namespace CC { let a; function b() }
export declare abstract class DD {}
export default interface EE {}
export default function (a: string): void
@a() @b.c export class FF {}
export @a abstract class GG {}
