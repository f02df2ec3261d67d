import assert from "node:assert/strict";
import { test } from "node:test";
import { appearance } from "../src/appearance.ts";
import type { Status } from "../src/state.ts";

const model = { name: "coder", path: "/coder.gguf", sizeBytes: 1_620_000_000 };

const CASES: readonly [Status, string, readonly string[]][] = [
  [{ state: "loading" }, "$(loading~spin) quoin", ["quoin is loading its model"]],
  [
    { state: "loading", message: "preparing java", model },
    "$(loading~spin) quoin",
    ["quoin is preparing java", "Model: coder (1.6 GB)"],
  ],
  [
    { state: "loading", progress: 0.429, model },
    "$(loading~spin) quoin 42 %",
    ["quoin is loading its model 42 %", "Model: coder (1.6 GB)"],
  ],
  [
    { state: "ready", model: { name: "coder at http://a:1", path: "coder", sizeBytes: 0 } },
    "$(pass-filled) quoin",
    ["quoin is ready", "Model: coder at http://a:1"],
  ],
  [{ state: "ready", model: null, guarantee: null }, "$(pass-filled) quoin", ["quoin is ready"]],
  [
    { state: "ready", guarantee: "file" },
    "$(pass-filled) quoin",
    ["quoin is ready", "Last completion: the whole file parses with it"],
  ],
  [
    { state: "ready", guarantee: "file", remarks: ["binds `total`, which line 14 reads"] },
    "$(pass-filled) quoin",
    [
      "quoin is ready",
      "Last completion: the whole file parses with it",
      "It binds `total`, which line 14 reads",
    ],
  ],
  [
    { state: "ready", guarantee: "file", promise: "TOML 1.0, exactly as CPython's tomllib takes it" },
    "$(pass-filled) quoin",
    [
      "quoin is ready",
      "Language: TOML 1.0, exactly as CPython's tomllib takes it",
      "Last completion: the whole file parses with it",
    ],
  ],
  [
    { state: "ready", guarantee: "file", promise: "ECMAScript 2025", part: "javascript" },
    "$(pass-filled) quoin",
    [
      "quoin is ready",
      "Language of the part around the cursor: ECMAScript 2025",
      "Last completion: all of the javascript around the cursor parses with it",
    ],
  ],
  [
    { state: "ready", guarantee: "region", part: "css" },
    "$(pass) quoin",
    [
      "quoin is ready",
      "Last completion: the css around the cursor is broken elsewhere; the rest parses with it",
    ],
  ],
  [
    { state: "ready", guarantee: "none", part: null },
    "$(circle-outline) quoin",
    ["quoin is ready", "Last completion: no guarantee"],
  ],
  [
    { state: "ready", guarantee: "region" },
    "$(pass) quoin",
    ["quoin is ready", "Last completion: the file is broken elsewhere; the rest parses with it"],
  ],
  [
    { state: "ready", guarantee: "none" },
    "$(circle-outline) quoin",
    ["quoin is ready", "Last completion: no guarantee"],
  ],
  [
    { state: "ready", guarantee: "region", reason: "the cursor is in a comment (setting suppressIn)" },
    "$(pass) quoin",
    ["quoin is ready", "Last: no suggestion, because the cursor is in a comment (setting suppressIn)"],
  ],
  [
    { state: "off", reason: "the model wants nothing here" },
    "$(circle-slash) quoin",
    ["quoin is switched off"],
  ],
  [{ state: "thinking" }, "$(sparkle) quoin", ["quoin is looking for a completion"]],
  [{ state: "off", guarantee: "file" }, "$(circle-slash) quoin", ["quoin is switched off"]],
  [{ state: "error" }, "$(error) quoin", ["quoin is not running"]],
  [
    { state: "error", message: "no such file: /x.gguf", guarantee: "file" },
    "$(error) quoin",
    ["no such file: /x.gguf"],
  ],
];

for (const [status, text, lines] of CASES) {
  test(`${JSON.stringify(status)} is shown as ${text}`, () => {
    assert.deepEqual(appearance(status), { text, lines });
  });
}
