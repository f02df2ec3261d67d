// The server's log as it comes through standard error. Knows nothing of the editor.

const LINE = /^\S+ \S+ (ERROR|WARNING|INFO|DEBUG) quoin: (.*)$/;

// The log view hides lines below its own level: what the server was asked to tell is shown all the same.
const LEVELS = { ERROR: "error", WARNING: "warn", INFO: "info", DEBUG: "info" } as const;

export interface LogLine {
  readonly level: "error" | "warn" | "info";
  readonly text: string;
}

/** Takes off the server's own time and level; a line of another form is text of no particular level. */
export function parseLogLine(line: string): LogLine {
  const match = LINE.exec(line);
  if (match === null) {
    return { level: "info", text: line };
  }
  return { level: LEVELS[match[1] as keyof typeof LEVELS], text: match[2] as string };
}
