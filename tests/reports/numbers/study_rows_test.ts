import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { numberIn, readStudies, textIn } from "../../../reports/numbers/study_rows.ts";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
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

  it("names a file that was cut off within a line, or is empty", () =>
    withFolder(async (dir) => {
      await Deno.mkdir(`${dir}/studies`);
      for (const text of ["dataset,decoder\nx,y\nz", ""]) {
        await Deno.writeTextFile(`${dir}/studies/training.csv`, text);
        const reading = () => readStudies(dir);
        await assertRejects(reading, SyntaxError, `Cannot read ${dir}/studies/training.csv: `);
      }
    }));
});

describe("numberIn() and textIn()", () => {
  it("throw SyntaxError when a number is none, and when there is no such column", () => {
    for (const kept of ["one", ""]) {
      const said = `Cannot read a line of a study: its kept is "${kept}"`;
      assertThrows(() => numberIn({ kept }, "kept"), SyntaxError, said);
    }
    assertThrows(() => textIn<StudyRow>({}, "way"), SyntaxError, "of a study: it has no way");
  });
});
