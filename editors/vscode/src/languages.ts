// The languages that the server completes: those that come with quoin, and the user's own, whose folders
// say for which files they are. Knows nothing of the editor.

import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** Files that the server is told of, as a selector of the editor's. */
export interface Filter {
  readonly language: string;
  readonly scheme: string;
  readonly pattern?: string;
}

export const PACKAGED: readonly string[] = [
  "bash",
  "bzl",
  "c",
  "clojure",
  "coffeescript",
  "commonlisp",
  "cpp",
  "crystal",
  "cs",
  "csharp",
  "css",
  "cuda",
  "cuda-cpp",
  "dart",
  "elisp",
  "elixir",
  "elm",
  "emacs-lisp",
  "fennel",
  "gdscript",
  "glsl",
  "go",
  "graphql",
  "groovy",
  "haskell",
  "hcl",
  "hlsl",
  "html",
  "idris",
  "janet",
  "java",
  "javascript",
  "javascriptreact",
  "json",
  "jsonc",
  "julia",
  "kotlin",
  "lisp",
  "lua",
  "nim",
  "objc",
  "objcpp",
  "objective-c",
  "objective-cpp",
  "php",
  "proto",
  "proto3",
  "purescript",
  "python",
  "r",
  "racket",
  "ruby",
  "rust",
  "scala",
  "scheme",
  "sh",
  "shellscript",
  "solidity",
  "sql",
  "starlark",
  "swift",
  "terraform",
  "toml",
  "typescript",
  "typescriptreact",
  "vala",
  "yaml",
  "zig",
];
const SCHEMES: readonly string[] = ["file", "untitled", "vscode-notebook-cell"];
/** What the editor calls a file whose language it does not know. */
const UNKNOWN = "plaintext";

/** A leading `~` is the home folder. */
export function expandHome(path: string): string {
  return path.replace(/^~(?=$|[\\/])/, homedir());
}

/** Which files are completed, with further languages from these folders. */
export function filters(folders: readonly string[]): readonly Filter[] {
  const own = folders.map(readManifest);
  const languages = new Set([...PACKAGED, ...own.flatMap(({ ids }) => ids)]);
  const patterns = own.flatMap((manifest) => manifest.patterns);
  return SCHEMES.flatMap((scheme) => [
    ...[...languages].map((language) => ({ language, scheme })),
    ...patterns.map((pattern) => ({ language: UNKNOWN, scheme, pattern: `**/${pattern}` })),
  ]);
}

/** The identifiers and file patterns in a language's folder; none where it cannot be read, as the server says. */
function readManifest(folder: string): { ids: readonly string[]; patterns: readonly string[] } {
  try {
    const manifest = JSON.parse(readFileSync(join(expandHome(folder), "language.json"), "utf8"));
    return { ids: texts(manifest.lsp_ids), patterns: texts(manifest.file_patterns) };
  } catch {
    return { ids: [], patterns: [] };
  }
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
