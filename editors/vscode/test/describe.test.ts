import assert from "node:assert/strict";
import { test } from "node:test";
import { describeModel, describeStatistics } from "../src/describe.ts";

test("a model's name, size and use", () => {
  const model = {
    name: "coder",
    architecture: "qwen2",
    sizeBytes: 1_620_000_000,
    fim: true,
    problem: null,
  };
  assert.equal(
    describeModel(model),
    "Name: coder\nArchitecture: qwen2\nSize: 1.6 GB\nFill in the middle: yes",
  );
});

test("a model that cannot be used, and why", () => {
  const model = {
    name: "chat",
    architecture: "llama",
    sizeBytes: 999,
    fim: false,
    problem: "It has no tokens.",
  };
  assert.equal(
    describeModel(model),
    "Name: chat\nArchitecture: llama\nSize: 999 B\nFill in the middle: no\n\nIt has no tokens.",
  );
});

test("statistics, with shares where something was shown", () => {
  const statistics = {
    shown: 1200,
    accepted: 300,
    acceptedWords: 5,
    acceptedLines: 0,
    acceptedCharacters: 12345,
    since: "2026-01-02T03:04:05Z",
    byLanguage: { python: { shown: 1200, accepted: 300 }, go: { shown: 0, accepted: 0 } },
    file: "/data/statistics.json",
  };
  assert.equal(
    describeStatistics(statistics),
    "Shown: 1,200\nAccepted: 300 (25 %)\nIn part: 5 words, 0 lines\nCharacters accepted: 12,345\n" +
      "python: 1,200 shown, 300 (25 %) accepted\ngo: 0 shown, 0 accepted\n\n" +
      "Since 2026-01-02. Kept in /data/statistics.json; never sent.",
  );
});
