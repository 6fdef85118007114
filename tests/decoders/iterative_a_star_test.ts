import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import { prepared } from "../../decoders/chain/prepared.ts";
import { newWork, type Work } from "../../decoders/contract.ts";
import iterativeAStar from "../../decoders/iterative_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { randomProblem } from "../helpers/problems.ts";

function workOf([model, lattice]: [Model, Lattice], expansion: "column" | "uniform"): Work {
  const work = newWork();
  prepared(iterativeAStar, model, { expansion })(lattice, 1, work);
  return work;
}

/** All scores 0 but the emission of one label, the same at all of ten positions. */
function oneGoodLabel(label: number): [Model, Lattice] {
  const emissions = new Float64Array(450);
  for (let t = 0; t < 10; t++) emissions[t * 45 + label] = 1;
  const transitions = new Float64Array(45 * 45);
  return [
    { labelCount: 45, transitions, exactSums: true, float32Exact: true },
    { length: 10, emissions },
  ];
}

describe("iterative-a-star", () => {
  it("takes at most ⌈log2 L⌉ + 1 iterations when all columns are split", () => {
    for (let labelCount = 1; labelCount <= 40; labelCount++) {
      const { iterations } = workOf(randomProblem(labelCount, 6, labelCount), "uniform");
      assertLessOrEqual(iterations, Math.ceil(Math.log2(labelCount)) + 1);
    }
  });

  it("expands one of two nodes a position when the first label is the best", () => {
    assertEquals(workOf(oneGoodLabel(0), "column"), {
      iterations: 1,
      nodeExpansions: 9,
      edgeEvaluations: 18,
    });
  });

  it("splits every group once for each doubling when a later label is the best", () => {
    // Labels 0 | 1 | 2, 3 | 4 … 7: the label 4 comes out with the third split.
    const work = workOf(oneGoodLabel(4), "column");
    assertEquals(work, {
      iterations: 4,
      nodeExpansions: 4 * 9,
      edgeEvaluations: 9 * (2 + 3 + 5 + 9),
    });
    assertEquals(workOf(oneGoodLabel(4), "uniform"), work);
  });

  it("splits one position or all when one position prefers a late label", () => {
    const [model, { length, emissions }] = oneGoodLabel(0);
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
