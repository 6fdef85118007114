import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import fc from "fast-check";
import { readAuto, writeAuto } from "../../../datasets/ccg/auto_file.ts";
import { parseCategory } from "../../../datasets/ccg/category.ts";
import type { Leaf, Tree } from "../../../datasets/ccg/tree.ts";

const field = fc.stringMatching(/^[a-z<>()L T]{1,6}$/).filter((text) => !/\s/.test(text));
const category = fc.constantFrom("NP", "(S[dcl]\\NP)/NP", ".", "conj", "NP[nb]").map(parseCategory);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      ...{ kind: fc.constant("leaf" as const), category, word: field },
      ...{ pos: fc.constant("NN"), modifiedPos: fc.constantFrom("", "NNP") },
      predicate: fc.constantFrom("", "N_7/N_7"),
    }),
    fc.record({
      ...{ kind: fc.constant("branch" as const), category, head: fc.constant(0 as const) },
      children: fc.tuple(tie("tree")),
    }),
    fc.record({
      ...{ kind: fc.constant("branch" as const), category, head: fc.constantFrom(0, 1) },
      children: fc.tuple(tie("tree"), tie("tree")),
    }),
  ),
}));

const LEAF = "(<L NP PRP PRP it NP>)";

describe("readAuto()", () => {
  it("reads what writeAuto() writes, whatever words hold", () => {
    fc.assert(fc.property(fc.array(tree, { maxLength: 3 }), (trees) => {
      const bank = trees.map((tree, i) => ({ id: `a.${i}`, tree }));
      const text = writeAuto(bank);
      assertEquals(readAuto(text, "f"), bank);
      assertEquals(writeAuto(readAuto(text, "f")), text);
    }));
  });

  it("gives the bytes back of a sentence in CCGbank's form", () => {
    const text = "ID=invented.1 PARSER=GOLD NUMPARSE=1\n" +
      "(<T S[dcl] 0 2> (<T S[dcl] 1 2> (<T NP 0 1> (<L N NNS NNS Cats N>) ) " +
      "(<L S[dcl]\\NP VBP VB >) S[dcl]\\NP_3>) ) (<L . . . . .>) )\n";
    assertEquals(writeAuto(readAuto(text, "f")), text);
  });

  const faults: readonly [text: string, message: string][] = [
    ["it\n", 'line 1 of f: "it" is no ID=…'],
    ["ID=1", "line 2 of f as a derivation: no (<T … > and no (<L … >) at position 0"],
    [`ID=1\n${LEAF} ${LEAF}`, "line 2 of f as a derivation: more than one tree at position 22"],
    [`ID=1\n(<T NP 0 2> ${LEAF} )`, "no (<T … > and no (<L … >) at position 35"],
    [`ID=1\n(<T NP 1 1> ${LEAF} )`, "a head that is no child"],
    [`ID=1\n(<T NP 0 1> ${LEAF}`, "no ) after the children"],
    ["ID=1\n(<L NP( PRP PRP it NP>)", 'Cannot read the category "NP("'],
  ];
  for (const [text, message] of faults) {
    it(`refuses ${JSON.stringify(text)}`, () => {
      assertThrows(() => readAuto(text, "f"), SyntaxError, message);
    });
  }
});

describe("writeAuto()", () => {
  it("refuses words with blanks", () => {
    const { tree } = readAuto(`ID=1\n${LEAF}`, "f")[0]!;
    assertThrows(
      () => writeAuto([{ id: "s", tree: { ...tree as Leaf, word: "of course" } }]),
      RangeError,
      'Cannot write "of course" of sentence s',
    );
  });
});
