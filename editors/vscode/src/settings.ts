// The configuration under `quoin`. What there is to set is read from package.json; values are checked
// by the server, which names the setting in its complaint.

import { ConfigurationTarget, workspace } from "vscode";
import { type Filter, filters } from "./languages.ts";
import { type Nested, nest } from "./nest.ts";

export const SECTION = "quoin";

/** What the plug-in itself needs to know. */
const OWN_SETTINGS: readonly string[] = ["enable", "server.path"];

/** A change of these starts, stops or replaces the server. */
export const RESTARTING: readonly string[] = [...OWN_SETTINGS, "grammars"];

let serverNames: readonly string[] = [];

interface Manifest {
  contributes: { configuration: { properties: Record<string, unknown> } };
}

/** Take note of the settings that the extension's package.json declares. */
export function declareSettings(manifest: Manifest): void {
  serverNames = Object.keys(manifest.contributes.configuration.properties)
    .map((name) => name.slice(SECTION.length + 1))
    .filter((name) => !OWN_SETTINGS.includes(name));
}

/** Everything under `quoin.` that concerns the server. Null and "" stand for the server's default. */
export function serverSettings(): Nested {
  const configuration = workspace.getConfiguration(SECTION);
  return nest(Object.fromEntries(serverNames.map((name) => [name, configuration.get(name)])));
}

/**
 * What goes with `initialize`: the settings, and facts about this client. The paths among the settings
 * are always the user's own, since the editor takes none of them from a folder (scope `machine` in
 * package.json): so the server may trust them in whatever folder is open.
 */
export function initializationOptions(): Nested {
  return { ...serverSettings(), trusted: true, status: true };
}

export function enabled(): boolean {
  return workspace.getConfiguration(SECTION).get("enable", true);
}

/** Switch completions on or off. */
export async function toggle(): Promise<void> {
  await change("enable", !enabled());
}

/** Whether completions are offered in files of a language, by its identifier. */
export function languageEnabled(language: string): boolean {
  return languages()[language] ?? true;
}

/** Switch completions on or off in files of a language. */
export async function toggleLanguage(language: string): Promise<void> {
  await change("languages", { ...languages(), [language]: !languageEnabled(language) });
}

function languages(): Readonly<Record<string, boolean>> {
  return workspace.getConfiguration(SECTION).get("languages", {});
}

/** Change a setting where it was last set: for the workspace, else for the user. */
async function change(name: string, value: unknown): Promise<void> {
  const configuration = workspace.getConfiguration(SECTION);
  const inWorkspace = configuration.inspect(name)?.workspaceValue !== undefined;
  const target = inWorkspace ? ConfigurationTarget.Workspace : ConfigurationTarget.Global;
  await configuration.update(name, value, target);
}

/** Which files the server is told of. */
export function files(): readonly Filter[] {
  return filters(workspace.getConfiguration(SECTION).get<string[]>("grammars", []));
}

/** The program named by `quoin.server.path`, or the empty string. */
export function configuredServer(): string {
  return workspace.getConfiguration(SECTION).get("server.path", "").trim();
}

/** The model file named by `quoin.model.path`, or the empty string. */
export function configuredModel(): string {
  return workspace.getConfiguration(SECTION).get("model.path", "").trim();
}

/** Use a model file, the starter model for the empty path, or a model on a server, in the user's settings. */
export async function setModel(model: { path: string } | { url: string }): Promise<void> {
  const [path, url] = "url" in model ? ["", model.url] : [model.path, ""];
  const configuration = workspace.getConfiguration(SECTION);
  // A server comes before a file, so one of the two is taken away.
  if (configuration.get("remote.url", "") !== url) {
    await configuration.update("remote.url", url === "" ? undefined : url, ConfigurationTarget.Global);
  }
  await setPath("model.path", path);
}

/**
 * Set a path for the user, on the machine where the server runs; the empty string takes the setting away.
 * Gives whether this is a change, which the server then hears of by itself.
 */
export async function setPath(name: "model.path" | "server.path", path: string): Promise<boolean> {
  const configuration = workspace.getConfiguration(SECTION);
  if (configuration.get(name, "") === path) {
    return false;
  }
  await configuration.update(name, path === "" ? undefined : path, ConfigurationTarget.Global);
  return true;
}
