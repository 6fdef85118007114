import { assert, assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { emissionRows } from "../../../datasets/packs/lattice_schema.ts";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { readPackFile } from "../../../datasets/packs/pack_file.ts";
import {
  expandTransitions,
  FACTOR_TENSORS,
  LABEL_COMPONENTS,
} from "../../../datasets/packs/product.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { type Tensor, tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { scorePath } from "../../../decoders/lattice.ts";
import { selectPart, writeLattices } from "../../../harness/problems/sequence/lattice_file.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { denseFile, fileOf, rowsOf, TINY } from "../../helpers/packs.ts";

const PAD = NaN;
/** The sentences of TINY in a batch of three positions each. */
const EMISSIONS = [1, 2, 3, 4, 5, 6, PAD, PAD, PAD, 7, 8, 9, PAD, PAD, PAD, PAD, PAD, PAD];
const MASK = [1, 1, 0, 1, 0, 0];
const FLAT = { ...TINY, start: [1, 0, 2], end: [0, 3, 0], gold: [0, 1, 2] };

const padded = (tensors: Record<string, Tensor | undefined> = {}): TensorFile => {
  const all = {
    ...Object.fromEntries(denseFile(FLAT).tensors),
    emissions: tensor(Float32Array.from(EMISSIONS), [2, 3, 3]),
    gold: tensor(BigInt64Array.from([0, 1, -1, 2, -1, -1].map(BigInt)), [2, 3]),
    lengths: undefined,
    mask: tensor(Uint8Array.from(MASK), [2, 3]),
    ...tensors,
  };
  return fileOf(all, FLAT.metadata);
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

  it("names the place of a score, of a length and of a shape without scores that cannot be", () => {
    const where = "emissions[1,1,0] of FILE (sentence 1, position 1, label 0)";
    const cases: readonly [string, Record<string, Tensor | undefined>][] = [
      [where, { mask: tensor(Uint8Array.of(1, 1, 0, 1, 1, 0), [2, 3]) }],
      ['"mask" of FILE: sentence 1', { mask: tensor(Uint8Array.of(1, 0, 0, 0, 0, 0), [2, 3]) }],
      ["sentence 0 has length -1", { mask: undefined, lengths: tensor(Int32Array.of(-1, 2)) }],
      ["is [1099511627776,0,3], no", { emissions: tensor(new Float32Array(0), [2 ** 40, 0, 3]) }],
    ];
    for (const [said, tensors] of cases) {
      assertThrows(() => packDataset(padded(tensors), "FILE"), RangeError, said);
    }
  });
});

/** Two sentences, of three positions and of one, with two labels. */
const PAIRS = Float64Array.of(NaN, 1, 2, 3, 0, 1, 2, 3, 40, 50, 60, -Infinity, 9, NaN, 9, 9);
const TENSORS: Readonly<Record<string, Tensor>> = {
  emissions: tensor(Float64Array.of(0, 100, 0, 200, 300, 0, 7, 8), [4, 2]),
  lengths: tensor(Int32Array.of(3, 1)),
  transitions: tensor(Float64Array.of(1000, 2000, 3000, 4000), [2, 2]),
  pairs: tensor(PAIRS, [4, 2, 2]),
};

const open = (tensors: Readonly<Record<string, Tensor | undefined>>, forbidBelow?: number) => {
  const options = forbidBelow === undefined ? {} : { forbidBelow };
  return packDataset(fileOf(tensors), "FILE", options);
};

it("emissionRows() refuses what says by another name where sentences end", () => {
  const emissions = tensor(new Float32Array(8), [4, 2]);
  const ends = tensor(BigInt64Array.of(2n, 2n), [2]);
  const rows = (name: string) => emissionRows(fileOf({ emissions, [name]: ends }), "F");
  assertEquals([...rows("lengths").lengths], [2, 2]);
  for (const name of ["length", "attention_mask", "window_start"]) {
    assertThrows(() => rows(name), SyntaxError, `Cannot use tensor "${name}" of F`);
  }
});

describe("readPairs()", () => {
  it("adds transitions, and reads nothing at first positions", () => {
    const { model, lattice } = open(TENSORS);
    assertEquals([model.hasPairs, [...model.transitions]], [true, [0, 0, 0, 0]]);
    assertEquals([...lattice(0).pairs!], [1000, 2001, 3002, 4003, 1040, 2050, 3060, -Infinity]);
    assertEquals(lattice(1).pairs!.length, 0);
    assertEquals(scorePath(model, lattice(0), [1, 0, 1]), 100 + 3002 + 0 + 2050 + 0);
    const alone = open({ ...TENSORS, transitions: undefined });
    assertEquals([...alone.lattice(0).pairs!], [0, 1, 2, 3, 40, 50, 60, -Infinity]);
    const few = open({ ...TENSORS, transitions: undefined }, 45);
    assertEquals([...few.lattice(0).pairs!.subarray(4)], [-Infinity, 50, 60, -Infinity]);
  });

  it("takes padding off", () => {
    const padded = open({
      emissions: tensor(Float64Array.of(0, 100, 0, 200, 300, 0, 7, 8, 5, 5, 5, 5), [2, 3, 2]),
      mask: tensor(Uint8Array.of(1, 1, 1, 1, 0, 0), [2, 3]),
      transitions: TENSORS["transitions"],
      pairs: tensor(Float64Array.of(...PAIRS, ...new Array(8).fill(NaN)), [2, 3, 2, 2]),
    });
    const plain = open(TENSORS);
    assertEquals([0, 1].map(padded.lattice), [0, 1].map(plain.lattice));
  });

  it("refuses scores, shapes and tensors that cannot be", () => {
    const pairs = tensor(PAIRS.with(9, NaN), [4, 2, 2]);
    const where = "pairs of FILE (sentence 0, position 2, labels 0 to 1) as a score: NaN";
    assertThrows(() => open({ ...TENSORS, pairs }), RangeError, where);
    const shape = tensor(PAIRS, [2, 4, 2]);
    assertThrows(() => open({ ...TENSORS, pairs: shape }), RangeError, "not [4,2,2]");
    const components = tensor(Int32Array.of(0, 0, 0, 1), [2, 2]);
    const call = () => open({ ...TENSORS, label_components: components });
    assertThrows(call, SyntaxError, '"pairs" of FILE with "label_components"');
    const huge = tensor(Float64Array.of(-1e308, 0, 0, 0), [2, 2]);
    const low = tensor(PAIRS.with(4, -1e308), [4, 2, 2]);
    const other = () => open({ ...TENSORS, transitions: huge, pairs: low });
    assertThrows(other, RangeError, "too large");
    const rounding = () =>
      open({
        emissions: tensor(new Float64Array(4), [2, 2]),
        lengths: tensor(Int32Array.of(2)),
        transitions: tensor(Float64Array.of(0.3, 0, 0, 0), [2, 2]),
        pairs: tensor(new Float64Array(8).fill(2 ** 52, 4, 5), [2, 2, 2]),
      });
    const lost = '"pairs" of FILE: index 4 is 4503599627370496, too large for a sum';
    assertThrows(rounding, RangeError, lost);
  });
});

describe("fromPotentials()", () => {
  const scores = Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 0, 0, 0, 0);
  const potentials = tensor(scores, [2, 2, 2, 2]);

  it("reads torch-struct's potentials, the label before the previous one", () => {
    const { model, lengths, lattice } = open({ log_potentials: potentials });
    assertEquals([model.hasPairs, [...lengths]], [true, [3, 3]]);
    assertEquals([...lattice(0).pairs!], [1, 3, 2, 4, 5, 7, 6, 8]);
    // φ_1(y_1 = 1, y_0 = 0) + φ_2(y_2 = 0, y_1 = 1)
    assertEquals(scorePath(model, lattice(0), [0, 1, 0]), 3 + 6);
    const cut = open({ log_potentials: potentials, lengths: tensor(Int32Array.of(2, 1)) });
    assertEquals([...cut.lattice(0).pairs!], [1, 3, 2, 4]);
    assertEquals([cut.lattice(1).length, cut.lattice(1).pairs!.length], [1, 0]);
  });

  it("refuses other scores beside them, lengths beyond them, and shapes without scores", () => {
    const call = () => open({ log_potentials: potentials, transitions: TENSORS["transitions"] });
    assertThrows(call, SyntaxError, '"transitions" of FILE: "log_potentials" holds all scores');
    const other = () => open({ log_potentials: potentials, lengths: tensor(Int32Array.of(4, 1)) });
    assertThrows(other, RangeError, "sentence 0 has length 4, the potentials 3 positions");
    const empty = tensor(new Float32Array(0), [2 ** 31, 0, 2, 2]);
    assertThrows(() => open({ log_potentials: empty }), RangeError, "no scores");
  });
});

const COMPONENTS = [1, 0, 0, 0, 0, 1];
const FIRST = [0.1, -0.7, 0.3, 1e3];
const SECOND = [0.0001, -Infinity, 1 / 3, 0];

/** A dense pack of three pairs of 2×2 components, transitions in structured form. */
function structuredFile(): TensorFile {
  const tensors = {
    emissions: tensor(Float64Array.of(0.3, 0.1, 0.2, 1, 2, 3), [2, 3]),
    lengths: tensor(Int32Array.of(2)),
    [LABEL_COMPONENTS]: tensor(Int32Array.from(COMPONENTS), [3, 2]),
    [FACTOR_TENSORS[0]]: tensor(Float64Array.from(FIRST), [2, 2]),
    [FACTOR_TENSORS[1]]: tensor(Float32Array.from(SECOND), [2, 2]),
  };
  return fileOf(tensors, { name: "pairs" });
}

describe("packDataset() with transitions in structured form", () => {
  it("snaps the two matrices, and the transitions are their sums to the last bit", () => {
    const { model, grid } = packDataset(structuredFile(), "p");
    const { structure, transitions } = model;
    assert(grid.largestChange > 0);
    for (const { transitions } of structure!) {
      for (const score of transitions) {
        assert(score === -Infinity || Number.isInteger(score * 2 ** grid.exponent));
      }
    }
    assertEquals(transitions, expandTransitions(structure!));
    // Label 0 is (1, 0), label 1 is (0, 0), label 2 is (0, 1).
    const [first, second] = structure!;
    assertEquals(transitions[0 * 3 + 1], first.transitions[2]! + second.transitions[0]!);
    assertEquals(transitions[1 * 3 + 2], -Infinity);
    assert(Math.abs(transitions[0 * 3 + 1]! - (0.3 + Math.fround(0.0001))) < 1e-8);
    // Both were snapped upwards.
    const change = transitions[1 * 3 + 1]! - (0.1 + Math.fround(0.0001));
    assert(change > grid.largestChange / 2 && change <= grid.largestChange);
  });

  it("forbids low scores of the matrices", () => {
    const { model } = packDataset(structuredFile(), "p", { forbidBelow: -0.5 });
    assertEquals(model.structure![0].transitions[1], -Infinity);
  });
});

itInFolder("writeLattices() keeps the structure of the transitions", async (dir) => {
  const dataset = packDataset(structuredFile(), "p");
  const path = `${dir}/a.safetensors`;
  await writeLattices(path, "a", dataset.model, [dataset.lattice(0)]);
  const again = packDataset(await readPackFile(path), path);
  assertEquals(again.model, dataset.model);
  assertEquals(again.lattice(0), dataset.lattice(0));
});

it("selectPart() leaves labels with their pairs", () => {
  const { model, lattice } = packDataset(structuredFile(), "p");
  const [part] = selectPart(model, lattice(0), { positions: [1], labels: [2, 0] });
  assertEquals(part.structure!.map(({ components }) => [...components]), [[0, 1], [1, 0]]);
  assertEquals(part.transitions, expandTransitions(part.structure!));
});
