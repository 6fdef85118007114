import { it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { LABEL_SCHEMES } from "../../../../datasets/corpora/ewt/release.ts";
import { tree } from "../../../helpers/trees.ts";

const WORDS = tree(
  "Mail VERB VB 0 root Mood=Imp|VerbForm=Fin",
  "owl@example.org X ADD 1 obj",
  "e- X GW 2 goeswith Typo=Yes",
  "- PUNCT HYPH 2 punct",
  "*** PUNCT NFP 1 punct",
  "3 NUM CD 7 nummod NumForm=Digit|NumType=Card",
  "owls NOUN NNS 1 obl Abbr=Yes|Number=Plur",
);
const TAIL = "ADD|_|B-NP GW|_|B-NP HYPH|_|O NFP|_|O CD|NumType=Card|B-NP NNS|Number=Plur|I-NP";

it("LABEL_SCHEMES have tags of the Penn Treebank, five features, all but three", () => {
  const labels = Object.entries(LABEL_SCHEMES).map((
    [dataset, of],
  ) => [dataset, of(WORDS).join(" ")]);
  assertEquals(Object.fromEntries(labels), {
    ewt_pos45: "VB NNP FW : : CD NNS",
    ewt_pos_morph_chunk319: `VB|_|B-VP ${TAIL}`,
    ewt_pos_morph_chunk443: `VB|Mood=Imp|VerbForm=Fin|B-VP ${TAIL}`,
  });
});
