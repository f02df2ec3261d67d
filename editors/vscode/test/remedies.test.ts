import assert from "node:assert/strict";
import { test } from "node:test";
import {
  CHOOSE_MODEL,
  openSetting,
  type Remedy,
  remediesFor,
  remediesForReason,
  SHOW_LOG,
} from "../src/remedies.ts";

const CASES: readonly [string, boolean, readonly Remedy[]][] = [
  ["quoin: setting maxTokens must be a whole number from 1 to 4096", false, [openSetting("maxTokens")]],
  ["quoin: unknown setting model.pth", false, [openSetting("model.pth")]],
  ["quoin: setting log.file cannot be written to: No such file", false, [openSetting("log.file")]],
  ["quoin: there is no model file /m.gguf", true, [CHOOSE_MODEL, SHOW_LOG]],
  ["quoin: the server at http://a:1 does not answer", true, [openSetting("remote.url"), SHOW_LOG]],
  [
    "quoin: the starter model does not know lisp; choose a model for it (setting model.path)",
    false,
    [CHOOSE_MODEL],
  ],
  ["quoin: something else", false, [SHOW_LOG]],
];

for (const [message, isError, remedies] of CASES) {
  test(`${message}: ${remedies.map(({ title }) => title).join(", ")}`, () => {
    assert.deepEqual(remediesFor(message, isError), remedies);
  });
}

const REASONS: readonly [string, readonly Remedy[]][] = [
  ["the cursor is in a comment (setting suppressIn)", [openSetting("suppressIn")]],
  ["the starter model does not know lisp; choose a model for it (setting model.path)", [CHOOSE_MODEL]],
  ["the model cannot be used: there is no model file /setting", [CHOOSE_MODEL, SHOW_LOG]],
  ["the file is broken at line 12", []],
];

for (const [reason, remedies] of REASONS) {
  test(`because ${reason}: ${remedies.map(({ title }) => title).join(", ")}`, () => {
    assert.deepEqual(remediesForReason(reason), remedies);
  });
}
