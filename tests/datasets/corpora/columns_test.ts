import { describe, it } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { gzipSync } from "node:zlib";
import { listReaders, readCorpus } from "../../../datasets/corpora/corpus.ts";
import { columns, conll2000, conll2003, writeColumns } from "../../../datasets/corpora/columns.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("columns", () => {
  it("read() splits sentences at blank lines when lines end in LF or CRLF", () => {
    assertEquals(columns.read("a\t_\tX\r\nb\t_\tY\r\n\r\n\n1 000\t_\tZ", "f"), [
      { forms: ["a", "b"], labels: ["X", "Y"] },
      { forms: ["1 000"], labels: ["Z"] },
    ]);
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
      assertThrows(
        () => columns.read(`ok\t_\tX\n\n${line}\n`, "some.tsv"),
        SyntaxError,
        `Cannot read line 3 of some.tsv as form TAB pos TAB label: ${JSON.stringify(line)}`,
      );
    }
    const said = 'Cannot read line 2 of train.txt as word SPACE pos SPACE chunk: "He PRP"';
    assertThrows(() => conll2000.read("He PRP B-NP\nHe PRP\n", "train.txt"), SyntaxError, said);
  });
});

describe("conll2003", () => {
  it("read() skips document starts and joins all three labels", () => {
    const text = "-DOCSTART- -X- O O\n\nEU NNP I-NP I-ORG\n\n-DOCSTART- -X- O O\n\n. . O O\n";
    assertEquals(conll2003.read(text, "f"), [
      { forms: ["EU"], labels: ["NNP|I-NP|I-ORG"] },
      { forms: ["."], labels: [".|O|O"] },
    ]);
  });
});

describe("columns", () => {
  it("reads spaces, and a word and its label", () => {
    const sentence = { forms: ["the", "food"], labels: ["DT", "NN"] };
    assertEquals(columns.read("the DT\nfood NN\n", "file"), [sentence]);
    assertEquals(columns.read("the\tDT\nfood\tNN\n", "file"), [sentence]);
    assertEquals(columns.read("the P DT\nfood Q NN\n", "file"), [{ ...sentence, pos: ["P", "Q"] }]);
  });
});

describe("listReaders()", () => {
  it("finds every format, those that are alike in one file", async () => {
    const names = (await listReaders()).map(({ name }) => name);
    assertEquals(names, ["columns", "conll2000", "conll2003", "conllu", "items", "ptb"]);
  });
});

describe("readCorpus()", () => {
  it("reads plain and gzipped files alike", () =>
    withFolder(async (folder) => {
      const text = new TextEncoder().encode("é\t_\tX\n");
      await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(text));
      await Deno.writeFile(`${folder}/test.tsv`, text);
      const expected = [{ forms: ["é"], labels: ["X"] }];
      assertEquals(await readCorpus(folder, "train", columns), expected);
      assertEquals(await readCorpus(`${folder}/`, "test", columns), expected);
    }));

  it("refuses a file that is damaged or not UTF-8 and says which", () =>
    withFolder(async (folder) => {
      await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(new Uint8Array(99)).subarray(0, 20));
      await Deno.writeFile(`${folder}/test.tsv`, Uint8Array.of(0xff, 0x0a));
      for (const part of ["train", "test"] as const) {
        const text = `Cannot read ${folder}/${part}.tsv`;
        await assertRejects(() => readCorpus(folder, part, columns), SyntaxError, text);
      }
    }));

  it("names the files it looked for when there is none, or no folder", async () => {
    for (const folder of ["no/such", "deno.json"]) {
      const said = `in ${folder}: no eng.testb.gz, eng.testb, test.txt.gz, test.txt`;
      await assertRejects(() => readCorpus(folder, "test", conll2003), Deno.errors.NotFound, said);
    }
  });
});
