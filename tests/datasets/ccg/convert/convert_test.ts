import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { printCategory } from "../../../../datasets/ccg/category.ts";
import { convert } from "../../../../datasets/ccg/convert/convert.ts";
import { unlicensed } from "../../../../datasets/ccg/license.ts";
import { leavesOf } from "../../../../datasets/ccg/tree.ts";
import { tree } from "../../../helpers/trees.ts";

/** The category of each word, and that of the sentence. */
function categories(...lines: string[]): string[] {
  const { sentences, losses } = convert([tree(...lines)], "a");
  assertEquals(losses, []);
  const made = sentences[0]!.tree;
  assertEquals(unlicensed(made), []);
  return [
    ...leavesOf(made).map(({ category }) => printCategory(category)),
    printCategory(made.category),
  ];
}

const FIN = "VerbForm=Fin";

describe("convert()", () => {
  it("makes functors of verbs, determiners, prepositions and adverbs", () => {
    assertEquals(
      categories(
        "The DET DT 2 det",
        "cat NOUN NN 3 nsubj",
        `sees VERB VBZ 0 root ${FIN}`,
        "mice NOUN NNS 3 obj",
        "in ADP IN 6 case",
        "barns NOUN NNS 3 obl",
        "often ADV RB 3 advmod",
        ". PUNCT . 3 punct",
      ),
      [
        ...["NP/N", "N", "(S[dcl]\\NP)/NP", "N", "((S\\NP)\\(S\\NP))/NP", "N"],
        ...["(S\\NP)\\(S\\NP)", ".", "S[dcl]"],
      ],
    );
  });

  it("lets auxiliaries and copulas take what follows, and `not` modify them", () => {
    assertEquals(
      categories(
        "It PRON PRP 5 nsubj",
        `will AUX MD 5 aux ${FIN}`,
        "not PART RB 5 advmod",
        "be AUX VB 5 cop VerbForm=Inf",
        "red ADJ JJ 0 root",
      ),
      [
        ...["NP", "(S[dcl]\\NP)/(S[b]\\NP)", "(S\\NP)\\(S\\NP)", "(S[b]\\NP)/(S[adj]\\NP)"],
        ...["S[adj]\\NP", "S[dcl]"],
      ],
    );
  });

  it("fronts question words and leaves a gap behind", () => {
    assertEquals(
      categories(
        "What PRON WP 4 obj PronType=Int",
        `do AUX VBP 4 aux ${FIN}`,
        "we PRON PRP 4 nsubj",
        "see VERB VB 0 root VerbForm=Inf",
      ),
      ["S[wq]/(S[q]/NP)", "S[q]/S[b]", "NP", "(S[b]\\NP)/NP", "S[wq]"],
    );
  });

  it("gives relative clauses their pronouns", () => {
    assertEquals(
      categories(
        "Mice NOUN NNS 0 root",
        "that PRON WDT 3 nsubj PronType=Rel",
        `run VERB VBP 1 acl:relcl ${FIN}`,
      ),
      ["N", "(NP\\NP)/(S[dcl]\\NP)", "S[dcl]\\NP", "NP"],
    );
    assertEquals(
      categories(
        "Mice NOUN NNS 0 root",
        "which PRON WDT 4 obj PronType=Rel",
        "we PRON PRP 4 nsubj",
        `see VERB VBP 1 acl:relcl ${FIN}`,
      ),
      ["N", "(NP\\NP)/(S[dcl]/NP)", "NP", "(S[dcl]\\NP)/NP", "NP"],
    );
  });

  it("coordinates at the level where both are of a type", () => {
    assertEquals(
      categories(
        "Cats NOUN NNS 2 nsubj",
        `run VERB VBP 0 root ${FIN}`,
        ", PUNCT , 4 punct",
        `jump VERB VBP 2 conj ${FIN}`,
        "and CCONJ CC 6 cc",
        `sleep VERB VBP 2 conj ${FIN}`,
      ),
      ["N", "S[dcl]\\NP", ",", "S[dcl]\\NP", "conj", "S[dcl]\\NP", "S[dcl]"],
    );
  });

  it("changes the type of nominals that modify", () => {
    assertEquals(
      categories(
        "We PRON PRP 2 nsubj",
        `left VERB VBD 0 root ${FIN}`,
        "last ADJ JJ 4 amod",
        "week NOUN NN 2 obl:unmarked",
      ),
      ["NP", "S[dcl]\\NP", "N/N", "N", "S[dcl]"],
    );
  });

  it("counts trees that are not projective", () => {
    const words = tree("a X X 0 root", "b X X 4 dep", "c X X 1 dep", "d X X 1 dep");
    assertEquals(convert([words], "a"), {
      sentences: [],
      losses: [{ id: "a.1", why: "not projective" }],
    });
  });

  it("gives every projective tree a derivation that the combinators give again", () => {
    const word = fc.record({
      upos: fc.constantFrom("VERB", "NOUN", "ADJ", "ADV", "PRON", "DET", "AUX", "ADP", "PART", "X"),
      relation: fc.constantFrom(
        ...["nsubj", "obj", "iobj", "csubj", "xcomp", "ccomp", "advcl", "obl", "advmod", "amod"],
        ...[
          "det",
          "case",
          "mark",
          "aux",
          "cop",
          "conj",
          "cc",
          "punct",
          "acl:relcl",
          "appos",
          "fixed",
        ],
        ...["nmod", "nmod:poss", "compound", "compound:prt", "parataxis", "expl", "flat", "nummod"],
      ),
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
        assertEquals(
          leavesOf(sentences[0]!.tree).map(({ word }) => word),
          words.map((w) => w.form),
        );
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
