import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { type Tensor, tensor } from "../../../datasets/packs/tensors.ts";
import { scorePath } from "../../../decoders/lattice.ts";

/** Two sentences, of three positions and of one, with two labels. */
const PAIRS = Float64Array.of(NaN, 1, 2, 3, 0, 1, 2, 3, 40, 50, 60, -Infinity, 9, NaN, 9, 9);
const TENSORS: Readonly<Record<string, Tensor>> = {
  emissions: tensor(Float64Array.of(0, 100, 0, 200, 300, 0, 7, 8), [4, 2]),
  lengths: tensor(Int32Array.of(3, 1)),
  transitions: tensor(Float64Array.of(1000, 2000, 3000, 4000), [2, 2]),
  pairs: tensor(PAIRS, [4, 2, 2]),
};

const open = (tensors: Readonly<Record<string, Tensor | undefined>>, forbidBelow?: number) => {
  const there = Object.entries(tensors).filter((entry): entry is [string, Tensor] => !!entry[1]);
  const options = forbidBelow === undefined ? {} : { forbidBelow };
  return packDataset({ metadata: {}, tensors: new Map(there) }, "FILE", options);
};

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
  });
});

describe("fromPotentials()", () => {
  const potentials = tensor(Float32Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9, 0, 0, 0, 0), [
    2,
    2,
    2,
    2,
  ]);

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
