// The item in the status bar.

import { type Disposable, StatusBarAlignment, type StatusBarItem, ThemeColor, window } from "vscode";

export type Status = "starting" | "ready" | "off" | "error";

const APPEARANCE: Readonly<Record<Status, { icon: string; tooltip: string }>> = {
  starting: { icon: "$(loading~spin)", tooltip: "quoin is starting" },
  ready: { icon: "$(check)", tooltip: "quoin is ready" },
  off: { icon: "$(circle-slash)", tooltip: "quoin is switched off" },
  error: { icon: "$(error)", tooltip: "quoin is not running: click for its log" },
};

export class StatusItem implements Disposable {
  readonly #item: StatusBarItem;

  constructor(command: string) {
    this.#item = window.createStatusBarItem("quoin.status", StatusBarAlignment.Right);
    this.#item.name = "quoin";
    this.#item.command = command;
    this.show("starting");
    this.#item.show();
  }

  /** `detail` takes the place of the status's own tooltip. */
  show(status: Status, detail?: string): void {
    const { icon, tooltip } = APPEARANCE[status];
    this.#item.text = `${icon} quoin`;
    this.#item.tooltip = detail ?? tooltip;
    this.#item.backgroundColor =
      status === "error" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
  }

  dispose(): void {
    this.#item.dispose();
  }
}
