import { assertEquals, assertStringIncludes, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packTask } from "../../../datasets/packs/pack.ts";
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

describe("packTask() with a padded batch", () => {
  const expected = packTask(denseFile(FLAT), "FILE");
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
      const task = packTask(file, "FILE");
      assertEquals(rowsOf(task), rowsOf(expected));
      assertEquals([task.lengths, task.gold], [expected.lengths, expected.gold]);
      assertEquals(task.model, expected.model);
    });
  }

  const ints = (...values: number[]) => tensor(Int32Array.from(values));
  const damages: readonly [
    what: string,
    tensors: Record<string, Tensor | undefined>,
    said: string,
  ][] = [
    [
      "the mask has a gap",
      { mask: tensor(Uint8Array.of(1, 1, 0, 1, 0, 1), [2, 3]) },
      '"mask" of FILE: sentence 1 has position 2, not 1',
    ],
    ["the mask is of another batch", { mask: tensor(new Uint8Array(6), [3, 2]) }, "not [2,3]"],
    [
      "a sentence has no position",
      { mask: tensor(Uint8Array.of(1, 0, 0, 0, 0, 0), [2, 3]) },
      "sentence 1 has length 0",
    ],
    ["there is neither mask nor lengths", { mask: undefined }, 'Cannot find tensor "lengths"'],
    ["lengths are others than the mask's", { lengths: ints(2, 2) }, "length 2, the mask 1"],
    [
      "a length passes the batch",
      { mask: undefined, lengths: ints(2, 4) },
      "length 4, the emissions 3 positions",
    ],
    [
      "there is no score, and so any number of sentences",
      { emissions: tensor(new Float32Array(0), [2 ** 40, 0, 3]) },
      '"emissions" of FILE: its shape is [1099511627776,0,3], no scores',
    ],
    [
      "lengths are of another batch",
      { mask: undefined, lengths: ints(2, 1, 1) },
      "its shape is [3], not [2]",
    ],
    [
      "a score is not a number",
      { mask: tensor(Uint8Array.of(1, 1, 0, 1, 1, 0), [2, 3]) },
      "emissions[1,1,0] of FILE (sentence 1, position 1, label 0)",
    ],
  ];
  for (const [what, tensors, said] of damages) {
    it(`throws when ${what}`, () => {
      const { message } = assertThrows(() => packTask(padded(tensors), "FILE"));
      assertStringIncludes(message, said);
    });
  }
});
