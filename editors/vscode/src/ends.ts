// What is made of a server that ended by itself. Knows nothing of the editor.

const WITHIN_MS = 3 * 60 * 1000;
const MAX_ENDS = 3;

/** Counts how often a server ended: a few times in a few minutes are forgiven. */
export class Ends {
  #times: number[] = [];

  mayRestart(now = Date.now()): boolean {
    this.#times = [...this.#times.filter((time) => now - time < WITHIN_MS), now];
    return this.#times.length < MAX_ENDS;
  }
}

/**
 * Why a program is no server, for a person: `status` is the exit status if it has ended, null if a signal
 * ended it, and undefined if it goes on.
 */
export function notStarted(program: string, status: number | null | undefined, error: Error): string {
  if (status === undefined) {
    return `${program} does not start as a server: ${error.message}`;
  }
  const how = status === null ? "by a signal" : `exit status ${status}`;
  return `${program} ended at once (${how}). Is it quoin's program "quoin"?`;
}
