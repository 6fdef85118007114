import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import viterbi from "../../../decoders/viterbi.ts";
import type { EncodedCorpus } from "../../../datasets/linear_model.ts";
import { packDataset } from "../../../datasets/packs/pack.ts";
import {
  expandTransitions,
  productFile,
  type ProductModel,
} from "../../../datasets/packs/product.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";

/** Two chains of 2 and 3 labels; five of the six pairs, in no order; weights in halves. */
const MODEL: ProductModel = {
  sizes: [2, 3],
  components: [Int32Array.of(1, 0, 0, 1, 0), Int32Array.of(0, 0, 2, 1, 1)],
  linear: {
    unitExponent: 1,
    // Feature 0: 3 for p = 0 and −1 for q = 1. Feature 1: 8 for q = 2.
    weights: {
      offsets: Int32Array.of(0, 2, 3),
      columns: Int32Array.of(0, 3, 4),
      values: Int32Array.of(3, -1, 8),
    },
    // e(p = 0, p' = 1) = 5, e(q = 0, q' = 2) = −7.
    transitions: {
      offsets: Int32Array.of(0, 1, 1, 2, 2, 2),
      columns: Int32Array.of(1, 4),
      values: Int32Array.of(5, -7),
    },
  },
  labelWeights: Int32Array.of(10, 0, 0, 0, -20),
};
const CORPUS: EncodedCorpus = {
  lengths: Int32Array.of(2, 1),
  featureOffsets: Int32Array.of(0, 2, 2, 3),
  features: Int32Array.of(0, 1, 0),
  labels: Int32Array.of(0, -1, 4),
};
const NAMES = '["1,0","0,0","0,2","1,1","0,1"]';

const file = () => productFile(MODEL, CORPUS, { name: "tiny", labels: NAMES });

describe("openProduct()", () => {
  const dataset = packDataset(readTensors(writeTensors(file()), "p"), "p");

  it("adds up both chains and the cross factor, after a trip through bytes", () => {
    assertEquals([dataset.name, dataset.model.labelCount], ["tiny", 5]);
    assertEquals([...dataset.lattice(0).emissions], [
      ...[5, 1.5, 1.5 + 4, -0.5, 1.5 - 0.5 - 10],
      ...[5, 0, 0, 0, -10],
    ]);
    assertEquals([...dataset.lattice(1).emissions], [5, 1.5, 1.5, -0.5, 1.5 - 0.5 - 10]);
    assertEquals([...dataset.gold!], [0, -1, 4]);
  });

  it("has dense transitions that are the sums of the small ones", () => {
    const { transitions, structure } = dataset.model;
    assertEquals(structure!.map(({ size }) => size), [2, 3]);
    assertEquals([...structure![0].transitions], [0, 2.5, 0, 0]);
    assertEquals([...structure![1].transitions], [0, 0, -3.5, 0, 0, 0, 0, 0, 0]);
    assertEquals(transitions, expandTransitions(structure!));
    // From (0, 0) to (1, 0), (0, 0), (0, 2), (1, 1), (0, 1).
    assertEquals([...transitions.subarray(5, 10)], [2.5, 0, -3.5, 2.5, 0]);
  });

  it("marks sums as exact, and all ways to decode agree", () => {
    assertEquals([dataset.model.exactSums, dataset.grid.largestChange], [true, 0]);
    for (const sentence of [0, 1]) {
      const lattice = dataset.lattice(sentence);
      const [dense, structured] = (["dense", "structured"] as const).map((transitions) =>
        prepared(viterbi, dataset.model, { transitions })(lattice).paths[0]!
      );
      assertEquals(structured, dense);
      assertEquals(structured!.score, scorePath(dataset.model, lattice, structured!.labels));
    }
  });

  it("refuses --forbid-below, as weights are no scores", () => {
    const said = "Cannot forbid scores of p below -9: a product pack holds weights";
    assertThrows(() => packDataset(file(), "p", { forbidBelow: -9 }), RangeError, said);
  });
});
