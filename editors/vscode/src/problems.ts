// Problems are told in one message with what can be done about it, and not again while it is open.

import { commands, window } from "vscode";
import type { Remedy } from "./remedies.ts";
import { SECTION } from "./settings.ts";

export class Problems {
  readonly #open = new Map<string, symbol>();

  error(message: string, remedies: readonly Remedy[]): void {
    void this.#show(message, remedies, window.showErrorMessage);
  }

  warn(message: string, remedies: readonly Remedy[]): void {
    void this.#show(message, remedies, window.showWarningMessage);
  }

  /** Tell what is no problem. */
  inform(message: string, remedies: readonly Remedy[]): void {
    void this.#show(message, remedies, window.showInformationMessage);
  }

  /** The cause of what was told is gone: hide it, if it is still shown, and tell it again the next time. */
  withdraw(): void {
    if (this.#open.size > 0) {
      this.#open.clear();
      // The editor has no way to take back a single message; those of others stay in its list.
      void commands.executeCommand("notifications.hideToasts");
    }
  }

  async #show(
    message: string,
    remedies: readonly Remedy[],
    show: (message: string, ...remedies: Remedy[]) => Thenable<Remedy | undefined>,
  ): Promise<void> {
    if (this.#open.has(message)) {
      return;
    }
    // The editor closes an old message as it shows the same again.
    const mine = Symbol(message);
    this.#open.set(message, mine);
    try {
      const chosen = await show(message, ...remedies);
      if (chosen !== undefined) {
        await apply(chosen);
      }
    } finally {
      if (this.#open.get(message) === mine) {
        this.#open.delete(message);
      }
    }
  }
}

async function apply(remedy: Remedy): Promise<void> {
  if ("setting" in remedy) {
    await commands.executeCommand("workbench.action.openSettings", `@id:${SECTION}.${remedy.setting}`);
  } else {
    await commands.executeCommand(remedy.command);
  }
}
