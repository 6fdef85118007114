import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { printCategory } from "../../../../datasets/ccg/category.ts";
import { unlicensed } from "../../../../datasets/ccg/combinators.ts";
import { agreement, convert } from "../../../../datasets/ccg/convert/convert.ts";
import { obliqueArgumentsOf } from "../../../../datasets/ccg/convert/oblique_arguments.ts";
import { leavesOf, type Tree } from "../../../../datasets/ccg/tree.ts";
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
    raw`S[wq]/(S[q]/NP) (S[q]/(S[b]\NP))/NP NP (S[b]\NP)/NP S[wq]`,
  ],
  "keeps adverbs behind a verb within its subject, where another one is fronted": [
    `Today/ADV/RB/3/advmod owls/NOUN/NNS/3/nsubj hoot/VERB/VBP/0/root/VerbForm=Fin
      loudly/ADV/RB/3/advmod`,
    raw`S/S N S[dcl]\NP (S\NP)\(S\NP) S[dcl]`,
  ],
  "keeps adverbs behind a verb within its auxiliaries and its subject": [
    `May/AUX/MD/3/aux/VerbForm=Fin we/PRON/PRP/3/nsubj sing/VERB/VB/0/root/VerbForm=Inf
      here/ADV/RB/3/advmod`,
    raw`(S[q]/(S[b]\NP))/NP NP S[b]\NP (S\NP)\(S\NP) S[q]`,
  ],
  "puts the subject between a copula and an adjective with what follows it": [
    `Is/AUX/VBZ/3/cop/VerbForm=Fin soup/NOUN/NN/3/nsubj good/ADJ/JJ/0/root cold/ADV/RB/3/advmod`,
    raw`(S[q]/(S[adj]\NP))/NP N S[adj]\NP (S\NP)\(S\NP) S[q]`,
  ],
  "makes a copula the head of the question word before it": [
    `What/PRON/WP/0/root/PronType=Int is/AUX/VBZ/1/cop/VerbForm=Fin her/PRON/PRP$/4/nmod:poss
      job/NOUN/NN/1/nsubj`,
    raw`S[wq]/(S[q]/NP) (S[q]/NP)/NP NP/N N S[wq]`,
  ],
  "lets auxiliaries and `to` keep their types where their clause modifies": [
    `We/PRON/PRP/2/nsubj came/VERB/VBD/0/root/VerbForm=Fin to/PART/TO/5/mark be/AUX/VB/5/aux:pass
      fed/VERB/VBN/2/advcl/VerbForm=Part`,
    raw`NP S[dcl]\NP (S[to]\NP)/(S[b]\NP) (S[b]\NP)/(S[pss]\NP) S[pss]\NP S[dcl]`,
  ],
  "takes a clause that begins with `when` for no question": [
    `When/ADV/WRB/3/advmod/PronType=Int it/PRON/PRP/3/nsubj rains/VERB/VBZ/5/advcl/VerbForm=Fin
      we/PRON/PRP/5/nsubj sleep/VERB/VBP/0/root/VerbForm=Fin`,
    raw`(S/S)/S[dcl] NP S[dcl]\NP NP S[dcl]\NP S[dcl]`,
  ],
  "reads emoticons as punctuation": [
    `Rain/NOUN/NN/2/nsubj helps/VERB/VBZ/0/root/VerbForm=Fin ;-)/SYM/NFP/2/discourse
      !/PUNCT/./3/punct`,
    raw`N S[dcl]\NP . . S[dcl]`,
  ],
  "joins what depends on emoticons with a word, in the order of the words": [
    `Go/VERB/VB/0/root/Mood=Imp :-)/SYM/NFP/1/discourse ;-)/SYM/NFP/2/discourse
      now/ADV/RB/3/advmod`,
    raw`S[b]\NP . . (S\NP)\(S\NP) S[b]\NP`,
  ],
  "ends dates and measures with their last word": [
    `We/PRON/PRP/2/nsubj met/VERB/VBD/0/root/VerbForm=Fin on/ADP/IN/4/case May/PROPN/NNP/2/obl
      7/NUM/CD/4/nummod two/NUM/CD/7/nummod years/NOUN/NNS/8/obl:unmarked ago/ADV/RB/2/advmod`,
    raw`NP S[dcl]\NP ((S\NP)\(S\NP))/NP N/N N N/N N ((S\NP)\(S\NP))\NP S[dcl]`,
  ],
  "coordinates both ends of a range of numbers": [
    `2/NUM/CD/4/nummod to/ADP/IN/3/case 3/NUM/CD/1/nmod eggs/NOUN/NNS/0/root`,
    raw`N/N conj N/N N NP`,
  ],
  "gives free relatives their clause as an argument": [
    `They/PRON/PRP/2/nsubj eat/VERB/VBP/0/root/VerbForm=Fin what/PRON/WP/2/obj/PronType=Rel
      grows/VERB/VBZ/3/acl:relcl/VerbForm=Fin`,
    raw`NP (S[dcl]\NP)/NP NP/(S[dcl]\NP) S[dcl]\NP S[dcl]`,
  ],
  "coordinates clauses of one type with a comma between them": [
    `We/PRON/PRP/2/nsubj came/VERB/VBD/0/root/VerbForm=Fin ,/PUNCT/,/5/punct they/PRON/PRP/5/nsubj
      left/VERB/VBD/2/parataxis/VerbForm=Fin`,
    raw`NP S[dcl]\NP , NP S[dcl]\NP S[dcl]`,
  ],
  "makes complements of infinitives behind adjectives": [
    `Free/ADJ/JJ/0/root to/PART/TO/3/mark go/VERB/VB/1/advcl/VerbForm=Inf`,
    raw`(S[adj]\NP)/(S[to]\NP) (S[to]\NP)/(S[b]\NP) S[b]\NP S[adj]\NP`,
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
  "coordinates what has the form of a raised category": [
    `Who/PRON/WP/2/nsubj/PronType=Rel sings/VERB/VBZ/3/iobj/VerbForm=Fin you/PRON/PRP/0/root
      and/CCONJ/CC/5/cc me/PRON/PRP/3/conj`,
    raw`(NP/(NP/(NP\NP)))/(S[dcl]\NP) S[dcl]\NP NP/(NP\NP)
      ((NP/(NP\NP))\(NP/(NP\NP)))/((NP/(NP\NP))\(NP/(NP\NP))) NP/(NP\NP) NP`,
  ],
  "changes the type of nominals that modify": [
    `We/PRON/PRP/2/nsubj left/VERB/VBD/0/root/VerbForm=Fin last/ADJ/JJ/4/amod
      week/NOUN/NN/2/obl:unmarked`,
    raw`NP S[dcl]\NP N/N N S[dcl]`,
  ],
};

const RELATIONS = ("nsubj obj iobj csubj xcomp ccomp advcl obl advmod amod det case mark aux cop " +
  "conj cc punct acl:relcl appos fixed nmod nmod:poss compound compound:prt parataxis expl flat " +
  "nummod discourse nmod:unmarked obl:unmarked").split(" ");
const TAGS = "VERB NOUN ADJ ADV PRON DET AUX ADP PART NUM SYM X constructor".split(" ");

/** The categories of the words of a tree. */
const categoriesOf = (tree: Tree) => leavesOf(tree).map(({ category }) => printCategory(category));

describe("convert()", () => {
  for (const [name, [words, categories]] of Object.entries(CASES)) {
    it(name, () => {
      const { sentences, losses } = convert([treeOf(words)], "a");
      assertEquals(losses, []);
      const made = sentences[0]!.tree;
      assertEquals(unlicensed(made), []);
      const found = [...categoriesOf(made), printCategory(made.category)];
      assertEquals(found, categories.split(/\s+/));
    });
  }

  it("leaves a gap for the word that a free relative begins with", () => {
    const lines = [
      "1\tThey\tthey\tPRON\tPRP\t_\t2\tnsubj\t_\t_",
      "2\teat\teat\tVERB\tVBP\tVerbForm=Fin\t0\troot\t_\t_",
      "3\twhat\twhat\tPRON\tWP\tPronType=Rel\t2\tobj\t2:obj|5:obj\t_",
      "4\twe\twe\tPRON\tPRP\t_\t5\tnsubj\t_\t_",
      "5\tgrow\tgrow\tVERB\tVBP\tVerbForm=Fin\t3\tacl:relcl\t_\t_",
    ];
    const { sentences } = convert(readTrees(lines.join("\n"), "free"), "a");
    const expected = raw`NP (S[dcl]\NP)/NP NP/(S[dcl]/NP) NP (S[dcl]\NP)/NP`;
    assertEquals(categoriesOf(sentences[0]!.tree), expected.split(" "));
  });

  it("takes a prepositional phrase for an argument where the treebank has the pair often", () => {
    const withLemmas = (text: string) =>
      treeOf(text).map((word) => ({ ...word, lemma: word.form.toLowerCase() }));
    const cared = `We/PRON/PRP/2/nsubj care/VERB/VBP/0/root/VerbForm=Fin about/ADP/IN/4/case
      owls/NOUN/NNS/2/obl in/ADP/IN/6/case barns/NOUN/NNS/2/obl`;
    const slept = `We/PRON/PRP/2/nsubj sleep/VERB/VBP/0/root/VerbForm=Fin in/ADP/IN/4/case
      barns/NOUN/NNS/2/obl`;
    const trees = [cared, cared, cared, ...new Array<string>(40).fill(slept)].map(withLemmas);
    const [first, last] = [trees[0]!, trees.at(-1)!];
    assertEquals([...obliqueArgumentsOf(trees)], ["care VERB about"]);
    const found = (words: typeof first, from: typeof trees) =>
      categoriesOf(convert([words], "a", obliqueArgumentsOf(from)).sentences[0]!.tree).join(" ");
    assertEquals(found(first, trees), raw`NP (S[dcl]\NP)/PP PP/NP N ((S\NP)\(S\NP))/NP N`);
    assertEquals(found(last, trees), raw`NP S[dcl]\NP ((S\NP)\(S\NP))/NP N`);
    // Once is no evidence.
    const modifiers = raw`NP S[dcl]\NP ((S\NP)\(S\NP))/NP N ((S\NP)\(S\NP))/NP N`;
    assertEquals(found(first, trees.slice(2)), modifiers);
  });

  it("takes a copula that is the root for no question", () => {
    const { losses } = convert([tree("Is AUX VBZ 0 cop VerbForm=Fin")], "a");
    assertEquals(losses, []);
  });

  it("plans conjuncts within conjuncts once", () => {
    const lines = Array.from({ length: 40 }, (_, i) => [
      ...(i === 0 ? [] : [`and CCONJ CC ${3 * i + 2} cc`]),
      `we PRON PRP ${3 * i + 2} nsubj`,
      `run VERB VBP ${i === 0 ? "0 root" : `${3 * i - 1} conj`} VerbForm=Fin`,
    ]).flat();
    assertEquals(convert([tree(...lines)], "a").losses, []);
  });

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
      form: fc.constantFrom("a", "to", ",", "not", "if", "-"),
      choice: fc.nat(),
    });
    const property = fc.property(fc.array(word, { minLength: 1, maxLength: 9 }), (words) => {
      const heads = projectiveHeads(words.map(({ choice }) => choice));
      const lines = words.map(({ form, upos, relation, features }, i) =>
        [form, upos, "XX", heads[i]! + 1, relation, features].join(" ")
      );
      const { sentences, losses } = convert([tree(...lines)], "a");
      assertEquals([sentences.length, losses], [1, []]);
      const forms = leavesOf(sentences[0]!.tree).map(({ word }) => word);
      assertEquals(forms, words.map(({ form }) => form));
    });
    fc.assert(property, { seed: 1, numRuns: 2000 });
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

it("agreement() counts pairs of words both ways, by relations, function words as others", () => {
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
  // tries–he, tries–to, to–he, to–go, go–he; `to` belongs to `go`.
  const found = agreement(trees, convert(trees, "tries"));
  assertEquals(found, { derived: 5, basic: 2, enhanced: 3, content: 5 });
});
