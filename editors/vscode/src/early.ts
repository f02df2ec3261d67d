// Requests that the extension makes in the user's place. A key that is typed before the server is there asks
// nobody: what it would have asked is asked afterwards.

import {
  commands,
  type Disposable,
  InlineCompletionTriggerKind,
  languages,
  type TextDocument,
  window,
  workspace,
} from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { files } from "./settings.ts";

export const TRIGGER = "editor.action.inlineSuggest.trigger";

export class Early implements Disposable {
  #typed: TextDocument | undefined;
  #asks = false;
  readonly #listener: Disposable;

  /** `isServed` says whether there is a server now, which the editor asks by itself. */
  constructor(isServed: () => boolean) {
    const open = window.activeTextEditor?.document;
    this.#typed = open?.isDirty ? open : undefined;
    this.#listener = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0 && !isServed()) {
        this.#typed = document;
      }
    });
  }

  /** Ask for what was typed last, if that is still being edited: the server is there now. */
  async ask(): Promise<void> {
    const document = this.#typed;
    this.#typed = undefined;
    if (document === undefined || document !== window.activeTextEditor?.document) {
      return;
    }
    if (languages.match([...files()], document) > 0) {
      await this.askUnasked();
    }
  }

  /** Ask at the cursor as typing does, where the editor asks while the user types. */
  readonly askUnasked = async (): Promise<void> => {
    if (
      workspace.getConfiguration("editor.inlineSuggest", window.activeTextEditor?.document).get("enabled")
    ) {
      this.#asks = true;
      try {
        await commands.executeCommand(TRIGGER);
      } finally {
        this.#asks = false;
      }
    }
  };

  /** Passes the request on as one that typing makes, since the user has not asked. */
  readonly middleware: Middleware = {
    provideInlineCompletionItems: (document, position, context, token, next) => {
      const triggerKind = this.#asks ? InlineCompletionTriggerKind.Automatic : context.triggerKind;
      return next(document, position, { ...context, triggerKind }, token);
    },
  };

  dispose(): void {
    this.#listener.dispose();
  }
}
