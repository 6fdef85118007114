import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { readStudies } from "../../../reports/numbers/study_rows.ts";
import { withFolder } from "../../helpers/packs.ts";

describe("readStudies()", () => {
  it("reads the files of a run's folder, and none when there is no folder", () =>
    withFolder(async (dir) => {
      assertEquals(await readStudies(dir), new Map());
      await Deno.mkdir(`${dir}/studies`);
      await Deno.writeTextFile(`${dir}/studies/training.csv`, 'dataset,decoder\nx,"a,b"\n');
      await Deno.writeTextFile(`${dir}/studies/notes.txt`, "");
      assertEquals(
        await readStudies(dir),
        new Map([["training", [{ dataset: "x", decoder: "a,b" }]]]),
      );
    }));
});
