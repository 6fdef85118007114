import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import type { GivenOptions } from "../../decoders/contract.ts";
import iterativeViterbi from "../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../decoders/iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { Random } from "../../datasets/random.ts";
import { draw, measured, randomProblem } from "../helpers/problems.ts";

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
          assertEquals(
            decode(problem, { ...options, kernel: "simd" }, k),
            decode(problem, options, k),
            `seed ${seed}, k = ${k}`,
          );
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
    const [labelCount, length] = [256, 20];
    const [model, lattice] = randomProblem(labelCount, length, 1);
    const random = new Random(2);
    for (let i = 0; i < 3 * length; i++) {
      const [t, label] = [i % length, random.integer(labelCount)];
      lattice.emissions[t * labelCount + label]! += 1000;
    }
    for (const k of [5, 10]) {
      const { work } = decode([model, lattice], PAPER, k);
      assertLessOrEqual(work.edgeEvaluations, 0.15 * (length - 1) * labelCount ** 2);
    }
  });
});
