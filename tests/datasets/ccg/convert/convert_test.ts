import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { printCategory } from "../../../../datasets/ccg/category.ts";
import { unlicensed } from "../../../../datasets/ccg/combinators.ts";
import { agreement, convert } from "../../../../datasets/ccg/convert/convert.ts";
import { leavesOf } from "../../../../datasets/ccg/tree.ts";
import { readTrees } from "../../../../datasets/corpora/conllu.ts";
import { tree, treeOf } from "../../../helpers/trees.ts";

const raw = String.raw;

/** Words, see `treeOf()`, with the category of each, and that of the sentence. */
const CASES: Readonly<Record<string, readonly [words: string, categories: string]>> = {
  "makes functors of verbs, determiners, prepositions and adverbs": [
    `The/DET/DT/2/det cat/NOUN/NN/3/nsubj sees/VERB/VBZ/0/root/VerbForm=Fin
      mice/NOUN/NNS/3/obj in/ADP/IN/6/case barns/NOUN/NNS/3/obl often/ADV/RB/3/advmod
      ./PUNCT/./3/punct`,
    raw`NP/N N (S[dcl]\NP)/NP N ((S\NP)\(S\NP))/NP N (S\NP)\(S\NP) . S[dcl]`,
  ],
  "lets auxiliaries and copulas take what follows, and `not` modify them": [
    `It/PRON/PRP/5/nsubj will/AUX/MD/5/aux/VerbForm=Fin not/PART/RB/5/advmod
      be/AUX/VB/5/cop/VerbForm=Inf red/ADJ/JJ/0/root`,
    raw`NP (S[dcl]\NP)/(S[b]\NP) (S\NP)\(S\NP) (S[b]\NP)/(S[adj]\NP) S[adj]\NP S[dcl]`,
  ],
  "fronts question words and leaves a gap behind": [
    `What/PRON/WP/4/obj/PronType=Int do/AUX/VBP/4/aux/VerbForm=Fin we/PRON/PRP/4/nsubj
      see/VERB/VB/0/root/VerbForm=Inf`,
    raw`S[wq]/(S[q]/NP) S[q]/S[b] NP (S[b]\NP)/NP S[wq]`,
  ],
  "gives relative clauses their pronouns as subjects": [
    `Mice/NOUN/NNS/0/root that/PRON/WDT/3/nsubj/PronType=Rel
      run/VERB/VBP/1/acl:relcl/VerbForm=Fin`,
    raw`N (NP\NP)/(S[dcl]\NP) S[dcl]\NP NP`,
  ],
  "gives relative clauses their pronouns as objects": [
    `Mice/NOUN/NNS/0/root which/PRON/WDT/4/obj/PronType=Rel we/PRON/PRP/4/nsubj
      see/VERB/VBP/1/acl:relcl/VerbForm=Fin`,
    raw`N (NP\NP)/(S[dcl]/NP) NP (S[dcl]\NP)/NP NP`,
  ],
  "coordinates at the level where both are of a type": [
    `Cats/NOUN/NNS/2/nsubj run/VERB/VBP/0/root/VerbForm=Fin ,/PUNCT/,/4/punct
      jump/VERB/VBP/2/conj/VerbForm=Fin and/CCONJ/CC/6/cc sleep/VERB/VBP/2/conj/VerbForm=Fin`,
    raw`N S[dcl]\NP , S[dcl]\NP conj S[dcl]\NP S[dcl]`,
  ],
  "changes the type of nominals that modify": [
    `We/PRON/PRP/2/nsubj left/VERB/VBD/0/root/VerbForm=Fin last/ADJ/JJ/4/amod
      week/NOUN/NN/2/obl:unmarked`,
    raw`NP S[dcl]\NP N/N N S[dcl]`,
  ],
};

const RELATIONS = ("nsubj obj iobj csubj xcomp ccomp advcl obl advmod amod det case mark aux cop " +
  "conj cc punct acl:relcl appos fixed nmod nmod:poss compound compound:prt parataxis expl flat " +
  "nummod").split(" ");
const TAGS = "VERB NOUN ADJ ADV PRON DET AUX ADP PART X".split(" ");

describe("convert()", () => {
  for (const [name, [words, categories]] of Object.entries(CASES)) {
    it(name, () => {
      const { sentences, losses } = convert([treeOf(words)], "a");
      assertEquals(losses, []);
      const made = sentences[0]!.tree;
      assertEquals(unlicensed(made), []);
      const found = [...leavesOf(made), made].map(({ category }) => printCategory(category));
      assertEquals(found, categories.split(/\s+/));
    });
  }

  it("counts trees that are not projective", () => {
    const words = tree("a X X 0 root", "b X X 4 dep", "c X X 1 dep", "d X X 1 dep");
    const losses = [{ id: "a.1", why: "not projective" as const }];
    assertEquals(convert([words], "a"), { sentences: [], losses });
  });

  it("gives every projective tree a derivation that the combinators give again", () => {
    const word = fc.record({
      upos: fc.constantFrom(...TAGS),
      relation: fc.constantFrom(...RELATIONS),
      features: fc.constantFrom("_", "VerbForm=Fin", "PronType=Int", "PronType=Rel", "Mood=Imp"),
      form: fc.constantFrom("a", "to", ",", "not", "if"),
      choice: fc.nat(),
    });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
        const heads = projectiveHeads(words.map(({ choice }) => choice));
        const lines = words.map(({ form, upos, relation, features }, i) =>
          [form, upos, "XX", heads[i]! + 1, heads[i]! < 0 ? "root" : relation, features].join(" ")
        );
        const { sentences, losses } = convert([tree(...lines)], "a");
        assertEquals([sentences.length, losses], [1, []]);
        const forms = leavesOf(sentences[0]!.tree).map(({ word }) => word);
        assertEquals(forms, words.map(({ form }) => form));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Heads of a projective tree, the root's is −1: of a span one word is the head of the rest. */
function projectiveHeads(choices: readonly number[]): number[] {
  const heads = new Array<number>(choices.length).fill(-1);
  const attach = (from: number, to: number, head: number): void => {
    if (from >= to) return;
    const root = from + choices[from]! % (to - from);
    heads[root] = head;
    attach(from, root, root);
    attach(root + 1, to, root);
  };
  attach(0, choices.length, -1);
  return heads;
}

describe("agreement()", () => {
  it("counts pairs of words both ways, by basic and by enhanced relations", () => {
    // "He tries to go": the enhanced tree alone knows who goes.
    const trees = readTrees(
      [
        "1\tHe\the\tPRON\tPRP\t_\t2\tnsubj\t2:nsubj|4:nsubj:xsubj\t_",
        "2\ttries\ttry\tVERB\tVBZ\tMood=Ind|VerbForm=Fin\t0\troot\t0:root\t_",
        "3\tto\tto\tPART\tTO\t_\t4\tmark\t4:mark\t_",
        "4\tgo\tgo\tVERB\tVB\tVerbForm=Inf\t2\txcomp\t2:xcomp\t_",
      ].join("\n"),
      "tries",
    );
    // tries–he, tries–to, to–he, to–go, go–he.
    const found = agreement(trees, convert(trees, "tries"));
    assertEquals(found, { derived: 5, basic: 2, enhanced: 3 });
  });
});
