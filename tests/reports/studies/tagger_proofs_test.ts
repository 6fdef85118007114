import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { existsSync } from "node:fs";
import { provableIn } from "../../../reports/studies/_tagger_proofs.ts";

const DATA = Deno.env.get("TRELLIS_DATA");
/** Models of other tools with these tools' answers, beside the data. */
const MODELS = `${DATA}/../models`;
const isThere = DATA !== undefined && existsSync(MODELS);
const SENTENCES = { crfsuite: 40, crfpp: 40, wapiti: 60, heads: 12 };

describe("models of other tools beside $TRELLIS_DATA", { skip: !isThere }, () => {
  for (const { model, prove } of provableIn(MODELS)) {
    it(`${model}: labels and numbers are those that the tool printed`, () => {
      const { sentences, differences } = prove();
      assertEquals(sentences, SENTENCES[model.split("/")[0] as keyof typeof SENTENCES]);
      assert(differences.size >= 2);
    });
  }
});
