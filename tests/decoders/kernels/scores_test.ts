import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openArena } from "../../../decoders/kernels/arena.ts";
import { openScores } from "../../../decoders/kernels/scores/kernels.ts";
import { rounded } from "../../../decoders/tagging/score_rule.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";

const ROWS = 3;
const WIDTH = 32;

describe("roundRows()", () => {
  for (const isFloat32 of [false, true]) {
    const name = isFloat32 ? "float32" : "float64";
    const arena = openArena("simd", isFloat32);
    const { roundRows } = openScores(arena);
    const address = arena.allocate(ROWS * WIDTH * arena.scoreBytes);
    const start = address / arena.scoreBytes;
    const fill = (score: (index: number) => number) => {
      const scores = arena.scores.subarray(start, start + ROWS * WIDTH);
      scores.forEach((_, i) => scores[i] = score(i));
      return scores;
    };
    const round = (limit: number, scale: number) => roundRows(address, ROWS, 2, limit, scale);

    it(`rounds as rounded() does, to the last bit, in ${name}`, () => {
      const random = seededRandom(5);
      for (const scale of [0, 1, 4, 2 ** 10, 2 ** -3]) {
        // Every third is a tie, or the neighbour of one.
        const tie = (i: number) => (i - 40.5 + (i % 2 ? 0 : 2 ** -20)) / (scale || 1);
        const scores = fill((i) =>
          i % 7 === 0 ? -Infinity : i % 3 === 0 ? tie(i) : 99 * (random.unit() - 0.5)
        );
        const expected = scores.map((score) => rounded(score, scale));
        assertEquals(round(500, scale), -1);
        assertEquals(scores, expected, `${scale}`);
      }
    });

    it(`finds the first row with NaN or beyond the limit, but for −∞, in ${name}`, () => {
      for (const bad of [NaN, Infinity, 4.5, -4.5]) {
        for (const at of [0, WIDTH - 1, WIDTH, 2 * WIDTH + 17]) {
          fill((i) => i === at ? bad : i % 5 === 0 ? -Infinity : 4);
          assertEquals(round(4, 0), Math.floor(at / WIDTH), `${bad} at ${at}`);
        }
      }
    });
  }
});
