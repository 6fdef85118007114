import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findNoScore, isScore } from "../../../decoders/chain/score_check.ts";

const LARGEST = 2 ** 1000;

describe("findNoScore()", () => {
  it("finds the first of any place and size, among others and among scores that are forbidden", () => {
    for (let length = 1; length <= 9; length++) {
      for (const bad of [NaN, Infinity, 2 ** 1001, -(2 ** 1001)]) {
        for (const fill of [0, 3.5, -Infinity, 2 ** 600, LARGEST, -LARGEST]) {
          for (const Scores of [Float64Array, Float32Array]) {
            const scores = new Scores(length).fill(fill);
            const isFine = isScore(scores[0], LARGEST);
            assertEquals(findNoScore(scores), isFine ? -1 : 0, `${fill}`);
            for (let at = 0; at < length; at++) {
              scores.fill(fill);
              scores[at] = bad;
              const expected = Array.from(scores).findIndex((score) => !isScore(score, LARGEST));
              assertEquals(findNoScore(scores), expected, `${bad} at ${at} of ${fill}`);
            }
          }
        }
      }
    }
  });
});
