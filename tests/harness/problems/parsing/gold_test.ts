import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { PARSING_DECODERS } from "../../../../harness/plan/discover.ts";
import { sentencesFor } from "../../../../harness/problems/parsing/gold.ts";
import { open } from "../../../../harness/problems/parsing/open.ts";
import { parsesOf } from "../../../../harness/problems/parsing/parses_file.ts";
import { withFolder } from "../../../helpers/packs.ts";
import { SMALL_PARSES, writeSmallParses } from "../../../helpers/parses.ts";

const urlOf = (file: string) => new URL(file, PARSING_DECODERS).href;

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

  it("is what a decoder gets in its isolate", () =>
    withFolder(async (dir) => {
      const pack = `${dir}/small.safetensors`;
      await writeSmallParses(pack);
      const options = { rule: "viterbi" };
      const { sentences, place } = await open({ pack, url: urlOf("pipeline.ts"), options, k: 1 });
      assert(sentences.every((sentence) => sentence.gold === undefined));
      const [first] = sentences;
      assert(place(first!)() !== place(first!)());
    }));
});
