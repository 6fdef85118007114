import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { Random } from "../../datasets/random.ts";
import type { GivenOptions } from "../../decoders/contract.ts";
import { degenerateModel, groupEmissions, reviseGroups } from "../../decoders/degenerate/model.ts";
import iterativeViterbi from "../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../decoders/iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { peaked } from "../helpers/kernel_cases.ts";
import { draw, measured, randomProblem } from "../helpers/problems.ts";

const workOf = (
  problem: [Model, Lattice],
  options: GivenOptions<typeof iterativeViterbi.options>,
) => measured(iterativeViterbi, problem, options).work;

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

type Given = GivenOptions<typeof iterativeViterbiAStar.options>;

/** Algorithm 4 as in the paper, but for which groups are split. */
const PAPER: Given = { candidates: 2, beam: true, ends: true, popped: true, neighbours: false };
const OURS: Given = { ...PAPER, neighbours: true };
const NO_BOUND = { beam: false, ends: false, popped: false, neighbours: false };

const decode = (problem: [Model, Lattice], options: Given, k: number) =>
  measured(iterativeViterbiAStar, problem, options, k);

/** Edges of 20 problems. */
function edges(options: Given, k: number): number {
  let sum = 0;
  for (let seed = 0; seed < 20; seed++) {
    sum += decode(randomProblem(60, 8, seed), options, k).work.edgeEvaluations;
  }
  return sum;
}

describe("iterative-viterbi-a-star", () => {
  it("does what iterative-viterbi does when k = 1", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(45, 10, seed);
      assertEquals(decode(problem, PAPER, 1).work, measured(iterativeViterbi, problem).work);
    }
  });

  it("finds the same paths by the same work in kernels", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem = randomProblem(5 + 17 * seed, 8, seed);
      for (const options of [PAPER, OURS, { ...PAPER, beam: false }]) {
        for (const k of [1, 4, 30]) {
          const simd = decode(problem, { ...options, kernel: "simd" }, k);
          assertEquals(simd, decode(problem, options, k), `seed ${seed}, k = ${k}`);
        }
      }
    }
  });

  it("splits each position at most ⌈log2 L⌉ times whatever k is", () => {
    for (let labelCount = 1; labelCount <= 20; labelCount++) {
      for (const options of [OURS, PAPER, { ...PAPER, ...NO_BOUND }]) {
        for (const k of [2, 7, 100]) {
          const { work } = decode(randomProblem(labelCount, 5, labelCount), options, k);
          assertLessOrEqual(work.iterations, 5 * Math.ceil(Math.log2(labelCount)) + 1);
        }
      }
    }
  });

  it("goes on when the best path is over labels and a worse one is not", () => {
    // The best path needs no group, the second best is among the labels of the first group.
    const [model] = draw(4, 2, () => 0);
    const lattice = { length: 2, emissions: Float64Array.of(9, 0, 0, 8, 9, 0, 0, 0) };
    const { paths, work } = decode([model, lattice], { ...PAPER, ...NO_BOUND }, 2);
    assertEquals(paths.map(({ labels }) => [...labels]), [[0, 0], [3, 0]]);
    assert(work.iterations > 1);
  });

  it("returns what there is when groups without a path are left", () => {
    const [model, lattice] = draw(8, 3, () => 0);
    model.transitions.fill(-Infinity)[0] = 1;
    const { paths, work } = decode([model, lattice], { ...PAPER, ...NO_BOUND }, 5);
    assertEquals(paths.map(({ score, labels }) => [score, ...labels]), [[2, 0, 0, 0]]);
    assertEquals(work.iterations, 1);
  });

  for (const bound of ["beam", "ends", "popped", "neighbours"] as const) {
    it(`evaluates no more edges when ${bound} alone gives the lower bound than with none`, () => {
      const none = edges({ ...PAPER, ...NO_BOUND }, 5);
      assertLessOrEqual(edges({ ...PAPER, ...NO_BOUND, [bound]: true }, 5), none);
    });
  }

  it("evaluates few edges when most labels are out of the question", () => {
    for (const k of [5, 10]) {
      const { work } = decode(peaked(256, 20, 1), PAPER, k);
      assertLessOrEqual(work.edgeEvaluations, 0.15 * 19 * 256 ** 2);
    }
  });
});

function randomScores(size: number, random: Random): Float64Array {
  return new Float64Array(size).map(() => random.integer(10) === 0 ? -Infinity : random.gaussian());
}

/** Labels of a node: itself, or all from 2^m on for the group of level m. */
function members(node: number, labelCount: number): number[] {
  if (node < labelCount) return [node];
  const first = 2 ** (node - labelCount);
  return Array.from({ length: labelCount - first }, (_, i) => first + i);
}

describe("degenerateModel()", () => {
  it("has the maxima over members between all nodes when L is any number", () => {
    const random = new Random(1);
    for (let labelCount = 1; labelCount <= 35; labelCount++) {
      const transitions = randomScores(labelCount * labelCount, random);
      const model = { labelCount, transitions, exactSums: false, float32Exact: false };
      const degenerate = degenerateModel(model);
      const { nodeCount } = degenerate;
      for (let from = 0; from < nodeCount; from++) {
        for (let to = 0; to < nodeCount; to++) {
          const edges = members(from, labelCount).flatMap((x) =>
            members(to, labelCount).map((y) => transitions[x * labelCount + y]!)
          );
          assertEquals(degenerate.transitions[from * nodeCount + to], Math.max(...edges));
        }
      }
    }
  });

  it("has no group of a single member when L is 2^m + 1", () => {
    const sizes = [1, 2, 3, 4, 5, 6, 9, 10, 17, 1024, 2602];
    const counts = sizes.map((labelCount) =>
      degenerateModel(draw(labelCount, 1, () => 0)[0]).groupCount
    );
    assertEquals(counts, [0, 0, 1, 2, 2, 3, 3, 4, 4, 10, 12]);
  });
});

it("reviseGroups() leaves what a new model has, and names changes, as scores rise and fall", () => {
  const random = new Random(4);
  for (const labelCount of [1, 2, 3, 5, 16, 17, 35]) {
    // Few different scores: maxima are often reached twice.
    const score = () => random.integer(6) === 0 ? -Infinity : random.integer(5);
    const transitions = new Float64Array(labelCount ** 2).map(score);
    const model = { labelCount, transitions };
    const degenerate = degenerateModel(model);
    const copy = degenerate.transitions.slice();
    for (let change = 0; change < 200; change++) {
      const [x, y] = [random.integer(labelCount), random.integer(labelCount)];
      const now = transitions[x * labelCount + y] = score();
      reviseGroups(degenerate, x, y, now, (from, to, value) => {
        copy[from * degenerate.nodeCount + to] = value;
      });
      assertEquals(degenerate.transitions, degenerateModel(model).transitions, `${change}`);
      assertEquals(copy, degenerate.transitions);
    }
  }
});

it("groupEmissions() is the maximum over the members at each position", () => {
  const random = new Random(2);
  const [labelCount, length] = [13, 4];
  const model = degenerateModel(draw(labelCount, 1, () => 0)[0]);
  const emissions = randomScores(length * labelCount, random);
  const maxima = new Float64Array(length * model.groupCount);
  groupEmissions(model, { length, emissions }, maxima);
  for (let t = 0; t < length; t++) {
    for (let group = 0; group < model.groupCount; group++) {
      const row = members(labelCount + group, labelCount)
        .map((y) => emissions[t * labelCount + y]!);
      assertEquals(maxima[t * model.groupCount + group], Math.max(...row));
    }
  }
});
