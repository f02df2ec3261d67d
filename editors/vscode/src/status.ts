// The item in the status bar.

import {
  type Disposable,
  MarkdownString,
  StatusBarAlignment,
  type StatusBarItem,
  ThemeColor,
  window,
} from "vscode";
import { appearance } from "./appearance.ts";
import type { Status } from "./state.ts";

export class StatusItem implements Disposable {
  readonly #item: StatusBarItem;
  #status: Status = { state: "loading" };

  constructor(command: string) {
    this.#item = window.createStatusBarItem("quoin.status", StatusBarAlignment.Right);
    this.#item.name = "quoin";
    this.#item.command = command;
    this.show(this.#status);
    this.#item.show();
  }

  show(status: Status): void {
    this.#status = status;
    const { text, lines } = appearance(status);
    this.#item.text = text;
    this.#item.tooltip = asParagraphs([...lines, "Click for the commands"]);
    this.#item.accessibilityInformation = { label: lines.join(". "), role: "button" };
    this.#item.backgroundColor =
      status.state === "error" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
  }

  /** The status in words, a line each. */
  describe(): readonly string[] {
    return appearance(this.#status).lines;
  }

  dispose(): void {
    this.#item.dispose();
  }
}

function asParagraphs(lines: readonly string[]): MarkdownString {
  const tooltip = new MarkdownString();
  for (const line of lines) {
    // As text, since a model's name and an error's message come from elsewhere.
    tooltip.appendText(line).appendMarkdown("\n\n");
  }
  return tooltip;
}
