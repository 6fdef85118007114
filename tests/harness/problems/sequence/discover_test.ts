import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import {
  listRealDatasets,
  resolveDataset,
} from "../../../../harness/problems/sequence/discover.ts";
import { drawSentences } from "../../../../harness/problems/sequence/draw.ts";
import { UsageError } from "../../../../harness/terminal/usage_error.ts";

/** Finds and opens a dataset. */
async function openDataset(name: string, sentences: number, seed: number) {
  return (await resolveDataset(name)).open(sentences, seed);
}

describe("resolveDataset()", () => {
  it("takes samples over the quantiles of length, without longer sentences if asked", async () => {
    const { open, sample } = await resolveDataset("ewt_pos45");
    const { lengths } = (await open(0, 1)).task;
    const drawn = await sample(20, 1);
    assertEquals(drawn.indices, drawSentences(lengths, 20));
    assertEquals(drawn.lengths, drawn.indices.map((index) => lengths[index]!));
    assertEquals(drawn.settings, {});
    const short = await sample(20, 1, 12);
    assertEquals([short.indices, short.settings], [drawSentences(lengths, 20, 12), {
      longest: 12,
    }]);
  });

  it("opens every real dataset by its name", async () => {
    for (const name of await listRealDatasets()) {
      const { family, task } = await openDataset(name, 1, 1);
      assertEquals([family, task.name], ["real", name]);
      assert(task.lengths.length > 1);
    }
  });

  it("makes the synthetic task of that family, size and seed", async () => {
    const { family, task } = await openDataset("synthetic-strong-6", 3, 1);
    assertEquals([family, task.name, task.model.labelCount], ["strong", "synthetic-strong-6", 6]);
    assertEquals(task.lengths.length, 3);
    const other = await openDataset("synthetic-strong-6", 3, 2);
    assertNotEquals(other.task.hash, task.hash);
  });

  it("says what the name of a synthetic task sets", async () => {
    const { base, settings, family } = await openDataset(
      "synthetic-weak-6{dial=0.5,length=3}",
      1,
      1,
    );
    assertEquals([base, settings, family], [
      "synthetic-weak-6",
      { dial: 0.5, length: 3 },
      "weak",
    ]);
  });

  it("throws UsageError with the nearest family when there is none of that name", async () => {
    const opening = () => openDataset("synthetic-storng-6", 1, 1);
    await assertRejects(opening, UsageError, 'did you mean "strong"?');
  });

  for (const name of ["synthetic-strong-0", "strong-6", "", "no.safetensors"]) {
    it(`throws UsageError when given "${name}"`, async () => {
      await assertRejects(() => openDataset(name, 1, 1), UsageError, name);
    });
  }
});
