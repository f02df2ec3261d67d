// Checks Lua files: `node check.mjs [--write] FOLDER`. Each must be of LuaJIT's syntax, which is what
// Neovim runs, use no global names but the language's and Neovim's own, and be formatted.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { argv, exit } from "node:process";
import { Config, formatCode, IndentType, LuaVersion, OutputVerification, QuoteStyle } from "@johnnymorganz/stylua";
import luaparse from "luaparse";

const GLOBALS = new Set(
  ["error", "ipairs", "math", "pairs", "pcall", "require", "table", "tonumber", "tostring", "type", "unpack", "vim"],
);

function format(source) {
  const config = Config.new();
  config.syntax = LuaVersion.LuaJIT;
  config.column_width = 110;
  config.indent_type = IndentType.Spaces;
  config.indent_width = 2;
  config.quote_style = QuoteStyle.AutoPreferSingle;
  return formatCode(source, config, undefined, OutputVerification.Full);
}

/** What is wrong with a file, one message each. */
function problems(source) {
  let globals;
  try {
    ({ globals } = luaparse.parse(source, { luaVersion: "LuaJIT", scope: true, locations: true }));
  } catch (error) {
    return [`syntax error ${error.message}`];
  }
  const found = globals
    .filter(({ name }) => !GLOBALS.has(name))
    .map(({ name, loc }) => `line ${loc.start.line}: unknown global name ${name}`);
  return format(source) === source ? found : [...found, "not formatted"];
}

const write = argv[2] === "--write";
const folder = argv[write ? 3 : 2];
const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".lua")).sort();
let failures = files.length === 0 ? 1 : 0;
for (const name of files) {
  const path = join(folder, name);
  if (write) {
    writeFileSync(path, format(readFileSync(path, "utf8")));
  }
  for (const problem of problems(readFileSync(path, "utf8"))) {
    console.error(`${relative("", path)}: ${problem}`);
    failures += 1;
  }
}
console.log(`${files.length} Lua files, ${failures} problems`);
exit(failures === 0 ? 0 : 1);
