import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { Dataset } from "../../../datasets/dataset.ts";
import {
  type EncodedCorpus,
  firstSentences,
  type LinearModel,
  mergeFeatures,
  roundedRows,
} from "../../../datasets/linear_model.ts";
import { factoredFile, openFactored, valuedFile } from "../../../datasets/packs/factored.ts";
import { packDataset } from "../../../datasets/packs/pack.ts";
import {
  expandTransitions,
  productFile,
  type ProductModel,
} from "../../../datasets/packs/product.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { Random } from "../../../datasets/random.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { prepared } from "../../../decoders/tagging/prepared.ts";
import viterbi from "../../../decoders/viterbi.ts";
import { offsetsOf, sparseRows as rows } from "../../helpers/word_sentences.ts";

/** Three labels, three features, sentences of 2 and 1 tokens; weights in halves. */
const MODEL: LinearModel = {
  unitExponent: 1,
  weights: rows([[[0, 3], [2, -1]], [[1, 5]], [[0, 1], [1, 1], [2, 1]]]),
  transitions: rows([[[1, 4]], [], [[0, -2], [2, 7]]]),
};
const CORPUS: EncodedCorpus = {
  lengths: Int32Array.of(2, 1),
  featureOffsets: Int32Array.of(0, 2, 2, 5),
  features: Int32Array.of(0, 1, 0, 2, 2),
  labels: Int32Array.of(0, -1, 2),
};

const file = () => factoredFile(MODEL, CORPUS, { labels: '["A","B","C"]', name: "tiny" });

function randomParts(seed: number): { model: LinearModel; corpus: EncodedCorpus } {
  const random = new Random(seed);
  const columnsOf = (L: number) =>
    Array.from({ length: L }, (_, y) => [y, random.integer(9) - 4] as [number, number])
      .filter(([, value]) => value !== 0 && random.integer(2) === 0);
  const lengths = Int32Array.from({ length: 5 }, () => 1 + random.integer(4));
  const N = lengths.reduce((a, b) => a + b);
  const some = () => Array.from({ length: random.integer(9) }, () => random.integer(40));
  const fired = Array.from({ length: N }, some);
  return {
    model: {
      unitExponent: 6,
      weights: rows(Array.from({ length: 40 }, () => columnsOf(4))),
      transitions: rows(Array.from({ length: 4 }, () => columnsOf(4))),
    },
    corpus: {
      lengths,
      featureOffsets: offsetsOf(fired),
      features: Int32Array.from(fired.flat()),
      labels: Int32Array.from({ length: N }, () => random.integer(4)),
    },
  };
}

const lattices = (dataset: Dataset) =>
  Array.from(dataset.lengths, (_, sentence) => dataset.lattice(sentence));

describe("openFactored()", () => {
  it("adds up what factoredFile() wrote, after a trip through bytes", () => {
    const dataset = openFactored(readTensors(writeTensors(file()), "p"), "p");
    assertEquals(dataset.name, "tiny");
    assertEquals(dataset.model.labelCount, 3);
    assertEquals([...dataset.model.transitions], [0, 2, 0, 0, 0, 0, -1, 0, 3.5]);
    assertEquals(lattices(dataset), [
      { length: 2, emissions: Float64Array.of(1.5, 2.5, -0.5, 0, 0, 0) },
      { length: 1, emissions: Float64Array.of(2.5, 1, 0.5) },
    ]);
    assertEquals(dataset.gold, CORPUS.labels);
    assert(dataset.model.exactSums && dataset.model.float32Exact);
    assertEquals(dataset.grid, { exponent: 32, largestChange: 0 });
  });

  it("takes its name from the file and needs no gold when the maker gave neither", () => {
    const { tensors, metadata } = factoredFile(MODEL, CORPUS, {});
    const rest = new Map([...tensors].filter(([name]) => name !== "gold"));
    const dataset = openFactored({ tensors: rest, metadata }, "some/where/pack.v2.safetensors.gz");
    assertEquals(dataset.name, "pack.v2");
    assertEquals(dataset.gold, undefined);
  });

  it("stores and reads weights of 32 bits, and knows that float32 cannot hold their sums", () => {
    const model = { ...MODEL, weights: rows([[[0, 2 ** 30]], [[1, -(2 ** 24)]], []]) };
    const pack = factoredFile(model, CORPUS, {});
    assertEquals(pack.tensors.get("feature_weights")!.dtype, "I32");
    const dataset = openFactored(pack, "p");
    assertEquals(dataset.lattice(0).emissions[0], 2 ** 29);
    assertEquals(dataset.model.float32Exact, false);
    assert(dataset.model.exactSums);
  });

  it("refuses a pack without a unit", () => {
    const { tensors, metadata: { unit: _, ...metadata } } = file();
    const said =
      'Cannot use metadata "unit" of p, not 1/2^k written out with k from 0 to 32: undefined';
    assertThrows(() => openFactored({ tensors, metadata }, "p"), SyntaxError, said);
  });

  it("refuses a pack when its sums do not fit float64 in its units", () => {
    const model = { ...MODEL, unitExponent: 32, weights: rows([[[0, 2 ** 30]], [], []]) };
    const features = new Int32Array(2 ** 23);
    const featureOffsets = Int32Array.of(0, features.length);
    const [lengths, labels] = [Int32Array.of(1), Int32Array.of(0)];
    const corpus = { lengths, featureOffsets, features, labels };
    const call = () => openFactored(factoredFile(model, corpus, {}), "p");
    assertThrows(call, RangeError, "Cannot add the scores of p exactly");
  });
});

describe("mergeFeatures()", () => {
  it("leaves every lattice unchanged", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { model, corpus } = randomParts(seed);
      const merged = mergeFeatures(model, corpus);
      const found = openFactored(factoredFile(merged.model, merged.corpus, {}), "p");
      const expected = openFactored(factoredFile(model, corpus, {}), "p");
      assertEquals(lattices(found), lattices(expected), `seed ${seed}`);
    }
  });

  it("leaves one feature for each set of positions, and none without weights", () => {
    const model = {
      ...MODEL,
      weights: rows([[[0, 1]], [[0, -1], [1, 2]], [], [[2, 5]], [[1, 3]], [[1, -3]]]),
    };
    const corpus = {
      lengths: Int32Array.of(2),
      featureOffsets: Int32Array.of(0, 5, 8),
      features: Int32Array.of(0, 1, 2, 4, 5, 4, 5, 2),
      labels: Int32Array.of(0, 1),
    };
    const merged = mergeFeatures(model, corpus);
    assertEquals(merged.model.weights, rows([[[1, 2]]]));
    assertEquals(merged.corpus, {
      ...corpus,
      featureOffsets: Int32Array.of(0, 1, 1),
      features: Int32Array.of(0),
    });
  });
});

/** A position with as many features as it is given values for. */
const onePosition = (...values: number[]) => ({
  lengths: Int32Array.of(1),
  featureOffsets: Int32Array.of(0, values.length),
  features: Int32Array.from(values.keys()),
  values: Float64Array.from(values),
  labels: Int32Array.of(0),
});

it("weights are refused where 32 bits do not hold them, and kept where float32 does not", () => {
  const message = "Cannot hold a weight of 2147483648 units";
  const weights = rows([[[0, 2 ** 30]], [[0, 2 ** 30]]]);
  const model = { unitExponent: 1, weights, transitions: rows([[], []]) };
  const { values: _, ...plain } = onePosition(1, 1);
  assertThrows(() => mergeFeatures(model, plain), RangeError, message);
  const round = (weight: number) =>
    roundedRows({ ...rows([[[0, 1]]]), weights: Float64Array.of(weight) }, 10).values[0];
  assertThrows(() => round(2 ** 21), RangeError, message);
  assertEquals(round(-(2 ** 21)), -(2 ** 31));
  const huge = { ...model, weights: rows([[[1, -20]]]) };
  const large = "Cannot pack position 0: its values are too large for label 1";
  assertThrows(() => valuedFile(huge, onePosition(1e308), {}), RangeError, large);
  const transitions = rows([[[1, 2 ** 24 + 1]], []]);
  const { tensors } = valuedFile({ ...huge, transitions }, onePosition(0.5), {});
  assertEquals(tensors.get("transitions")!.data[1], (2 ** 24 + 1) / 2);
  // The accuracy is that of these scores: they are those of the model, which `tag` uses.
  const small = { ...model, weights: rows([[[1, 1]]]) };
  assertEquals(valuedFile(small, onePosition(0.3), {}).tensors.get("emissions")!.data[1], 0.15);
});

it("firstSentences() cuts all arrays after the sentence", () => {
  assertEquals(firstSentences(CORPUS, 1), {
    lengths: Int32Array.of(2),
    featureOffsets: Int32Array.of(0, 2, 2),
    features: Int32Array.of(0, 1),
    labels: Int32Array.of(0, -1),
  });
  assertEquals(firstSentences(CORPUS, 9), CORPUS);
});

/** Two chains of 2 and 3 labels; five of the six pairs, in no order; weights in halves. */
const PRODUCT: ProductModel = {
  sizes: [2, 3],
  components: [Int32Array.of(1, 0, 0, 1, 0), Int32Array.of(0, 0, 2, 1, 1)],
  linear: {
    unitExponent: 1,
    // Feature 0: 3 for p = 0 and −1 for q = 1. Feature 1: 8 for q = 2.
    weights: rows([[[0, 3], [3, -1]], [[4, 8]]]),
    // e(p = 0, p' = 1) = 5, e(q = 0, q' = 2) = −7.
    transitions: rows([[[1, 5]], [], [[4, -7]], [], []]),
  },
  labelWeights: Int32Array.of(10, 0, 0, 0, -20),
};
const PAIRS: EncodedCorpus = {
  lengths: Int32Array.of(2, 1),
  featureOffsets: Int32Array.of(0, 2, 2, 3),
  features: Int32Array.of(0, 1, 0),
  labels: Int32Array.of(0, -1, 4),
};
const NAMES = '["1,0","0,0","0,2","1,1","0,1"]';

const productPack = () => productFile(PRODUCT, PAIRS, { name: "tiny", labels: NAMES });

describe("openProduct()", () => {
  const dataset = packDataset(readTensors(writeTensors(productPack()), "p"), "p");

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

  it("bounds sums by the weights that fire, and adds up no lattice for it", () => {
    // Both weights are 2^22, and their sum is 0.
    const linear = { ...PRODUCT.linear, weights: rows([[[0, 2 ** 23]], [[0, -(2 ** 23)]]]) };
    const [featureOffsets, features] = [Int32Array.of(0, 2, 2, 2), Int32Array.of(0, 1)];
    const corpus = { ...PAIRS, featureOffsets, features };
    const { model, lattice } = packDataset(productFile({ ...PRODUCT, linear }, corpus, {}), "p");
    assertEquals([dataset.model.float32Exact, model.float32Exact], [true, false]);
    assertEquals(lattice(0).emissions[1], 0);
  });

  it("refuses --forbid-below, as weights are no scores", () => {
    const said = "Cannot forbid scores of p below -9: a product pack holds weights";
    assertThrows(() => packDataset(productPack(), "p", { forbidBelow: -9 }), RangeError, said);
  });
});
