import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openArena } from "../../../decoders/kernels/arena.ts";
import { openScores } from "../../../decoders/kernels/scores/kernels.ts";
import { BLOCK } from "../../../decoders/kernels/rows.ts";
import { rounded } from "../../../decoders/tagging/score_rule.ts";
import { seededRandom } from "../../../harness/conformance/generators.ts";

const ROWS = 3;
const WIDTH = 32;

describe("roundRow()", () => {
  for (const isFloat32 of [false, true]) {
    const name = isFloat32 ? "float32" : "float64";
    const arena = openArena("simd", isFloat32);
    const { roundRow, widenRow } = openScores(arena);
    const address = arena.allocate(ROWS * WIDTH * arena.scoreBytes);
    const start = address / arena.scoreBytes;
    const fill = (score: (index: number) => number) => {
      const scores = arena.scores.subarray(start, start + ROWS * WIDTH);
      scores.forEach((_, i) => scores[i] = score(i));
      return scores;
    };
    /** The first row that is refused, −1 if none is. */
    const round = (limit: number, scale: number) =>
      Array.from({ length: ROWS }, (_, t) => address + t * WIDTH * arena.scoreBytes)
        .map((row) => roundRow(row, WIDTH / BLOCK, limit, scale)).indexOf(0);

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

    it(`widens rows of float32 in the same way, if it is ${name}`, () => {
      assertEquals(widenRow === undefined, isFloat32);
      if (widenRow === undefined) return;
      const random = seededRandom(6);
      const source = arena.allocate(4 * WIDTH);
      for (const scale of [0, 4, 2 ** 10]) {
        const singles = new Float32Array(arena.memory.buffer, source, WIDTH);
        singles.forEach((_, i) => singles[i] = i % 7 ? 99 * (random.unit() - 0.5) : -Infinity);
        assertEquals(widenRow(source, address, WIDTH / BLOCK, 50, scale), 1);
        const widened = arena.scores.subarray(start, start + WIDTH);
        assertEquals([...widened], Array.from(singles, (score) => rounded(score, scale)));
        for (const bad of [NaN, Infinity, -50.5]) {
          for (const at of [0, 2, 31]) {
            const before = singles[at]!;
            singles[at] = bad;
            assertEquals(widenRow(source, address, WIDTH / BLOCK, 50, scale), 0);
            singles[at] = before;
          }
        }
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
