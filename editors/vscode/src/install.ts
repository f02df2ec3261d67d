// Installs the server into a virtual environment of the extension's own, from what the user names.

import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { type CancellationToken, type LogOutputChannel, ProgressLocation, window } from "vscode";
import { firstOnPath, inEnvironment, isProgram } from "./locate.ts";
import type { Problems } from "./problems.ts";
import { INSTALL, SERVER_PATH, SHOW_LOG } from "./remedies.ts";
import { setPath } from "./settings.ts";

const FOLDER = { title: "A Folder…" };
const WHEEL = { title: "A Wheel File…" };
const PYTHONS = ["python3", "python"];
const CHECK_VERSION = "import sys; sys.exit(sys.version_info < (3, 10))";

/** Thrown where the user has pressed the progress message's button. */
class Cancelled extends Error {}

export class Installer {
  /** The private virtual environment, whether or not it exists. */
  readonly environment: string;
  readonly #log: LogOutputChannel;
  readonly #problems: Problems;

  constructor(storage: string, log: LogOutputChannel, problems: Problems) {
    this.environment = join(storage, "environment");
    this.#log = log;
    this.#problems = problems;
  }

  /** Ask the user where from, and install; gives whether the server is left to be started. */
  async install(): Promise<boolean> {
    const source = await this.#askSource();
    if (source === undefined) {
      return false;
    }
    const existing = inEnvironment(join(source, ".venv"), "quoin");
    if (await isProgram(existing)) {
      void window.showInformationMessage("quoin is set up in that folder already, and used from there.");
      return !(await setPath("server.path", existing));
    }
    try {
      await this.#installFrom(source);
    } catch (error) {
      if (!(error instanceof Cancelled)) {
        const message = error instanceof Error ? error.message : String(error);
        this.#problems.error(`quoin could not be installed: ${message}`, [SHOW_LOG, INSTALL, SERVER_PATH]);
      }
      return false;
    }
    // A path that was set before would hide what was just installed.
    return !(await setPath("server.path", ""));
  }

  async #askSource(): Promise<string | undefined> {
    const kind = await window.showInformationMessage(
      "Install the quoin server from what?",
      {
        modal: true,
        detail:
          "Choose a clone of quoin's repository, or a wheel file built from it. If the clone is set up " +
          "already, its own program is used.\n\nOtherwise pip installs it into a virtual environment that " +
          `only this extension uses, ${this.environment}. pip then downloads what quoin depends on, as ` +
          "you have set pip up. Without a wheel of llama-cpp-python beside quoin's it also builds llama.cpp, " +
          "which takes some minutes.",
      },
      FOLDER,
      WHEEL,
    );
    if (kind === undefined) {
      return undefined;
    }
    const picked = await window.showOpenDialog({
      title: kind === FOLDER ? "Choose a clone of quoin" : "Choose a wheel of quoin",
      openLabel: "Install from here",
      canSelectFolders: kind === FOLDER,
      canSelectFiles: kind === WHEEL,
      ...(kind === WHEEL ? { filters: { Wheels: ["whl"] } } : {}),
    });
    return picked?.[0]?.fsPath;
  }

  async #installFrom(source: string): Promise<void> {
    const isClone = (await stat(source)).isDirectory();
    if (isClone && !(await isFile(join(source, "pyproject.toml")))) {
      throw new Error(`${source} is not a clone of quoin.`);
    }
    const options = {
      location: ProgressLocation.Notification,
      title: `Installing quoin from ${basename(source)}`,
      cancellable: true,
    };
    await window.withProgress(options, async (progress, token) => {
      const say = (message: string) => progress.report({ message });
      const python = await this.#findPython(token);
      say("making the environment");
      await this.#run(python, ["-m", "venv", "--clear", this.environment], token);
      // A wheel of llama.cpp that lies there need not be built.
      const beside = isClone ? join(source, "dist") : dirname(source);
      const pip = ["-m", "pip", "--disable-pip-version-check", "--no-input"];
      const args = [...pip, "install", "--find-links", beside, source];
      await this.#run(inEnvironment(this.environment, "python"), args, token, say);
    });
  }

  async #findPython(token: CancellationToken): Promise<string> {
    for (const name of PYTHONS) {
      const python = await firstOnPath(name);
      if (python !== undefined && (await this.#succeeds(python, ["-c", CHECK_VERSION], token))) {
        return python;
      }
    }
    throw new Error("there is no Python 3.10 or newer on the PATH.");
  }

  async #succeeds(program: string, args: readonly string[], token: CancellationToken): Promise<boolean> {
    try {
      await this.#run(program, args, token);
      return true;
    } catch (error) {
      if (error instanceof Cancelled) {
        throw error;
      }
      return false;
    }
  }

  /** Run a program, its output to the log and to `say`; throws if it fails. */
  async #run(
    program: string,
    args: readonly string[],
    token: CancellationToken,
    say: (line: string) => void = () => {},
  ): Promise<void> {
    this.#log.info(`${program} ${args.join(" ")}`);
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on("line", (line) => {
        this.#log.info(line);
        say(line.trim());
      });
    }
    const cancelling = token.onCancellationRequested(() => child.kill());
    try {
      const status = await new Promise<number | null>((resolve, reject) => {
        child.on("error", reject).on("close", resolve);
      });
      if (token.isCancellationRequested) {
        throw new Cancelled();
      }
      if (status !== 0) {
        throw new Error(`${basename(program)} failed with status ${status}.`);
      }
    } finally {
      cancelling.dispose();
    }
  }
}

async function isFile(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}
