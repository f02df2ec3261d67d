// Entry points: the editor calls `activate` when it has started. The server starts with the first file
// that it completes.

import {
  commands,
  type Disposable,
  type ExtensionContext,
  env,
  languages,
  type TextDocument,
  version,
  window,
  workspace,
} from "vscode";
import { TRIGGER } from "./early.ts";
import { openExample } from "./example.ts";
import { Installer } from "./install.ts";
import { showMenu } from "./menu.ts";
import { chooseModel } from "./model.ts";
import { Problems } from "./problems.ts";
import { Server } from "./server.ts";
import { declareSettings, files, toggle, toggleLanguage } from "./settings.ts";
import { showStatistics } from "./statistics.ts";
import { StatusItem } from "./status.ts";
import { explanation } from "./why.ts";

let server: Server | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  declareSettings(context.extension.packageJSON);
  const log = window.createOutputChannel("quoin", { log: true });
  const status = new StatusItem("quoin.menu");
  const problems = new Problems();
  const installer = new Installer(context.globalStorageUri.fsPath, log, problems);
  const places = { bundled: context.asAbsolutePath("server"), environment: installer.environment };
  const running = new Server(log, status, problems, places);
  server = running;
  const example = () => openExample(running, problems);
  const actions: Record<string, () => unknown> = {
    // In the walkthrough there is no editor that it could be done in.
    trigger: () => (window.activeTextEditor ? commands.executeCommand(TRIGGER) : example()),
    completeMissing: async () => {
      const uri = window.activeTextEditor?.document.uri.toString();
      if (uri !== undefined) {
        await running.execute("quoin.bindNext", uri);
        await commands.executeCommand(TRIGGER);
      }
    },
    dismiss: running.dismissed.tell,
    openExample: example,
    why: () => {
      const { sentence, remedies } = explanation(status.status);
      problems.inform(sentence, remedies);
    },
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
    openWalkthrough: async () => {
      const walkthrough = `${context.extension.id}#start`;
      await commands.executeCommand("workbench.action.openWalkthrough", walkthrough, false);
      await running.tick();
    },
    menu: () => showMenu(status.describe()),
  };
  context.subscriptions.push(
    log,
    status,
    running,
    ...Object.entries(actions).map(([name, action]) => commands.registerCommand(`quoin.${name}`, action)),
  );
  log.info(`VS Code ${version} (${env.appHost}), extension ${context.extension.packageJSON.version}`);
  if (workspace.textDocuments.some(isCompleted)) {
    await running.restart();
  } else {
    context.subscriptions.push(onFirstCompleted(() => running.restart()));
  }
}

function isCompleted(document: TextDocument): boolean {
  return languages.match([...files()], document) > 0;
}

/** Do something once, when a file is opened that the server completes. */
function onFirstCompleted(start: () => void): Disposable {
  const listener = workspace.onDidOpenTextDocument((document) => {
    if (isCompleted(document)) {
      listener.dispose();
      start();
    }
  });
  return listener;
}

/** The editor waits for this before it ends, so that the server and its model end too. */
export async function deactivate(): Promise<void> {
  await server?.stop();
}
