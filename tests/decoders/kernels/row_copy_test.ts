import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Arena } from "../../../decoders/kernels/arena.ts";
import { rowCopy } from "../../../decoders/kernels/row_copy.ts";
import { BLOCK, blocksOf } from "../../../decoders/kernels/rows.ts";

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
