import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openPack, writePackFile } from "../../../../datasets/packs/pack_file.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import {
  loadLattices,
  selectPart,
  writeLattices,
} from "../../../../harness/problems/sequence/lattice_file.ts";
import { drawInstance } from "../../../../harness/conformance/generators.ts";
import { denseFile, TINY, withFolder } from "../../../helpers/packs.ts";

describe("loadLattices()", () => {
  for (const name of ["synthetic-sparse-6", "ewt_pos45", "ewt_factorial360"]) {
    it(`reads ${name} as it was written, with what the pack has found`, () =>
      withFolder(async (dir) => {
        const sample = await (await resolveDataset(name)).sample(3, 1);
        await sample.write(`${dir}/sample.safetensors`);
        const { model, lattices } = await loadLattices(`${dir}/sample.safetensors`);
        assertEquals(model, sample.model);
        assertEquals(lattices, [...sample.lattices]);
      }));
  }

  it("reads pairs as they were written, and selects those into what is left", () =>
    withFolder(async (dir) => {
      const { model, lattices } = drawInstance(3, "exact sums", "pairs", 1);
      const path = `${dir}/pairs.safetensors`;
      await writeLattices(path, "pairs", model, lattices);
      const found = await loadLattices(path);
      assertEquals([found.model.hasPairs, found.lattices], [true, [...lattices]]);
      const pairs = Float64Array.from({ length: 3 * 9 }, (_, i) => i);
      const lattice = { length: 4, emissions: new Float64Array(12), pairs };
      const three = { labelCount: 3, transitions: new Float64Array(9), hasPairs: true };
      const part = { positions: [0, 1, 3], labels: [0, 2] };
      const [, selected] = selectPart(three, lattice, part);
      assertEquals([...selected.pairs!], [0, 2, 6, 8, 18, 20, 24, 26]);
    }));

  it("opens any other pack as packs are opened", () =>
    withFolder(async (dir) => {
      const path = `${dir}/tiny.safetensors`;
      await writePackFile(path, denseFile(TINY));
      const { model, lattices } = await loadLattices(path);
      const dataset = await openPack(path);
      assertEquals([model, lattices[0]], [dataset.model, dataset.lattice(0)]);
    }));
});
