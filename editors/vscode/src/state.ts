// What the server says of itself in `quoin/status`. Knows nothing of the editor.

export const STATUS_METHOD = "quoin/status";

export const STATES = ["loading", "ready", "thinking", "off", "error"] as const;

export type State = (typeof STATES)[number];

export type Guarantee = "file" | "region" | "none";

export interface Model {
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
}

export interface Status {
  readonly state: State;
  /** 0 to 1, while the model is loaded. */
  readonly progress?: number;
  /** One line, where something is wrong, and while a language is made ready. */
  readonly message?: string;
  readonly model?: Model | null;
  /** Of the last completion. */
  readonly guarantee?: Guarantee | null;
  /** Why the last request got nothing, to be read after "because"; null where something was offered. */
  readonly reason?: string | null;
  /** What the last completion does with names, each to be read after "it". */
  readonly remarks?: readonly string[];
  /** What is promised in the last request's document. */
  readonly promise?: string | null;
  /** The language of the part that the last request was in, such as a script, if it is not the document's. */
  readonly part?: string | null;
  /** The last request's document, as a URI; older servers do not say it. */
  readonly document?: string | null;
}

/** A status without what is said of the last request, where that was in another document. */
export function seenFrom(status: Status, document: string | undefined): Status {
  if (!status.document || status.document === document) {
    return status;
  }
  const { guarantee, reason, remarks, promise, part, document: _, ...rest } = status;
  return rest;
}

/** Whether a notification's parameters are a status that this version of the extension can show. */
export function isStatus(value: unknown): value is Status {
  return (
    typeof value === "object" &&
    value !== null &&
    "state" in value &&
    (STATES as readonly unknown[]).includes(value.state)
  );
}
