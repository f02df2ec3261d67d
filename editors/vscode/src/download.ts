// Downloading a known model, which the user has seen by address, size and licence and wants.

import { env, type MessageItem, ProgressLocation, Uri, window } from "vscode";
import type { Problems } from "./problems.ts";
import { CHOOSE_MODEL } from "./remedies.ts";
import type { Server } from "./server.ts";
import { confirmation, digestProblem, type KnownModel, type Survey, withoutDigest } from "./survey.ts";

const DOWNLOAD: MessageItem = { title: "Download" };
const PAGE: MessageItem = { title: "Open Its Page" };
const DIGEST: MessageItem = { title: "Enter the Digest…" };

/** The path of the model once it is there; undefined where the user does not want it, or it cannot be had. */
export async function download(
  model: KnownModel,
  survey: Survey,
  server: Server,
  problems: Problems,
): Promise<string | undefined> {
  const sha256 = model.sha256 === null ? await askDigest(model) : null;
  if (sha256 === undefined || !(await confirm(model, survey))) {
    return undefined;
  }
  const title = `Downloading ${model.title}`;
  const options = { location: ProgressLocation.Notification, title, cancellable: true };
  try {
    const wish = { name: model.name, address: model.address, sha256 };
    const outcome = await window.withProgress(options, (progress, token) =>
      server.getModel(wish, progress, token),
    );
    if (outcome?.problem) {
      problems.error(`The model was not downloaded: ${outcome.problem}`, [CHOOSE_MODEL]);
    }
    return outcome?.path ?? undefined;
  } catch (error) {
    problems.error(`The model was not downloaded: ${(error as Error).message}`, [CHOOSE_MODEL]);
    return undefined;
  }
}

async function confirm(model: KnownModel, survey: Survey): Promise<boolean> {
  for (;;) {
    const detail = confirmation(model, survey);
    const message = `Download ${model.title}?`;
    const answer = await window.showInformationMessage(message, { modal: true, detail }, DOWNLOAD, PAGE);
    if (answer !== PAGE) {
      return answer === DOWNLOAD;
    }
    await env.openExternal(Uri.parse(model.page));
  }
}

/** The digest that the user has read on the model's page; undefined for none. */
async function askDigest(model: KnownModel): Promise<string | undefined> {
  const detail = withoutDigest(model);
  const message = `No digest of ${model.title} is known.`;
  const answer = await window.showWarningMessage(message, { modal: true, detail }, DIGEST, PAGE);
  if (answer === undefined) {
    return undefined;
  }
  if (answer === PAGE) {
    await env.openExternal(Uri.parse(model.page));
  }
  return await window.showInputBox({
    title: `The digest of ${model.title}`,
    prompt: "The SHA-256 digest that its page shows",
    ignoreFocusOut: true,
    validateInput: digestProblem,
  });
}
