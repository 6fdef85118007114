import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals } from "@std/assert";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { readPackFile } from "../../../datasets/packs/pack_file.ts";
import { tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import {
  expandTransitions,
  FACTOR_TENSORS,
  LABEL_COMPONENTS,
} from "../../../datasets/packs/product.ts";
import { selectPart, writeLattices } from "../../../harness/problems/sequence/lattice_file.ts";
import { withFolder } from "../../helpers/packs.ts";

const COMPONENTS = [1, 0, 0, 0, 0, 1];
const FIRST = [0.1, -0.7, 0.3, 1e3];
const SECOND = [0.2, -Infinity, 1 / 3, 0];

/** A dense pack of three pairs of 2×2 components, transitions in structured form. */
function structuredFile(
  components = COMPONENTS,
  more: readonly (readonly [string, ReturnType<typeof tensor>])[] = [],
): TensorFile {
  return {
    metadata: { name: "pairs" },
    tensors: new Map([
      ["emissions", tensor(Float64Array.of(0.3, 0.1, 0.2, 1, 2, 3), [2, 3])],
      ["lengths", tensor(Int32Array.of(2))],
      [LABEL_COMPONENTS, tensor(Int32Array.from(components), [components.length / 2, 2])],
      [FACTOR_TENSORS[0], tensor(Float64Array.from(FIRST), [2, 2])],
      [FACTOR_TENSORS[1], tensor(Float32Array.from(SECOND), [2, 2])],
      ...more,
    ]),
  };
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
    assert(Math.abs(transitions[0 * 3 + 1]! - (0.3 + Math.fround(0.2))) < 1e-8);
  });

  it("forbids low scores of the matrices", () => {
    const { model } = packDataset(structuredFile(), "p", { forbidBelow: -0.5 });
    assertEquals(model.structure![0].transitions[1], -Infinity);
  });
});

describe("writeLattices()", () => {
  it("keeps the structure of the transitions", () =>
    withFolder(async (dir) => {
      const dataset = packDataset(structuredFile(), "p");
      const path = `${dir}/a.safetensors`;
      await writeLattices(path, "a", dataset.model, [dataset.lattice(0)]);
      const again = packDataset(await readPackFile(path), path);
      assertEquals(again.model, dataset.model);
      assertEquals(again.lattice(0), dataset.lattice(0));
    }));
});

describe("selectPart()", () => {
  it("leaves labels with their pairs", () => {
    const { model, lattice } = packDataset(structuredFile(), "p");
    const [part] = selectPart(model, lattice(0), { positions: [1], labels: [2, 0] });
    assertEquals(part.structure!.map(({ components }) => [...components]), [[0, 1], [1, 0]]);
    assertEquals(part.transitions, expandTransitions(part.structure!));
  });
});
