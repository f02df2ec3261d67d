// The models that can be had, in words. Knows nothing of the editor.

import { formatBytes } from "./format.ts";

/** A known model that can be downloaded. */
export interface KnownModel {
  readonly name: string;
  readonly title: string;
  readonly maker: string;
  readonly licence: string;
  readonly licenceAddress: string;
  readonly licenceNote: string;
  readonly quantisation: string;
  readonly context: number;
  readonly sizeBytes: number;
  readonly memoryBytes: number;
  readonly address: string;
  readonly page: string;
  readonly sha256: string | null;
  readonly unverified: readonly string[];
  readonly tokensPerSecond: number;
  /** Where it is, if it was downloaded. */
  readonly path: string | null;
  readonly partialBytes: number;
}

/** A model file that a program keeps on the server's machine. */
export interface FoundModel {
  readonly store: string;
  readonly name: string;
  readonly path: string;
  readonly sizeBytes: number;
  readonly fim: boolean;
  readonly problem: string | null;
  readonly tokensPerSecond: number;
}

/** A server that answers at one of the usual ports of that machine. */
export interface FoundServer {
  readonly program: string;
  readonly address: string;
  readonly models: readonly string[];
  readonly fim: boolean | null;
  readonly usable: boolean;
}

/** What the server's command `quoin.models` gives. */
export interface Survey {
  readonly folder: string;
  readonly freeBytes: number;
  readonly known: readonly KnownModel[];
  readonly found: readonly FoundModel[];
  /** Null where they were not asked. */
  readonly servers: readonly FoundServer[] | null;
}

/** What the server's command `quoin.getModel` gives; neither where it was stopped. */
export interface Outcome {
  readonly path: string | null;
  readonly problem: string | null;
}

/** What choosing a row of the picker does. */
export type Choice =
  | { readonly kind: "starter" | "file" | "askServers" | "nothing" }
  | { readonly kind: "use"; readonly path: string; readonly name: string }
  | { readonly kind: "download"; readonly model: KnownModel }
  | { readonly kind: "server"; readonly server: FoundServer };

export interface Row {
  readonly label: string;
  readonly description?: string;
  readonly detail?: string;
  readonly choice: Choice;
}

export interface Group {
  readonly title: string;
  readonly rows: readonly Row[];
}

const STARTER: Row = {
  label: "$(package) The starter model that comes with quoin",
  description: "small, for common languages",
  choice: { kind: "starter" },
};
const FILE: Row = { label: "$(folder-opened) A file on this machine…", choice: { kind: "file" } };
const ASK_SERVERS: Row = {
  label: "$(search) Look for servers that run on this machine…",
  description: "asks 127.0.0.1 at ports 8012, 8080, 11434 and 1234",
  choice: { kind: "askServers" },
};

/** The picker's groups; without a survey, which is still made or cannot be, those that need none. */
export function groups(survey: Survey | undefined): readonly Group[] {
  const here =
    survey === undefined
      ? []
      : [...survey.known.filter(isHere).map(downloadedRow), ...survey.found.map(foundRow)];
  const away = survey === undefined ? [] : survey.known.filter((model) => !isHere(model)).map(knownRow);
  const more = survey !== undefined && survey.servers === null ? [FILE, ASK_SERVERS] : [FILE];
  return [
    { title: "comes with quoin", rows: [STARTER] },
    { title: "found on this machine", rows: here },
    { title: "servers on this machine", rows: serverRows(survey?.servers ?? null) },
    { title: "can be downloaded", rows: away },
    { title: "others", rows: more },
  ].filter((group) => group.rows.length > 0);
}

function isHere(model: KnownModel): boolean {
  return model.path !== null;
}

function downloadedRow(model: KnownModel): Row {
  const description = `downloaded · ${formatBytes(model.sizeBytes)} · ${speed(model.tokensPerSecond)}`;
  return {
    label: `$(file-binary) ${model.title}`,
    description,
    choice: useOf(model.path ?? "", model.title),
  };
}

function foundRow(model: FoundModel): Row {
  const description = `${model.store} · ${formatBytes(model.sizeBytes)}`;
  if (!model.fim) {
    const detail = `cannot be used: ${(model.problem ?? "").replace(`${model.path} `, "it ")}`;
    return { label: `$(circle-slash) ${model.name}`, description, detail, choice: { kind: "nothing" } };
  }
  const choice = useOf(model.path, model.name);
  return {
    label: `$(file-binary) ${model.name}`,
    description: `${description} · ${speed(model.tokensPerSecond)}`,
    choice,
  };
}

function useOf(path: string, name: string): Choice {
  return { kind: "use", path, name };
}

function serverRows(servers: readonly FoundServer[] | null): readonly Row[] {
  if (servers?.length === 0) {
    return [{ label: "$(circle-slash) None answers at the usual ports", choice: { kind: "nothing" } }];
  }
  return (servers ?? []).map((server) => ({
    label: `$(${server.usable ? "server" : "circle-slash"}) ${server.program}`,
    description: server.address,
    detail: `${server.models.join(", ") || "no model"}${server.usable ? "" : "; use its model's file instead"}`,
    choice: server.usable ? { kind: "server", server } : { kind: "nothing" },
  }));
}

function knownRow(model: KnownModel): Row {
  const parts = [formatBytes(model.sizeBytes), model.licence, speed(model.tokensPerSecond)];
  const details = [
    `needs ${formatBytes(model.memoryBytes)} of memory`,
    `context of ${model.context.toLocaleString("en")} tokens`,
    ...(model.partialBytes > 0 ? [`${formatBytes(model.partialBytes)} have come`] : []),
    ...doubts(model),
  ];
  return {
    label: `$(cloud-download) ${model.title}`,
    description: parts.join(" · "),
    detail: details.join(" · "),
    choice: { kind: "download", model },
  };
}

/** The values of a model that may not be certain, for the user. */
const WORDS: Readonly<Record<string, string>> = { bytes: "size", sha256: "digest" };

function doubts(model: KnownModel): readonly string[] {
  if (model.sha256 === null) {
    return ["no digest is known"];
  }
  const words = model.unverified.map((name) => WORDS[name] ?? name);
  return words.length > 0 ? [`known from one source alone: ${words.join(", ")}`] : [];
}

/** An estimate, which is why there are few digits. */
function speed(tokens: number): string {
  return `about ${tokens.toLocaleString("en")} ${tokens === 1 ? "token" : "tokens"} a second`;
}

/** What the user is asked before a download: where from, how much, under which licence, and to where. */
export function confirmation(model: KnownModel, survey: Survey): string {
  const rest = model.sizeBytes - model.partialBytes;
  const partly = model.partialBytes > 0 ? `, of which ${formatBytes(rest)} are missing` : "";
  return [
    `Address: ${model.address}`,
    `Size: ${formatBytes(model.sizeBytes)}${partly}`,
    `Licence: ${model.licence} (${model.licenceAddress})`,
    ...(model.licenceNote === "" ? [] : [model.licenceNote]),
    `By: ${model.maker}`,
    ...doubts(model).map((doubt) => `Note: ${doubt}`),
    "",
    `It goes to ${survey.folder}, where ${formatBytes(survey.freeBytes)} are free, and is checked by its digest. ` +
      "Nothing of yours is sent.",
  ].join("\n");
}

/** What is told of a model whose digest is in no list. */
export function withoutDigest(model: KnownModel): string {
  return (
    "Without a digest (SHA-256) quoin cannot tell whether what comes is the model, so it does not download it. " +
    `The model's page shows the digest as SHA256:\n\n${model.page}`
  );
}

/** Why a text is no digest; nothing where it is one. */
export function digestProblem(text: string): string | undefined {
  const digits = text.trim().replace(/^sha256:/i, "");
  return /^[0-9a-f]{64}$/i.test(digits) ? undefined : "A SHA-256 digest has 64 hexadecimal digits.";
}
