import { assert, assertAlmostEquals, assertEquals, assertGreater } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { type Lattice, type Model, scorePath } from "../../../decoders/lattice.ts";
import type { KernelKind } from "../../../decoders/kernels/arena.ts";
import { marginals } from "../../../decoders/probability/log_partition.ts";
import { labelMargins, maxMarginals } from "../../../decoders/probability/max_marginals.ts";
import { roundingTolerance } from "../../../decoders/chain/grid.ts";
import posterior from "../../../decoders/posterior.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { cli } from "../../helpers/child.ts";
import { toNumber } from "../../../harness/conformance/big_float.ts";
import { exactPaths } from "../../../harness/conformance/exact_paths.ts";
import { drawInstance, type Regime } from "../../../harness/conformance/generators.ts";
import { bestScore } from "../../../harness/conformance/oracles.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { denseFile } from "../../helpers/packs.ts";
import { probabilityCases } from "../../helpers/probability_cases.ts";
import { measured, problemOf } from "../../helpers/problems.ts";

const PROBLEMS = 300;

/** μ by enumerating every label sequence. */
function enumerated(model: Model, lattice: Lattice): Float64Array {
  const { labelCount } = model;
  const { length } = lattice;
  const best = new Float64Array(length * labelCount).fill(-Infinity);
  const labels = new Array<number>(length);
  for (let sequence = 0; sequence < labelCount ** length; sequence++) {
    for (let t = 0, rest = sequence; t < length; t++, rest = Math.floor(rest / labelCount)) {
      labels[t] = rest % labelCount;
    }
    const score = scorePath(model, lattice, labels);
    labels.forEach((y, t) => {
      if (score > best[t * labelCount + y]!) best[t * labelCount + y] = score;
    });
  }
  return best;
}

/**
 * Problems with all that is found in their sentences; those without a path are checked and left
 * out.
 */
function* found(regime: Regime, kernel: KernelKind) {
  for (let seed = 0; seed < PROBLEMS; seed++) {
    const { model, lattices } = drawInstance(seed, regime, "small", 1);
    const find = maxMarginals(model, kernel);
    for (const lattice of lattices) {
      const marginals = find(lattice);
      const best = bestScore(model, lattice);
      assertEquals(marginals?.path.score ?? -Infinity, best, `seed ${seed}`);
      if (marginals === undefined) continue;
      assertEquals(scorePath(model, lattice, marginals.path.labels), best, `seed ${seed}`);
      yield { seed, model, lattice, marginals };
    }
  }
}

describe("maxMarginals() and labelMargins()", () => {
  for (const kernel of ["simd", "plain"] as const) {
    it(`are the best scores through each label where sums are exact, with ${kernel}`, () => {
      for (const { seed, model, lattice, marginals } of found("exact sums", kernel)) {
        const scores = enumerated(model, lattice);
        assertEquals(marginals.scores, scores, `seed ${seed}`);
        const margins = labelMargins(marginals);
        assertEquals(margins.length, lattice.length);
        margins.forEach((margin, t) => {
          const row = [...scores.subarray(t * model.labelCount, (t + 1) * model.labelCount)];
          const [first, second = -Infinity] = row.sort((a, b) => b - a);
          assertEquals(margin, first! - second, `seed ${seed}, position ${t}`);
        });
      }
    });

    it(`are that up to rounding on decimals, with ${kernel}`, () => {
      for (const { seed, model, lattice, marginals } of found("decimals", kernel)) {
        const tolerance = 2 * roundingTolerance(model)(lattice);
        enumerated(model, lattice).forEach((score, i) => {
          const difference = Math.abs(marginals.scores[i]! - score);
          assert(marginals.scores[i] === score || difference <= tolerance, `seed ${seed}`);
        });
      }
    });
  }

  it("are nothing where there is no path", () => {
    const none = [-Infinity, -Infinity];
    const [model, lattice] = problemOf([none, none], [[0, 0], [0, 0]]);
    const find = maxMarginals(model);
    assertEquals(find(lattice), undefined);
    assertEquals(find({ length: 1, emissions: Float64Array.of(1, 2) })!.path.score, 2);
  });
});

itInFolder("cli.ts margins prints paths with margins, a line each, or null", async (dir) => {
  const pack = `${dir}/three.safetensors`;
  const file = {
    emissions: [[5, 0], [0, 7], [-Infinity, 1], [-Infinity, -Infinity]],
    transitions: [[0, 1], [2, 3]],
    lengths: [2, 1, 1],
  };
  await writePackFile(pack, denseFile(file, Float64Array));
  const { code, stdout, errors } = await cli("cell", "margins", "--pack", pack);
  assertEquals([code, errors], [0, []]);
  const lines = stdout.trimEnd().split("\n").map((line) => JSON.parse(line));
  const [first, second, third] = lines.map(({ path }) => path);
  assertEquals([first.score, first.labels, first.margins], [13, [0, 1], [3, 8]]);
  assertEquals([second.score, second.labels, second.margins], [1, [1], [null]]);
  assertEquals(third, null);
  // Of the paths 00, 01, 10 and 11 with scores 5, 13, 2 and 10.
  const weights = [5, 13, 2, 10].map(Math.exp);
  const whole = weights.reduce((sum, weight) => sum + weight, 0);
  assertAlmostEquals(first.confidences[0], (weights[0]! + weights[1]!) / whole, 1e-12);
  assertAlmostEquals(first.confidences[1], (weights[1]! + weights[3]!) / whole, 1e-12);
  assertEquals(second.confidences, [1]);
});

describe("posterior", () => {
  it("finds the allowed path with the largest sum of marginals", () => {
    for (const { model, lattice, title } of probabilityCases(60)) {
      const exact = exactPaths(model, lattice);
      for (const kernel of ["plain", "simd"] as const) {
        const [found] = prepared(posterior, model, { kernel })(lattice).paths;
        if (exact === undefined) {
          assertEquals(found, undefined, title);
          continue;
        }
        const worthOf = (y: number, t: number) => toNumber(exact.nodes[t * model.labelCount + y]!);
        const worth = (labels: ArrayLike<number>) =>
          Array.from(labels, worthOf).reduce((sum, one) => sum + one);
        const paths = [...exact.paths.keys()].map((path) => path.split(",").map(Number));
        const most = Math.max(...paths.map(worth));
        assertGreater(found!.score, -Infinity, title);
        assertAlmostEquals(worth(found!.labels), most, 1e-9, title);
      }
    }
  });

  it("finds a path that is allowed where nothing is known of probabilities", () => {
    // What underflows may be all that there is, and logarithms would round by more.
    const transitions = [[0, 0, 0], [-1e15, -1e15, -1e15], [0, 0, 0]];
    const [end, low] = [[-Infinity, 0, 0], [-Infinity, 0, -350.8]];
    const [model, lattice] = problemOf(transitions, [end, low, low, end]);
    assertEquals(marginals(model)(lattice)!.error, 1);
    const [found] = prepared(posterior, model, {}, { areSumsChecked: true })(lattice).paths;
    assertGreater(found!.score, -Infinity);
  });

  it("is another path than the best one where many others agree", () => {
    // 00 is the best path; three others that begin with 1 weigh more together.
    const transitions = [[0.5, -9, -9], [0, 0, 0], [-9, -9, -9]];
    const [found] = measured(posterior, problemOf(transitions, [[0, 0, -9], [0, 0, 0]])).paths;
    assertEquals(found!.labels[0], 1);
  });
});
