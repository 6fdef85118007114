import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../../datasets/random.ts";
import { changeRow, drawPair, factsOf } from "../../../harness/problems/unseen_row.ts";

const ROW = Float64Array.of(1, 4, -Infinity, 2, 3, -1);
const LARGEST = 8;

function changed(seed: number): number[] {
  const row = ROW.slice();
  changeRow(row, factsOf(row), LARGEST, new Random(seed));
  return [...row];
}

/** What is left of a row without its best score. */
function centred(row: Iterable<number>): number[] {
  const scores = [...row];
  return scores.map((score) => score - Math.max(...scores));
}

describe("factsOf()", () => {
  it("finds the two best and the extremes of what is allowed", () => {
    assertEquals(factsOf(ROW), { best: 1, second: 4, low: -1, high: 4 });
    assertEquals(factsOf(Float64Array.of(-Infinity)), { best: -1, second: -1, low: 0, high: 0 });
    assertEquals(factsOf(Float64Array.of(2)), { best: 0, second: -1, low: 2, high: 2 });
  });
});

describe("changeRow()", () => {
  it("changes most rows even without their constant, and keeps the best where it was", () => {
    let same = 0;
    for (let seed = 0; seed < 200; seed++) {
      const row = changed(seed);
      assertEquals(row.indexOf(Math.max(...row)), 1);
      assertEquals(row.indexOf(-Infinity), 2);
      assertEquals(centred(row).toSorted(), centred(ROW).toSorted());
      assert(row.every((score) => score === -Infinity || Math.abs(score) <= LARGEST));
      if (String(centred(row)) === String(centred(ROW))) same++;
    }
    assert(same < 150, `${same}`);
  });

  it("stays on the grid, and changes nothing where there is nothing to choose from", () => {
    for (const scores of [[], [-Infinity], [-Infinity, -Infinity], [0.5]]) {
      const row = Float64Array.from(scores);
      changeRow(row, factsOf(row), 1, new Random(1));
      assertEquals([...row], scores);
    }
    const row = Float64Array.of(0.25, 1.5, -3);
    changeRow(row, factsOf(row), LARGEST, new Random(3));
    assert(row.every((score) => Number.isInteger(4 * score)));
  });
});

describe("drawPair()", () => {
  it("leaves alone what is best and what is forbidden", () => {
    const random = new Random(2);
    const places = new Set(Array.from({ length: 200 }, () => drawPair(ROW, 1, random)).flat());
    assertEquals(places, new Set([0, 3, 4, 5]));
    assertEquals(drawPair(Float64Array.of(1, 1, 1), 0, random), [0, 0]);
  });
});
