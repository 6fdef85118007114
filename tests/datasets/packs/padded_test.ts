import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { type Tensor, tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { denseFile, rowsOf, TINY } from "../../helpers/packs.ts";

const PAD = NaN;
/** The sentences of TINY in a batch of three positions each. */
const EMISSIONS = [1, 2, 3, 4, 5, 6, PAD, PAD, PAD, 7, 8, 9, PAD, PAD, PAD, PAD, PAD, PAD];
const MASK = [1, 1, 0, 1, 0, 0];
const FLAT = { ...TINY, start: [1, 0, 2], end: [0, 3, 0], gold: [0, 1, 2] };

const padded = (tensors: Record<string, Tensor | undefined> = {}): TensorFile => {
  const file = denseFile(FLAT);
  const all = {
    ...Object.fromEntries(file.tensors),
    emissions: tensor(Float32Array.from(EMISSIONS), [2, 3, 3]),
    gold: tensor(BigInt64Array.from([0, 1, -1, 2, -1, -1].map(BigInt)), [2, 3]),
    lengths: undefined,
    mask: tensor(Uint8Array.from(MASK), [2, 3]),
    ...tensors,
  };
  const given = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : [
      [name, value] as const,
    ]
  );
  return { ...file, tensors: new Map(given) };
};

describe("packDataset() with a padded batch", () => {
  const expected = packDataset(denseFile(FLAT), "FILE");
  const masks: readonly [dtype: string, mask: Tensor][] = [
    ["BOOL", { ...tensor(Uint8Array.from(MASK), [2, 3]), dtype: "BOOL" }],
    ["U8", tensor(Uint8Array.from(MASK), [2, 3])],
    ["I32", tensor(Int32Array.from(MASK), [2, 3])],
    ["I64", tensor(BigInt64Array.from(MASK.map(BigInt)), [2, 3])],
  ];
  const lengths = tensor(BigInt64Array.of(2n, 1n));
  const batches: [what: string, tensors: Record<string, Tensor | undefined>][] = [
    ...masks.map(([dtype, mask]): [string, { mask: Tensor }] => [`a mask of ${dtype}`, { mask }]),
    ["lengths instead of a mask", { mask: undefined, lengths }],
    ["lengths that say the same as the mask", { lengths }],
  ];
  for (const [what, tensors] of batches) {
    it(`reads the sentences without the padding when given ${what}`, () => {
      const file = readTensors(writeTensors(padded(tensors)), "FILE");
      const dataset = packDataset(file, "FILE");
      assertEquals(rowsOf(dataset), rowsOf(expected));
      assertEquals([dataset.lengths, dataset.gold], [expected.lengths, expected.gold]);
      assertEquals(dataset.model, expected.model);
    });
  }

  it("names the sentence, position and label of a score that is none", () => {
    const mask = tensor(Uint8Array.of(1, 1, 0, 1, 1, 0), [2, 3]);
    const { message } = assertThrows(() => packDataset(padded({ mask }), "FILE"));
    assertStringIncludes(
      message,
      "emissions[1,1,0] of FILE (sentence 1, position 1, label 0)",
    );
  });

  it("names the sentence of a length that is none", () => {
    const own = { mask: undefined, lengths: tensor(Int32Array.of(-1, 2)) };
    const { message } = assertThrows(() => packDataset(padded(own), "FILE"));
    assertStringIncludes(message, "sentence 0 has length -1");
  });

  it("refuses a shape that says any number of sentences, for want of scores", () => {
    const emissions = tensor(new Float32Array(0), [2 ** 40, 0, 3]);
    const { message } = assertThrows(() => packDataset(padded({ emissions }), "FILE"));
    assertStringIncludes(message, "its shape is [1099511627776,0,3], no scores");
  });
});
