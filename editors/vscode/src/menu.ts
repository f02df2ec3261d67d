// The menu of the status bar's item.

import { commands, languages, QuickPickItemKind, window } from "vscode";
import { enabled, files, languageEnabled } from "./settings.ts";

export async function showMenu(status: readonly string[]): Promise<void> {
  const [first = "quoin", ...others] = status;
  const picked = await window.showQuickPick(
    [
      { label: others.join("; "), kind: QuickPickItemKind.Separator, command: "" },
      enabled()
        ? { label: "$(circle-slash) Switch off", command: "quoin.toggle" }
        : { label: "$(check) Switch on", command: "quoin.toggle" },
      ...languageItems(),
      { label: "$(sparkle) Complete here", command: "quoin.trigger" },
      { label: "$(references) Complete what is missing", command: "quoin.completeMissing" },
      { label: "$(question) Why is there nothing?", command: "quoin.why" },
      ...(await snoozeItems()),
      { label: "$(file-binary) Choose a model…", command: "quoin.chooseModel" },
      { label: "$(graph) Show statistics", command: "quoin.showStatistics" },
      { label: "$(output) Show the log", command: "quoin.showLog" },
      { label: "$(debug-restart) Restart the server", command: "quoin.restart" },
      { label: "$(gear) Settings", command: "workbench.action.openSettings", argument: "@ext:quoin.quoin" },
      { label: "$(book) First steps", command: "quoin.openWalkthrough" },
    ],
    { title: first, placeHolder: "What to do" },
  );
  if (picked !== undefined) {
    // A click on the status bar has taken the focus, and completions are for an editor that has it.
    await commands.executeCommand("workbench.action.focusActiveEditorGroup");
    const more = "argument" in picked ? [picked.argument] : [];
    await commands.executeCommand(picked.command, ...more);
  }
}

const SNOOZE = "editor.action.inlineSuggest.snooze";

/** A pause of all suggestions, in editors that have it. */
async function snoozeItems(): Promise<{ label: string; command: string }[]> {
  const known = enabled() && (await commands.getCommands(true)).includes(SNOOZE);
  return known ? [{ label: "$(bell-slash) Snooze suggestions…", command: SNOOZE }] : [];
}

/** The switch for the language of the file that is open, where the server knows it. */
function languageItems(): { label: string; command: string }[] {
  const document = window.activeTextEditor?.document;
  if (!enabled() || document === undefined || languages.match([...files()], document) === 0) {
    return [];
  }
  const language = document.languageId;
  const label = languageEnabled(language)
    ? `$(circle-slash) Switch off for ${language}`
    : `$(check) Switch on for ${language}`;
  return [{ label, command: "quoin.toggleLanguage" }];
}
