import assert from "node:assert/strict";
import { test } from "node:test";
import { Ends, notStarted } from "../src/ends.ts";

const MINUTE = 60_000;
const CASES: readonly [readonly number[], readonly boolean[]][] = [
  [[0], [true]],
  [
    [0, 1, 2, 3],
    [true, true, false, false],
  ],
  [
    [0, MINUTE, 4 * MINUTE, 5 * MINUTE],
    [true, true, true, true],
  ],
  [
    [0, 2 * MINUTE, 2.5 * MINUTE],
    [true, true, false],
  ],
];

for (const [times, restarts] of CASES) {
  test(`ended at ${times.join(", ")} ms: started again ${restarts.join(", ")}`, () => {
    const ends = new Ends();
    assert.deepEqual(
      times.map((time) => ends.mayRestart(time)),
      restarts,
    );
  });
}

const STARTS: readonly [number | null | undefined, string][] = [
  [1, '/bin/false ended at once (exit status 1). Is it quoin\'s program "quoin"?'],
  [null, '/bin/false ended at once (by a signal). Is it quoin\'s program "quoin"?'],
  [undefined, "/bin/false does not start as a server: write EPIPE"],
];

for (const [status, message] of STARTS) {
  test(message, () => {
    assert.equal(notStarted("/bin/false", status, new Error("write EPIPE")), message);
  });
}
