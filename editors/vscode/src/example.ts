// The first steps' file, which the server gives: a suggestion there shows what quoin is for.

import { commands, Range, TextEditorRevealType, window, workspace } from "vscode";
import type { Problems } from "./problems.ts";
import { RESTART, SHOW_LOG } from "./remedies.ts";
import type { Server } from "./server.ts";

/** What the server's command `quoin.firstSteps` gives. */
interface FirstSteps {
  readonly language: string;
  readonly text: string;
  readonly places: readonly { readonly line: number; readonly character: number }[];
}

/** Open the file, its cursor at the first place, and ask for the suggestion. */
export async function openExample(server: Server, problems: Problems): Promise<void> {
  const steps = await firstSteps(server);
  const first = steps?.places[0];
  if (steps === undefined || first === undefined) {
    problems.warn("The quoin server is not running, or is too old for the first steps.", [RESTART, SHOW_LOG]);
    return;
  }
  const { language, text: content } = steps;
  const document = await workspace.openTextDocument({ language, content });
  const selection = new Range(first.line, first.character, first.line, first.character);
  // Over the walkthrough, which would take the focus back from an editor beside it as it ticks off its step.
  const editor = await window.showTextDocument(document, { selection, preview: false });
  // The words at the top say what to do.
  editor.revealRange(new Range(0, 0, 0, 0), TextEditorRevealType.AtTop);
  await server.settled();
  await server.tick();
  await commands.executeCommand("editor.action.inlineSuggest.trigger");
}

/** The first file that is completed starts the server, and so does this. */
async function firstSteps(server: Server): Promise<FirstSteps | undefined> {
  await server.settled();
  const known = await server.execute("quoin.firstSteps");
  if (known !== undefined) {
    return known as FirstSteps;
  }
  await server.restart();
  return (await server.execute("quoin.firstSteps")) as FirstSteps | undefined;
}
