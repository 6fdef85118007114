import { assert, assertEquals, assertLess, assertNotEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Dataset } from "../../datasets/dataset.ts";
import { bioes, leftToRight } from "../../datasets/synthetic/structured.ts";
import { meanLength, syntheticDataset } from "../../datasets/synthetic_dataset.ts";
import { countTransitions, describeTransitions } from "../../datasets/transition_shape.ts";
import { bestScore } from "../../harness/conformance/oracles.ts";
import { listFamilies } from "../../harness/problems/sequence/discover.ts";
import { problemOf } from "../helpers/problems.ts";

const families = await listFamilies();
const emissionsOf = ({ lengths, lattice }: Dataset) =>
  Array.from(lengths, (_, sentence) => [...lattice(sentence).emissions]);
const mean = (list: ArrayLike<number>) => Array.from(list).reduce((a, b) => a + b, 0) / list.length;

it("listFamilies() finds the eight families", () => {
  const names = families.map(({ name }) => name);
  const dense = ["hmm", "sparse", "strong", "structureless", "weak"];
  assertEquals(names, [...dense, "bioes", "left-to-right", "pitch"]);
});

for (const family of families) {
  const isForbidding = ["bioes", "left-to-right", "pitch"].includes(family.name);
  describe(`syntheticDataset() of ${family.name}`, () => {
    it("gives the same dataset when the seed is the same, and another when it is not", () => {
      const size = { labelCount: 7, sentences: 3, seed: 5 };
      const dataset = syntheticDataset(family, size);
      const again = syntheticDataset(family, size);
      assertEquals(again.hash, dataset.hash);
      assertEquals(emissionsOf(again), emissionsOf(dataset));
      assertNotEquals(syntheticDataset(family, { ...size, seed: 6 }).hash, dataset.hash);
      const { model } = syntheticDataset(family, { ...size, seed: 6 });
      // Those of pitch are not drawn.
      const isSame = String(model.transitions) === String(dataset.model.transitions);
      assertEquals(isSame, family.name === "pitch");
    });

    it("only adds sentences when more are asked for", () => {
      const few = syntheticDataset(family, { labelCount: 9, sentences: 2, seed: 1 });
      const many = syntheticDataset(family, { labelCount: 9, sentences: 6, seed: 1 });
      assertEquals(many.model, few.model);
      assertEquals([...many.lengths.slice(0, 2)], [...few.lengths]);
      assertEquals(emissionsOf(many).slice(0, 2), emissionsOf(few));
      const sentences = emissionsOf(many).map((scores) => scores.join());
      assertEquals(new Set(sentences).size, 6);
    });

    it("gives finite scores, or a path among others, however many labels there are", () => {
      for (const labelCount of [1, 2, 3, 45]) {
        const dataset = syntheticDataset(family, { labelCount, sentences: 4, seed: 2 });
        const { name, model, lengths, lattice } = dataset;
        assertEquals(name, `synthetic-${family.name}-${labelCount}`);
        assertEquals([model.labelCount, lengths.length, model.exactSums], [labelCount, 4, true]);
        assertEquals(model.transitions.length, labelCount ** 2);
        if (!isForbidding) assert(model.transitions.every(Number.isFinite));
        for (const [sentence, length] of lengths.entries()) {
          const { emissions } = lattice(sentence);
          assertEquals(emissions.length, length * labelCount);
          if (!isForbidding) assert(emissions.every(Number.isFinite));
          assertLess(-Infinity, bestScore(model, lattice(sentence)));
        }
        assertLess(dataset.grid.largestChange, 1e-9);
      }
    });

    it("changes when the dial is turned, and not when it is set to its default", () => {
      const size = { labelCount: 20, sentences: 1, seed: 1 };
      const { hash } = syntheticDataset(family, size);
      const dial = family.dial.default;
      assertEquals(syntheticDataset(family, { ...size, dial }).hash, hash);
      assertNotEquals(syntheticDataset(family, { ...size, dial: dial / 8 }).hash, hash);
    });
  });
}

describe("syntheticDataset()", () => {
  const family = (name: string) => families.find((family) => family.name === name)!;

  const refused: readonly [wrong: object, message: string][] = [
    [{ labelCount: 0 }, "this number of labels: 0"],
    [{ labelCount: 2.5 }, "this number of labels: 2.5"],
    [{ labelCount: 1e6 }, "its scores would take 7.45e+3 GiB"],
    [{ sentences: 0 }, "this number of sentences: 0"],
    [{ length: -1 }, "this number of positions: -1"],
    [{ length: 1.5 }, "this number of positions: 1.5"],
    [{ dial: NaN }, "the dial NaN"],
    [{ seed: NaN }, "this seed: NaN"],
    [{ seed: 1.5 }, "this seed: 1.5"],
    [{ seed: "1" }, 'this seed: "1"'],
  ];
  for (const [wrong, message] of refused) {
    it(`refuses ${message}`, () => {
      const size = { labelCount: 2, sentences: 1, seed: 1, ...wrong };
      assertThrows(() => syntheticDataset(family("weak"), size), RangeError, message);
    });
  }

  for (const [labelCount, expected] of [[45, 23], [323, 3], [443, 12]] as const) {
    it(`draws lengths of mean ${expected} when there are ${labelCount} labels`, () => {
      const sentences = labelCount === 45 ? 2000 : 300;
      const { lengths } = syntheticDataset(family("weak"), { labelCount, sentences, seed: 1 });
      // Variance of 1 plus two geometric variables of mean m each: 2·m·(m + 1).
      const m = (expected - 1) / 2;
      const standardError = Math.sqrt(2 * m * (m + 1) / sentences);
      assertLess(Math.abs(mean(lengths) - expected), 4 * standardError);
      assertLess(5, new Set(lengths).size);
      assert(lengths.every((length) => length >= 1));
    });
  }

  it("gives rows of transition probabilities for hmm", () => {
    const { model } = syntheticDataset(family("hmm"), { labelCount: 30, sentences: 1, seed: 1 });
    for (let x = 0; x < 30; x++) {
      const row = model.transitions.subarray(30 * x, 30 * (x + 1));
      const total = row.reduce((sum, score) => sum + Math.exp(score), 0);
      assertLess(Math.abs(total - 1), 1e-6);
    }
  });

  it("gives transitions that are 0 but for the dial's exceptions for sparse", () => {
    const size = { labelCount: 100, sentences: 1, seed: 1, dial: 3 };
    const { transitions } = syntheticDataset(family("sparse"), size).model;
    const exceptions = transitions.filter((score) => score !== 0).length;
    assertLess(200, exceptions);
    assert(exceptions <= 300);
    assert(transitions.every((score) => Number.isInteger(64 * score)));
  });

  const deviation = (list: ArrayLike<number>) =>
    Math.sqrt(mean(Array.from(list, (score) => score ** 2)));

  // A standard error is 1/√(2n) of the deviation, n at least 3600.
  for (const name of ["weak", "structureless", "strong"]) {
    it(`gives ${name} transitions as wide as its dial says`, () => {
      const dataset = syntheticDataset(family(name), { labelCount: 60, sentences: 1, seed: 1 });
      const { dial } = family(name);
      assertLess(Math.abs(deviation(dataset.model.transitions) / dial.default - 1), 0.05);
    });
  }

  for (const name of ["structureless", "strong"]) {
    it(`gives ${name} emissions of variance 1`, () => {
      const dataset = syntheticDataset(family(name), { labelCount: 60, sentences: 10, seed: 1 });
      assertLess(Math.abs(deviation(emissionsOf(dataset).flat()) - 1), 0.05);
    });
  }
});

it("meanLength() is that of the papers' dataset with so many labels or the next larger one", () => {
  const lengths = [1, 45, 46, 319, 320, 323, 324, 443, 1024, 2602, 9999].map(meanLength);
  assertEquals(lengths, [23, 23, 23, 23, 12, 3, 12, 12, 22, 22, 22]);
});

const never = -Infinity;
const size = { sentences: 1, seed: 1, length: 1 };
const modelOf = (...rows: number[][]) => problemOf(rows, [])[0];

describe("countTransitions()", () => {
  it("counts pairs, diagonals and classes", () => {
    const model = modelOf([1, never, 0], [1, never, 2], [never, never, 1]);
    const counts = { finite: 5, nonZero: 4, diagonals: 4, classes: 2 };
    const expected = { ...counts, first: -1, last: 2, isToeplitz: false };
    assertEquals(countTransitions(model), expected);
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
