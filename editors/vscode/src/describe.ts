// The server's answers in words. Knows nothing of the editor.

import { formatBytes, formatShare } from "./format.ts";

/** What the server's command `quoin.describeModel` gives. */
export interface ModelDescription {
  readonly name: string;
  readonly architecture: string;
  readonly sizeBytes: number;
  readonly fim: boolean;
  readonly problem: string | null;
}

/** What the server's command `quoin.stats` gives. */
export interface Statistics {
  readonly shown: number;
  readonly accepted: number;
  /** Parts that were accepted by themselves, in editors that tell. */
  readonly acceptedWords: number;
  readonly acceptedLines: number;
  readonly acceptedCharacters: number;
  readonly since: string;
  readonly byLanguage: Readonly<Record<string, { readonly shown: number; readonly accepted: number }>>;
  readonly file: string;
}

export function describeModel(model: ModelDescription): string {
  const lines = [
    `Name: ${model.name}`,
    `Architecture: ${model.architecture}`,
    `Size: ${formatBytes(model.sizeBytes)}`,
    `Fill in the middle: ${model.fim ? "yes" : "no"}`,
  ];
  return model.problem === null ? lines.join("\n") : [...lines, "", model.problem].join("\n");
}

export function describeStatistics(statistics: Statistics): string {
  const lines = [
    `Shown: ${counted(statistics.shown)}`,
    `Accepted: ${accepted(statistics)}`,
    `In part: ${counted(statistics.acceptedWords)} words, ${counted(statistics.acceptedLines)} lines`,
    `Characters accepted: ${counted(statistics.acceptedCharacters)}`,
  ];
  for (const [language, counts] of Object.entries(statistics.byLanguage)) {
    lines.push(`${language}: ${counted(counts.shown)} shown, ${accepted(counts)} accepted`);
  }
  return [
    ...lines,
    "",
    `Since ${statistics.since.slice(0, 10)}. Kept in ${statistics.file}; never sent.`,
  ].join("\n");
}

function accepted(counts: { readonly shown: number; readonly accepted: number }): string {
  const share = counts.shown > 0 ? ` (${formatShare(counts.accepted / counts.shown)})` : "";
  return `${counted(counts.accepted)}${share}`;
}

function counted(number: number): string {
  return number.toLocaleString("en");
}
