import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import { prepared } from "../../decoders/chain/prepared.ts";
import columnGeneration from "../../decoders/column_generation.ts";
import { type GivenOptions, newWork } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";

const DEFAULTS: GivenOptions<typeof columnGeneration.options> = {
  search: "pruned",
  add: "pair",
  init: "argmax",
  width: 2,
  cap: 0,
};

function problem(transitions: number[][], emissions: number[][]): [Model, Lattice] {
  return [
    {
      labelCount: transitions.length,
      transitions: Float64Array.from(transitions.flat()),
      exactSums: true,
      float32Exact: true,
    },
    { length: emissions.length, emissions: Float64Array.from(emissions.flat()) },
  ];
}

/** Scores of 0 … 99 for emissions and of 0 … strength − 1 for transitions. */
function randomProblem(labelCount: number, strength: number, seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const rows = (count: number, below: number) =>
    Array.from(
      { length: count },
      () => Array.from({ length: labelCount }, () => random.integer(below)),
    );
  return problem(rows(labelCount, strength), rows(12, 100));
}

function decode(
  [model, lattice]: [Model, Lattice],
  options: GivenOptions<typeof columnGeneration.options>,
  k = 1,
) {
  const work = newWork();
  const decode = prepared(columnGeneration, model, { ...DEFAULTS, ...options });
  return { ...decode(lattice, k, work), work };
}

/** The k best scores by dense dynamic programming. */
function bestScores([model, lattice]: [Model, Lattice], k: number): number[] {
  return prepared(viterbi, model)(lattice, k).paths.map(({ score }) => score);
}

/** The best emissions, A and A, miss the transition from B to C that is worth 9. */
const MISSED = problem([[0, 0, 0], [0, 0, 9], [0, 0, 0]], [[3, 1, 0], [2, 0, 1]]);

describe("column-generation", () => {
  it("evaluates the edges of one label a position when the best emissions are the best path", () => {
    const labels = 8;
    const transitions = Array.from({ length: labels }, () => new Array<number>(labels).fill(0));
    const emissions = Array.from({ length: 4 }, () => [5, 0, 0, 0, 0, 0, 0, 0]);
    const { paths, work } = decode(problem(transitions, emissions), {});
    assertEquals(paths, [{ score: 20, labels: new Int32Array(4) }]);
    assertEquals(work, { iterations: 1, nodeExpansions: 6, edgeEvaluations: 6 * labels });
  });

  it("adds both ends of a pair when its reduced cost is positive", () => {
    const { paths, bound, work } = decode(MISSED, {});
    assertEquals(paths, [{ score: 11, labels: Int32Array.of(1, 2) }]);
    assertEquals(bound, 11);
    assertEquals(work.iterations, 2);
  });

  it("compares all pairs in every iteration when the search is full", () => {
    // The messages of A and A, then those of B and C; 9 pairs each time.
    const { work } = decode(MISSED, { search: "full" });
    assertEquals(work.edgeEvaluations, 2 * 3 + 9 + 2 * 3 + 9);
  });

  it("needs one iteration when the domains start with all labels", () => {
    assertEquals(decode(MISSED, { init: "best", width: 3 }).work.iterations, 1);
    assertEquals(decode(MISSED, { init: "best", width: 1 }).work.iterations, 2);
  });

  it("counts the edges of the beam when the domains start with its path", () => {
    // A beam of all labels finds B and C; A, A is still to be ruled out.
    const { paths, work } = decode(MISSED, { init: "beam", width: 3, search: "full" });
    assertEquals(paths[0]?.score, 11);
    assertEquals(work.edgeEvaluations, 9 + 2 * 3 + 9 + 2 * 3 + 9);
  });

  it("searches positions again when messages from either side have risen", () => {
    // One of some hundred lattices is decoded wrongly if one side is forgotten.
    for (let seed = 0; seed < 2000; seed++) {
      const [model, lattice] = randomProblem(3, 100, seed);
      const [expected] = prepared(viterbi, model)(lattice).paths;
      assertEquals(decode([model, lattice], {}).paths[0]?.score, expected!.score, `seed ${seed}`);
    }
  });

  it("evaluates fewer edges when bounds prune the search", () => {
    for (let seed = 0; seed < 10; seed++) {
      const weak = randomProblem(30, 20, seed);
      const pruned = decode(weak, {}).work;
      const full = decode(weak, { search: "full" }).work;
      assertLess(pruned.edgeEvaluations, full.edgeEvaluations / 4);
      assertEquals(pruned.iterations, full.iterations);
    }
  });

  it("takes no more iterations when it adds all pairs", () => {
    for (let seed = 0; seed < 10; seed++) {
      const strong = randomProblem(30, 200, seed);
      const [all, pair] = [decode(strong, { add: "all" }), decode(strong, {})];
      assertLessOrEqual(all.work.iterations, pair.work.iterations);
      assertEquals(all.paths[0]?.score, pair.paths[0]?.score);
    }
  });

  it("hands over to dense Viterbi when the cap is reached", () => {
    const strong = randomProblem(30, 1000, 1);
    const dense = 11 * 30 * 30;
    const uncapped = decode(strong, {}).work.edgeEvaluations;
    const { paths, bound, work } = decode(strong, { cap: 50 });
    assert(uncapped > 2 * dense);
    // The search of one position may go past the cap.
    assertLessOrEqual(work.edgeEvaluations, (0.5 + 1 / 11 + 1) * dense);
    const [expected] = prepared(viterbi, strong[0])(strong[1]).paths;
    assertEquals(paths, [expected!]);
    assertEquals(bound, expected!.score);
  });

  it("finds the path around forbidden scores and none where there is none", () => {
    const chain = [[-Infinity, 0, -Infinity], [-Infinity, -Infinity, 0], [0, -Infinity, -Infinity]];
    const allowed = problem(chain, [[9, 0, 0], [9, 0, 0], [9, 0, 0], [9, 0, -Infinity]]);
    assertEquals(decode(allowed, {}).paths, [{ score: 18, labels: Int32Array.of(0, 1, 2, 0) }]);
    const forbidden = problem(chain, [[9, 0, 0], [9, -Infinity, 0], [9, 0, -Infinity], [9, 0, 0]]);
    assertEquals(decode(forbidden, {}).paths[0]?.labels, Int32Array.of(1, 2, 0, 1));
    const none = problem(chain, [[0, -Infinity, -Infinity], [0, -Infinity, 0]]);
    assertEquals(decode(none, {}), { paths: [], work: decode(none, {}).work });
  });

  it("adds the pairs that the second best path needs when k = 2", () => {
    // Label 1 costs 1 at the third position, 5 elsewhere; label 2 always costs 9.
    const transitions = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
    const emissions = [[9, 4, 0], [9, 4, 0], [9, 8, 0], [9, 4, 0]];
    const { paths, bound, work } = decode(problem(transitions, emissions), {}, 2);
    assertEquals(paths, [
      { score: 36, labels: Int32Array.of(0, 0, 0, 0) },
      { score: 35, labels: Int32Array.of(0, 0, 1, 0) },
    ]);
    assertEquals(bound, 36);
    // The messages of label 0, then those of label 1 at the third position.
    assertEquals(work.iterations, 2);
  });

  it("finds the k best of random lattices in any form of the search", () => {
    for (let seed = 0; seed < 300; seed++) {
      const lattice = randomProblem(4, 100, seed);
      const expected = bestScores(lattice, 9);
      for (const search of ["pruned", "full"] as const) {
        const { paths } = decode(lattice, { search }, 9);
        assertEquals(paths.map(({ score }) => score), expected, `${search}, seed ${seed}`);
      }
    }
  });

  it("evaluates few more edges for ten paths than for one when transitions are weak", () => {
    for (let seed = 0; seed < 10; seed++) {
      const weak = randomProblem(60, 10, seed);
      const { paths, work } = decode(weak, {}, 10);
      assertEquals(paths.map(({ score }) => score), bestScores(weak, 10));
      assertLess(work.edgeEvaluations, 3 * decode(weak, {}).work.edgeEvaluations);
      assertLess(work.edgeEvaluations, 11 * 60 * 60 / 2);
    }
  });

  it("returns all paths when k exceeds their number", () => {
    const [model, lattice] = problem([[0, -Infinity], [1, 2]], [[0, 0], [1, 0], [0, 3]]);
    const { paths } = decode([model, lattice], {}, 20);
    assertEquals(paths.map(({ score }) => score), bestScores([model, lattice], 20));
    assertEquals(paths.length, 4);
  });
});
