// What can be done about a problem, by its message. Knows nothing of the editor.

export type Remedy =
  | { readonly title: string; readonly command: string }
  | { readonly title: string; readonly setting: string };

export const SHOW_LOG: Remedy = { title: "Show Log", command: "quoin.showLog" };
export const RESTART: Remedy = { title: "Restart", command: "quoin.restart" };
export const INSTALL: Remedy = { title: "Install…", command: "quoin.install" };
export const CHOOSE_MODEL: Remedy = { title: "Choose Model…", command: "quoin.chooseModel" };
export const SERVER_PATH = openSetting("server.path");

/** Open the settings page at one setting. */
export function openSetting(name: string): Remedy {
  return { title: "Open Settings", setting: name };
}

/** Words of messages that a model would help against. */
const CHOICE = /\bchoose a model\b/;

/** What can be done where there is nothing, by the reason. */
export function remediesForReason(reason: string): readonly Remedy[] {
  if (reason.startsWith("the model cannot be used")) {
    return [CHOOSE_MODEL, SHOW_LOG];
  }
  const setting = /\bsetting ([A-Za-z][A-Za-z.]*)/.exec(reason)?.[1];
  if (setting === undefined) {
    return [];
  }
  return CHOICE.test(reason) ? [CHOOSE_MODEL] : [openSetting(setting)];
}

/** Remedies for a message from the server: a bad setting is named in it, an error is the model's. */
export function remediesFor(message: string, isError: boolean): readonly Remedy[] {
  if (CHOICE.test(message)) {
    return [CHOOSE_MODEL];
  }
  const setting = /\bsetting ([A-Za-z][A-Za-z.]*)/.exec(message)?.[1];
  if (setting !== undefined) {
    return [openSetting(setting)];
  }
  if (/\bthe server at https?:/.test(message)) {
    return [openSetting("remote.url"), SHOW_LOG];
  }
  return isError ? [CHOOSE_MODEL, SHOW_LOG] : [SHOW_LOG];
}
