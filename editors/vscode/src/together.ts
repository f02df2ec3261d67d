// The import of an accepted completion is undone together with the completion.

import { CancellationTokenSource, Range, window } from "vscode";
import type { Middleware } from "vscode-languageclient/node";

/** Makes an edit a part of the step that came before, which one undo takes back. */
export const AS_ONE = { undoStopBefore: false, undoStopAfter: false };

/** Makes what the server changes in the active editor's document a part of the step that came before. */
export const together: Middleware = {
  workspace: {
    handleApplyEdit: async (params, next) => {
      const editor = window.activeTextEditor;
      const changes = Object.entries(params.edit.changes ?? {});
      const [uri, edits] = changes[0] ?? [];
      if (!editor || !edits || changes.length > 1 || uri !== editor.document.uri.toString()) {
        return await next(params, new CancellationTokenSource().token);
      }
      const applied = await editor.edit((builder) => {
        for (const { range, newText } of edits) {
          const { start, end } = range;
          builder.replace(new Range(start.line, start.character, end.line, end.character), newText);
        }
      }, AS_ONE);
      return { applied };
    },
  },
};
