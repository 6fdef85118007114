import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { gzipSync } from "node:zlib";
import { columns, conll2000, conll2003, writeColumns } from "../../../datasets/corpora/columns.ts";
import conllu, { readTrees } from "../../../datasets/corpora/conllu.ts";
import items from "../../../datasets/corpora/items.ts";
import { holdOut, listReaders, readCorpus, readParts } from "../../../datasets/corpora/corpus.ts";
import ptb from "../../../datasets/corpora/ptb.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { conlluText } from "../../helpers/trees.ts";

describe("columns", () => {
  it("read() splits sentences at blank lines when lines end in LF or CRLF", () => {
    const both = [{ forms: ["a", "b"], labels: ["X", "Y"] }, { forms: ["1 000"], labels: ["Z"] }];
    assertEquals(columns.read("a\t_\tX\r\nb\t_\tY\r\n\r\n\n1 000\t_\tZ", "f"), both);
  });

  it("read() keeps parts of speech when any token of the file has one, as they are written", () => {
    for (const own of [[{}, {}], [{ pos: ["DT", "_"] }, { pos: ["_"] }]]) {
      const sentences = [
        { forms: ["1 000", "b"], ...own[0], labels: ["X", "Y"] },
        { forms: ["c"], ...own[1], labels: ["Z"] },
      ];
      assertEquals(columns.read(writeColumns(sentences), "f"), sentences);
    }
  });

  it("read() names file, line number, columns and line when one is malformed", () => {
    for (const line of ["a\tX", "a\t_\t", "a\t_\tX\tY"]) {
      const said = `Cannot read line 3 of some.tsv as form TAB pos TAB label: ${
        JSON.stringify(line)
      }`;
      assertThrows(() => columns.read(`ok\t_\tX\n\n${line}\n`, "some.tsv"), SyntaxError, said);
    }
    const said = 'Cannot read line 2 of train.txt as word SPACE pos SPACE chunk: "He PRP"';
    assertThrows(() => conll2000.read("He PRP B-NP\nHe PRP\n", "train.txt"), SyntaxError, said);
  });

  it("read() takes any word, though it looks like a blank, and half a line end", () => {
    assertEquals(columns.read("\u00a0\t_\tX\n\u3000\t_\tY\n", "f"), [
      { forms: ["\u00a0", "\u3000"], labels: ["X", "Y"] },
    ]);
    const [sentence] = columns.read("a\tX\r\nb\tY\r", "f");
    assertEquals(sentence, { forms: ["a", "b"], labels: ["X", "Y"] });
  });

  it("read() passes over a long blank line in a moment, and shows a long line in part", () => {
    const long = " ".repeat(400_000);
    assertEquals(columns.read(`${long}\na X\n`, "f"), [{ forms: ["a"], labels: ["X"] }]);
    const { message } = assertThrows(() => columns.read(`a X\n\u202e\u009b${long}`, "f"));
    assertEquals([message.length < 250, /[\u202e\u009b]/.test(message)], [true, false], message);
  });

  it("reads spaces, and a word and its label", () => {
    const sentence = { forms: ["the", "food"], labels: ["DT", "NN"] };
    assertEquals(columns.read("the DT\nfood NN\n", "file"), [sentence]);
    assertEquals(columns.read("the\tDT\nfood\tNN\n", "file"), [sentence]);
    assertEquals(columns.read("the P DT\nfood Q NN\n", "file"), [{ ...sentence, pos: ["P", "Q"] }]);
  });
});

it("conll2003.read() skips document starts and joins all three labels", () => {
  const text = "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\n\n-DOCSTART- -X- O O\n\n. . O O\n";
  assertEquals(conll2003.read(text, "f"), [
    { forms: ["EU"], labels: ["NNP|I-NP|I-ORG"] },
    { forms: ["."], labels: [".|O|O"] },
  ]);
});

it("items refuse a label with a value, which would be cut", () => {
  assertEquals(items.read("\\:\tw=--\n", "f")[0]!.labels, [":"]);
  for (const label of [":", "A:b", "A\\\\:b", "\tA:b"]) {
    const read = () => items.read(`N\ta\n${label}\tb\n`, "f");
    assertThrows(read, SyntaxError, `2 of f as items: the label ${JSON.stringify(label.trim())}`);
  }
});

it("listReaders() finds every format, those that are alike in one file", async () => {
  const names = (await listReaders()).map(({ name }) => name);
  assertEquals(names, ["columns", "conll2000", "conll2003", "conllu", "items", "ptb"]);
});

describe("readCorpus()", () => {
  itInFolder("reads plain and gzipped files alike, of both the plain one", async (folder) => {
    const text = new TextEncoder().encode("é\t_\tX\n");
    await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(text));
    await Deno.writeFile(`${folder}/test.tsv`, text);
    await Deno.writeTextFile(`${folder}/test.tsv.gz`, "no gzip");
    const expected = [{ forms: ["é"], labels: ["X"] }];
    assertEquals(await readCorpus(folder, "train", columns), expected);
    assertEquals(await readCorpus(`${folder}/`, "test", columns), expected);
  });

  itInFolder("refuses a file that is damaged or not UTF-8 and says which", async (folder) => {
    await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(new Uint8Array(99)).subarray(0, 20));
    await Deno.writeFile(`${folder}/test.tsv`, Uint8Array.of(0xff, 0x0a));
    for (const part of ["train", "test"] as const) {
      const text = `Cannot read ${folder}/${part}.tsv`;
      await assertRejects(() => readCorpus(folder, part, columns), SyntaxError, text);
    }
  });

  it("names the files it looked for when there is none, or no folder", async () => {
    for (const folder of ["no/such", "deno.json"]) {
      const said = `in ${folder}: no eng.testb.gz, eng.testb, test.txt.gz, test.txt`;
      await assertRejects(() => readCorpus(folder, "test", conll2003), Deno.errors.NotFound, said);
    }
  });
});

itInFolder("readParts() and holdOut() refuse parts of speech in one part alone", async (data) => {
  const source = { name: "mine", data, reader: columns };
  const write = (part: string, text: string) => Deno.writeTextFile(`${data}/${part}.tsv`, text);
  await write("train", "the\tD\tX\n");
  await write("test", "a\tD\tX\n");
  const { training } = await readParts(source);
  await write("dev", "a\t_\tX\n");
  const said = "its train part has parts of speech as inputs, its dev part none";
  await assertRejects(() => holdOut(source, training), RangeError, said);
  await write("train", "the\tX\n");
  const other = "its test part has parts of speech as inputs, its train part none";
  await assertRejects(() => readParts(source), RangeError, other);
});

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
      tree(["a X X 0 root", "b X X 1 dep", "c X X 0 root"], "words 1 and 3 both have the HEAD 0"),
      [good.replace("1", "2"), "sentence 1 of f as a tree: word 1 has the ID 2"],
      [`${good}1\tRain\n`, "line 3 of f as ID TAB FORM TAB LEMMA TAB UPOS TAB XPOS TAB FEATS"],
    ] as const;
    for (const [text, fault] of faults) {
      assertThrows(() => readTrees(text, "f"), SyntaxError, `Cannot read ${fault}`);
    }
  });
});

it("conllu.read() joins part of speech and features", () => {
  const text = conlluText("Rain NOUN NN 2 nsubj Number=Sing|Typo=Yes", "fell VERB VBD 0 root");
  assertEquals(conllu.read(text, "f"), [
    { forms: ["Rain", "fell"], labels: ["NOUN|Number=Sing|Typo=Yes", "VERB|_"] },
  ]);
});

/** Words and tags of each sentence as `word TAG`. */
const read = (text: string) =>
  ptb.read(text, "f").map(({ forms, labels }) => forms.map((form, i) => `${form} ${labels[i]}`));

describe("ptb", () => {
  it("read() leaves out brackets, rules and headers", () => {
    const text = "*x*invented*x*\n====\n\n[ Seven/CD owls/NNS ]\r\nhooted/VBD ./.\n\n====\n";
    assertEquals(read(text), [["Seven CD", "owls NNS", "hooted VBD", ". ."]]);
  });

  it("read() takes escaped slashes as slashes and the first of alternative tags", () => {
    assertEquals(read("[ either\\/or/CC ] 1\\/2/CD \\*/SYM set/VBN|VBD a|b/NN"), [
      ["either/or CC", "1/2 CD", "* SYM", "set VBN", "a|b NN"],
    ]);
  });

  it("read() ends sentences at stops with what closes after them, and at rules", () => {
    const text = "``/`` Go/VB !/. ''/'' )/) [ He/PRP ]\nwent/VBD\n\n[ home/NN ]\n====\nEnd/NN";
    assertEquals(read(text), [
      ["`` ``", "Go VB", "! .", "'' ''", ") )"],
      ["He PRP", "went VBD", "home NN"],
      ["End NN"],
    ]);
  });

  it("read() does not end a sentence at a stop in brackets", () => {
    assertEquals(read("[ Owl/NNP ./. Ltd/NNP ] hoots/VBZ ./."), [
      ["Owl NNP", ". .", "Ltd NNP", "hoots VBZ", ". ."],
    ]);
  });

  it("read() names file, line number and token when one is malformed", () => {
    for (const token of ["owl", "/NN", "owl/", "owl/|NN"]) {
      const said = `Cannot read line 2 of some.pos as word/TAG: ${JSON.stringify(token)}`;
      assertThrows(() => ptb.read(`An/DT\n${token} hoots/VBZ\n`, "some.pos"), SyntaxError, said);
    }
  });
});
