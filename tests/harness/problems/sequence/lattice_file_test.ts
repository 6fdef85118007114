import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openPack, writePackFile } from "../../../../datasets/packs/pack_file.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import { loadLattices } from "../../../../harness/problems/sequence/lattice_file.ts";
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

  it("opens any other pack as packs are opened", () =>
    withFolder(async (dir) => {
      const path = `${dir}/tiny.safetensors`;
      await writePackFile(path, denseFile(TINY));
      const { model, lattices } = await loadLattices(path);
      const dataset = await openPack(path);
      assertEquals([model, lattices[0]], [dataset.model, dataset.lattice(0)]);
    }));
});
