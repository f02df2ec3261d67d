import assert from "node:assert/strict";
import { test } from "node:test";
import { parseLogLine } from "../src/logline.ts";

const CASES: readonly [string, string, string][] = [
  ["2026-11-21 20:56:38,435 WARNING quoin: unknown setting x", "warn", "unknown setting x"],
  ["2026-11-21 20:56:38,435 ERROR quoin: no: such file", "error", "no: such file"],
  ["2026-11-21 20:56:38,435 INFO quoin: ", "info", ""],
  ["2026-11-21 20:56:38,435 DEBUG quoin: sent", "info", "sent"],
  ["Traceback (most recent call last):", "info", "Traceback (most recent call last):"],
  ["", "info", ""],
];

for (const [line, level, text] of CASES) {
  test(`"${line}" is ${level}`, () => assert.deepEqual(parseLogLine(line), { level, text }));
}
