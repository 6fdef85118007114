import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import auto from "../../../../decoders/auto.ts";
import blockSkip from "../../../../decoders/block_skip.ts";
import { resolveOptions } from "../../../../decoders/chain/options.ts";
import { newWork, takesFloat32 } from "../../../../decoders/contract.ts";
import dominance from "../../../../decoders/dominance.ts";
import { Arena, openArena } from "../../../../decoders/kernels/arena.ts";
import viterbi from "../../../../decoders/kernels/dense/viterbi.ts";
import { BLOCK, blocksOf } from "../../../../decoders/kernels/rows.ts";
import { Placement } from "../../../../decoders/kernels/scores/placement.ts";
import { rowCopy, SCORES } from "../../../../decoders/kernels/scores/row_copy.ts";
import type { Lattice } from "../../../../decoders/lattice.ts";
import { rounded } from "../../../../decoders/tagging/score_rule.ts";
import { seededRandom } from "../../../../harness/conformance/generators.ts";
import { problemOf } from "../../../helpers/problems.ts";

const [MODEL] = problemOf([[0, 1, 2], [1, 0, 1], [2, 1, 0]], [[0, 0, 0]]);
const lattice = (...emissions: number[]): Lattice => ({
  length: emissions.length / 3,
  emissions: Float64Array.from(emissions),
});

it("Placement.addressOf() finds reserved rows where they are, and copies another lattice", () => {
  const arena = openArena("simd", true);
  const placement = new Placement(arena, 3);
  const block = placement.reserve(2, false);
  block.scores.set([1, 2, 3]);
  block.scores.set([4, 5, 6], block.stride);
  const own = block.lattice(0, 2);
  const address = placement.addressOf(own);
  assert(placement.addressOf(lattice(7, 8, 9)) !== address);
  assertEquals(placement.addressOf(own), address);
  const scores = arena.scores.subarray(address / 4, address / 4 + 32);
  const row = (...values: number[]) => [...values, ...new Array(13).fill(-Infinity)];
  assertEquals([...scores], [...row(1, 2, 3), ...row(4, 5, 6)]);
});

it("Placement.placedDecode() takes float32, reserves rows with SIMD alone; all give back", () => {
  const [simd, plain] = [{ kernel: "simd" }, { kernel: "plain" }] as const;
  const decodes = [
    [true, auto.prepare(MODEL, { expect: 0, kernel: "simd" })],
    [true, blockSkip.prepare(MODEL, simd)],
    [true, dominance.prepare(MODEL, resolveOptions(dominance, simd))],
    [false, blockSkip.prepare(MODEL, plain)],
    [false, dominance.prepare(MODEL, resolveOptions(dominance, plain))],
  ] as const;
  for (const [hasSimd, decode] of decodes) {
    assertEquals([takesFloat32(decode), decode.reserve !== undefined], [hasSimd, hasSimd]);
    const one = lattice(1, 0, 0, 0, 2, 1, 3, 0, 1);
    const expected = decode(one, 1, newWork());
    const block = decode.reserve?.(3, false);
    if (block !== undefined) {
      for (const t of [0, 1, 2]) {
        block.scores.set(one.emissions.subarray(3 * t, 3 * t + 3), t * block.stride);
      }
      assertEquals(decode(block.lattice(0, 3), 1, newWork()), expected);
    }
    decode.dispose!();
  }
});

it("auto refuses fewer scores than T×L, which would leave those of the sentence before", () => {
  const decode = auto.prepare(MODEL, { expect: 0, kernel: "simd" });
  decode(lattice(9, 0, 0, 0, 9, 0), 1, newWork());
  const half = { length: 2, emissions: Float64Array.of(1, 2, 3) };
  assertThrows(() => decode(half, 1, newWork()), RangeError, "Cannot copy 2 rows of 3 scores");
});

it("Decode.dispose() gives up the memory that rows are in: nothing is decoded afterwards", () => {
  const options = { bound: "pair", ends: "auto", kernel: "simd" } as const;
  const decodes = [
    auto.prepare(MODEL, { expect: 0, kernel: "simd" }),
    blockSkip.prepare(MODEL, options),
    dominance.prepare(MODEL, options),
    viterbi.prepare(MODEL, { ...options, transitions: "dense", loop: "lean" }),
  ];
  for (const decode of decodes) {
    const one = lattice(1, 0, 0, 0, 2, 1);
    decode(one, 1, newWork());
    decode.dispose!();
    assertThrows(() => decode(one, 1, newWork()));
  }
});

/** Many rows in a piece, rows and a piece that share no factor, and a row longer than a piece. */
const SHAPES = [[3, 5], [30, 319], [2, 9000]] as const;

describe("RowCopy", () => {
  it("copies as many rows as there are, with kernels as without", () => {
    for (const [count, labelCount] of SHAPES) {
      const width = blocksOf(labelCount) * BLOCK;
      const rows = Float64Array.from({ length: count * labelCount }, (_, i) => i % 1000);
      const expected = new Float64Array(count * width).fill(-Infinity);
      for (let t = 0; t < count; t++) {
        expected.set(rows.subarray(t * labelCount, (t + 1) * labelCount), t * width);
      }
      for (const [kind, bytes] of [["plain", 8], ["simd", 4], ["simd", 8]] as const) {
        const arena = new Arena(kind, bytes);
        const address = arena.allocate(count * width * bytes);
        for (const given of [rows, Float32Array.from(rows)]) {
          arena.scores.fill(NaN, address / bytes);
          rowCopy(arena).copy(given, count, labelCount, address);
          const start = address / bytes;
          const found = Float64Array.from(arena.scores.subarray(start, start + count * width));
          assertEquals(found, expected, `${kind} ${bytes}`);
        }
      }
    }
  });

  it("take() says in which row of which piece a score is none", () => {
    const arena = new Arena("simd", 4);
    const address = arena.allocate(4 * 90 * 320);
    const rule = { limit: 1, single: 1, scale: 0 };
    for (const bad of [0, 11, 12, 13, 89]) {
      const rows = new Float64Array(90 * 319);
      rows[bad * 319 + 7] = 2;
      assertEquals(rowCopy(arena).take(rows, 90, 319, address, rule), bad);
    }
  });

  it("copy() refuses another number of scores", () => {
    const arena = new Arena("simd", 4);
    const copy = () => rowCopy(arena).copy(new Float32Array(5), 2, 3, arena.allocate(128));
    assertThrows(copy, RangeError, "Cannot copy 2 rows of 3 scores from 5");
  });
});

const ROWS = 3;
/** Every remainder of four and of a block that has a path of its own. */
const LABEL_COUNTS = [1, 2, 3, 4, 15, 16, 17, 22, 32, 45];
const MOST = ROWS * 48;

for (const isFloat32 of [false, true]) {
  for (const isSingle of [false, true]) {
    const arena = openArena("simd", isFloat32);
    const { takeSingles, takeDoubles } = SCORES.open(arena);
    const take = isSingle ? takeSingles : takeDoubles;
    const source = arena.allocate(8 * (MOST + 3));
    const target = arena.allocate(8 * MOST);
    const given = (labelCount: number, score: (index: number) => number) => {
      const scores = (isSingle ? arena.singles : arena.doubles)
        .subarray(source / (isSingle ? 4 : 8)).subarray(0, ROWS * labelCount + 3);
      scores.fill(NaN);
      for (let i = 0; i < ROWS * labelCount; i++) scores[i] = score(i);
      return scores.subarray(0, ROWS * labelCount);
    };
    const found = (labelCount: number) => {
      const width = blocksOf(labelCount) * BLOCK;
      const start = target / arena.scoreBytes;
      return [...arena.scores.subarray(start, start + ROWS * width)];
    };
    const padded = (scores: readonly number[], labelCount: number) =>
      Array.from({ length: ROWS }, (_, t) => {
        const padding = new Array<number>(blocksOf(labelCount) * BLOCK - labelCount);
        return [...scores.slice(t * labelCount, (t + 1) * labelCount), ...padding.fill(-Infinity)];
      }).flat();
    const way = `from float${isSingle ? 32 : 64} to float${isFloat32 ? 32 : 64}`;

    describe(`${isSingle ? "takeSingles" : "takeDoubles"}()`, () => {
      it(`copies and pads rows of any width ${way}, whatever is in them`, () => {
        const random = seededRandom(4);
        for (const labelCount of LABEL_COUNTS) {
          const odd = [-Infinity, NaN, Infinity, -0];
          const scores = given(labelCount, (i) => odd[i % 11] ?? 99 * (random.unit() - 0.5));
          assertEquals(take(source, target, ROWS, labelCount, Infinity, 0), ROWS);
          const fit = (score: number) => isFloat32 ? Math.fround(score) : score;
          assertEquals(found(labelCount), padded(Array.from(scores, fit), labelCount));
        }
      });

      it(`rounds as rounded() does, to the last bit, ${way}`, () => {
        const random = seededRandom(5);
        for (const scale of [1, 4, 2 ** 10, 2 ** -3]) {
          for (const labelCount of LABEL_COUNTS) {
            // Every third is a tie, or the neighbour of one.
            const tie = (i: number) => (i - 40.5 + (i % 2 ? 0 : 2 ** -40)) / scale;
            const scores = given(
              labelCount,
              (i) => i % 7 === 0 ? -Infinity : i % 3 === 0 ? tie(i) : 99 * (random.unit() - 0.5),
            );
            const expected = Array.from(scores, (score) => rounded(score, scale));
            assertEquals(take(source, target, ROWS, labelCount, 2000, scale), ROWS);
            assertEquals(found(labelCount), padded(expected, labelCount), `${scale}`);
          }
        }
      });

      it(`stops at a row with NaN or beyond the limit, but for −∞, ${way}`, () => {
        for (const labelCount of LABEL_COUNTS) {
          for (const bad of [NaN, Infinity, 4.5, -4.5]) {
            for (const at of [0, labelCount - 1, labelCount, ROWS * labelCount - 1]) {
              for (const scale of [0, 2]) {
                given(labelCount, (i) => i === at ? bad : i % 5 === 0 ? -Infinity : 4);
                const taken = take(source, target, ROWS, labelCount, 4, scale);
                assertEquals(taken, Math.floor(at / labelCount), `${bad} at ${at}`);
              }
            }
          }
        }
      });

      it(`compares with the limit to the last bit, ${way}`, () => {
        const step = isSingle ? 2 ** -23 : 2 ** -52;
        for (const labelCount of LABEL_COUNTS) {
          for (const limit of [0, -0, 2 ** -100, 1, 1 + 3 * step, 1.75, 2 ** 100]) {
            const next = limit === 0 ? 2 ** -120 : limit * (1 + 2 * step);
            for (const sign of [1, -1]) {
              const at = 2 * labelCount - 1;
              given(labelCount, (i) => i % 5 === 0 ? -Infinity : sign * limit);
              assertEquals(take(source, target, ROWS, labelCount, limit, 0), ROWS, `${limit}`);
              given(labelCount, (i) => i === at ? sign * next : sign * limit);
              assertEquals(take(source, target, ROWS, labelCount, limit, 0), 1, `${limit}`);
            }
          }
        }
      });

      // Only rows of the same size are taken where they are.
      if (isSingle !== isFloat32) return;
      it(`leaves a row where it is as it was if it stops there, ${way}`, () => {
        for (const labelCount of LABEL_COUNTS) {
          const at = labelCount - 1;
          const scores = given(labelCount, (i) => i === at ? 4.25 : 0.25);
          assertEquals(take(source, source, 1, labelCount, 4, 2), 0);
          assertEquals([scores[0], scores[at]], [at === 0 ? 4.25 : 0.25, 4.25]);
        }
      });
    });
  }
}
