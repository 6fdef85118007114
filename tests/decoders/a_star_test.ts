import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertGreater, assertLessOrEqual } from "@std/assert";
import { prepared } from "../../decoders/chain/prepared.ts";
import aStar from "../../decoders/a_star.ts";
import { type GivenOptions, newWork, type Work } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";

const LENGTH = 8;
const LABELS = 45;
const NAIVE: GivenOptions<typeof aStar.options> = { heuristic: "naive", level: 0 };
const coarse = (level: number): GivenOptions<typeof aStar.options> => ({
  heuristic: "coarse",
  level,
});

function randomProblem(seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const scores = (size: number) => new Float64Array(size).map(() => random.integer(1000));
  return [
    {
      labelCount: LABELS,
      transitions: scores(LABELS * LABELS),
      exactSums: true,
      float32Exact: true,
    },
    { length: LENGTH, emissions: scores(LENGTH * LABELS) },
  ];
}

function workOf(
  [model, lattice]: [Model, Lattice],
  options: GivenOptions<typeof aStar.options>,
  k = 1,
): Work {
  const work = newWork();
  prepared(aStar, model, options)(lattice, k, work);
  return work;
}

/** All scores 0 but one label's emission, the same everywhere. */
function oneGoodLabel(label: number): [Model, Lattice] {
  const emissions = new Float64Array(LENGTH * LABELS);
  for (let t = 0; t < LENGTH; t++) emissions[t * LABELS + label] = 1;
  const transitions = new Float64Array(LABELS * LABELS);
  return [
    { labelCount: LABELS, transitions, exactSums: true, float32Exact: true },
    { length: LENGTH, emissions },
  ];
}

describe("a-star", () => {
  it("expands one node a position when the naive bound is tight", () => {
    assertEquals(workOf(oneGoodLabel(7), NAIVE), {
      iterations: 1,
      nodeExpansions: LENGTH - 1,
      edgeEvaluations: (LENGTH - 1) * LABELS,
    });
  });

  it("counts the edges of the coarse lattice", () => {
    const nodes = 2 ** 3 + 1;
    assertEquals(workOf(oneGoodLabel(7), coarse(3)), {
      iterations: 1,
      nodeExpansions: (LENGTH - 1) * (1 + nodes),
      edgeEvaluations: (LENGTH - 1) * (LABELS + nodes * nodes),
    });
  });

  it("goes straight to the end when the level is clamped to the whole lattice", () => {
    for (let seed = 0; seed < 20; seed++) {
      const work = workOf(randomProblem(seed), coarse(6));
      assertEquals(work, workOf(randomProblem(seed), coarse(60)));
      assertEquals(work.edgeEvaluations, (LENGTH - 1) * (LABELS * LABELS + LABELS));
    }
  });

  it("expands no node more than k times when sums are exact", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(seed);
      for (const k of [1, 3, 10]) {
        const { nodeExpansions, edgeEvaluations } = workOf(problem, NAIVE, k);
        assertLessOrEqual(nodeExpansions, k * (LENGTH - 1) * LABELS);
        assertEquals(edgeEvaluations, nodeExpansions * LABELS);
      }
    }
  });

  it("stays within the beam of one when all paths tie", () => {
    const [model] = oneGoodLabel(0);
    const lattice = { length: LENGTH, emissions: new Float64Array(LENGTH * LABELS) };
    assertEquals(workOf([model, lattice], NAIVE).nodeExpansions, LENGTH - 1);
  });

  it("pops a node again when a prefix arrives that is better by its last bits", () => {
    const random = new Random(1);
    const scores = (size: number) =>
      new Float64Array(size).map(() => 0.7 * (1 + (random.integer(9) - 4) * Number.EPSILON));
    const model = {
      labelCount: 8,
      transitions: scores(64),
      exactSums: false,
      float32Exact: false,
    };
    const lattice = { length: 300, emissions: scores(2400) };
    for (const options of [NAIVE, coarse(0)]) {
      for (const k of [1, 5]) {
        const work = newWork();
        const { paths } = prepared(aStar, model, options)(lattice, k, work);
        const expected = prepared(viterbi, model)(lattice, k).paths;
        assertEquals(paths.map(({ score }) => score), expected.map(({ score }) => score));
        if (options === NAIVE) assertGreater(work.nodeExpansions, k * 299 * 8);
      }
    }
  });
});
