import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertThrows } from "@std/assert";
import type { EncodedCorpus, LinearModel } from "../../../datasets/linear_model.ts";
import { factoredFile, openFactored } from "../../../datasets/packs/factored.ts";
import { Random } from "../../../datasets/random.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import type { Task } from "../../../datasets/task.ts";
import { firstSentences, mergeFeatures } from "../../../datasets/training/merge_features.ts";

const rows = (lists: [column: number, value: number][][]) => ({
  offsets: Int32Array.from([0, ...lists.map((_, i) => lists.slice(0, i + 1).flat().length)]),
  columns: Int32Array.from(lists.flat(), ([column]) => column),
  values: Int32Array.from(lists.flat(), ([, value]) => value),
});

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
  const fired = Array.from(
    { length: N },
    () => Array.from({ length: random.integer(9) }, () => random.integer(40)),
  );
  return {
    model: {
      unitExponent: 6,
      weights: rows(Array.from({ length: 40 }, () => columnsOf(4))),
      transitions: rows(Array.from({ length: 4 }, () => columnsOf(4))),
    },
    corpus: {
      lengths,
      featureOffsets: Int32Array.from([
        0,
        ...fired.map((_, p) => fired.slice(0, p + 1).flat().length),
      ]),
      features: Int32Array.from(fired.flat()),
      labels: Int32Array.from({ length: N }, () => random.integer(4)),
    },
  };
}

const lattices = (task: Task) => Array.from(task.lengths, (_, sentence) => task.lattice(sentence));

describe("openFactored()", () => {
  it("adds up what factoredFile() wrote, after a trip through bytes", () => {
    const task = openFactored(readTensors(writeTensors(file()), "p"), "p");
    assertEquals(task.name, "tiny");
    assertEquals(task.model.labelCount, 3);
    assertEquals([...task.model.transitions], [0, 2, 0, 0, 0, 0, -1, 0, 3.5]);
    assertEquals(lattices(task), [
      { length: 2, emissions: Float64Array.of(1.5, 2.5, -0.5, 0, 0, 0) },
      { length: 1, emissions: Float64Array.of(2.5, 1, 0.5) },
    ]);
    assertEquals(task.gold, CORPUS.labels);
    assert(task.model.exactSums && task.model.float32Exact);
    assertEquals(task.grid, { exponent: 32, largestChange: 0 });
  });

  it("takes its name from the file and needs no gold when the maker gave neither", () => {
    const { tensors, metadata } = factoredFile(MODEL, CORPUS, {});
    const rest = new Map([...tensors].filter(([name]) => name !== "gold"));
    const task = openFactored({ tensors: rest, metadata }, "some/where/pack.v2.safetensors.gz");
    assertEquals(task.name, "pack.v2");
    assertEquals(task.gold, undefined);
  });

  it("stores and reads weights of 32 bits, and knows that float32 cannot hold their sums", () => {
    const model = { ...MODEL, weights: rows([[[0, 2 ** 30]], [[1, -(2 ** 24)]], []]) };
    const pack = factoredFile(model, CORPUS, {});
    assertEquals(pack.tensors.get("feature_weights")!.dtype, "I32");
    const task = openFactored(pack, "p");
    assertEquals(task.lattice(0).emissions[0], 2 ** 29);
    assertEquals(task.model.float32Exact, false);
    assert(task.model.exactSums);
  });

  const NARROW = Uint16Array;
  const damages: [name: string, damage: (f: TensorFile) => TensorFile, message: string][] = [
    ["a tensor is missing", without("feature_labels"), 'Cannot find tensor "feature_labels" in p'],
    [
      "counts are floats",
      with_("transition_counts", Float32Array.of(1, 0, 2)),
      'tensor "transition_counts" of p: its dtype is F32',
    ],
    [
      "there is no label",
      with_("transition_counts", new NARROW(0)),
      'tensor "transition_counts" of p: it has no labels',
    ],
    [
      "a count is negative",
      with_("position_feature_counts", Int32Array.of(2, -1, 4)),
      'tensor "position_feature_counts" of p: index 1 is -1, 3 of "position_features" are left',
    ],
    [
      "counts add up to more ids than there are",
      with_("position_feature_counts", NARROW.of(2, 0, 4)),
      'tensor "position_feature_counts" of p: index 2 is 4, 3 of "position_features" are left',
    ],
    [
      "counts add up to fewer ids than there are",
      with_("feature_weight_counts", NARROW.of(2, 1, 2)),
      'tensor "feature_weight_counts" of p: it adds up to 5, "feature_labels" has 6',
    ],
    [
      "a feature does not exist",
      with_("position_features", NARROW.of(0, 1, 0, 3, 2)),
      'tensor "position_features" of p: index 3 is 3, the features are 0 to 2',
    ],
    [
      "a label does not exist",
      with_("feature_labels", NARROW.of(0, 3, 1, 0, 1, 2)),
      'tensor "feature_labels" of p: index 1 is 3, the labels are 0 to 2',
    ],
    [
      "a next label does not exist",
      with_("transition_labels", Int32Array.of(-1, 0, 2)),
      'tensor "transition_labels" of p: index 0 is -1, the labels are 0 to 2',
    ],
    [
      "labels of a feature do not ascend",
      with_("feature_labels", NARROW.of(0, 2, 1, 1, 1, 2)),
      'tensor "feature_labels" of p: index 4 (row 2) is 1 after 1, labels must ascend',
    ],
    [
      "a weight is missing",
      with_("feature_weights", Int16Array.of(3, -1, 5, 1, 1)),
      'tensor "feature_weights" of p: its shape is [5], not [6]',
    ],
    [
      "a sentence is empty",
      with_("lengths", Int32Array.of(3, 0)),
      'tensor "lengths" of p: sentence 1 has length 0',
    ],
    [
      "lengths do not add up",
      with_("lengths", Int32Array.of(2, 2)),
      'tensor "lengths" of p: the lengths add up to 4, the pack has 3 positions',
    ],
    [
      "a gold label does not exist",
      with_("gold", Int32Array.of(0, -1, 3)),
      'tensor "gold" of p: index 2 is 3 (sentence 1), the labels are 0 to 2',
    ],
    [
      "a gold label is negative but not unknown",
      with_("gold", Int32Array.of(0, -2, 2)),
      'tensor "gold" of p: index 1 is -2 (sentence 0), the labels are 0 to 2',
    ],
    [
      "there is no unit",
      ({ tensors, metadata: { unit: _, ...metadata } }) => ({ tensors, metadata }),
      'metadata "unit" of p, not 1/2^k written out with k from 0 to 32: undefined',
    ],
    ["the unit is no power of a half", meta("unit", "1/48"), 'metadata "unit" of p'],
    ["the unit is too fine", meta("unit", `1/${2 ** 33}`), 'metadata "unit" of p'],
    ["label names are missing", meta("labels", '["A"]'), 'metadata "labels" of p'],
    ["label names are no JSON", meta("labels", "A B C"), 'metadata "labels" of p'],
  ];
  for (const [name, damage, message] of damages) {
    it(`refuses a pack when ${name}`, () => {
      assertThrows(() => openFactored(damage(file()), "p"), Error, message);
    });
  }

  it("refuses a pack when its sums do not fit float64 in its units", () => {
    const model = { ...MODEL, unitExponent: 32, weights: rows([[[0, 2 ** 30]], [], []]) };
    const features = new Int32Array(2 ** 23);
    const featureOffsets = Int32Array.of(0, features.length);
    const corpus = {
      lengths: Int32Array.of(1),
      featureOffsets,
      features,
      labels: Int32Array.of(0),
    };
    assertThrows(
      () => openFactored(factoredFile(model, corpus, {}), "p"),
      RangeError,
      "Cannot add the scores of p exactly",
    );
  });
});

describe("mergeFeatures()", () => {
  it("leaves every lattice unchanged", () => {
    for (let seed = 0; seed < 30; seed++) {
      const { model, corpus } = randomParts(seed);
      const merged = mergeFeatures(model, corpus);
      assertEquals(
        lattices(openFactored(factoredFile(merged.model, merged.corpus, {}), "p")),
        lattices(openFactored(factoredFile(model, corpus, {}), "p")),
        `seed ${seed}`,
      );
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

describe("firstSentences()", () => {
  it("cuts all arrays after the sentence", () => {
    assertEquals(firstSentences(CORPUS, 1), {
      lengths: Int32Array.of(2),
      featureOffsets: Int32Array.of(0, 2, 2),
      features: Int32Array.of(0, 1),
      labels: Int32Array.of(0, -1),
    });
    assertEquals(firstSentences(CORPUS, 9), CORPUS);
  });
});

function with_(name: string, data: Parameters<typeof tensor>[0]) {
  return ({ tensors, metadata }: TensorFile): TensorFile => ({
    tensors: new Map([...tensors, [name, tensor(data)]]),
    metadata,
  });
}

function without(name: string) {
  return ({ tensors, metadata }: TensorFile): TensorFile => ({
    tensors: new Map([...tensors].filter(([other]) => other !== name)),
    metadata,
  });
}

function meta(name: string, value: string) {
  return ({ tensors, metadata }: TensorFile): TensorFile => ({
    tensors,
    metadata: { ...metadata, [name]: value },
  });
}
