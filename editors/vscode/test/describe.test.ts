import assert from "node:assert/strict";
import { test } from "node:test";
import { describeModel } from "../src/describe.ts";

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
