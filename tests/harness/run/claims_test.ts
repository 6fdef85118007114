import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isClaim } from "../../../harness/run/_claims.ts";
import type { Request } from "../../../harness/run/_messages.ts";

const work = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 1 };
const answer = { answers: [[]], works: [work], digest: "d", decodeMs: 5, peakMb: 1 };
const clock = { sentences: 2, clock: "decode" } as const;
const time: Request = { type: "time", passes: 5, kept: 0, ...clock };
const unseen: Request = {
  ...{ type: "unseen", seed: 1, clock: "decode", sentences: [0], batches: [[0]], atMostMs: 1 },
  told: [[0, 0]],
};

/** Requests, what is told 10 ms later, and whether that can be. */
const CASES: readonly [request: Request, told: unknown, holds: boolean][] = [
  [{ type: "prepare" }, { prepareMs: 9, memories: ["memory64"] }, true],
  [{ type: "prepare" }, { prepareMs: 12, memories: [] }, false],
  [{ type: "prepare" }, { prepareMs: 1 }, false],
  [{ type: "answer" }, answer, true],
  [{ type: "answer" }, { ...answer, answers: { length: 1 } }, false],
  [{ type: "answer" }, { ...answer, decodeMs: null }, false],
  [{ type: "answer" }, { ...answer, peakMb: -1 }, false],
  [{ type: "answer" }, { ...answer, works: [] }, false],
  [{ type: "repeat" }, { digest: "d", decodeMs: 5 }, true],
  [{ type: "repeat" }, { digest: 5, decodeMs: 5 }, false],
  [{ type: "fit", atMostMs: 1 }, { fits: false }, true],
  [{ type: "fit", atMostMs: 1 }, null, false],
  [{ type: "warmUp", batchMs: 1, ...clock }, { passes: 3, passMs: 1 }, true],
  [{ type: "warmUp", batchMs: 1, ...clock }, { passes: 0, passMs: 1 }, false],
  [{ type: "warmUp", batchMs: 1, ...clock }, { passes: 1e300, passMs: 1 }, false],
  [time, { elapsedMs: 2, busyMs: 2.5, digest: "d" }, true],
  [time, { elapsedMs: 3, busyMs: 2.5, digest: "d" }, false],
  [time, { elapsedMs: -1, busyMs: 2.5, digest: "d" }, false],
  [time, { elapsedMs: "2", busyMs: 2.5, digest: "d" }, false],
  [time, { elapsedMs: 2, busyMs: null, digest: "d" }, false],
  [unseen, { busyMs: 1, answers: [[0, {}]] }, true],
  [unseen, { busyMs: 1, answers: [[1, {}]] }, false],
  [unseen, { busyMs: 1, answers: [null] }, false],
  [{ type: "timeEach", passes: 1, sentences: 2 }, { elapsedMs: [1, 9] }, true],
  [{ type: "timeEach", passes: 1, sentences: 2 }, { elapsedMs: [8, 8] }, false],
  [{ type: "timeEach", passes: 1, sentences: 2 }, { elapsedMs: [1] }, false],
  [{ type: "firstUse", sentences: 1, atMostMs: 1 }, {
    points: [{ sentences: 1, elapsedMs: 1 }],
  }, true],
  [{ type: "firstUse", sentences: 1, atMostMs: 1 }, { points: [null] }, false],
  [{ type: "shrink", sentence: 0 }, null, true],
];

describe("isClaim()", () => {
  it("takes what has the shape of a response, and times that fit the clock of the harness", () => {
    for (const [request, told, holds] of CASES) {
      assertEquals(isClaim(request, told, 10), holds, JSON.stringify([request, told]));
    }
  });
});
