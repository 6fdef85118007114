import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { gzipSync } from "node:zlib";
import { listReaders, readCorpus } from "../../../datasets/corpora/corpus.ts";
import columns, { writeColumns } from "../../../datasets/corpora/columns.ts";
import conll2000 from "../../../datasets/corpora/conll2000.ts";
import conll2003 from "../../../datasets/corpora/conll2003.ts";
import conllu from "../../../datasets/corpora/conllu.ts";
import ptb from "../../../datasets/corpora/ptb.ts";

describe("columns", () => {
  it("read() splits sentences at blank lines when lines end in LF or CRLF", () => {
    const text = "a\t_\tX\r\nb\t_\tY\r\n\r\n\n1 000\t_\tZ";
    assertEquals(columns.read(text, "f"), [
      { forms: ["a", "b"], labels: ["X", "Y"] },
      { forms: ["1 000"], labels: ["Z"] },
    ]);
  });

  it("read() keeps parts of speech when any token of the file has one", () => {
    assertEquals(columns.read("a\tDT\tX\n\nb\t_\tY\n", "f"), [
      { forms: ["a"], pos: ["DT"], labels: ["X"] },
      { forms: ["b"], pos: ["_"], labels: ["Y"] },
    ]);
  });

  it("read() names file, line number and line when a line is malformed", () => {
    for (const line of ["a\tX", "a\t_\t", "a\t_\tX\tY"]) {
      assertThrows(
        () => columns.read(`ok\t_\tX\n\n${line}\n`, "some.tsv"),
        SyntaxError,
        `Cannot read line 3 of some.tsv as form TAB pos TAB label: ${JSON.stringify(line)}`,
      );
    }
  });
});

describe("writeColumns()", () => {
  it("writes what read() reads when sentences have parts of speech or none", () => {
    for (const pos of [{}, { pos: ["DT", "_"] }]) {
      const sentences = [{ forms: ["1 000", "b"], ...pos, labels: ["X", "Y"] }];
      assertEquals(columns.read(writeColumns(sentences), "f"), sentences);
    }
  });
});

describe("conll2000", () => {
  it("read() names the line when it has other columns", () => {
    assertThrows(
      () => conll2000.read("He PRP B-NP\nHe PRP\n", "train.txt"),
      SyntaxError,
      'Cannot read line 2 of train.txt as word SPACE pos SPACE chunk: "He PRP"',
    );
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

describe("listReaders()", () => {
  it("finds every format under the name of its file", async () => {
    const readers = await listReaders();
    for (const reader of [columns, conll2000, conll2003, conllu, ptb]) {
      assert(readers.includes(reader), reader.name);
    }
    for (const { name } of readers) {
      await Deno.stat(new URL(`../../../datasets/corpora/${name}.ts`, import.meta.url));
    }
  });
});

describe("readCorpus()", () => {
  it("reads plain and gzipped files alike", async () => {
    const folder = await Deno.makeTempDir();
    const text = new TextEncoder().encode("é\t_\tX\n");
    await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(text));
    await Deno.writeFile(`${folder}/test.tsv`, text);
    const expected = [{ forms: ["é"], labels: ["X"] }];
    assertEquals(await readCorpus(folder, "train", columns), expected);
    assertEquals(await readCorpus(`${folder}/`, "test", columns), expected);
    await Deno.remove(folder, { recursive: true });
  });

  it("refuses a file that is damaged or not UTF-8 and says which", async () => {
    const folder = await Deno.makeTempDir();
    await Deno.writeFile(`${folder}/train.tsv.gz`, gzipSync(new Uint8Array(99)).subarray(0, 20));
    await Deno.writeFile(`${folder}/test.tsv`, Uint8Array.of(0xff, 0x0a));
    for (const part of ["train", "test"] as const) {
      await assertRejects(
        () => readCorpus(folder, part, columns),
        SyntaxError,
        `Cannot read ${folder}/${part}.tsv`,
      );
    }
    await Deno.remove(folder, { recursive: true });
  });

  it("names the files it looked for when there is none, or no folder", async () => {
    for (const folder of ["no/such", "deno.json"]) {
      await assertRejects(
        () => readCorpus(folder, "test", conll2003),
        Deno.errors.NotFound,
        `in ${folder}: no eng.testb.gz, eng.testb, test.txt.gz, test.txt`,
      );
    }
  });
});
