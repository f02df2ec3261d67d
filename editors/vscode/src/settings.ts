// The settings as the server takes them: the part of the configuration under `quoin`, nested as the
// names are, and whether the workspace is trusted. Values are checked by the server, which names the
// setting in its complaint.

import { workspace } from "vscode";

export const SECTION = "quoin";
export const SERVER_PATH = "server.path";

export type Settings = Readonly<Record<string, unknown>>;

/** Everything under `quoin.` that concerns the server; what only the editor needs is left out. */
export function serverSettings(): Settings {
  const configuration = workspace.getConfiguration(SECTION);
  return {
    enable: configuration.get("enable"),
    model: {
      path: configuration.get<string>("model.path") || null,
      contextSize: configuration.get("model.contextSize"),
      threads: configuration.get("model.threads"),
      gpuLayers: configuration.get("model.gpuLayers"),
    },
    maxTokens: configuration.get("maxTokens"),
    maxLatencyMs: configuration.get("maxLatencyMs"),
    stop: configuration.get("stop"),
    candidates: configuration.get("candidates"),
    log: { level: configuration.get("log.level") },
    trusted: workspace.isTrusted,
  };
}

/** The program named by `quoin.server.path`, or the empty string. */
export function configuredServer(): string {
  return workspace.getConfiguration(SECTION).get(SERVER_PATH, "").trim();
}
