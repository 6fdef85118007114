import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { isOnGrid } from "../../../../decoders/chain/grid.ts";
import { largestMagnitude, type Lattice } from "../../../../decoders/lattice.ts";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import { UnseenLattices } from "../../../../harness/problems/sequence/unseen.ts";

/** Sentences of a task whose scores have few bits. */
async function coarse() {
  const { model, lattices } = await (await resolveDataset("synthetic-structureless-6")).sample(
    5,
    1,
  );
  const rounded = lattices.map(({ length, emissions }): Lattice => ({
    length,
    emissions: emissions.map((score) => Math.round(score * 8) / 8),
  }));
  return { labelCount: model.labelCount, lattices: rounded };
}

/** The rows of sentences, each as text. */
function rowsOf(lattices: readonly Lattice[], labelCount: number, isCentred: boolean): string[] {
  return lattices.flatMap(({ length, emissions }) =>
    Array.from({ length }, (_, t) => {
      const row = emissions.subarray(t * labelCount, (t + 1) * labelCount);
      return row.map((score) => score - (isCentred ? Math.max(...row) : 0)).join();
    })
  );
}

describe("UnseenLattices", () => {
  it("gives sentences of the same sizes, on the same grid, with no larger scores", async () => {
    const { lattices, labelCount } = await coarse();
    const unseen = new UnseenLattices(lattices, labelCount);
    const largest = Math.max(...lattices.map(({ emissions }) => largestMagnitude(emissions)));
    lattices.forEach(({ length, emissions }, sentence) => {
      const own = unseen.lattice(7, sentence, 3);
      assertEquals([own.length, own.emissions.length], [length, emissions.length]);
      assert(isOnGrid(own.emissions, 3));
      assert(largestMagnitude(own.emissions) <= largest);
      assertEquals(own.emissions, Float64Array.from(new Float32Array(own.emissions)));
    });
  });

  it("gives the same for the same seed and turn, and nothing that was there for others", async () => {
    const { lattices, labelCount } = await coarse();
    const unseen = new UnseenLattices(lattices, labelCount);
    const all = (seed: number, turn: number) =>
      lattices.map((_, sentence) =>
        new UnseenLattices(lattices, labelCount).lattice(seed, sentence, turn)
      );
    assertEquals(all(1, 2)[3], unseen.lattice(1, 3, 2));
    assertNotEquals(all(1, 2), all(1, 3));
    assertNotEquals(all(1, 2), all(2, 2));
    for (const isCentred of [false, true]) {
      const known = new Set(rowsOf(lattices, labelCount, isCentred));
      const rows = rowsOf(all(1, 2), labelCount, isCentred);
      // Two labels that exchange their scores may be one.
      const again = rows.filter((row) => known.has(row)).length;
      assert(again <= rows.length / 3, `${again} of ${rows.length} rows`);
    }
  });

  it("forbids as many labels as before", () => {
    const emissions = Float64Array.of(-Infinity, 1, 2, -Infinity, -Infinity, -Infinity);
    const lattices = [{ length: 2, emissions }];
    const { emissions: own } = new UnseenLattices(lattices, 3).lattice(1, 0, 0);
    assertEquals(own.filter((score) => score === -Infinity).length, 4);
    assert(!own.some(Number.isNaN));
  });
});
