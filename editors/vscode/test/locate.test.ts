import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import {
  bundledPython,
  firstOnPath,
  inEnvironment,
  locateServer,
  NotInstalled,
  type Places,
  ProgramNotFound,
} from "../src/locate.ts";

let folder: string;
let first: string;
let second: string;
let places: Places;

async function place(path: string, mode: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "");
  await chmod(path, mode);
  return path;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "quoin-locate-"));
  places = { bundled: join(folder, "server"), environment: join(folder, "environment") };
  first = await place(inEnvironment(join(folder, "first"), "quoin"), 0o755);
  second = await place(inEnvironment(join(folder, "second"), "quoin"), 0o755);
});

after(() => rm(folder, { recursive: true }));

test("the first on the PATH is found", async () => {
  const path = [join(folder, "absent"), dirname(second), dirname(first)].join(delimiter);
  assert.equal(await firstOnPath("quoin", path), second);
});

test("a relative folder of the PATH is left out", async () => {
  const path = [relative(process.cwd(), dirname(first)), dirname(second)].join(delimiter);
  assert.equal(await firstOnPath("quoin", path), second);
});

test("the configured program covers all others", async () => {
  assert.deepEqual(await locateServer(first, places), { command: first, args: [] });
});

for (const path of ["bin/quoin", "quoin", "./quoin"]) {
  test(`${path} is refused, as it is relative`, async () => {
    await assert.rejects(locateServer(path, places), ProgramNotFound);
  });
}

test("~ is the home folder", async () => {
  await assert.rejects(locateServer("~/no such program", places), {
    message: `quoin.server.path names no program that can be run: ${join(homedir(), "no such program")}`,
  });
});

test("a folder or a file that cannot be run is no program", async () => {
  await assert.rejects(locateServer(folder, places), ProgramNotFound);
  await assert.rejects(locateServer(await place(join(folder, "plain"), 0o644), places), ProgramNotFound);
});

test("of several servers, each covers those that were looked for before", async () => {
  const kept = process.env.PATH;
  process.env.PATH = folder;
  try {
    await assert.rejects(locateServer("", places), NotInstalled);
    const installed = await place(inEnvironment(places.environment, "quoin"), 0o755);
    assert.deepEqual(await locateServer("", places), { command: installed, args: [] });
    process.env.PATH = dirname(first);
    assert.deepEqual(await locateServer("", places), { command: first, args: [] });
    const command = await place(bundledPython(places.bundled), 0o755);
    const args = ["-I", "-B", "-m", "quoin.lsp_server"];
    assert.deepEqual(await locateServer("", places), { command, args });
    assert.deepEqual(await locateServer(second, places), { command: second, args: [] });
  } finally {
    process.env.PATH = kept;
  }
});
