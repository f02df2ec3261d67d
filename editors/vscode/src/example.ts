// The walkthrough's example: a file in which a suggestion shows what quoin is for.

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { commands, Range, window, workspace } from "vscode";
import type { Server } from "./server.ts";

const CURSOR = "█";

/** Open the example, its cursor where a suggestion comes, and ask for that. */
export async function openExample(extension: string, server: Server): Promise<void> {
  const marked = await readFile(join(extension, "walkthrough", "example.py"), "utf8");
  const document = await workspace.openTextDocument({
    language: "python",
    content: marked.replace(CURSOR, ""),
  });
  const cursor = document.positionAt(marked.indexOf(CURSOR));
  const selection = new Range(cursor, cursor);
  // Over the walkthrough, which would take the focus back from an editor beside it as it ticks off its step.
  await window.showTextDocument(document, { selection, preview: false });
  // The first Python file starts the server.
  await server.settled();
  await server.tick();
  await commands.executeCommand("editor.action.inlineSuggest.trigger");
}
