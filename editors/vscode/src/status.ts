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
import { type Status, seenFrom } from "./state.ts";

/** Most completions take less: an item that changes at every key would draw the eye for nothing. */
const THINKING_MS = 150;

export class StatusItem implements Disposable {
  readonly #item: StatusBarItem;
  #status: Status = { state: "loading" };
  #delayed: NodeJS.Timeout | undefined;
  readonly #follow: Disposable;

  constructor(command: string) {
    this.#item = window.createStatusBarItem("quoin.status", StatusBarAlignment.Right);
    this.#item.name = "quoin";
    this.#item.command = command;
    this.#follow = window.onDidChangeActiveTextEditor(() => this.#draw());
  }

  /** Show a status; before the first there is no item. */
  show(status: Status): void {
    this.#status = status;
    clearTimeout(this.#delayed);
    if (status.state === "thinking") {
      this.#delayed = setTimeout(() => this.#draw(), THINKING_MS);
    } else {
      this.#draw();
    }
    this.#item.show();
  }

  /** The status as it was last said, for the file that is shown. */
  get status(): Status {
    return seenFrom(this.#status, window.activeTextEditor?.document.uri.toString());
  }

  /** The status in words, a line each. */
  describe(): readonly string[] {
    return appearance(this.status).lines;
  }

  dispose(): void {
    clearTimeout(this.#delayed);
    this.#follow.dispose();
    this.#item.dispose();
  }

  #draw(): void {
    const { text, lines } = appearance(this.status);
    this.#item.text = text;
    this.#item.tooltip = asParagraphs([...lines, "Click for the commands"]);
    this.#item.accessibilityInformation = { label: lines.join(". "), role: "button" };
    this.#item.backgroundColor =
      this.#status.state === "error" ? new ThemeColor("statusBarItem.errorBackground") : undefined;
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
