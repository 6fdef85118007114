import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import { Random } from "../../../datasets/random.ts";
import type { Decoded } from "../../../decoders/contract.ts";
import iterativeViterbi from "../../../decoders/iterative_viterbi.ts";
import iterativeViterbiAStar from "../../../decoders/iterative_viterbi_a_star.ts";
import type { Lattice, Model } from "../../../decoders/lattice.ts";
import { offsetsOf } from "../../../decoders/own_order/offsets.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { DRAWS, isExact, peaked } from "../../helpers/kernel_cases.ts";
import { draw, measured, nearTies, oneGoodLabel, randomProblem } from "../../helpers/problems.ts";
import { cases } from "../../helpers/long.ts";

const OWN = { order: "emission" } as const;
const decode = (problem: [Model, Lattice]) => measured(iterativeViterbi, problem, OWN);
const scoresOf = ({ paths }: Decoded) => paths.map(({ score }) => score);

const KINDS = Object.keys(DRAWS);

describe("iterative-viterbi{order=emission}", () => {
  it("is exact where sums of paths are exact and those with offsets in them are not", () => {
    // Path sums have 53 bits; offsets are as large as several transitions.
    for (let seed = 0; seed < 200; seed++) {
      const random = new Random(seed);
      const most = 2 ** 50 / 8;
      const [model, lattice] = draw(6, 4, () => random.integer(3) * most + random.integer(3));
      const problem: [Model, Lattice] = [{ ...model, float32Exact: false }, lattice];
      const { paths } = decode(problem);
      assertEquals(paths[0]!.score, measured(viterbi, problem).paths[0]!.score, `seed ${seed}`);
    }
  });

  it("is exact where many paths are as good but for rounding", () => {
    for (const length of [2, 20, 100]) {
      const problem = nearTies(12, length);
      assertEquals(decode(problem).paths[0]!.score, measured(viterbi, problem).paths[0]!.score);
    }
  });

  it("needs one pass when the best labels are the best path, or all paths tie", () => {
    assertEquals(decode(draw(45, 10, () => 0)).work.iterations, 1);
    for (const label of [0, 7, 44]) {
      const { work } = decode(oneGoodLabel(label, 10));
      assertEquals(work, { iterations: 1, nodeExpansions: 27, edgeEvaluations: 81 });
    }
  });

  it("evaluates few edges where few labels are good, whichever they are", () => {
    for (let seed = 0; seed < 10; seed++) {
      const problem = peaked(200, 20, seed);
      const { edgeEvaluations } = decode(problem).work;
      assertLessOrEqual(edgeEvaluations, 0.01 * 19 * 200 ** 2);
      assertLessOrEqual(edgeEvaluations, measured(iterativeViterbi, problem).work.edgeEvaluations);
    }
  });

  it("splits a position at most three times", () => {
    for (let labelCount = 1; labelCount <= 40; labelCount++) {
      const { work } = decode(randomProblem(labelCount, 6, labelCount));
      assertLessOrEqual(work.iterations, 6 * 3 + 1);
    }
  });
});

describe("iterative-viterbi-a-star{order=emission}", () => {
  const decodePaths = (problem: [Model, Lattice], k: number) =>
    measured(iterativeViterbiAStar, problem, OWN, k);

  it("does for k = 1 what iterative-viterbi does", () => {
    for (let seed = 0; seed < 20; seed++) {
      const problem = randomProblem(45, 10, seed);
      assertEquals(decodePaths(problem, 1), decode(problem));
    }
  });

  it("evaluates few edges where few labels are good, whichever they are", () => {
    for (let seed = 0; seed < 5; seed++) {
      const problem = peaked(200, 20, seed);
      for (const k of [5, 20]) {
        const { edgeEvaluations } = decodePaths(problem, k).work;
        assertLessOrEqual(edgeEvaluations, 0.05 * 19 * 200 ** 2);
      }
    }
  });
});

describe("kernel=simd", () => {
  it("has the paths and the work of the plain loops, bit for bit, and Viterbi's scores", () => {
    for (let seed = 0; seed < cases(50, 250); seed++) {
      const random = new Random(seed);
      const labelCount = 1 + random.integer(seed % 10 === 0 ? 300 : 50);
      const kind = KINDS[seed % KINDS.length]!;
      const score = () => DRAWS[kind]!(random);
      const [model, lattice] = draw(labelCount, 1 + random.integer(9), score, isExact(kind));
      const float32Exact = isExact(kind) && seed % 2 === 0;
      const problem: [Model, Lattice] = [{ ...model, float32Exact }, lattice];
      const simd = { ...OWN, kernel: "simd" } as const;
      const title = `seed ${seed}, ${kind}`;
      const plain = decode(problem);
      assertEquals(scoresOf(plain), scoresOf(measured(viterbi, problem)), title);
      assertEquals(measured(iterativeViterbi, problem, simd), plain, title);
      for (const k of [1, 5]) {
        const [found, expected] = [simd, OWN].map((options) =>
          measured(iterativeViterbiAStar, problem, options, k)
        );
        assertEquals(found, expected, title);
      }
    }
  });

  it("finds room for many active labels of many positions", () => {
    for (const float32Exact of [true, false]) {
      const [model, lattice] = draw(150, 20, () => 0);
      const random = new Random(1);
      for (let i = 0; i < lattice.emissions.length; i++) lattice.emissions[i] = random.integer(3);
      for (let x = 0; x < 150; x++) model.transitions[x * 150 + (x * 7 + 3) % 150] = 40;
      const problem: [Model, Lattice] = [{ ...model, float32Exact }, lattice];
      const simd = { ...OWN, kernel: "simd" } as const;
      assertEquals(measured(iterativeViterbi, problem, simd), decode(problem));
    }
  });
});

describe("offsetsOf()", () => {
  it("bounds each transition by what is said of its two ends", () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = new Random(seed);
      const labelCount = 1 + random.integer(9);
      const score = () => random.integer(3) === 0 ? -Infinity : random.integer(9);
      const [model] = draw(labelCount, 1, score);
      const { outgoing, incoming, entry } = offsetsOf(model);
      model.transitions.forEach((score, at) => {
        const [x, y] = [Math.floor(at / labelCount), at % labelCount];
        if (score === -Infinity) return;
        assert(score <= outgoing[x]! + incoming[y]!);
        assert(score <= outgoing[x]! + entry[y]!);
      });
      assert(entry.every((score, y) => score <= incoming[y]!));
    }
  });

  it("is −∞ for labels that no transition leaves or reaches", () => {
    const [model] = draw(3, 1, () => 1);
    for (let y = 0; y < 3; y++) model.transitions[3 + y] = model.transitions[3 * y + 2] = -Infinity;
    const { outgoing, incoming } = offsetsOf(model);
    assertEquals([...outgoing, ...incoming].map(Number.isFinite), [1, 0, 1, 1, 1, 0].map(Boolean));
  });
});
