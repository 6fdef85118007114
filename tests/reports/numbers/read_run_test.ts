import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { readTrainSentences } from "../../../reports/numbers/read_run.ts";

const PACK = "datasets/real/ewt_pos45.safetensors.gz";

describe("readTrainSentences()", () => {
  it("knows the packs that come with Trellis by their content", async () => {
    const { hash, metadata } = await openPack(PACK);
    const found = (await readTrainSentences()).get(hash);
    assertEquals(found?.toLocaleString("en"), metadata["trained_on"]!.split(" ")[0]);
  });
});
