import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import {
  readAuto,
  readBank,
  readTreebank,
  writeAuto,
  writeParg,
} from "../../../datasets/ccg/bank_files.ts";
import { parseCategory, printCategory } from "../../../datasets/ccg/category.ts";
import { unlicensed } from "../../../datasets/ccg/combinators.ts";
import { dependenciesOf } from "../../../datasets/ccg/dependencies.ts";
import {
  branchesOf,
  branchText,
  type Leaf,
  leafOf,
  leavesOf,
  spansOf,
  type Tree,
  withoutChains,
} from "../../../datasets/ccg/tree.ts";
import { smallBank } from "../../helpers/bank.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { conlluText, CROSSED } from "../../helpers/trees.ts";

const field = fc.stringMatching(/^[a-z<>()L T]{1,6}$/).filter((text) => !/\s/.test(text));
const category = fc.constantFrom("NP", "(S[dcl]\\NP)/NP", ".", "conj", "NP[nb]").map(parseCategory);
const modifiedPos = fc.constantFrom("", "NNP");
const predicate = fc.constantFrom("", "N_7/N_7");
const head = fc.constantFrom<0 | 1>(0, 1);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(category, field, modifiedPos, predicate).map((
      [category, word, modifiedPos, predicate],
    ) => ({ ...leafOf(category, word, "NN"), modifiedPos, predicate })),
    fc.tuple(category, tie("tree")).map(([category, child]): Tree => {
      return { kind: "branch", category, head: 0, children: [child] };
    }),
    fc.tuple(category, head, tie("tree"), tie("tree")).map(([category, head, ...children]) => {
      return { kind: "branch" as const, category, head, children };
    }),
  ),
}));

const LEAF = "(<L NP PRP PRP it NP>)";

describe("readAuto()", () => {
  it("reads what writeAuto() writes, whatever words hold", () => {
    const property = fc.property(fc.array(tree, { maxLength: 3 }), (trees) => {
      const bank = trees.map((tree, i) => ({ id: `a.${i}`, tree }));
      const text = writeAuto(bank);
      assertEquals(readAuto(text, "f"), bank);
      assertEquals(writeAuto(readAuto(text, "f")), text);
    });
    fc.assert(property, { seed: 1 });
  });

  it("gives the bytes back of a sentence in CCGbank's form", () => {
    const text = "ID=invented.1 PARSER=GOLD NUMPARSE=1\n" +
      "(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<T NP 0 1> (<L N NNS NNS Cats N>) ) " +
      "(<L S[dcl]\\NP VBP VB >) S[dcl]\\NP_3>) ) (<L . . . . .>) )\n";
    assertEquals(writeAuto(readAuto(text, "f")), text);
  });

  it("reads conjuncts, determiners and chains of unary steps as CCGbank has them", () => {
    const text = String.raw`ID=invented.2
(<T S[dcl] 1 2> (<T NP 0 2> (<T NP 1 2> (<L NP[nb]/N DT DT the NP[nb]/N>) (<L N NN NN cat N>) ) (<T NP[conj] 1 2> (<L conj CC CC and conj>) (<T NP 0 1> (<L N NNS NNS dogs N>) ) ) ) (<T S[dcl]\NP 0 2> (<L S[dcl]\NP VBP VBP run S[dcl]\NP>) (<T S[dcl]\NP[conj] 1 2> (<L , , , , ,>) (<L S[dcl]\NP VBP VBP hide S[dcl]\NP>) ) ) )
`;
    const bank = readAuto(text, "f");
    assertEquals(writeAuto(bank), text);
    const [{ tree }] = bank as [typeof bank[0]];
    assertEquals(unlicensed(tree), []);
    const forms = leavesOf(tree).map(({ word }) => word);
    const pairs = dependenciesOf(tree)
      .map(({ head, argument }) => `${forms[head]} ${forms[argument]}`);
    assertEquals(pairs, ["the cat", "run cat", "run dogs", "hide cat", "hide dogs"]);
    const chain = "ID=a\n(<T S/(S\\NP) 0 1> (<T NP 0 1> (<L N NNS NNS dogs N>) ) )\n";
    const [{ tree: long }] = readAuto(chain, "f") as [typeof bank[0]];
    assertEquals(branchesOf(withoutChains(long)).map(branchText).toArray(), ["N -> S/(S\\NP)"]);
  });

  it("names the line and the position of what is no derivation", () => {
    const faults = {
      "it\n": 'line 1 of f: "it" is no ID=…',
      "ID=1": "line 2 of f as a derivation: no (<T … > and no (<L … >) at position 0",
      [`ID=1\n${LEAF} ${LEAF}`]: "line 2 of f as a derivation: more than one tree at position 22",
      [`ID=1\n(<T NP 0 2> ${LEAF} )`]: "no (<T … > and no (<L … >) at position 35",
      [`ID=1\n(<T NP 1 1> ${LEAF} )`]: "a head that is no child",
      [`ID=1\n(<T NP 0 1> ${LEAF}`]: "no ) after the children",
      "ID=1\n(<L NP( PRP PRP it NP>)": 'Cannot read the category "NP("',
      [`ID=1\n${"(<T NP 0 1> ".repeat(1e5)}`]: "line 2 of f as a derivation: over 1000 levels",
      [`ID=1\n(<L ${"NP\\".repeat(4999)}NP PRP PRP it NP>)`]: "a category of 14999 letters",
    };
    for (const [text, message] of Object.entries(faults)) {
      assertThrows(() => readAuto(text, "f"), SyntaxError, message);
    }
  });
});

it("writeAuto() refuses words with blanks", () => {
  const leaf = readAuto(`ID=1\n${LEAF}`, "f")[0]!.tree as Leaf;
  const blank = [{ id: "s", tree: { ...leaf, word: "of course" } }];
  assertThrows(() => writeAuto(blank), RangeError, 'Cannot write "of course" of sentence s');
  assertThrows(() => writeAuto([{ id: "a b", tree: leaf }]), RangeError, 'Cannot write "a b"');
});

it("writeParg() writes a line for each dependency", () => {
  const category = parseCategory("(S[dcl]\\NP)/NP");
  const dependencies = [
    { head: 1, category, slot: 1, argument: 0 },
    { head: 1, category, slot: 2, argument: 2 },
  ];
  const sentences = [
    { id: "a.1", words: ["cats", "see", "dogs"], dependencies },
    { id: "a.2", words: ["hm"], dependencies: [] },
  ];
  assertEquals(
    writeParg(sentences),
    '<s id="a.1"> 2\n' +
      "0\t1\t(S[dcl]\\NP)/NP\t1\tcats\tsee\n" +
      "2\t1\t(S[dcl]\\NP)/NP\t2\tdogs\tsee\n" +
      '<\\s>\n<s id="a.2"> 0\n<\\s>\n',
  );
});

itInFolder("readBank() reads derivations, or converts a treebank of a release", async (dir) => {
  const bank = smallBank(3, 1);
  await Deno.writeTextFile(`${dir}/dev.auto`, writeAuto(bank));
  const owls = conlluText("Owls NOUN NNS 2 nsubj", "hoot VERB VBP 0 root VerbForm=Fin");
  await Deno.writeTextFile(`${dir}/xx_owl-ud-train.conllu`, owls);
  assertEquals(await readBank(dir, "dev"), bank);
  const [span, ...others] = spansOf((await readBank(dir, "train"))[0]!.tree);
  assertEquals([span!.start, span!.end, printCategory(span!.category)], [0, 2, "S[dcl]"]);
  assertEquals(others, []);
  assertEquals(await readTreebank(dir, "test"), undefined);
  await assertRejects(() => readBank(dir, "test"), Deno.errors.NotFound, "no test.conllu");
  // What is an argument is known from the training part.
  const [cared, slept] = ["care VERB VBP 0 root\nabout ADP", "sleep VERB VBP 0 root\nin ADP"]
    .map((start) => conlluText(...`${start} IN 3 case\nowls NOUN NNS 1 obl`.split("\n")))
    .map((text) => text.replaceAll(/^(\d+\t)(\S+)\t_/gm, "$1$2\t$2"));
  await Deno.writeTextFile(`${dir}/xx_owl-ud-train.conllu`, cared!.repeat(3) + slept!.repeat(40));
  await Deno.writeTextFile(`${dir}/test.conllu`, cared!);
  const [verb] = leavesOf((await readBank(dir, "test"))[0]!.tree);
  assertEquals(printCategory(verb!.category), "(S[dcl]\\NP)/PP");
  await Deno.writeTextFile(`${dir}/test.conllu`, CROSSED);
  await assertRejects(() => readBank(dir, "test"), SyntaxError, "no tree has a derivation");
  await Deno.writeTextFile(`${dir}/yy_owl-ud-train.conllu`, owls);
  const both = "Cannot choose between xx_owl-ud-train.conllu and yy_owl-ud-train.conllu";
  await assertRejects(() => readTreebank(dir, "train"), RangeError, both);
  await Deno.writeTextFile(`${dir}/test.auto.gz`, "ID=a\n");
  await assertRejects(() => readBank(dir, "test"), SyntaxError, "test.auto.gz as gzip");
  await Deno.writeTextFile(`${dir}/test.auto`, "");
  await assertRejects(() => readBank(dir, "test"), SyntaxError, "it has no sentences");
});
