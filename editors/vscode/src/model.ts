// Choosing a model: the starter, one on this machine, one to be downloaded, or a file.

import { open, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename } from "node:path";
import {
  type Disposable,
  type MessageItem,
  type QuickPickItem,
  QuickPickItemKind,
  Uri,
  window,
} from "vscode";
import { describeModel, type ModelDescription } from "./describe.ts";
import { download } from "./download.ts";
import { formatBytes } from "./format.ts";
import type { Problems } from "./problems.ts";
import { CHOOSE_MODEL } from "./remedies.ts";
import type { Server } from "./server.ts";
import { configuredModel, setModel } from "./settings.ts";
import { type Choice, groups, type Survey } from "./survey.ts";

const USE: MessageItem = { title: "Use This Model" };
const OTHER: MessageItem = { title: "Choose Another…" };

interface Item extends QuickPickItem {
  readonly choice: Choice;
}

/** Show the models that can be had, and use the one that the user chooses. */
export async function chooseModel(server: Server, problems: Problems): Promise<void> {
  let servers = false;
  for (;;) {
    const [choice, survey] = await pick(server, problems, servers);
    servers = choice?.kind === "askServers";
    if (!servers) {
      await act(choice, survey, server, problems);
      return;
    }
  }
}

async function act(
  choice: Choice | undefined,
  survey: Survey | undefined,
  server: Server,
  problems: Problems,
): Promise<void> {
  if (choice?.kind === "starter") {
    await setModel({ path: "" });
  } else if (choice?.kind === "use") {
    await setModel({ path: choice.path });
  } else if (choice?.kind === "server") {
    await setModel({ url: choice.server.address });
  } else if (choice?.kind === "file") {
    const path = await pickFile(server, problems);
    if (path !== undefined) {
      await setModel({ path });
    }
  } else if (choice?.kind === "download" && survey !== undefined) {
    const path = await download(choice.model, survey, server, problems);
    if (path !== undefined) {
      await setModel({ path });
      problems.inform(`${choice.model.title} is downloaded and used from now on.`, []);
    }
  }
}

/** Let the user choose; what needs the survey appears when it is made. */
async function pick(
  server: Server,
  problems: Problems,
  servers: boolean,
): Promise<[Choice | undefined, Survey | undefined]> {
  const picker = window.createQuickPick<Item>();
  picker.title = "Choose a model";
  picker.placeholder = configuredModel() === "" ? "Now: the starter model" : `Now: ${configuredModel()}`;
  picker.matchOnDescription = true;
  picker.items = items(undefined);
  picker.busy = true;
  let survey: Survey | undefined;
  const listeners: Disposable[] = [];
  const chosen = new Promise<Choice | undefined>((resolve) => {
    listeners.push(
      picker.onDidAccept(() => {
        const choice = picker.selectedItems[0]?.choice;
        if (choice !== undefined && choice.kind !== "nothing") {
          resolve(choice);
        }
      }),
      picker.onDidHide(() => resolve(undefined)),
    );
  });
  picker.show();
  const looked = look(server, problems, servers).then((found) => {
    survey = found;
    picker.items = items(found);
    picker.busy = false;
  });
  try {
    const choice = await chosen;
    if (choice !== undefined) {
      return [choice, survey];
    }
    // It was left before the survey was made, which nobody needs any more.
    return [undefined, undefined];
  } finally {
    void looked.finally(() => picker.dispose());
    picker.hide();
    for (const listener of listeners) {
      listener.dispose();
    }
  }
}

async function look(server: Server, problems: Problems, servers: boolean): Promise<Survey | undefined> {
  try {
    return (await server.execute("quoin.models", { servers })) as Survey | undefined;
  } catch (error) {
    problems.error((error as Error).message, []);
    return undefined;
  }
}

function items(survey: Survey | undefined): Item[] {
  return groups(survey).flatMap(({ title, rows }) => [
    { label: title, kind: QuickPickItemKind.Separator, choice: { kind: "nothing" } },
    ...rows,
  ]);
}

/** The path of a file that the user has seen described and wants; undefined if none. */
async function pickFile(server: Server, problems: Problems): Promise<string | undefined> {
  for (;;) {
    const picked = await window.showOpenDialog({
      title: "Choose a model file",
      openLabel: "Choose",
      defaultUri: Uri.file(configuredModel() || homedir()),
      filters: { "GGUF models": ["gguf"], "All files": ["*"] },
    });
    const path = picked?.[0]?.fsPath;
    if (path === undefined) {
      return undefined;
    }
    try {
      const answer = await confirm(path, server);
      if (answer !== OTHER) {
        return answer === USE ? path : undefined;
      }
    } catch (error) {
      problems.error(`The model file cannot be read: ${(error as Error).message}`, [CHOOSE_MODEL]);
      return undefined;
    }
  }
}

async function confirm(path: string, server: Server): Promise<MessageItem | undefined> {
  const described = (await server.execute("quoin.describeModel", path)) as ModelDescription | undefined;
  if (described === undefined) {
    return await confirmUndescribed(path);
  }
  const detail = `${describeModel(described)}\n\n${path}`;
  if (described.problem !== null || !described.fim) {
    const message = "quoin cannot complete with this model.";
    return await window.showWarningMessage(message, { modal: true, detail }, OTHER);
  }
  return await window.showInformationMessage("Use this model?", { modal: true, detail }, USE, OTHER);
}

/** Without a server that knows the format: the size, and whether it is a model file at all. */
async function confirmUndescribed(path: string): Promise<MessageItem | undefined> {
  const detail = `Size: ${formatBytes((await stat(path)).size)}\n\n${path}`;
  if (!(await isModelFile(path))) {
    const message = `${basename(path)} is not a GGUF model file.`;
    return await window.showWarningMessage(message, { modal: true, detail }, OTHER);
  }
  return await window.showInformationMessage("Use this model?", { modal: true, detail }, USE, OTHER);
}

async function isModelFile(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return bytesRead === 4 && buffer.toString("latin1") === "GGUF";
  } finally {
    await file.close();
  }
}
