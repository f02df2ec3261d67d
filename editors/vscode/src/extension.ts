// Entry points: the editor calls `activate` when the first Python file is opened or a command is run.

import { commands, type ExtensionContext, env, version, window } from "vscode";
import { Installer } from "./install.ts";
import { showMenu } from "./menu.ts";
import { chooseModel } from "./model.ts";
import { Problems } from "./problems.ts";
import { Server } from "./server.ts";
import { declareSettings, toggle, toggleLanguage } from "./settings.ts";
import { showStatistics } from "./statistics.ts";
import { StatusItem } from "./status.ts";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  declareSettings(context.extension.packageJSON);
  const log = window.createOutputChannel("quoin", { log: true });
  const status = new StatusItem("quoin.menu");
  const problems = new Problems();
  const installer = new Installer(context.globalStorageUri.fsPath, log, problems);
  const running = new Server(log, status, problems, installer);
  server = running;
  const actions: Record<string, () => unknown> = {
    trigger: () => commands.executeCommand("editor.action.inlineSuggest.trigger"),
    toggle,
    toggleLanguage: async () => {
      const language = window.activeTextEditor?.document.languageId;
      if (language !== undefined) {
        await toggleLanguage(language);
      }
    },
    chooseModel: () => chooseModel(running, problems),
    restart: () => running.restart(),
    showLog: () => log.show(),
    showStatistics: () => showStatistics(running, problems),
    install: async () => {
      if (await installer.install()) {
        await running.restart();
      }
    },
    openWalkthrough: () =>
      commands.executeCommand("workbench.action.openWalkthrough", `${context.extension.id}#start`, false),
    menu: () => showMenu(status.describe()),
  };
  context.subscriptions.push(
    log,
    status,
    running,
    ...Object.entries(actions).map(([name, action]) => commands.registerCommand(`quoin.${name}`, action)),
  );
  log.info(`VS Code ${version} (${env.appHost}), extension ${context.extension.packageJSON.version}`);
  await running.restart();
}

/** The editor waits for this before it ends, so that the server and its model end too. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
