import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import iterativeAStar from "../../decoders/iterative_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { measured, oneGoodLabel } from "../helpers/problems.ts";

const workOf = (problem: [Model, Lattice]) => measured(iterativeAStar, problem).work;

describe("iterative-a-star", () => {
  it("expands one of two nodes a position when the first label is the best", () => {
    assertEquals(workOf(oneGoodLabel(0, 10)), {
      iterations: 1,
      nodeExpansions: 9,
      edgeEvaluations: 18,
    });
  });

  it("splits every group once for each doubling when a later label is the best", () => {
    // Labels 0 | 1 | 2, 3 | 4 … 7: the label 4 comes out with the third split.
    assertEquals(workOf(oneGoodLabel(4, 10)), {
      iterations: 4,
      nodeExpansions: 4 * 9,
      edgeEvaluations: 9 * (2 + 3 + 5 + 9),
    });
  });

  it("splits one position alone when one position prefers a late label", () => {
    const [model, { length, emissions }] = oneGoodLabel(0, 10);
    emissions[5 * 45 + 1] = 2;
    const lattice = { length, emissions };
    assertEquals(workOf([model, lattice]), {
      iterations: 2,
      nodeExpansions: (length - 1) * 2,
      edgeEvaluations: 9 * 2 + 8 * 2 + 3,
    });
  });
});
