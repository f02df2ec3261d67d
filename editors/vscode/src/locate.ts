// Finds the server program. Knows nothing of the editor.

import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import { env, platform } from "node:process";

const PROGRAM = platform === "win32" ? "quoin.exe" : "quoin";

/** Thrown where there is no program to start; the message is for the user. */
export class ServerNotFound extends Error {}

/**
 * The absolute path of the server program: `configured` if it is not empty, else the first `quoin` on
 * the PATH. A relative path is refused, as it would depend on the folder the editor was started in.
 */
export async function locateServer(configured: string): Promise<string> {
  if (configured === "") {
    return await searchPath();
  }
  const path = configured.replace(/^~(?=$|[\\/])/, homedir());
  if (!isAbsolute(path)) {
    throw new ServerNotFound(`quoin.server.path must be an absolute path, and "${configured}" is not.`);
  }
  if (!(await isProgram(path))) {
    throw new ServerNotFound(`quoin.server.path names no program that can be run: ${path}`);
  }
  return path;
}

async function searchPath(): Promise<string> {
  for (const folder of (env.PATH ?? "").split(delimiter)) {
    const path = join(folder, PROGRAM);
    if (isAbsolute(folder) && (await isProgram(path))) {
      return path;
    }
  }
  throw new ServerNotFound("There is no quoin on the PATH. Install it, or set quoin.server.path.");
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
