// Whether a server that ended by itself is started again. Knows nothing of the editor.

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
