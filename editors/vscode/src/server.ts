// Starts and stops the server, and keeps its settings up to date.

import { createInterface } from "node:readline";
import { commands, type Disposable, type LogOutputChannel, window, workspace } from "vscode";
import {
  DidChangeConfigurationNotification,
  LanguageClient,
  type LanguageClientOptions,
  State,
} from "vscode-languageclient/node";
import { locateServer, ServerNotFound } from "./locate";
import {
  configuredServer,
  enabled,
  initializationOptions,
  OWN_SETTINGS,
  SECTION,
  serverSettings,
} from "./settings";
import type { StatusItem } from "./status";

const LANGUAGES = ["python"];
const SCHEMES = ["file", "untitled"];

export class Server implements Disposable {
  #client: LanguageClient | undefined;
  #lastChange: Promise<void> = Promise.resolve();
  readonly #log: LogOutputChannel;
  readonly #status: StatusItem;
  readonly #listeners: Disposable[];

  constructor(log: LogOutputChannel, status: StatusItem) {
    this.#log = log;
    this.#status = status;
    this.#listeners = [
      workspace.onDidChangeConfiguration(async (event) => {
        if (OWN_SETTINGS.some((name) => event.affectsConfiguration(`${SECTION}.${name}`))) {
          await this.restart();
        } else if (event.affectsConfiguration(SECTION)) {
          await this.#sendSettings();
        }
      }),
      // With trust come the restricted settings, the server's own path among them.
      workspace.onDidGrantWorkspaceTrust(() => this.restart()),
    ];
  }

  /** Stop the server if it runs, and start it with the settings of now if these allow. Never rejects. */
  restart(): Promise<void> {
    return this.#afterLastChange(async () => {
      await this.#stop();
      await this.#start();
    });
  }

  stop(): Promise<void> {
    return this.#afterLastChange(() => this.#stop());
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
      this.#status.show("off");
      return;
    }
    this.#status.show("starting");
    const command = await locateServer(configuredServer());
    this.#log.info(`Starting ${command} serve`);
    const client = new LanguageClient(
      "quoin",
      "quoin",
      { command, args: ["serve"] },
      clientOptions(this.#log),
    );
    client.onDidChangeState(({ newState }) => {
      if (client === this.#client) {
        this.#showState(newState);
      }
    });
    this.#client = client;
    await client.start();
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    if (client?.state === State.Running) {
      await client.dispose();
    }
  }

  #showState(state: State): void {
    if (state === State.Running) {
      this.#status.show("ready");
    } else if (state === State.Starting) {
      this.#status.show("starting");
    } else {
      this.#status.show("error");
    }
  }

  async #sendSettings(): Promise<void> {
    if (this.#client?.state === State.Running) {
      const settings = { [SECTION]: serverSettings() };
      await this.#client.sendNotification(DidChangeConfigurationNotification.type, { settings });
    }
  }

  #fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error);
    this.#log.error(message);
    this.#status.show("error", message);
    // Whatever goes wrong after the program was found, the client has shown already.
    if (error instanceof ServerNotFound) {
      void offerSettings(message);
    }
  }
}

function clientOptions(log: LogOutputChannel): LanguageClientOptions {
  return {
    documentSelector: LANGUAGES.flatMap((language) => SCHEMES.map((scheme) => ({ language, scheme }))),
    initializationOptions,
    outputChannel: log,
    // The server writes its log to standard error, so a line there is not yet an error.
    stdioOptions: { stdout: () => {}, stderr: forwardLines },
  };
}

function forwardLines(input: NodeJS.ReadableStream, log: LogOutputChannel): void {
  createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }).on("line", (line) => log.info(line));
}

async function offerSettings(message: string): Promise<void> {
  const open = "Open Settings";
  if ((await window.showErrorMessage(message, open)) === open) {
    await commands.executeCommand("workbench.action.openSettings", `${SECTION}.server.path`);
  }
}
