import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import { baseChunks } from "../../../../datasets/corpora/ewt/chunks.ts";
import { tree } from "../../../helpers/trees.ts";

/** What is chunked how, and the words with their chunks; see `tree()`. */
const CASES: Readonly<Record<string, readonly [line: string, chunk: string][]>> = {
  "takes determiners, adjectives and compounds into a noun phrase": [
    ["The DET DT 4 det", "B-NP"],
    ["very ADV RB 3 advmod", "I-NP"],
    ["old ADJ JJ 4 amod", "I-NP"],
    ["clock NOUN NN 5 compound", "I-NP"],
    ["tower NOUN NN 6 nsubj", "I-NP"],
    ["fell VERB VBD 0 root", "B-VP"],
    [". PUNCT . 6 punct", "O"],
  ],
  "keeps hyphens and quotes in a noun phrase but no commas": [
    ["a DET DT 7 det", "O"],
    ["red ADJ JJ 7 amod", "B-ADJP"],
    [", PUNCT , 5 punct", "O"],
    ['" PUNCT `` 5 punct', "B-NP"],
    ["half ADJ JJ 7 amod", "I-NP"],
    ["- PUNCT HYPH 5 punct", "I-NP"],
    ["moon NOUN NN 0 root", "I-NP"],
  ],
  "begins a chunk at a possessive and after the first name": [
    ["Ann PROPN NNP 4 nmod:poss", "B-NP"],
    ["Oak PROPN NNP 1 flat", "I-NP"],
    ["'s PART POS 1 case", "B-NP"],
    ["friend NOUN NN 0 root", "I-NP"],
    ["Bob PROPN NNP 4 appos", "B-NP"],
    ["Elm PROPN NNP 5 flat", "B-NP"],
  ],
  "puts auxiliaries, not, one adverb, to and governed verbs into a verb group": [
    ["They PRON PRP 5 nsubj", "B-NP"],
    ["did AUX VBD 5 aux", "B-VP"],
    ["not PART RB 5 advmod", "I-VP"],
    ["really ADV RB 5 advmod", "I-VP"],
    ["want VERB VB 0 root", "I-VP"],
    ["to PART TO 7 mark", "I-VP"],
    ["keep VERB VB 5 xcomp", "I-VP"],
    ["walking VERB VBG 7 xcomp", "I-VP"],
    ["on ADP RP 8 compound:prt", "B-PRT"],
  ],
  "ends a verb group at two adverbs": [
    ["He PRON PRP 5 nsubj", "B-NP"],
    ["has AUX VBZ 5 aux", "B-VP"],
    ["clearly ADV RB 5 advmod", "B-ADVP"],
    ["never ADV RB 5 advmod", "B-ADVP"],
    ["slept VERB VBN 0 root", "B-VP"],
  ],
  "keeps a copula and its not from the adjective": [
    ["It PRON PRP 6 nsubj", "B-NP"],
    ["may AUX MD 6 aux", "B-VP"],
    ["be AUX VB 6 cop", "I-VP"],
    ["not PART RB 6 advmod", "I-VP"],
    ["too ADV RB 6 advmod", "B-ADJP"],
    ["late ADJ JJ 0 root", "I-ADJP"],
  ],
  "gives a loose not to the adjective or to nothing": [
    ["not PART RB 2 advmod", "B-ADJP"],
    ["cold ADJ JJ 0 root", "I-ADJP"],
    ["but CCONJ CC 5 cc", "O"],
    ["not PART RB 5 advmod", "O"],
    ["frozen VERB VBN 2 conj", "B-VP"],
  ],
  "begins a group with not after another verb": [
    ["agreed VERB VBD 0 root", "B-VP"],
    ["not PART RB 4 advmod", "B-VP"],
    ["to PART TO 4 mark", "I-VP"],
    ["sing VERB VB 1 xcomp", "I-VP"],
  ],
  "takes the first adverb of an adjective with what is between": [
    ["now ADV RB 4 advmod", "B-ADJP"],
    ["far ADV RB 3 advmod", "I-ADJP"],
    ["too ADV RB 4 advmod", "I-ADJP"],
    ["loud ADJ JJ 0 root", "I-ADJP"],
  ],
  "keeps fixed adverbs and clause marks together": [
    ["as ADV RB 5 advmod", "B-ADVP"],
    ["well ADV RB 1 fixed", "I-ADVP"],
    [", PUNCT , 5 punct", "O"],
    ["please INTJ UH 5 discourse", "B-INTJ"],
    ["sing VERB VB 0 root", "B-VP"],
    ["so SCONJ IN 9 mark", "B-SBAR"],
    ["that SCONJ IN 6 fixed", "I-SBAR"],
    ["I PRON PRP 9 nsubj", "B-NP"],
    ["sleep VERB VBP 5 advcl", "B-VP"],
    ["due ADJ JJ 12 case", "B-PP"],
    ["to ADP IN 10 fixed", "B-PP"],
    ["it PRON PRP 9 obl", "B-NP"],
  ],
  "takes determiners and numbers that stand alone for noun phrases": [
    ["All DET DT 3 nsubj", "B-NP"],
    ["two NUM CD 3 list", "O"],
    ["cost VERB VBP 0 root", "B-VP"],
    ["about ADV RB 5 advmod", "B-NP"],
    ["ten NUM CD 3 obj", "I-NP"],
    ["in ADP IN 8 mark", "B-SBAR"],
    ["quickly ADV RB 8 advmod", "B-ADVP"],
    ["selling VERB VBG 3 advcl", "B-VP"],
  ],
};

describe("baseChunks()", () => {
  for (const [name, words] of Object.entries(CASES)) {
    it(name, () => {
      assertEquals(baseChunks(tree(...words.map(([line]) => line))), words.map(([, c]) => c));
    });
  }
});
