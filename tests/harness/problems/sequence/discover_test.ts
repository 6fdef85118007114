import { assertEquals, assertMatch, assertNotEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { resolveDataset } from "../../../../harness/problems/sequence/discover.ts";
import { drawSentences } from "../../../../harness/problems/draw.ts";
import { itInFolder } from "../../../helpers/in_folder.ts";
import { TINY, writeDense } from "../../../helpers/packs.ts";
import { replacing } from "../../../helpers/replacing.ts";
import { UsageError } from "../../../../harness/terminal/usage_error.ts";

/** Finds and opens a dataset. */
async function openDataset(name: string, sentences: number, seed: number) {
  return (await resolveDataset(name)).open(sentences, seed);
}

describe("resolveDataset()", () => {
  it("takes samples over the quantiles of length, without longer sentences if asked", async () => {
    const { open, sample } = await resolveDataset("ewt_pos45");
    const { lengths } = (await open(0, 1)).dataset;
    const drawn = await sample(20, 1);
    assertEquals(drawn.indices, drawSentences(lengths, 20));
    assertEquals(drawn.lengths, drawn.indices.map((index) => lengths[index]!));
    assertEquals(drawn.settings, {});
    const short = await sample(20, 1, 12);
    assertEquals(short.indices, drawSentences(lengths, 20, 12));
    assertEquals(short.settings, { longest: 12 });
  });

  it("makes the synthetic dataset of that family, size and seed", async () => {
    const { family, dataset } = await openDataset("synthetic-strong-6", 3, 1);
    assertEquals([family, dataset.name], ["strong", "synthetic-strong-6"]);
    assertEquals([dataset.model.labelCount, dataset.lengths.length], [6, 3]);
    const other = await openDataset("synthetic-strong-6", 3, 2);
    assertNotEquals(other.dataset.hash, dataset.hash);
  });

  it("says what the name of a synthetic dataset sets", async () => {
    const opened = await openDataset("synthetic-weak-6{dial=0.5,length=3}", 1, 1);
    assertEquals([opened.base, opened.family], ["synthetic-weak-6", "weak"]);
    assertEquals(opened.settings, { dial: 0.5, length: 3 });
    for (const settings of ["dial=1,dial=2", "length=1.5", "dial=", "dial=1=2", "dail=1"]) {
      await assertRejects(() => resolveDataset(`synthetic-weak-6{${settings}}`), UsageError);
    }
  });

  it("reads voicing, and refuses it where there is none or there are too many labels", async () => {
    const name = "synthetic-pitch-6{length=3,voicing=true}";
    const { base, settings, dataset } = await openDataset(name, 1, 1);
    assertEquals([base, dataset.name], ["synthetic-pitch-6", name]);
    assertEquals([settings, dataset.model.labelCount], [{ length: 3, voicing: true }, 12]);
    const none = await resolveDataset("synthetic-pitch-6{voicing=false}");
    assertEquals(none.name, "synthetic-pitch-6");
    const cases = [
      ["synthetic-hmm-6{voicing=true}", "family hmm with voicing: true"],
      ["synthetic-pitch-6{voicing=1}", 'Cannot read the setting "voicing=1"'],
      ["synthetic-pitch-9000{voicing=true}", "labels go from 1 to 8192"],
      ["synthetic-pitch-6{voice=true}", '"voice"'],
    ] as const;
    for (const [wrong, message] of cases) {
      await assertRejects(() => resolveDataset(wrong), UsageError, message);
    }
  });

  itInFolder("calls a pack otherwise that calls itself as another dataset does", async (dir) => {
    const notes: string[] = [];
    using _ = replacing(console, "error", (line: string) => notes.push(line));
    const nameOf = async (name: string) => {
      const path = await writeDense(dir, { ...TINY, metadata: { name } });
      const { open, sample, ...named } = await resolveDataset(path);
      const { dataset } = await open(1, 1);
      assertEquals([dataset.name, (await sample(1, 1)).name], [named.name, named.name]);
      return dataset.name.replace(dataset.hash.slice(0, 8), "HASH");
    };
    assertEquals(await nameOf("tiny"), "tiny");
    assertEquals(notes, []);
    assertEquals(await nameOf("ewt_pos45"), "ewt_pos45@HASH");
    assertEquals(await nameOf("synthetic-strong-6"), "synthetic-strong-6@HASH");
    assertMatch(notes.join("\n"), /^note: .* is not the ewt_pos45 of Trellis; here it is /);
    const own = "datasets/real/ewt_pos45.safetensors.gz";
    assertEquals((await resolveDataset(own)).name, "ewt_pos45");
    assertEquals(notes.length, 2);
  });

  it("throws UsageError when more is asked for than can be held", async () => {
    await assertRejects(() => resolveDataset("synthetic-weak-6{length=1e12}"), UsageError, "GiB");
    const { open, sample } = await resolveDataset("synthetic-weak-6");
    await assertRejects(() => open(1e12, 1), UsageError, "1000000000000 sentences");
    await assertRejects(() => sample(1e12, 1), UsageError, "1000000000000 sentences");
    const infinite = await resolveDataset("synthetic-weak-6{dial=1e308}");
    await assertRejects(() => infinite.sample(1, 1), UsageError, "synthetic-weak-6");
  });
});
