import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { packDataset } from "../../../datasets/packs/pack.ts";
import { readTensors, writeTensors } from "../../../datasets/packs/safetensors.ts";
import type { Dataset } from "../../../datasets/dataset.ts";
import { denseFile, rowsOf, TINY } from "../../helpers/packs.ts";

describe("readTensors() and packDataset()", () => {
  const packs = [
    denseFile({ ...TINY, start: [1, 2, 3], end: [-Infinity, 0, 1], gold: [0, 1, 2] }),
    denseFile(TINY, Float16Array),
    denseFile(TINY, Float64Array),
  ].map((file) => writeTensors(file));

  const damages = fc.record({
    pack: fc.constantFrom(...packs),
    flips: fc.array(fc.record({ at: fc.nat(), bit: fc.nat(7) }), { maxLength: 3 }),
    cut: fc.option(fc.nat()),
  });

  it("give a valid dataset or an error that names the file when bytes are flipped or cut", () => {
    let valid = 0;
    let refused = 0;
    fc.assert(
      fc.property(damages, ({ pack, flips, cut }) => {
        const bytes = pack.slice(0, cut === null ? pack.length : cut % (pack.length + 1));
        for (const { at, bit } of flips) {
          if (bytes.length > 0) bytes[at % bytes.length]! ^= 1 << bit;
        }
        let dataset: Dataset;
        try {
          dataset = packDataset(readTensors(bytes, "FILE"), "FILE");
        } catch (error) {
          assert(
            error instanceof SyntaxError || error instanceof TypeError ||
              error instanceof RangeError,
          );
          assertStringIncludes(error.message, "FILE");
          refused++;
          return;
        }
        valid++;
        const isScore = (score: number) => Number.isFinite(score) || score === -Infinity;
        assert(dataset.model.transitions.every(isScore));
        const rows = rowsOf(dataset);
        assert(rows.every((row) => row.length === dataset.model.labelCount && row.every(isScore)));
        assertEquals(rows.length, dataset.lengths.reduce((sum, length) => sum + length, 0));
        assert(dataset.grid.largestChange <= 1e-9);
        assert(
          dataset.gold?.every((label) => label >= -1 && label < dataset.model.labelCount) ?? true,
        );
      }),
      { seed: 3, numRuns: 2000 },
    );
    assert(valid > 100 && refused > 100, `${valid} valid, ${refused} refused`);
  });
});
