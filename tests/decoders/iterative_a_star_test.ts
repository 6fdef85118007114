import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import iterativeAStar from "../../decoders/iterative_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { measured, oneGoodLabel, randomProblem } from "../helpers/problems.ts";

const workOf = (problem: [Model, Lattice], expansion: "column" | "uniform") =>
  measured(iterativeAStar, problem, { expansion }).work;

describe("iterative-a-star", () => {
  it("takes at most ⌈log2 L⌉ + 1 iterations when all columns are split", () => {
    for (let labelCount = 1; labelCount <= 40; labelCount++) {
      const { iterations } = workOf(randomProblem(labelCount, 6, labelCount), "uniform");
      assertLessOrEqual(iterations, Math.ceil(Math.log2(labelCount)) + 1);
    }
  });

  it("expands one of two nodes a position when the first label is the best", () => {
    assertEquals(workOf(oneGoodLabel(0, 10), "column"), {
      iterations: 1,
      nodeExpansions: 9,
      edgeEvaluations: 18,
    });
  });

  it("splits every group once for each doubling when a later label is the best", () => {
    // Labels 0 | 1 | 2, 3 | 4 … 7: the label 4 comes out with the third split.
    const work = workOf(oneGoodLabel(4, 10), "column");
    assertEquals(work, {
      iterations: 4,
      nodeExpansions: 4 * 9,
      edgeEvaluations: 9 * (2 + 3 + 5 + 9),
    });
    assertEquals(workOf(oneGoodLabel(4, 10), "uniform"), work);
  });

  it("splits one position or all when one position prefers a late label", () => {
    const [model, { length, emissions }] = oneGoodLabel(0, 10);
    emissions[5 * 45 + 1] = 2;
    const lattice = { length, emissions };
    const expansions = (length - 1) * 2;
    assertEquals(workOf([model, lattice], "column"), {
      iterations: 2,
      nodeExpansions: expansions,
      edgeEvaluations: 9 * 2 + 8 * 2 + 3,
    });
    assertEquals(workOf([model, lattice], "uniform"), {
      iterations: 2,
      nodeExpansions: expansions,
      edgeEvaluations: 9 * 2 + 9 * 3,
    });
  });
});
