// Why there was no suggestion, in a sentence and with what can be done about it. Knows nothing of the editor.

import { appearance } from "./appearance.ts";
import { type Remedy, remediesForReason, SHOW_LOG } from "./remedies.ts";
import type { Status } from "./state.ts";

export interface Explanation {
  readonly sentence: string;
  readonly remedies: readonly Remedy[];
}

function remarks(status: Status): string[] {
  return (status.remarks ?? []).map((remark) => `It ${remark}.`);
}

export function explanation(status: Status): Explanation {
  if (status.state === "error" || status.state === "off") {
    const [line = ""] = appearance(status).lines;
    const words = line.replace(/\.$/, "");
    return {
      sentence: `No suggestion, because ${words}.`,
      remedies: status.state === "error" ? [SHOW_LOG] : [{ title: "Switch On", command: "quoin.toggle" }],
    };
  }
  if (status.reason) {
    return {
      sentence: `No suggestion, because ${status.reason}.`,
      remedies: remediesForReason(status.reason),
    };
  }
  const sentence = status.guarantee
    ? ["The last request was answered with a suggestion.", ...remarks(status)].join(" ")
    : "No suggestion has been asked for in this file yet.";
  return { sentence, remedies: [] };
}
