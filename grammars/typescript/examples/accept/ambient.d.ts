#!/usr/bin/env node
/// <reference lib="es2020" />
declare var a: string;
declare function b(c: string): void;
declare function b(c: number): void
export = a;
export as namespace D;
interface E {
    a: any; b: any
    c(): void, d: E
}
