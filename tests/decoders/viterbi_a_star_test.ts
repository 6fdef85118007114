import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertLessOrEqual } from "@std/assert";
import type { Work } from "../../decoders/contract.ts";
import type { Lattice, Model, Path } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import viterbiAStar from "../../decoders/viterbi_a_star.ts";
import { draw, measured, nearTies } from "../helpers/problems.ts";
import { Random } from "../../datasets/random.ts";

const FORMS = ["lazy", "eager"] as const;

function randomProblem(labelCount: number, length: number, seed: number): [Model, Lattice] {
  const random = new Random(seed);
  return draw(labelCount, length, () => random.integer(1000));
}

const decode = (problem: [Model, Lattice], deviations: "lazy" | "eager", k: number) =>
  measured(viterbiAStar, problem, { deviations }, k);
const scores = (paths: readonly Path[]) => paths.map(({ score }) => score);

describe("viterbi-a-star", () => {
  for (const deviations of FORMS) {
    it(`scans the labels before each node of the best path when k = 1 and ${deviations}`, () => {
      const { work } = decode(randomProblem(30, 8, 1), deviations, 1);
      assertEquals(work, {
        iterations: 1,
        nodeExpansions: 7 * (30 + 1),
        edgeEvaluations: 7 * (30 * 30 + 30),
      });
    });

    it(`costs at most 1.2 times its forward pass when k = 5, L = 300 and ${deviations}`, () => {
      for (let seed = 0; seed < 3; seed++) {
        const { work } = decode(randomProblem(300, 20, seed), deviations, 5);
        assertLessOrEqual(work.edgeEvaluations, 1.2 * 19 * 300 * 300);
      }
    });
  }

  it("evaluates fewer edges when lazy than when eager", () => {
    const problem = randomProblem(100, 20, 1);
    const [lazy, eager] = FORMS.map((form) => decode(problem, form, 50));
    assertEquals(scores(lazy!.paths), scores(eager!.paths));
    assertLessOrEqual(5 * deviationEdges(lazy!.work), deviationEdges(eager!.work));

    function deviationEdges({ edgeEvaluations }: Work): number {
      return edgeEvaluations - 19 * 100 * 100;
    }
  });

  it("has the list of viterbi to the last bit when there are more near-ties than atoms", () => {
    const problem = nearTies(8, 300);
    const expected = scores(measured(viterbi, problem, {}, 20).paths);
    for (const deviations of FORMS) {
      assertEquals(scores(decode(problem, deviations, 20).paths), expected);
    }
  });
});
