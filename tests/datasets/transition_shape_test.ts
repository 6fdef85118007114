import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { bioes, leftToRight } from "../../datasets/synthetic/structured.ts";
import { syntheticDataset } from "../../datasets/synthetic_dataset.ts";
import { countTransitions, describeTransitions } from "../../datasets/transition_shape.ts";

const never = -Infinity;
const size = { sentences: 1, seed: 1, length: 1 };
const modelOf = (...rows: number[][]) => ({
  labelCount: rows.length,
  transitions: Float64Array.from(rows.flat()),
});

describe("countTransitions()", () => {
  it("counts pairs, diagonals and classes", () => {
    assertEquals(countTransitions(modelOf([1, never, 0], [1, never, 2], [never, never, 1])), {
      finite: 5,
      nonZero: 4,
      diagonals: 4,
      first: -1,
      last: 2,
      isToeplitz: false,
      classes: 2,
    });
  });

  it("tells one score along each diagonal from others, forbidden ones too", () => {
    const isToeplitz = (...rows: number[][]) => countTransitions(modelOf(...rows)).isToeplitz;
    assertEquals(isToeplitz([1, 2, 3], [0, 1, 2], [never, 0, 1]), true);
    assertEquals(isToeplitz([1, 2, 3], [0, 1, 2], [never, 0, 2]), false);
    assertEquals(isToeplitz([1, 2, 3], [0, 1, 2], [never, never, 1]), false);
  });

  it("counts nothing where nothing is possible, and more labels than a key has bits", () => {
    const { finite, diagonals, classes } = countTransitions(modelOf([never]));
    assertEquals([finite, diagonals, classes], [0, 0, 1]);
    const edges = { length: 40 * 40 };
    const transitions = Float64Array.from(edges, (_, e) => e % 41 === 0 ? 0 : never);
    assertEquals(countTransitions({ labelCount: 40, transitions }).classes, 40);
  });
});

describe("describeTransitions()", () => {
  it("names what is dense, sparse, and in classes", () => {
    const dense = "dense: all 4 pairs are possible, 25.0% of these are not 0";
    assertEquals(describeTransitions(modelOf([0, 0], [1, 0])), dense);
    const sparse = "sparse: 75.0% of 4 pairs are possible";
    assertEquals(describeTransitions(modelOf([0, 0], [1, never])), sparse);
    assertEquals(describeTransitions(modelOf([never])), "sparse: 0.0% of 1 pairs are possible");
    const { model } = syntheticDataset(bioes, { ...size, labelCount: 241 });
    const chunks = "sparse: 25.6% of 58,081 pairs are possible; 61 classes of the same next labels";
    assertEquals(describeTransitions(model), chunks);
  });

  it("names a band that is not about the middle", () => {
    const { model } = syntheticDataset(leftToRight, { ...size, labelCount: 50 });
    const expected = "band of diagonals 0 to 2: 5.9% of 2,500 pairs are possible";
    assertEquals(describeTransitions(model), expected);
  });
});
