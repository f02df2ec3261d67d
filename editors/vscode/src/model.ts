// Choosing a model file.

import { open, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { basename } from "node:path";
import { type MessageItem, Uri, window } from "vscode";
import { describeModel, type ModelDescription } from "./describe.ts";
import { formatBytes } from "./format.ts";
import type { Problems } from "./problems.ts";
import { CHOOSE_MODEL } from "./remedies.ts";
import type { Server } from "./server.ts";
import { configuredModel, setPath } from "./settings.ts";

const USE: MessageItem = { title: "Use This Model" };
const OTHER: MessageItem = { title: "Choose Another…" };

/** Let the user pick a file, show what it is, and set it as the model if they want it. */
export async function chooseModel(server: Server, problems: Problems): Promise<void> {
  const source = await window.showQuickPick(
    [
      { label: "$(folder-opened) A file on this machine…", file: true },
      { label: "$(package) The starter model that comes with quoin", file: false },
    ],
    { title: "The model", placeHolder: configuredModel() || "Now: the starter model" },
  );
  if (source === undefined) {
    return;
  }
  const path = source.file ? await pickFile(server, problems) : "";
  if (path !== undefined) {
    await setPath("model.path", path);
  }
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
