// The language client: what it tells the server about this editor, and what it does itself instead
// of showing messages of its own.

import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { setTimeout } from "node:timers/promises";
import type { LogOutputChannel } from "vscode";
import {
  type ClientCapabilities,
  CloseAction,
  ErrorAction,
  LanguageClient,
  type LanguageClientOptions,
  type MessageTransports,
  MessageType,
  type Middleware,
  RevealOutputChannelOn,
  ShowMessageNotification,
  type StaticFeature,
} from "vscode-languageclient/node";
import type { Program } from "./locate.ts";
import { parseLogLine } from "./logline.ts";
import type { Problems } from "./problems.ts";
import { remediesFor } from "./remedies.ts";
import { files, initializationOptions } from "./settings.ts";
import { isStatus, STATUS_METHOD, type Status } from "./state.ts";

const MAX_ERRORS = 3;

/** What becomes of things that the server says, or of its end. */
export interface Listener {
  onStatus(status: Status): void;
  /** The server has ended by itself; gives whether to start it again. */
  onEnd(): boolean;
}

/** Puts its own errors into the log alone: what the user has to know is told in one message elsewhere. */
export class QuietClient extends LanguageClient {
  #ended: Promise<number | null> | undefined;

  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  protected override async createMessageTransports(encoding: string): Promise<MessageTransports> {
    const transports = await super.createMessageTransports(encoding);
    // The library tells nobody how the program has ended, which says more than that it cannot be written to.
    // biome-ignore lint/complexity/useLiteralKeys: the name is private to the library's class.
    const program: ChildProcess | undefined = this["_serverProcess"];
    this.#ended = program && new Promise((resolve) => program.once("exit", resolve));
    return transports;
  }

  /** The exit status of the program if it ends within so many milliseconds, null for a signal; else undefined. */
  async exitStatus(milliseconds: number): Promise<number | null | undefined> {
    return await Promise.race([this.#ended, setTimeout(milliseconds, undefined)]);
  }
}

export function makeClient(
  program: Program,
  log: LogOutputChannel,
  problems: Problems,
  listener: Listener,
  middleware: Middleware,
): QuietClient {
  const executable = { command: program.command, args: [...program.args, "serve"] };
  const client = new QuietClient("quoin", "quoin", executable, options(log, listener, middleware));
  client.registerFeature(NO_PROGRESS);
  client.onNotification(ShowMessageNotification.type, ({ type, message }) => {
    const isError = type === MessageType.Error;
    const remedies = remediesFor(message, isError);
    isError ? problems.error(message, remedies) : problems.warn(message, remedies);
  });
  client.onNotification(STATUS_METHOD, (status: unknown) => {
    if (isStatus(status)) {
      listener.onStatus(status);
    }
  });
  return client;
}

function options(log: LogOutputChannel, listener: Listener, middleware: Middleware): LanguageClientOptions {
  return {
    middleware,
    documentSelector: [...files()],
    initializationOptions,
    outputChannel: log,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    // The server writes its log to standard error, so a line there is not yet an error.
    stdioOptions: { stdout: () => {}, stderr: forwardLines },
    initializationFailedHandler: () => false,
    errorHandler: {
      error: (_error, _message, count) => ({
        action: (count ?? 0) <= MAX_ERRORS ? ErrorAction.Continue : ErrorAction.Shutdown,
        handled: true,
      }),
      closed: () => ({
        action: listener.onEnd() ? CloseAction.Restart : CloseAction.DoNotRestart,
        handled: true,
      }),
    },
  };
}

function forwardLines(input: NodeJS.ReadableStream, log: LogOutputChannel): void {
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => {
    const { level, text } = parseLogLine(line);
    log[level](text);
  });
}

/** The status bar's own item shows how far the model is loaded; a second one beside it would be noise. */
const NO_PROGRESS: StaticFeature = {
  fillClientCapabilities: (capabilities: ClientCapabilities) => {
    capabilities.window = { ...capabilities.window, workDoneProgress: false };
  },
  initialize: () => {},
  getState: () => ({ kind: "static" }),
  clear: () => {},
};
