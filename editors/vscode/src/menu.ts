// The menu behind the status bar's item.

import { commands, QuickPickItemKind, window } from "vscode";
import { enabled } from "./settings.ts";

export async function showMenu(status: readonly string[]): Promise<void> {
  const [first = "quoin", ...others] = status;
  const picked = await window.showQuickPick(
    [
      { label: others.join("; "), kind: QuickPickItemKind.Separator, command: "" },
      enabled()
        ? { label: "$(circle-slash) Switch off", command: "quoin.toggle" }
        : { label: "$(check) Switch on", command: "quoin.toggle" },
      { label: "$(sparkle) Complete here", command: "quoin.trigger" },
      { label: "$(file-binary) Choose a model file…", command: "quoin.chooseModel" },
      { label: "$(graph) Show statistics", command: "quoin.showStatistics" },
      { label: "$(output) Show the log", command: "quoin.showLog" },
      { label: "$(debug-restart) Restart the server", command: "quoin.restart" },
      { label: "$(gear) Settings", command: "workbench.action.openSettings", argument: "@ext:quoin.quoin" },
      { label: "$(book) First steps", command: "quoin.openWalkthrough" },
    ],
    { title: first, placeHolder: "What to do" },
  );
  if (picked !== undefined) {
    const more = "argument" in picked ? [picked.argument] : [];
    await commands.executeCommand(picked.command, ...more);
  }
}
