import { assertEquals, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { parseCategory } from "../../../datasets/ccg/category.ts";
import { readParg, writeParg } from "../../../datasets/ccg/parg_file.ts";

const TEXT = '<s id="a.1"> 2\n' +
  "0\t1\t(S[dcl]\\NP)/NP\t1\tcats\tsee\n" +
  "2\t1\t(S[dcl]\\NP)/NP\t2\tdogs\tsee\n" +
  '<\\s>\n<s id="a.2"> 0\n<\\s>\n';

describe("readParg()", () => {
  it("reads what writeParg() writes, byte for byte", () => {
    const read = readParg(TEXT, "a.parg");
    assertEquals(writeParg(read), TEXT);
    const category = parseCategory("(S[dcl]\\NP)/NP");
    assertEquals(read, [
      {
        id: "a.1",
        words: ["cats", "see", "dogs"],
        dependencies: [
          { head: 1, category, slot: 1, argument: 0 },
          { head: 1, category, slot: 2, argument: 2 },
        ],
      },
      { id: "a.2", words: [""], dependencies: [] },
    ]);
  });

  it("reads over blanks and what follows the words", () => {
    const text = '<s id="b"> 1 \n1 \t 0 \t NP/N \t 1 \t dog the <XB>\n<\\s> \n';
    assertEquals(readParg(text, "b")[0]!.words, ["the", "dog"]);
  });

  it("names the line that is no dependency", () => {
    for (
      const [text, said] of [
        ["0\t1\tNP\t1\ta\tb\n", 'line 1 of c: "0\t1\tNP\t1\ta\tb" is no dependency'],
        ['<s id="c"> 1\n<s id="d"> 1\n', "line 2 of c: a sentence begins in a sentence"],
        ["<\\s>\n", "line 1 of c: no sentence has begun"],
        ['<s id="c"> 1\n', "line 2 of c: the last sentence has no end"],
        ['<s id="c"> 1\nx\t1\tNP\t1\ta\tb\n', "line 2 of c: "],
      ] as const
    ) {
      assertThrows(() => readParg(text, "c"), SyntaxError, said);
    }
  });
});
