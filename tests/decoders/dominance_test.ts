import { assert, assertAlmostEquals, assertEquals, assertLess } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { type GivenOptions, isRevisable } from "../../decoders/contract.ts";
import dominance, { keptCounts, sweepDecode } from "../../decoders/dominance.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import { openArena } from "../../decoders/kernels/arena.ts";
import { Placement } from "../../decoders/kernels/scores/placement.ts";
import viterbi from "../../decoders/viterbi.ts";
import { draw, measured } from "../helpers/problems.ts";
import { conformance, runCases } from "../../harness/conformance/conformance.ts";

const SEED = 20261121;
/** So many that dense Viterbi begins at both ends. */
const LABELS = 300;
const DENSE_STEP = LABELS ** 2;

/** A problem whose transitions decide everything: nothing can be passed over. */
function structureless(length: number, exactSums: boolean): [Model, Lattice] {
  const random = new Random(SEED, length);
  let drawn = 0;
  const score = () => random.integer(drawn++ < DENSE_STEP ? 1000 : 10) / (exactSums ? 1 : 1000);
  return draw(LABELS, length, score, exactSums);
}

function decodeWith(options: GivenOptions<typeof dominance.options>, problem: [Model, Lattice]) {
  const { paths, work } = measured(dominance, problem, options);
  return { best: paths[0]!, work, expected: measured(viterbi, problem).paths[0]! };
}

describe("dominance", () => {
  for (const kernel of ["plain", "simd"] as const) {
    it(`decodes densely with ${kernel} kernels when most labels are kept at both ends`, () => {
      for (const length of [8, 9, 12]) {
        const problem = structureless(length, true);
        const { best, work, expected } = decodeWith({ kernel }, problem);
        assertEquals(best.score, expected.score);
        assertEquals(work.edgeEvaluations, (length - 1) * DENSE_STEP);
        assertEquals(work.iterations, 1);
      }
    });

    it(`does so from the left after one step in vain with ${kernel} kernels`, () => {
      for (const length of [8, 9]) {
        const problem = structureless(length, false);
        const { best, work, expected } = decodeWith({ kernel, ends: "left" }, problem);
        assertAlmostEquals(best.score, expected.score, 1e-12);
        assertEquals(work.edgeEvaluations, length * DENSE_STEP);
      }
    });

    it(`drops labels of both ends that cannot reach a greedy path's score with ${kernel} kernels`, () => {
      const [model] = structureless(4, true);
      for (let seed = 0; seed < 20; seed++) {
        const random = new Random(SEED, seed);
        const emissions = new Float64Array(4 * LABELS).map(() => random.integer(1000));
        for (const t of [1, 2]) emissions[t * LABELS + random.integer(LABELS)]! += 5000;
        const problem: [Model, Lattice] = [model, { length: 4, emissions }];
        const { best, work, expected } = decodeWith({ kernel }, problem);
        assertEquals(best.score, expected.score);
        assertLess(work.nodeExpansions, LABELS);
      }
    });
  }

  it("passes the conformance suite when it treats few labels as many", () => {
    const many: typeof dominance = {
      ...dominance,
      prepare(model, options) {
        const arena = openArena(options.kernel, model.float32Exact);
        return sweepDecode(model, options, new Placement(arena, model.labelCount), 1);
      },
    };
    assertEquals(runCases(conformance(many, { runs: 20 })).failed, []);
  });

  it("decodes densely when a transition has become the largest of all", () => {
    const [model, lattice] = structureless(8, true);
    const decode = prepared(dominance, model, { kernel: "simd" });
    assert(isRevisable(decode));
    decode(lattice);
    for (const edge of [7, LABELS + 7, 2 * LABELS + 7]) {
      model.transitions[edge] = 3000 + edge;
      decode.revise(Math.floor(edge / LABELS), edge % LABELS);
      const [best] = decode(lattice).paths;
      const [expected] = prepared(viterbi, model)(lattice).paths;
      assertEquals(best!.score, expected!.score);
    }
  });

  it("follows the fall of the largest transition in float32, beside which others round", () => {
    const labelCount = 5;
    const [model, lattice] = draw(labelCount, 2, () => 0);
    const { transitions } = model;
    for (let y = 0; y < labelCount; y++) transitions[y * labelCount + y] = 16;
    transitions[0] = 2 ** 20;
    const decode = prepared(dominance, model, { kernel: "simd", ends: "left" });
    if (!isRevisable(decode)) throw new Error("Cannot revise");
    decode(lattice);
    transitions[0] = 16;
    decode.revise(0, 0);
    lattice.emissions[4] = 2 ** -10;
    const [best] = decode(lattice).paths;
    assertEquals(best, { score: 16 + 2 ** -10, labels: Int32Array.of(4, 4) });
  });

  it("gives the path of dense Viterbi from the left, whatever ties", () => {
    const [model, lattice] = structureless(9, true);
    model.transitions.forEach((edge, i, edges) => edges[i] = 1000 * (edge % 2));
    const options = { kernel: "simd", ends: "left" } as const;
    const { best, work, expected } = decodeWith(options, [model, lattice]);
    assertEquals([...best.labels], [...expected.labels]);
    assertEquals(work.edgeEvaluations, 9 * DENSE_STEP);
  });

  it("sweeps on when labels are few at one end", () => {
    const [model, lattice] = structureless(8, true);
    lattice.emissions[7 * LABELS + 3] = 5000;
    assertLess(decodeWith({}, [model, lattice]).work.edgeEvaluations, 7 * DENSE_STEP);
  });

  it("counts the labels of all positions where it would decode densely", () => {
    const [model, lattice] = structureless(8, true);
    assertEquals(keptCounts(model)(lattice).length, 8);
  });
});
