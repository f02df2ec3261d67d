// A completion that ends with an empty block is accepted with the cursor in the block.

import { Selection, window } from "vscode";
import type { Middleware } from "vscode-languageclient/node";

const ACCEPTED = "quoin.accepted";

/** Moves the cursor when an acceptance is counted, by the number of lines that the server names for it. */
export const inside: Middleware = {
  executeCommand: (command, args, next) => {
    const [, , below] = args;
    const editor = window.activeTextEditor;
    if (command === ACCEPTED && typeof below === "number" && editor?.selection.isEmpty) {
      const line = editor.selection.active.line - below;
      if (line >= 0) {
        const { end } = editor.document.lineAt(line).range;
        editor.selection = new Selection(end, end);
      }
    }
    return next(command, args);
  },
};
