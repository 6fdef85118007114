import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertLess, assertLessOrEqual } from "@std/assert";
import { prepared } from "../../decoders/tagging/prepared.ts";
import blockSkip from "../../decoders/block_skip.ts";
import { BlockTables } from "../../decoders/kernels/blocks/block_tables.ts";
import { placeTransitions } from "../../decoders/kernels/edges/transitions.ts";
import { newWork } from "../../decoders/contract.ts";
import { denseForward, transpose } from "../../decoders/chain/dense_viterbi.ts";
import { placed, unpadded } from "../helpers/kernel_cases.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import viterbi from "../../decoders/viterbi.ts";
import { Random } from "../../datasets/random.ts";
import { draw, measured } from "../helpers/problems.ts";
import { drawInstance } from "../../harness/conformance/generators.ts";

/** Decimals of 0 … 1 for emissions and of 0 … strength for transitions. */
function randomProblem(labelCount: number, length: number, strength: number): [Model, Lattice] {
  const random = new Random(1);
  const [model, lattice] = draw(labelCount, length, () => random.uniform(), false);
  return [{ ...model, transitions: model.transitions.map((score) => strength * score) }, lattice];
}

/** α of both, T×L. */
function bothForward(model: Model, lattice: Lattice, limit = model.labelCount ** 2 / 4) {
  const { labelCount } = model;
  const { length } = lattice;
  const dense = new Float64Array(length * labelCount);
  denseForward(transpose(model.transitions, labelCount), labelCount, lattice, dense);
  const { arena, own } = placed("plain", model, lattice);
  const tables = new BlockTables(placeTransitions(arena, model));
  const isLeft = tables.sweep(own, length, limit);
  const skipped = unpadded(arena, tables.alpha, length, labelCount);
  const work = newWork();
  tables.addCounts(work);
  return { dense, skipped, isLeft, work };
}

const decode = (problem: [Model, Lattice], k: number, kernel: "plain" | "simd" = "plain") =>
  measured(blockSkip, problem, { kernel }, k);

describe("blockSweep()", () => {
  it("gives the scores of dense Viterbi bit for bit when sums round", () => {
    for (const [labelCount, length] of [[1, 9], [7, 9], [8, 9], [9, 9], [45, 30], [300, 4]]) {
      for (const strength of [0.1, 1, 10, 1e6]) {
        const { dense, skipped } = bothForward(...randomProblem(labelCount!, length!, strength));
        assertEquals(skipped, dense, `L = ${labelCount}, strength ${strength}`);
      }
    }
  });

  it("gives the scores of dense Viterbi when scores are tied or forbidden", () => {
    for (const size of ["small", "medium", "large"] as const) {
      for (let seed = 0; seed < 200; seed++) {
        for (const regime of ["exact sums", "decimals"] as const) {
          const { model, lattices } = drawInstance(seed, regime, size, 1);
          for (const lattice of lattices) {
            const { dense, skipped, isLeft } = bothForward(model, lattice);
            if (!isLeft) {
              assert(dense.slice(-model.labelCount).every((score) => score === -Infinity));
              continue;
            }
            const at = dense.findIndex((score, i) => score !== skipped[i]);
            assertEquals(at, -1, `${size}, ${regime}, seed ${seed}: ${dense[at]} ${skipped[at]}`);
          }
        }
      }
    }
  });

  it("takes at most 1¼ times the dense edges when nothing can be skipped", () => {
    // A label of each block is hardly ever reached, so that all sources may still raise the least.
    const labelCount = 64;
    const [model, lattice] = randomProblem(labelCount, 5, 1);
    for (let at = 15; at < model.transitions.length; at += 16) model.transitions[at]! -= 100;
    const { dense, skipped, work } = bothForward(model, lattice);
    assertEquals(skipped, dense);
    assertLess(0.9 * 4 * labelCount ** 2, work.edgeEvaluations);
    assertLessOrEqual(work.edgeEvaluations, (1.25 * labelCount + 2) * 4 * labelCount);
  });
});

describe("block-skip", () => {
  it("relaxes one source a position when all transitions are equal", () => {
    const labelCount = 20;
    const [model, lattice] = draw(labelCount, 3, () => 2);
    lattice.emissions.forEach((_, at, all) => all[at] = at % 7);
    const { paths, bound, work } = decode([model, lattice], 1);
    assertEquals(paths[0]!.score, 6 + 2 + 6 + 2 + 6);
    assertEquals(bound, paths[0]!.score);
    assertEquals(work, { iterations: 1, nodeExpansions: 2, edgeEvaluations: 2 * labelCount });
  });

  it("passes over blocks that a source cannot raise", () => {
    // From label 0 all is 0; label 1 is better into the last label only, which is in a third block.
    const labelCount = 17;
    const [model, lattice] = draw(labelCount, 2, () => 0);
    model.transitions.fill(-9, labelCount);
    model.transitions[2 * labelCount - 1] = 1;
    const { paths, work } = decode([model, lattice], 1);
    assertEquals(paths, [{ score: 1, labels: Int32Array.of(1, 16) }]);
    // Label 1 has the best key. After its row label 0 matters to the first two blocks only.
    assertEquals(work.edgeEvaluations, 17 + 2 + 16);
  });

  it("evaluates a small share of the edges when the emissions decide", () => {
    const problem = randomProblem(200, 10, 0.1);
    const dense = 9 * 200 * 200;
    assertLess(decode(problem, 1).work.edgeEvaluations, 0.05 * dense);
    const expected = prepared(viterbi, problem[0])(problem[1], 10).paths;
    const { paths, work } = decode(problem, 10);
    assertEquals(paths.map(({ score }) => score), expected.map(({ score }) => score));
    assertLess(work.edgeEvaluations, 0.1 * dense);
  });

  it("returns all paths when k is beyond 32 bits", () => {
    const problem = randomProblem(3, 2, 1);
    for (const kernel of ["plain", "simd"] as const) {
      assertEquals(decode(problem, 2 ** 33 + 1, kernel).paths.length, 9, kernel);
    }
  });

  it("does not wait for labels that no label leads to", () => {
    const [model, lattice] = randomProblem(200, 10, 0.1);
    const { work } = decode([model, lattice], 1);
    for (let x = 0; x < 200; x++) model.transitions[x * 200 + 100] = -Infinity;
    const without = decode([model, lattice], 1);
    assertLessOrEqual(without.work.edgeEvaluations, 1.1 * work.edgeEvaluations);
    const [expected] = prepared(viterbi, model)(lattice).paths;
    assertEquals(without.paths[0], expected);
  });
});
