import assert from "node:assert/strict";
import { test } from "node:test";
import { nest } from "../src/nest.ts";

const CASES: readonly [Record<string, unknown>, unknown][] = [
  [{}, {}],
  [{ stop: "line" }, { stop: "line" }],
  [
    { "model.path": "/m", "model.threads": null, stop: "line", "log.level": "info" },
    { model: { path: "/m", threads: null }, stop: "line", log: { level: "info" } },
  ],
  [{ "a.b.c": 1, "a.b.d": [2], "a.e": { f: 3 } }, { a: { b: { c: 1, d: [2] }, e: { f: 3 } } }],
];

for (const [flat, nested] of CASES) {
  test(`${JSON.stringify(flat)} goes to the server as ${JSON.stringify(nested)}`, () => {
    assert.deepEqual(nest(flat), nested);
  });
}
