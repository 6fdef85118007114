import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import {
  addPlainly,
  type RowLists,
  type SparseRows,
  WeightTable,
} from "../../../decoders/kernels/sum/weight_table.ts";
import { Random } from "../../../datasets/random.ts";

/** Rows with up to all columns, some of which stand twice. */
function randomRows(random: Random, count: number, width: number): SparseRows {
  const [offsets, columns, weights]: [number[], number[], number[]] = [[0], [], []];
  for (let row = 0; row < count; row++) {
    const share = random.uniform() ** 2;
    for (let column = 0; column < width; column++) {
      if (random.uniform() > share) continue;
      for (let i = row % 7 === 0 ? 2 : 1; i > 0; i--) {
        columns.push(column);
        weights.push(random.gaussian());
      }
    }
    offsets.push(columns.length);
  }
  return {
    offsets: Int32Array.from(offsets),
    columns: Int32Array.from(columns),
    weights: Float64Array.from(weights),
  };
}

function randomLists(random: Random, length: number, rows: number, hasValues: boolean): RowLists {
  const [starts, found]: [number[], number[]] = [[0], []];
  for (let t = 0; t < length; t++) {
    for (let i = random.integer(12); i > 0; i--) found.push(random.integer(rows));
    starts.push(found.length);
  }
  const valueOf = () => hasValues && random.uniform() < 0.5 ? random.gaussian() : 1;
  return {
    length,
    starts: Int32Array.from(starts),
    rows: Int32Array.from(found),
    values: Float64Array.from(found, valueOf),
    hasValues,
  };
}

describe("WeightTable", () => {
  for (const width of [1, 2, 5, 45, 319, 20_000]) {
    it(`adds ${width} columns as plain loops do, to the last bit of sums that round`, () => {
      const random = new Random(width);
      const rows = randomRows(random, width > 1000 ? 6 : 40, width);
      const table = new WeightTable(rows, width);
      for (let trial = 0; trial < 12; trial++) {
        const length = random.integer(width > 1000 ? 4 : 60);
        const first = Math.min(trial % 2, length);
        const scale = [0, 2 ** 10, 2 ** 32][trial % 3]!;
        const lists = randomLists(random, length, rows.offsets.length - 1, trial % 4 > 1);
        const expected = new Float64Array((length - first) * width);
        addPlainly(rows, lists, first, scale, expected, width);
        assertEquals(table.add(lists, first, scale).slice(), expected);
      }
    });
  }
});
