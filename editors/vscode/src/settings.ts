// The configuration under `quoin`, as the server takes it: nested, as the names are. Values are checked
// by the server, which names the setting in its complaint.

import { workspace } from "vscode";

export const SECTION = "quoin";

/** What the plug-in itself needs to know; a change of these starts or stops the server. */
export const OWN_SETTINGS = ["enable", "server.path"] as const;

export type Settings = Readonly<Record<string, unknown>>;

/** Everything under `quoin.` that concerns the server. Null stands for the server's default. */
export function serverSettings(): Settings {
  const configuration = workspace.getConfiguration(SECTION);
  return {
    model: {
      path: configuration.get<string>("model.path") || null,
      contextSize: configuration.get("model.contextSize"),
      threads: configuration.get("model.threads"),
      gpuLayers: configuration.get("model.gpuLayers"),
    },
    python: { version: configuration.get("python.version") },
    guarantee: configuration.get("guarantee"),
    maxTokens: configuration.get("maxTokens"),
    maxLatencyMs: configuration.get("maxLatencyMs"),
    stop: configuration.get("stop"),
    candidates: configuration.get("candidates"),
    log: { level: configuration.get("log.level") },
  };
}

/** What goes with `initialize`: the settings, and whether the workspace is trusted. */
export function initializationOptions(): Settings {
  return { ...serverSettings(), trusted: workspace.isTrusted };
}

export function enabled(): boolean {
  return workspace.getConfiguration(SECTION).get("enable", true);
}

/** The program named by `quoin.server.path`, or the empty string. */
export function configuredServer(): string {
  return workspace.getConfiguration(SECTION).get("server.path", "").trim();
}
