import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { it } from "@std/testing/bdd";
import { openPack } from "../../../datasets/packs/pack_file.ts";
import { readTrainSentences } from "../../../reports/numbers/read_run.ts";
import { numberIn, readStudies, textIn } from "../../../reports/numbers/study_rows.ts";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
import { itInFolder } from "../../helpers/in_folder.ts";

const PACK = "datasets/real/ewt_pos45.safetensors.gz";

it("readTrainSentences() knows the packs that come with Trellis by their content", async () => {
  const { hash, metadata } = await openPack(PACK);
  const found = (await readTrainSentences()).get(hash);
  assertEquals(found?.toLocaleString("en"), metadata["trained_on"]!.split(" ")[0]);
});

itInFolder("readStudies() reads the files of a run, and none without a folder", async (dir) => {
  assertEquals(await readStudies(dir), new Map());
  await Deno.mkdir(`${dir}/studies`);
  await Deno.writeTextFile(`${dir}/studies/training.csv`, 'dataset,decoder\nx,"a,b"\n');
  await Deno.writeTextFile(`${dir}/studies/notes.txt`, "");
  assertEquals(await readStudies(dir), new Map([["training", [{ dataset: "x", decoder: "a,b" }]]]));
});

itInFolder("readStudies() names a file that was cut off in a line, or is empty", async (dir) => {
  await Deno.mkdir(`${dir}/studies`);
  for (const text of ["dataset,decoder\nx,y\nz", ""]) {
    await Deno.writeTextFile(`${dir}/studies/training.csv`, text);
    const reading = () => readStudies(dir);
    await assertRejects(reading, SyntaxError, `Cannot read ${dir}/studies/training.csv: `);
  }
});

it("numberIn() and textIn() throw SyntaxError for no number, and for no such column", () => {
  for (const kept of ["one", ""]) {
    const said = `Cannot read a line of a study: its kept is "${kept}"`;
    assertThrows(() => numberIn({ kept }, "kept"), SyntaxError, said);
  }
  assertThrows(() => textIn<StudyRow>({}, "way"), SyntaxError, "of a study: it has no way");
});
