import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { DECODERS } from "../../../../harness/decoders/discover.ts";
import { seesGold, sentencesFor } from "../../../../harness/problems/parsing/open.ts";
import { resolveParses } from "../../../../harness/problems/parsing/discover.ts";
import { loadParses, parsesOf } from "../../../../harness/problems/parsing/parses_file.ts";
import { withFolder } from "../../../helpers/packs.ts";
import { SMALL_PARSES, writeSmallParses } from "../../../helpers/parses.ts";

const urlOf = (file: string) => new URL(file, DECODERS.parsing).href;

describe("sentencesFor()", () => {
  it("shows right analyses to the oracle alone", () => {
    const { sentences } = parsesOf(SMALL_PARSES, {});
    assert(sentencesFor(urlOf("oracle.ts"), sentences).every(({ gold }) => gold?.spans));
    for (const url of [urlOf("pipeline.ts"), "file:///elsewhere/oracle.ts"]) {
      assert(sentencesFor(url, sentences).every((sentence) => !("gold" in sentence)));
    }
  });

  it("shows right tags alone in the space of right tags", () => {
    const { sentences } = parsesOf(SMALL_PARSES, { space: "gold" });
    for (const { gold } of sentencesFor(urlOf("pipeline.ts"), sentences)) {
      assertEquals(Object.keys(gold!), ["tags"]);
    }
  });

  it("is what a decoder gets in its isolate: the file has nothing else", () =>
    withFolder(async (dir) => {
      const [sample, gold] = [`${dir}/sample.safetensors`, `${dir}/gold.safetensors`];
      await writeSmallParses(`${dir}/small.safetensors`);
      const dataset = await resolveParses(`${dir}/small.safetensors`);
      const taken = await dataset.sample(9, 1);
      await taken.write(sample);
      await taken.write(gold, true);
      const found = await Promise.all([sample, gold].map((path) => loadParses(path)));
      const hasGold = found.map(({ sentences }) => sentences.map(({ gold }) => gold !== undefined));
      assertEquals(hasGold, [false, true].map((has) => taken.lengths.map(() => has)));
      assertEquals([urlOf("oracle.ts"), urlOf("pipeline.ts")].map(seesGold), [true, false]);
    }));
});
