import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { LABEL_SCHEMES } from "../../../../datasets/corpora/ewt/label_schemes.ts";
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

describe("LABEL_SCHEMES", () => {
  it("ewt_pos45 has only tags of the Penn Treebank", () => {
    assertEquals(LABEL_SCHEMES["ewt_pos45"]!(WORDS), ["VB", "NNP", "FW", ":", ":", "CD", "NNS"]);
  });

  it("ewt_pos_morph_chunk319 keeps five features", () => {
    assertEquals(LABEL_SCHEMES["ewt_pos_morph_chunk319"]!(WORDS), [
      "VB|_|B-VP",
      "ADD|_|B-NP",
      "GW|_|B-NP",
      "HYPH|_|O",
      "NFP|_|O",
      "CD|NumType=Card|B-NP",
      "NNS|Number=Plur|I-NP",
    ]);
  });

  it("ewt_pos_morph_chunk443 leaves out three features", () => {
    assertEquals(LABEL_SCHEMES["ewt_pos_morph_chunk443"]!(WORDS), [
      "VB|Mood=Imp|VerbForm=Fin|B-VP",
      "ADD|_|B-NP",
      "GW|_|B-NP",
      "HYPH|_|O",
      "NFP|_|O",
      "CD|NumType=Card|B-NP",
      "NNS|Number=Plur|I-NP",
    ]);
  });
});
