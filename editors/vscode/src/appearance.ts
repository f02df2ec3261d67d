// A status in words. Knows nothing of the editor.

import { formatBytes, formatShare } from "./format.ts";
import type { Guarantee, Model, Status } from "./state.ts";

export interface Appearance {
  /** The status bar's text; `$(name)` is an icon. */
  readonly text: string;
  /** The same in words, for the tooltip and the menu, a line each. */
  readonly lines: readonly string[];
}

const GUARANTEES: Readonly<Record<Guarantee, string>> = {
  file: "Last completion: the whole file parses with it",
  region: "Last completion: the file is broken elsewhere; the rest parses with it",
  none: "Last completion: no guarantee",
};

/** What is promised of a part of the file that is of another language, such as a script in HTML. */
function ofPart(guarantee: Guarantee, part: string): string {
  switch (guarantee) {
    case "file":
      return `Last completion: all of the ${part} around the cursor parses with it`;
    case "region":
      return `Last completion: the ${part} around the cursor is broken elsewhere; the rest parses with it`;
    case "none":
      return GUARANTEES.none;
  }
}

export function appearance(status: Status): Appearance {
  const { icon, text, line } = head(status);
  const lines = [line];
  if (status.model) {
    lines.push(`Model: ${describeModel(status.model)}`);
  }
  if (status.state !== "error" && status.state !== "off") {
    if (status.promise) {
      const whose = status.part ? "Language of the part around the cursor" : "Language";
      lines.push(`${whose}: ${status.promise}`);
    }
    if (status.reason) {
      lines.push(`Last: no suggestion, because ${status.reason}`);
    } else if (status.guarantee) {
      const told = status.part ? ofPart(status.guarantee, status.part) : GUARANTEES[status.guarantee];
      lines.push(told, ...(status.remarks ?? []).map((remark) => `It ${remark}`));
    }
  }
  return { text: `$(${icon}) ${text}`, lines };
}

/** A model on a server has no size. */
function describeModel(model: Model): string {
  return model.sizeBytes > 0 ? `${model.name} (${formatBytes(model.sizeBytes)})` : model.name;
}

function head(status: Status): { icon: string; text: string; line: string } {
  switch (status.state) {
    case "loading": {
      if (status.message) {
        return { icon: "loading~spin", text: "quoin", line: `quoin is ${status.message}` };
      }
      const share = status.progress === undefined ? "" : ` ${formatShare(status.progress)}`;
      return { icon: "loading~spin", text: `quoin${share}`, line: `quoin is loading its model${share}` };
    }
    case "ready":
      return { icon: readyIcon(status.guarantee), text: "quoin", line: "quoin is ready" };
    case "thinking":
      return { icon: "sparkle", text: "quoin", line: "quoin is looking for a completion" };
    case "off":
      return { icon: "circle-slash", text: "quoin", line: status.message ?? "quoin is switched off" };
    case "error":
      return { icon: "error", text: "quoin", line: status.message ?? "quoin is not running" };
  }
}

function readyIcon(guarantee: Guarantee | null | undefined): string {
  switch (guarantee) {
    case "region":
      return "pass";
    case "none":
      return "circle-outline";
    default:
      return "pass-filled";
  }
}
