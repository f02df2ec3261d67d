import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { expandHome, filters, PACKAGED as NAMES } from "../src/languages.ts";

const PACKAGED = ["file", "untitled", "vscode-notebook-cell"].flatMap((scheme) =>
  NAMES.map((language) => ({ language, scheme })),
);

function folder(manifest: string): string {
  const made = mkdtempSync(join(tmpdir(), "quoin-"));
  writeFileSync(join(made, "language.json"), manifest);
  return made;
}

test("without folders there are the languages that come with quoin", () => {
  assert.deepEqual(filters([]), PACKAGED);
});

test("a folder says for which files its language is", () => {
  const own = folder('{"lsp_ids": ["sums", "python"], "file_patterns": ["*.sums"]}');
  assert.deepEqual(
    filters([own]).filter(({ scheme }) => scheme === "file"),
    [
      ...PACKAGED.filter(({ scheme }) => scheme === "file"),
      { language: "sums", scheme: "file" },
      { language: "plaintext", scheme: "file", pattern: "**/*.sums" },
    ],
  );
});

for (const manifest of ["", "[]", "null", '{"lsp_ids": "sums"}', '{"lsp_ids": [5], "file_patterns": {}}']) {
  test(`a manifest that cannot be used adds nothing: ${manifest}`, () => {
    assert.deepEqual(filters([folder(manifest), "/absent"]), PACKAGED);
  });
}

test("a leading ~ is the home folder", () => {
  assert.equal(expandHome("~/a"), `${homedir()}/a`);
  assert.equal(expandHome("/a/~"), "/a/~");
});
