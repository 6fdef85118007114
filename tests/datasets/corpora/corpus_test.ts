import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { columns } from "../../../datasets/corpora/columns.ts";
import { holdOut, readCorpus, readParts } from "../../../datasets/corpora/corpus.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("readParts() and holdOut()", () => {
  it("refuse a part that has no parts of speech where another has", () =>
    withFolder(async (data) => {
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
    }));
});

describe("readCorpus()", () => {
  it("reads the plain file where both are there", () =>
    withFolder(async (data) => {
      await Deno.writeTextFile(`${data}/test.tsv.gz`, "no gzip");
      await Deno.writeTextFile(`${data}/test.tsv`, "a\tX\n");
      assertEquals(await readCorpus(data, "test", columns), [{ forms: ["a"], labels: ["X"] }]);
    }));
});
