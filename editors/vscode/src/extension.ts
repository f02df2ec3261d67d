// Entry points: the editor calls `activate` when the first Python file is opened.

import { commands, type ExtensionContext, window } from "vscode";
import { Server } from "./server";
import { StatusItem } from "./status";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const log = window.createOutputChannel("quoin", { log: true });
  const status = new StatusItem("quoin.showLog");
  const started = new Server(log, status);
  server = started;
  context.subscriptions.push(
    log,
    status,
    started,
    commands.registerCommand("quoin.restart", () => started.restart()),
    commands.registerCommand("quoin.showLog", () => log.show()),
  );
  await started.restart();
}

/** The editor waits for this before it ends, so that the server and its model end too. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
