import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import type { GivenOptions } from "../../decoders/contract.ts";
import iterativeViterbi from "../../decoders/iterative_viterbi.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { draw, measured, randomProblem } from "../helpers/problems.ts";

type Given = GivenOptions<typeof iterativeViterbi.options>;
const workOf = (problem: [Model, Lattice], options: Given) =>
  measured(iterativeViterbi, problem, options).work;

describe("iterative-viterbi", () => {
  it("takes at most ⌈log2 L⌉ + 1 passes when all columns are split", () => {
    for (let labelCount = 1; labelCount <= 40; labelCount++) {
      const problem = randomProblem(labelCount, 6, labelCount);
      const { iterations } = workOf(problem, { expansion: "uniform", prune: false });
      assertLessOrEqual(iterations, Math.ceil(Math.log2(labelCount)) + 1);
    }
  });

  it("needs one pass over two nodes a position when the first labels are the best", () => {
    const [model, { length }] = randomProblem(45, 10, 1);
    const emissions = new Float64Array(450);
    for (let t = 0; t < length; t++) emissions[t * 45] = 1000;
    const work = workOf([model, { length, emissions }], { prune: false });
    assertEquals(work, { iterations: 1, nodeExpansions: 18, edgeEvaluations: 36 });
  });

  it("evaluates fewer edges when it prunes", () => {
    let pruned = 0;
    let unpruned = 0;
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(60, 8, seed);
      pruned += workOf(problem, {}).edgeEvaluations;
      unpruned += workOf(problem, { prune: false }).edgeEvaluations;
    }
    assertLessOrEqual(pruned, unpruned);
  });

  it("returns the incumbent at once when all paths tie", () => {
    assertEquals(workOf(draw(45, 10, () => 0), {}).iterations, 1);
  });
});
