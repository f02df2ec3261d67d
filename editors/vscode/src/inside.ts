// A completion that ends with an empty block is accepted with the cursor in the block, on a line of its own.

import { Position, SnippetString, type TextEditor, window } from "vscode";
import type { Middleware } from "vscode-languageclient/node";
import { AS_ONE } from "./together.ts";

const ACCEPTED = "quoin.accepted";

/**
 * Opens a line in the block when an acceptance is counted: the server names the number of lines of the
 * completion that stand below the block's beginning. `ask` then asks for what the line begins with.
 */
export function inside(ask: () => Promise<void>): Middleware {
  return {
    executeCommand: async (command, args, next) => {
      const [, , below] = args;
      const editor = window.activeTextEditor;
      if (command === ACCEPTED && typeof below === "number" && editor && (await goInto(editor, below))) {
        void ask();
      }
      return await next(command, args);
    },
  };
}

async function goInto(editor: TextEditor, below: number): Promise<boolean> {
  const line = editor.selection.active.line - below;
  if (editor.selections.length > 1 || !editor.selection.isEmpty || line < 0) {
    return false;
  }
  const end = new Position(line, editor.document.lineAt(line).text.length);
  // Of a snippet the editor makes lines as indented as the one before, with its own kind of indentation.
  return await editor.insertSnippet(new SnippetString("\n\t$0"), end, AS_ONE);
}
