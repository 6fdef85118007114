import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { columns } from "../../../../datasets/corpora/columns.ts";
import { readCorpus, type Sentence } from "../../../../datasets/corpora/corpus.ts";
import { baseChunks } from "../../../../datasets/corpora/ewt/chunks.ts";
import { LABEL_SCHEMES, UD_ENGLISH_EWT } from "../../../../datasets/corpora/ewt/release.ts";
import { buildData } from "../../../../harness/commands/data.ts";
import { longItInFolder } from "../../../helpers/in_folder.ts";
import { tree, treeOf } from "../../../helpers/trees.ts";

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
  const schemes = Object.entries(LABEL_SCHEMES);
  const labels = schemes.map(([dataset, of]) => [dataset, of(WORDS).join(" ")]);
  assertEquals(Object.fromEntries(labels), {
    ewt_pos45: "VB NNP FW : : CD NNS",
    ewt_pos_morph_chunk319: `VB|_|B-VP ${TAIL}`,
    ewt_pos_morph_chunk443: `VB|Mood=Imp|VerbForm=Fin|B-VP ${TAIL}`,
  });
});

/**
 * A folder with `ud_english_ewt/` and tasks that were made of it elsewhere, whose rules for chunks
 * are not known. Without it the test is shown as ignored.
 */
const DATA = Deno.env.get("TRELLIS_DATA");

/** Labels in the training part, and tokens that differ from those made elsewhere (train, test). */
const EXPECTED = {
  ewt_pos45: { labels: 45, differ: [0, 0] },
  ewt_pos_morph_chunk319: { labels: 317, differ: [125, 26] },
  ewt_pos_morph_chunk443: { labels: 439, differ: [125, 26] },
};

const labelsOf = (sentences: readonly Sentence[]) => sentences.flatMap(({ labels }) => labels);

describe("UD English EWT in $TRELLIS_DATA", { skip: DATA === undefined }, () => {
  longItInFolder("makes the tasks with their known differences", async (out) => {
    await buildData(UD_ENGLISH_EWT, Object.keys(LABEL_SCHEMES), out, `${DATA}/ud_english_ewt`);
    for (const [dataset, { labels, differ }] of Object.entries(EXPECTED)) {
      for (const [i, part] of (["train", "test"] as const).entries()) {
        const ours = await readCorpus(`${out}/${dataset}`, part, columns);
        const theirs = await readCorpus(`${DATA}/${dataset}`, part, columns);
        assertEquals(ours.map(({ forms }) => forms), theirs.map(({ forms }) => forms));
        const [a, b] = [labelsOf(ours), labelsOf(theirs)];
        const others = a.filter((label, i) => label !== b[i]);
        assertEquals(others.length, differ[i], `${dataset} ${part}`);
        if (part === "train") assertEquals(new Set(a).size, labels, dataset);
      }
    }
  });
});

/** What is chunked how: words, see `treeOf()`, with their chunks in brackets. */
const CASES: Readonly<Record<string, string>> = {
  "takes determiners, adjectives and compounds into a noun phrase": `
    [NP The/DET/DT/4/det very/ADV/RB/3/advmod old/ADJ/JJ/4/amod clock/NOUN/NN/5/compound
    tower/NOUN/NN/6/nsubj ] [VP fell/VERB/VBD/0/root ] ./PUNCT/./6/punct`,
  "keeps hyphens and quotes in a noun phrase but no commas": `
    a/DET/DT/7/det [ADJP red/ADJ/JJ/7/amod ] ,/PUNCT/,/5/punct [NP "/PUNCT/\`\`/5/punct
    half/ADJ/JJ/7/amod -/PUNCT/HYPH/5/punct moon/NOUN/NN/0/root ]`,
  "begins a chunk at a possessive and after the first name": `
    [NP Ann/PROPN/NNP/4/nmod:poss Oak/PROPN/NNP/1/flat ] [NP 's/PART/POS/1/case
    friend/NOUN/NN/0/root ] [NP Bob/PROPN/NNP/4/appos ] [NP Elm/PROPN/NNP/5/flat ]`,
  "puts auxiliaries, not, one adverb, to and governed verbs into a verb group": `
    [NP They/PRON/PRP/5/nsubj ] [VP did/AUX/VBD/5/aux not/PART/RB/5/advmod
    really/ADV/RB/5/advmod want/VERB/VB/0/root to/PART/TO/7/mark keep/VERB/VB/5/xcomp
    walking/VERB/VBG/7/xcomp ] [PRT on/ADP/RP/8/compound:prt ]`,
  "ends a verb group at two adverbs": `
    [NP He/PRON/PRP/5/nsubj ] [VP has/AUX/VBZ/5/aux ] [ADVP clearly/ADV/RB/5/advmod ]
    [ADVP never/ADV/RB/5/advmod ] [VP slept/VERB/VBN/0/root ]`,
  "keeps a copula and its not from the adjective": `
    [NP It/PRON/PRP/6/nsubj ] [VP may/AUX/MD/6/aux be/AUX/VB/6/cop not/PART/RB/6/advmod ]
    [ADJP too/ADV/RB/6/advmod late/ADJ/JJ/0/root ]`,
  "gives a loose not to the adjective or to nothing": `
    [ADJP not/PART/RB/2/advmod cold/ADJ/JJ/0/root ] but/CCONJ/CC/5/cc not/PART/RB/5/advmod
    [VP frozen/VERB/VBN/2/conj ]`,
  "begins a group with not after another verb": `
    [VP agreed/VERB/VBD/0/root ] [VP not/PART/RB/4/advmod to/PART/TO/4/mark
    sing/VERB/VB/1/xcomp ]`,
  "takes the first adverb of an adjective with what is between": `
    [ADJP now/ADV/RB/4/advmod far/ADV/RB/3/advmod too/ADV/RB/4/advmod loud/ADJ/JJ/0/root ]`,
  "keeps fixed adverbs and clause marks together": `
    [ADVP as/ADV/RB/5/advmod well/ADV/RB/1/fixed ] ,/PUNCT/,/5/punct
    [INTJ please/INTJ/UH/5/discourse ] [VP sing/VERB/VB/0/root ] [SBAR so/SCONJ/IN/9/mark
    that/SCONJ/IN/6/fixed ] [NP I/PRON/PRP/9/nsubj ] [VP sleep/VERB/VBP/5/advcl ]
    [PP due/ADJ/JJ/12/case ] [PP to/ADP/IN/10/fixed ] [NP it/PRON/PRP/9/obl ]`,
  "takes determiners and numbers that stand alone for noun phrases": `
    [NP All/DET/DT/3/nsubj ] two/NUM/CD/3/list [VP cost/VERB/VBP/0/root ]
    [NP about/ADV/RB/5/advmod ten/NUM/CD/3/obj ] [SBAR in/ADP/IN/8/mark ]
    [ADVP quickly/ADV/RB/8/advmod ] [VP selling/VERB/VBG/3/advcl ]`,
};

describe("baseChunks()", () => {
  for (const [name, text] of Object.entries(CASES)) {
    it(name, () => {
      const words = treeOf(text.replaceAll(/\[\w+ | \]/g, ""));
      const labels = baseChunks(words);
      const shown = words.map(({ form }, i) => {
        const [place, type] = labels[i]!.split("-");
        const begins = place === "B" || place === "I" && labels[i - 1]?.split("-")[1] !== type;
        const ends = type !== undefined && !labels[i + 1]?.startsWith("I");
        return `${begins ? `[${type} ` : ""}${form}${ends ? " ]" : ""}`;
      });
      assertEquals(shown.join(" "), text.trim().replaceAll(/\/\S+/g, "").replaceAll(/\s+/g, " "));
    });
  }

  it("chunks a sentence of many words in a moment", () => {
    const count = 50_000;
    const onNext = (_: unknown, i: number) => `w NOUN NN ${i + 1 < count ? i + 2 : 0} compound`;
    const words = tree(...Array.from({ length: count }, onNext));
    assertEquals([words.length, words[0]!.head, words.at(-1)!.head], [count, 1, -1]);
    assertEquals(baseChunks(words).lastIndexOf("B-NP"), 0);
  });

  it("takes tags that are called as members of objects are, and any relation at the root", () => {
    assertEquals(baseChunks(tree("what constructor WP 0 root")), ["O"]);
    assertEquals(baseChunks(tree("so ADV RB 0 fixed")), ["B-ADVP"]);
  });
});
