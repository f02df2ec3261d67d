// Finds the server program. Knows nothing of the editor.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { delimiter, isAbsolute, join } from "node:path";
import { env, platform } from "node:process";
import { expandHome } from "./languages.ts";

/** Where a virtual environment keeps its programs. */
export const PROGRAMS = platform === "win32" ? "Scripts" : "bin";
const SUFFIX = platform === "win32" ? ".exe" : "";

/** Thrown where a program is wanted and there is none to start; the message is for the user. */
export class ProgramNotFound extends Error {}

/** Thrown where nothing was configured and nothing found: quoin is not installed. */
export class NotInstalled extends ProgramNotFound {}

/** The path of a program inside a virtual environment. */
export function inEnvironment(environment: string, program: string): string {
  return join(environment, PROGRAMS, program + SUFFIX);
}

/** The folders in which the extension looks for a server. */
export interface Places {
  /** What comes with the extension for one system: a Python with the server. */
  bundled: string;
  /** The private virtual environment. */
  environment: string;
}

/** How the server is started: a program's absolute path, and its first arguments. */
export interface Program {
  command: string;
  args: string[];
}

/** The flags let Python ignore the variables that the user has set for other ones. */
const AS_SERVER = ["-I", "-B", "-m", "quoin.lsp_server"];

/** The Python in the folder of the server that comes with the extension. */
export function bundledPython(folder: string): string {
  return platform === "win32" ? join(folder, "python.exe") : join(folder, "bin", "python3");
}

/**
 * The server program: `configured` if it is not empty, else the one that comes with the extension, else
 * the first `quoin` on the PATH, else the one in the private environment. A relative path is refused, as
 * it would depend on the folder the editor was started in.
 */
export async function locateServer(configured: string, places: Places): Promise<Program> {
  if (configured !== "") {
    return { command: await checked(expandHome(configured)), args: [] };
  }
  const bundled = bundledPython(places.bundled);
  if (await isProgram(bundled)) {
    return { command: bundled, args: AS_SERVER };
  }
  const found = await firstOnPath("quoin");
  if (found !== undefined) {
    return { command: found, args: [] };
  }
  const installed = inEnvironment(places.environment, "quoin");
  if (await isProgram(installed)) {
    return { command: installed, args: [] };
  }
  throw new NotInstalled("The quoin server is not installed, or not on the PATH.");
}

async function checked(path: string): Promise<string> {
  if (!isAbsolute(path)) {
    throw new ProgramNotFound(`quoin.server.path must be an absolute path, and "${path}" is not.`);
  }
  if (!(await isProgram(path))) {
    throw new ProgramNotFound(`quoin.server.path names no program that can be run: ${path}`);
  }
  return path;
}

/** The first program of that name on the PATH; folders that are not absolute are left out. */
export async function firstOnPath(name: string, path = env.PATH ?? ""): Promise<string | undefined> {
  for (const folder of path.split(delimiter)) {
    const candidate = join(folder, name + SUFFIX);
    if (isAbsolute(folder) && (await isProgram(candidate))) {
      return candidate;
    }
  }
  return undefined;
}

export async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
