import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { delimiter, dirname, join, relative } from "node:path";
import { after, before, test } from "node:test";
import { firstOnPath, inEnvironment, locateServer, NotInstalled, ProgramNotFound } from "../src/locate.ts";

let folder: string;
let first: string;
let second: string;
let environment: string;

async function place(path: string, mode: number): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, "");
  await chmod(path, mode);
  return path;
}

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "quoin-locate-"));
  environment = join(folder, "environment");
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
  assert.equal(await locateServer(first, environment), first);
});

for (const path of ["bin/quoin", "quoin", "./quoin"]) {
  test(`${path} is refused, as it is relative`, async () => {
    await assert.rejects(locateServer(path, environment), ProgramNotFound);
  });
}

test("~ is the home folder", async () => {
  await assert.rejects(locateServer("~/no such program", environment), {
    message: `quoin.server.path names no program that can be run: ${join(homedir(), "no such program")}`,
  });
});

test("a folder or a file that cannot be run is no program", async () => {
  await assert.rejects(locateServer(folder, environment), ProgramNotFound);
  await assert.rejects(locateServer(await place(join(folder, "plain"), 0o644), environment), ProgramNotFound);
});

test("without any, the private environment's is found once it is there", async () => {
  const kept = process.env.PATH;
  process.env.PATH = folder;
  try {
    await assert.rejects(locateServer("", environment), NotInstalled);
    const installed = await place(inEnvironment(environment, "quoin"), 0o755);
    assert.equal(await locateServer("", environment), installed);
  } finally {
    process.env.PATH = kept;
  }
});
