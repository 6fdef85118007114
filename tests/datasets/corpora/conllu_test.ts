import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertThrows } from "@std/assert";
import conllu, { readTrees } from "../../../datasets/corpora/conllu.ts";
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
      "1\t#\t#\tSYM\t#\t_\t0\troot\t0:root|2.1:obj\t_",
    ].join("\n");
    const root = { features: [], head: -1, relation: "root" };
    const enhanced = [{ head: -1, relation: "root" }];
    const features = ["Mood=Ind", "Tense=Pres"];
    const aux = { head: 1, relation: "aux" };
    assertEquals(readTrees(text, "f"), [
      [
        { form: "du", lemma: "do", upos: "AUX", xpos: "VBP", features, ...aux, enhanced: [aux] },
        { form: "nno", lemma: "know", upos: "VERB", xpos: "VB", ...root, enhanced },
      ],
      [{ form: "#", lemma: "#", upos: "SYM", xpos: "#", ...root, enhanced }],
    ]);
  });

  it("names sentence and word that are no tree, and lines that are no words", () => {
    const good = conlluText("Rain NOUN NN 0 root");
    const tree = (lines: string[], fault: string) =>
      [good + conlluText(...lines), `sentence 2 of f as a tree: ${fault}`] as const;
    const faults = [
      tree(["a X X 0 root", "b X X 3 dep"], "word 2 has the HEAD 3"),
      tree(["a X X _ root"], "word 1 has the HEAD _"),
      tree(["a X X -1 root"], "word 1 has the HEAD -1"),
      tree(["a X X 1 dep"], "word 1 depends on itself"),
      tree(["a X X 0 root", "b X X 3 dep", "c X X 2 dep"], "word 2 depends on itself"),
      tree(
        ["a X X 0 root", "b X X 1 dep", "c X X 0 root"],
        "words 1 and 3 both have the HEAD 0",
      ),
      [good.replace("1", "2"), "sentence 1 of f as a tree: word 1 has the ID 2"],
      [`${good}1\tRain\n`, "line 3 of f as ID TAB FORM TAB LEMMA TAB UPOS TAB XPOS TAB FEATS"],
    ] as const;
    for (const [text, fault] of faults) {
      assertThrows(() => readTrees(text, "f"), SyntaxError, `Cannot read ${fault}`);
    }
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
