import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import aStar from "../../decoders/a_star.ts";
import type { GivenOptions } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { measured, nearTies, oneGoodLabel, randomProblem } from "../helpers/problems.ts";

const LENGTH = 8;
const LABELS = 45;
const NAIVE: GivenOptions<typeof aStar.options> = { heuristic: "naive", level: 0 };
const coarse = (level: number): GivenOptions<typeof aStar.options> => ({
  heuristic: "coarse",
  level,
});

const workOf = (problem: [Model, Lattice], options: GivenOptions<typeof aStar.options>, k = 1) =>
  measured(aStar, problem, options, k).work;

describe("a-star", () => {
  it("expands one node a position when the naive bound is tight", () => {
    assertEquals(workOf(oneGoodLabel(7, LENGTH), NAIVE), {
      iterations: 1,
      nodeExpansions: LENGTH - 1,
      edgeEvaluations: (LENGTH - 1) * LABELS,
    });
  });

  it("counts the edges of the coarse lattice", () => {
    const nodes = 2 ** 3 + 1;
    assertEquals(workOf(oneGoodLabel(7, LENGTH), coarse(3)), {
      iterations: 1,
      nodeExpansions: (LENGTH - 1) * (1 + nodes),
      edgeEvaluations: (LENGTH - 1) * (LABELS + nodes * nodes),
    });
  });

  it("goes straight to the end when the level is clamped to the whole lattice", () => {
    for (let seed = 0; seed < 20; seed++) {
      const work = workOf(randomProblem(LABELS, LENGTH, seed), coarse(6));
      assertEquals(work, workOf(randomProblem(LABELS, LENGTH, seed), coarse(60)));
      assertEquals(work.edgeEvaluations, (LENGTH - 1) * (LABELS * LABELS + LABELS));
    }
  });

  it("expands no node more than k times when sums are exact", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(LABELS, LENGTH, seed);
      for (const k of [1, 3, 10]) {
        const { nodeExpansions, edgeEvaluations } = workOf(problem, NAIVE, k);
        assertLessOrEqual(nodeExpansions, k * (LENGTH - 1) * LABELS);
        assertEquals(edgeEvaluations, nodeExpansions * LABELS);
      }
    }
  });

  it("stays within the beam of one when all paths tie", () => {
    const [model] = oneGoodLabel(0, LENGTH);
    const lattice = { length: LENGTH, emissions: new Float64Array(LENGTH * LABELS) };
    assertEquals(workOf([model, lattice], NAIVE).nodeExpansions, LENGTH - 1);
  });

  it("pops a node again when a prefix arrives that is better by its last bits", () => {
    const problem = nearTies(8, 300);
    for (const options of [NAIVE, coarse(0)]) {
      for (const k of [1, 5]) {
        const { paths, work } = measured(aStar, problem, options, k);
        const expected = measured(viterbi, problem, {}, k).paths;
        assertEquals(paths.map(({ score }) => score), expected.map(({ score }) => score));
        if (options === NAIVE) assertGreater(work.nodeExpansions, k * 299 * 8);
      }
    }
  });
});
