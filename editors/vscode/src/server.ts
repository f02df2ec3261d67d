// Starts and stops the server, and keeps its settings up to date.

import { randomUUID } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import {
  type CancellationToken,
  commands,
  type Disposable,
  type LogOutputChannel,
  type Progress,
  workspace,
} from "vscode";
import {
  State as ClientState,
  DidChangeConfigurationNotification,
  ExecuteCommandRequest,
  type LanguageClient,
  WorkDoneProgress,
} from "vscode-languageclient/node";
import { makeClient, type QuietClient } from "./client.ts";
import { Dismissed } from "./dismissed.ts";
import { Early } from "./early.ts";
import { Ends, notStarted } from "./ends.ts";
import { inside } from "./inside.ts";
import { locateServer, NotInstalled, type Places, ProgramNotFound } from "./locate.ts";
import type { Problems } from "./problems.ts";
import { INSTALL, RESTART, SERVER_PATH, SHOW_LOG } from "./remedies.ts";
import { Rest } from "./rest.ts";
import { configuredServer, enabled, RESTARTING, SECTION, serverSettings } from "./settings.ts";
import type { Status } from "./state.ts";
import type { StatusItem } from "./status.ts";
import type { Outcome } from "./survey.ts";
import { together } from "./together.ts";

const START_MS = 60_000;
/** A program that ends at once is known to have ended a little later. */
const EXIT_MS = 1000;

export class Server implements Disposable {
  /** What the user takes away. */
  readonly dismissed = new Dismissed((id) => {
    this.execute("quoin.dismissed", id).catch(() => {});
  });
  #client: LanguageClient | undefined;
  #lastChange: Promise<void> = Promise.resolve();
  readonly #log: LogOutputChannel;
  readonly #status: StatusItem;
  readonly #problems: Problems;
  readonly #places: Places;
  readonly #early: Early;
  readonly #rest: Rest;
  readonly #listeners: Disposable[];
  #failed = false;
  #running = false;

  constructor(log: LogOutputChannel, status: StatusItem, problems: Problems, places: Places) {
    this.#log = log;
    this.#status = status;
    this.#problems = problems;
    this.#places = places;
    this.#early = new Early(() => this.#client?.state === ClientState.Running);
    this.#rest = new Rest((...place) => {
      // A server that has just ended is started again, and nobody waits for this answer.
      this.execute("quoin.cursorRests", ...place).catch(() => {});
    });
    this.#listeners = [
      this.#early,
      this.#rest,
      workspace.onDidChangeConfiguration(async (event) => {
        if (RESTARTING.some((name) => event.affectsConfiguration(`${SECTION}.${name}`))) {
          await this.restart();
        } else if (event.affectsConfiguration(SECTION)) {
          await this.#sendSettings();
        }
      }),
    ];
  }

  /** Stop the server if it runs, and start it with the settings of now if these allow. Never rejects. */
  restart(): Promise<void> {
    return this.#afterLastChange(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  /** Tell the walkthrough, which is open, that its first step is done. */
  async tick(): Promise<void> {
    if (this.#running) {
      await commands.executeCommand("setContext", "quoin.started", true);
    }
  }

  /** Wait for the starts and stops that were asked for. */
  async settled(): Promise<void> {
    await this.#lastChange;
  }

  stop(): Promise<void> {
    return this.#afterLastChange(() => this.#stop());
  }

  /** The result of one of the server's commands; undefined where no running server knows it. */
  async execute(command: string, ...args: unknown[]): Promise<unknown> {
    const client = this.#client;
    const known = client?.initializeResult?.capabilities.executeCommandProvider?.commands;
    if (client?.state !== ClientState.Running || !known?.includes(command)) {
      return undefined;
    }
    return await client.sendRequest(ExecuteCommandRequest.type, { command, arguments: args });
  }

  /** Download a model that the user has confirmed; undefined where no running server can. */
  async getModel(
    wish: { readonly name: string; readonly address: string; readonly sha256: string | null },
    progress: Progress<{ message?: string; increment?: number }>,
    cancel: CancellationToken,
  ): Promise<Outcome | undefined> {
    const client = this.#client;
    if (client?.state !== ClientState.Running) {
      return undefined;
    }
    const token = randomUUID();
    let shown = 0;
    const listener = client.onProgress(WorkDoneProgress.type, token, (value) => {
      const percentage = ("percentage" in value ? value.percentage : undefined) ?? shown;
      const message = "message" in value ? value.message : undefined;
      progress.report({ increment: percentage - shown, ...(message === undefined ? {} : { message }) });
      shown = percentage;
    });
    try {
      const params = { command: "quoin.getModel", arguments: [{ ...wish, token }] };
      return (await client.sendRequest(ExecuteCommandRequest.type, params, cancel)) as Outcome;
    } catch (error) {
      if (cancel.isCancellationRequested) {
        return { path: null, problem: null };
      }
      throw error;
    } finally {
      listener.dispose();
    }
  }

  dispose(): void {
    for (const listener of this.#listeners) {
      listener.dispose();
    }
  }

  /** Starts and stops happen one after another, however quickly they are asked for. */
  #afterLastChange(change: () => Promise<void>): Promise<void> {
    this.#lastChange = this.#lastChange.then(change).catch((error: unknown) => this.#fail(error));
    return this.#lastChange;
  }

  async #start(): Promise<void> {
    if (!enabled()) {
      this.#show({ state: "off" });
      return;
    }
    this.#show({ state: "loading" });
    const program = await locateServer(configuredServer(), this.#places);
    this.#log.info(["Starting", program.command, ...program.args, "serve"].join(" "));
    const ends = new Ends();
    let started = false;
    const listener = {
      onStatus: (status: Status) => this.#showFor(client, status),
      onEnd: () => {
        if (!started || client !== this.#client) {
          return false;
        }
        if (ends.mayRestart()) {
          return true;
        }
        this.#fail(new Error("The quoin server keeps ending."));
        return false;
      },
    };
    const middleware = {
      ...this.dismissed.wrap(this.#early.middleware),
      ...inside(this.#early.askUnasked),
      ...together,
    };
    const client: QuietClient = makeClient(program, this.#log, this.#problems, listener, middleware);
    let given = serverSettings();
    client.onDidChangeState(async ({ newState }) => {
      if (newState === ClientState.Starting) {
        given = serverSettings();
        this.#showFor(client, { state: "loading" });
      } else if (newState === ClientState.Running && !isDeepStrictEqual(given, serverSettings())) {
        // They were changed when the server was not yet there to be told.
        await this.#sendSettings();
      }
    });
    this.#client = client;
    try {
      await within(START_MS, client.start());
    } catch (error) {
      throw new Error(notStarted(program.command, await client.exitStatus(EXIT_MS), error as Error));
    }
    started = true;
    void this.#early.ask();
    this.#rest.begin();
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      // Its process has been ended all the same.
      this.#log.info(`The server before did not end well: ${(error as Error).message}`);
    }
  }

  async #sendSettings(): Promise<void> {
    if (this.#client?.state === ClientState.Running) {
      const settings = { [SECTION]: serverSettings() };
      await this.#client.sendNotification(DidChangeConfigurationNotification.type, { settings });
    }
  }

  /** What a client that was replaced has to say is of no interest any more. */
  #showFor(client: LanguageClient, status: Status): void {
    if (client === this.#client) {
      this.#show(status);
    }
  }

  #show(status: Status): void {
    this.#status.show(status);
    this.#failed ||= status.state === "error";
    if (status.state === "ready") {
      if (this.#failed) {
        this.#failed = false;
        this.#problems.withdraw();
      }
      this.#running = true;
      // The walkthrough ticks off its first step by this if it is open; if not, it overlooks it.
      void commands.executeCommand("setContext", "quoin.running", true);
    }
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#log.error(message);
    this.#show({ state: "error", message });
    if (error instanceof NotInstalled) {
      this.#problems.error(message, [INSTALL, SERVER_PATH]);
    } else if (error instanceof ProgramNotFound) {
      this.#problems.error(message, [SERVER_PATH]);
    } else {
      this.#problems.error(message, [SHOW_LOG, RESTART]);
    }
  }
}

/** The promise's value; throws where it takes longer than so many milliseconds. */
async function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("it does not answer.")), milliseconds);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
