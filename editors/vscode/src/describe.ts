// The server's answers in words. Knows nothing of the editor.

import { formatBytes } from "./format.ts";

/** What the server's command `quoin.describeModel` gives. */
export interface ModelDescription {
  readonly name: string;
  readonly architecture: string;
  readonly sizeBytes: number;
  readonly fim: boolean;
  readonly problem: string | null;
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
