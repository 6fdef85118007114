import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import columnGeneration from "../../decoders/column_generation.ts";
import { finiteScores } from "../../decoders/column_generation/finite_scores.ts";
import { RestrictedMessages } from "../../decoders/column_generation/messages.ts";
import { type GivenOptions, newWork } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";
import { draw, measured, problemOf } from "../helpers/problems.ts";

type Given = GivenOptions<typeof columnGeneration.options>;
const DEFAULTS: Given = { search: "pruned", add: "pair", init: "argmax", width: 2, cap: 0 };

const NO = -Infinity;

/** Scores of 0 … 99 for emissions and of 0 … strength − 1 for transitions. */
function randomProblem(labelCount: number, strength: number, seed: number): [Model, Lattice] {
  const random = new Random(seed);
  const row = (below: number) => Array.from({ length: labelCount }, () => random.integer(below));
  const rows = (count: number, below: number) => Array.from({ length: count }, () => row(below));
  return problemOf(rows(labelCount, strength), rows(12, 100));
}

const decode = (problem: [Model, Lattice], options: Given, k = 1) =>
  measured(columnGeneration, problem, { ...DEFAULTS, ...options }, k);

/** The k best scores by dense dynamic programming. */
const bestScores = (problem: [Model, Lattice], k: number) =>
  measured(viterbi, problem, {}, k).paths.map(({ score }) => score);

/** The best emissions, A and A, miss the transition from B to C that is worth 9. */
const MISSED = problemOf([[0, 0, 0], [0, 0, 9], [0, 0, 0]], [[3, 1, 0], [2, 0, 1]]);

describe("column-generation", () => {
  it("evaluates the edges of one label a position when the best emissions are the best path", () => {
    const labels = 8;
    const transitions = Array.from({ length: labels }, () => new Array<number>(labels).fill(0));
    const emissions = Array.from({ length: 4 }, () => [5, 0, 0, 0, 0, 0, 0, 0]);
    const { paths, work } = decode(problemOf(transitions, emissions), {});
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
      const problem = randomProblem(3, 100, seed);
      assertEquals(decode(problem, {}).paths[0]?.score, bestScores(problem, 1)[0], `seed ${seed}`);
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
    const [expected] = measured(viterbi, strong).paths;
    assertEquals(paths, [expected!]);
    assertEquals(bound, expected!.score);
  });

  it("adds the pairs that the second best path needs when k = 2", () => {
    // Label 1 costs 1 at the third position, 5 elsewhere; label 2 always costs 9.
    const transitions = [[0, 0, 0], [0, 0, 0], [0, 0, 0]];
    const emissions = [[9, 4, 0], [9, 4, 0], [9, 8, 0], [9, 4, 0]];
    const { paths, bound, work } = decode(problemOf(transitions, emissions), {}, 2);
    assertEquals(paths, [
      { score: 36, labels: Int32Array.of(0, 0, 0, 0) },
      { score: 35, labels: Int32Array.of(0, 0, 1, 0) },
    ]);
    assertEquals(bound, 36);
    // The messages of label 0, then those of label 1 at the third position.
    assertEquals(work.iterations, 2);
  });

  it("finds the paths beside a forbidden one when scores are equal and far from 0", () => {
    // Less some units, 2^60 is 2^60 again: a forbidden path would tie with the others.
    const far = problemOf([[NO, 0], [0, 0]], [[2 ** 60, 2 ** 60], [2 ** 60, 2 ** 60]]);
    for (const k of [1, 2, 3, 4]) {
      const scores = decode(far, {}, k).paths.map(({ score }) => score);
      assertEquals(scores, new Array(Math.min(k, 3)).fill(2 ** 61));
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
});

describe("finiteScores()", () => {
  it("passes a lattice on when nothing is forbidden", () => {
    const [model, finite] = problemOf([[1, 2], [3, 4]], [[1, 2], [3, 4]]);
    const { emissions, transitions, tolerance } = finiteScores(model)(finite);
    assert(emissions === finite.emissions);
    assertEquals(transitions.outgoing, Float64Array.of(1, 2, 3, 4));
    assertEquals(transitions.incoming, Float64Array.of(1, 3, 2, 4));
    assertEquals(transitions.outgoingMaxima, Float64Array.of(2, 4));
    assertEquals(transitions.incomingMaxima, Float64Array.of(3, 4));
    assertEquals(tolerance, 0);
  });

  it("makes every forbidden path worse than every other when scores are forbidden", () => {
    const [dataset, given] = problemOf([[-7, NO], [5, 0]], [[9, -9], [NO, 3], [0, 4], [-8, NO]]);
    const { transitions, ...finite } = finiteScores(dataset)(given);
    assert(finite.tolerance > 0);
    const finiteTask = { ...dataset, transitions: transitions.outgoing };
    const allowed: number[] = [];
    const forbidden: number[] = [];
    for (let path = 0; path < 16; path++) {
      const labels = [path & 1, path >> 1 & 1, path >> 2 & 1, path >> 3];
      const score = scorePath(dataset, given, labels);
      const finiteScore = scorePath(finiteTask, finite, labels);
      if (score === NO) forbidden.push(finiteScore);
      else assertEquals(finiteScore, score);
      if (score !== NO) allowed.push(score);
    }
    assert(allowed.length > 0 && Math.max(...forbidden) < Math.min(...allowed));
    assert(forbidden.every(Number.isFinite));
  });
});

const LABELS = 6;
const LENGTH = 5;

function randomLattice(seed: number) {
  const random = new Random(seed);
  const [model, lattice] = draw(LABELS, LENGTH, () => random.uniform(), false);
  return finiteScores(model)(lattice);
}

describe("RestrictedMessages", () => {
  it("update() gives the messages of a fresh start when domains have grown", () => {
    for (let seed = 0; seed < 20; seed++) {
      const lattice = randomLattice(seed);
      const random = new Random(seed, 1);
      const grown = new RestrictedMessages(LABELS);
      grown.reset(lattice);
      const added: [number, number][] = [];
      const add = (t: number, label: number) => {
        if (grown.add(t, label)) added.push([t, label]);
      };
      for (let t = 0; t < LENGTH; t++) add(t, random.integer(LABELS));
      for (let round = 0; round < 6; round++) {
        assert(grown.update(newWork(), Infinity));
        const fresh = new RestrictedMessages(LABELS);
        fresh.reset(lattice);
        for (const [t, label] of added) fresh.add(t, label);
        fresh.update(newWork(), Infinity);
        assertEquals(grown.forward, fresh.forward);
        assertEquals(grown.backward, fresh.backward);
        assertEquals(grown.follow(), fresh.follow());
        add(random.integer(LENGTH), random.integer(LABELS));
      }
    }
  });

  it("update() relaxes nothing when nothing was added", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    for (let t = 0; t < LENGTH; t++) messages.add(t, t);
    messages.update(newWork(), Infinity);
    const work = newWork();
    messages.update(work, Infinity);
    assertEquals(work, newWork());
    assertEquals([...messages.forwardRose, ...messages.backwardRose], new Array(10).fill(0));
  });

  it("update() stops when the limit is passed", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    for (let t = 0; t < LENGTH; t++) messages.add(t, t);
    const work = newWork();
    assertEquals(messages.update(work, LABELS), false);
    assertEquals(work.edgeEvaluations, 2 * LABELS);
  });

  it("add() says whether the label is new", () => {
    const messages = new RestrictedMessages(LABELS);
    messages.reset(randomLattice(1));
    assertEquals([messages.add(0, 3), messages.add(0, 3), messages.add(1, 3)], [true, false, true]);
  });
});
