import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isWorse } from "../../../harness/run/judge_timed.ts";

/** The largest number of exact answers that is no chance; −1 if none is. */
function limitOf(count: number, share: number): number {
  let exact = -1;
  while (exact < count && isWorse(exact + 1, count, share)) exact++;
  return exact;
}

describe("isWorse()", () => {
  it("asks for more evidence where there are fewer sentences, or where fewer answers are exact", () => {
    assertEquals([1, 8, 12, 16, 40, 200].map((count) => limitOf(count, 1)), [
      -1,
      -1,
      1,
      3,
      17,
      130,
    ]);
    assertEquals([0, 0.1, 0.5, 0.9].map((share) => limitOf(100, share)), [-1, -1, 17, 48]);
  });

  it("is a probability, whatever is asked", () => {
    for (const share of [0, 0.3, 1]) assert(!isWorse(20, 20, share));
    for (const count of [500, 5_000]) {
      assert(!isWorse(count, count, 1) && !isWorse(0.83 * count, count, 1));
      assert(isWorse(count / 2, count, 1));
    }
    assert(!isWorse(0, 0, 1));
  });
});
