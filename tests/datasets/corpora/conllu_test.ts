import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import conllu from "../../../datasets/corpora/conllu.ts";
import { readTrees } from "../../../datasets/corpora/trees.ts";
import { conlluText } from "../../helpers/trees.ts";

describe("readTrees()", () => {
  it("skips comments, multiword tokens and empty nodes", () => {
    const text = [
      "# sent_id = invented-1",
      "1-2\tdunno\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No",
      "1\tdu\tdo\tAUX\tVBP\tMood=Ind|Tense=Pres\t2\taux\t2:aux\t_",
      "2\tnno\tknow\tVERB\tVB\t_\t0\troot\t0:root\t_",
      "2.1\tit\tit\tPRON\tPRP\t_\t_\t_\t2:obj\t_",
      "",
      "# a comment and no sentence",
      "",
      "1\t#\t#\tSYM\t#\t_\t0\troot\t0:root\t_",
    ].join("\n");
    assertEquals(readTrees(text, "f"), [
      [
        {
          form: "du",
          lemma: "do",
          upos: "AUX",
          xpos: "VBP",
          features: ["Mood=Ind", "Tense=Pres"],
          head: 1,
          relation: "aux",
          enhanced: [{ head: 1, relation: "aux" }],
        },
        {
          ...{ form: "nno", lemma: "know", upos: "VERB", xpos: "VB", features: [], head: -1 },
          ...{ relation: "root", enhanced: [{ head: -1, relation: "root" }] },
        },
      ],
      [{
        ...{ form: "#", lemma: "#", upos: "SYM", xpos: "#", features: [], head: -1 },
        ...{ relation: "root", enhanced: [{ head: -1, relation: "root" }] },
      }],
    ]);
  });

  const good = conlluText("Rain NOUN NN 0 root");
  const faults: readonly [lines: string[], fault: string][] = [
    [["a X X 0 root", "b X X 3 dep"], "word 2 has the HEAD 3"],
    [["a X X _ root"], "word 1 has the HEAD _"],
    [["a X X -1 root"], "word 1 has the HEAD -1"],
    [["a X X 1 dep"], "word 1 depends on itself"],
    [["a X X 0 root", "b X X 1 dep", "c X X 0 root"], "words 1 and 3 both have the HEAD 0"],
    [["a X X 0 root", "b X X 3 dep", "c X X 2 dep"], "word 2 depends on itself"],
  ];
  for (const [lines, fault] of faults) {
    it(`names sentence and word when ${fault}`, () => {
      assertThrows(
        () => readTrees(good + conlluText(...lines), "some.conllu"),
        SyntaxError,
        `Cannot read sentence 2 of some.conllu as a tree: ${fault}`,
      );
    });
  }

  it("names sentence and word when words are not numbered from 1 on", () => {
    assertThrows(
      () => readTrees(good.replace("1", "2"), "f"),
      SyntaxError,
      "Cannot read sentence 1 of f as a tree: word 1 has the ID 2",
    );
  });

  it("names the line when columns are missing", () => {
    assertThrows(
      () => readTrees(`${good}1\tRain\n`, "f"),
      SyntaxError,
      "Cannot read line 3 of f as ID TAB FORM TAB",
    );
  });
});

describe("conllu", () => {
  it("read() joins part of speech and features", () => {
    const text = conlluText("Rain NOUN NN 2 nsubj Number=Sing|Typo=Yes", "fell VERB VBD 0 root");
    assertEquals(conllu.read(text, "f"), [
      { forms: ["Rain", "fell"], labels: ["NOUN|Number=Sing|Typo=Yes", "VERB|_"] },
    ]);
  });
});
