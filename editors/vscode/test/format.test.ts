import assert from "node:assert/strict";
import { test } from "node:test";
import { formatBytes, formatShare } from "../src/format.ts";

const BYTES: readonly [number, string][] = [
  [0, "0 B"],
  [999, "999 B"],
  [1000, "1.0 kB"],
  [9_949, "9.9 kB"],
  [9_950, "10 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [16_400_000, "16 MB"],
  [1_620_000_000, "1.6 GB"],
  [2e12, "2000 GB"],
];

for (const [bytes, text] of BYTES) {
  test(`${bytes} bytes are ${text}`, () => assert.equal(formatBytes(bytes), text));
}

const SHARES: readonly [number, string][] = [
  [0, "0 %"],
  [0.999, "99 %"],
  [1, "100 %"],
  [1.5, "100 %"],
  [-1, "0 %"],
];

for (const [share, text] of SHARES) {
  test(`a share of ${share} is ${text}`, () => assert.equal(formatShare(share), text));
}
