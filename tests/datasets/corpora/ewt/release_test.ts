import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { columns } from "../../../../datasets/corpora/columns.ts";
import { readCorpus, type Sentence } from "../../../../datasets/corpora/corpus.ts";
import { LABEL_SCHEMES, UD_ENGLISH_EWT } from "../../../../datasets/corpora/ewt/release.ts";
import { buildData } from "../../../../harness/commands/data.ts";
import { withFolder } from "../../../helpers/packs.ts";
import { tree } from "../../../helpers/trees.ts";
import { longIt } from "../../../helpers/long.ts";

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
  longIt("makes the tasks with their known differences", () =>
    withFolder(async (out) => {
      await buildData(UD_ENGLISH_EWT, Object.keys(LABEL_SCHEMES), out, `${DATA}/ud_english_ewt`);
      for (const [dataset, { labels, differ }] of Object.entries(EXPECTED)) {
        for (const [i, part] of (["train", "test"] as const).entries()) {
          const ours = await readCorpus(`${out}/${dataset}`, part, columns);
          const theirs = await readCorpus(`${DATA}/${dataset}`, part, columns);
          assertEquals(ours.map(({ forms }) => forms), theirs.map(({ forms }) => forms));
          const [a, b] = [labelsOf(ours), labelsOf(theirs)];
          assertEquals(
            a.filter((label, i) => label !== b[i]).length,
            differ[i],
            `${dataset} ${part}`,
          );
          if (part === "train") assertEquals(new Set(a).size, labels, dataset);
        }
      }
    }));
});
