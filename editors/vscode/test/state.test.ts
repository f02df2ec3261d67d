import assert from "node:assert/strict";
import { test } from "node:test";
import { type Status, seenFrom } from "../src/state.ts";

const LAST: Status = {
  state: "ready",
  model: null,
  guarantee: "file",
  reason: "the cursor is in a string",
  remarks: [],
  promise: "TOML 1.0",
  part: "css",
};

const CASES: readonly [string | null, string | undefined, boolean][] = [
  ["file:///a.toml", "file:///a.toml", true],
  ["file:///a.toml", "file:///b.hs", false],
  ["file:///a.toml", undefined, false],
  [null, "file:///b.hs", true],
];

for (const [document, shown, kept] of CASES) {
  test(`what was said of ${document} in ${shown}`, () => {
    const status = { ...LAST, document };
    assert.deepEqual(seenFrom(status, shown), kept ? status : { state: "ready", model: null });
  });
}
