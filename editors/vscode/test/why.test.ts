import assert from "node:assert/strict";
import { test } from "node:test";
import type { Status } from "../src/state.ts";
import { explanation } from "../src/why.ts";

const CASES: readonly [Status, string, readonly string[]][] = [
  [
    { state: "ready", reason: "the cursor is in a string (setting suppressIn)" },
    "No suggestion, because the cursor is in a string (setting suppressIn).",
    ["Open Settings"],
  ],
  [
    { state: "thinking", guarantee: "file", reason: "the file is broken at line 12" },
    "No suggestion, because the file is broken at line 12.",
    [],
  ],
  [{ state: "off", reason: "old" }, "No suggestion, because quoin is switched off.", ["Switch On"]],
  [{ state: "error", message: "it is lost." }, "No suggestion, because it is lost.", ["Show Log"]],
  [
    { state: "ready", guarantee: "file", reason: null },
    "The last request was answered with a suggestion.",
    [],
  ],
  [
    { state: "ready", guarantee: "file", remarks: ["binds `total`, which line 14 reads"] },
    "The last request was answered with a suggestion. It binds `total`, which line 14 reads.",
    [],
  ],
  [{ state: "ready" }, "No suggestion has been asked for in this file yet.", []],
];

for (const [status, sentence, titles] of CASES) {
  test(`${JSON.stringify(status)}: ${sentence}`, () => {
    const found = explanation(status);
    assert.equal(found.sentence, sentence);
    assert.deepEqual(
      found.remedies.map(({ title }) => title),
      titles,
    );
  });
}
