import { describe } from "@std/testing/bdd";
import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Found } from "../../../datasets/modules.ts";
import { findStudies, type Study, type StudySettings } from "../../../reports/studies/contract.ts";
import { runStudy } from "../../../reports/commands/_run_study.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { readStudies } from "../../../reports/numbers/study_rows.ts";
import { aRun } from "../../helpers/run_data.ts";
import { writeStudyPages } from "../../../reports/pages/report.ts";
import { itInFolder, longItInFolder } from "../../helpers/in_folder.ts";
import { writeCorpus } from "../../helpers/word_sentences.ts";
import { readManifest } from "../../../harness/store/store.ts";
import { cli } from "../../helpers/child.ts";

const DECODERS = ["viterbi", "iterative-viterbi", "dominance{bound=row}"];

async function studyOf(name: string): Promise<Found<Study>> {
  return (await findStudies()).find(({ value }) => value.name === name)!;
}

/** Runs a study on a tiny corpus in a folder. */
async function run(
  dir: string,
  name: string,
  { resume = false, ...more }: Partial<StudySettings> & { resume?: boolean } = {},
): Promise<void> {
  await writeCorpus(`${dir}/data/tiny`, 40, 20);
  const settings = {
    data: `${dir}/data`,
    seed: 1,
    datasets: ["tiny"],
    decoders: DECODERS,
    epochs: 3,
    every: 4,
    ...more,
  };
  const options = { out: dir, resume, commandLine: "deno task study" };
  await runStudy(await studyOf(name), settings, options);
}

describe("runStudy()", () => {
  itInFolder("measures only what has no lines when it resumes", async (dir) => {
    const path = `${dir}/studies/training.csv`;
    await run(dir, "training");
    const first = await Deno.readTextFile(path);
    await run(dir, "training", { resume: true });
    assertEquals(await Deno.readTextFile(path), first);
    assertEquals(JSON.parse(await Deno.readTextFile(`${dir}/studies/training.json`)).sessions, 2);

    // Other settings are other cells: those that are there would go.
    const said = "it has lines that are not asked for; it was deno task study";
    await assertRejects(() => run(dir, "training", { resume: true, epochs: 2 }), UsageError, said);
    assertEquals(await Deno.readTextFile(path), first);

    const data = aRun({ studies: await readStudies(dir) });
    await Deno.writeTextFile(path, first.slice(0, -40));
    const resumed = () => run(dir, "training", { resume: true });
    await assertRejects(resumed, UsageError, "training.csv: a line of it was cut off");

    await Deno.remove(`${dir}/studies/training.json`);
    const missing = "studies/training.csv: its manifest training.json is missing";
    await assertRejects(resumed, UsageError, missing);
    await assertRejects(() => writeStudyPages(dir, data), SyntaxError, missing);
  });

  itInFolder("refuses missing corpora, inexact decoders and flags that it ignores", async (dir) => {
    const cases = [
      [{ datasets: ["other"] }, "Cannot find the train part"],
      [{ decoders: ["beam"] }, "Cannot study with beam: it is not exact"],
      [{ format: "colums" }, 'did you mean "columns"'],
      [{ threads: 2 }, "--threads with the study training: it reads --dataset, --sentences, "],
    ] as const;
    for (const [settings, message] of cases) {
      await assertRejects(() => run(dir, "training", settings), UsageError, message);
    }
    const training = await studyOf("training");
    const options = { out: dir, resume: false, commandLine: "deno task study" };
    const call = () => runStudy(training, { seed: 1 }, options);
    await assertRejects(call, UsageError, "Cannot do without --data DIR");
    await assertRejects(() => Deno.stat(`${dir}/studies`), Deno.errors.NotFound);
  });
});

longItInFolder("writeStudyPages() writes a page of each study, the same each time", async (dir) => {
  const write = async () => await writeStudyPages(dir, aRun({ studies: await readStudies(dir) }));
  assertEquals(await write(), []);
  await run(dir, "training");
  await run(dir, "regularisation");
  const paths = ["training", "regularisation"].map((name) => `${dir}/studies/${name}.md`);
  assertEquals(await write(), paths);
  const files = ["charts/training-speed-up", "charts/regularisation-time-tiny"]
    .flatMap((name) => [`${name}.svg`, `${name}.vl.json`, `${name}.png`]).concat(
      ["time", "weights"].map((name) => `tables/training-${name}.csv`),
      "tables/regularisation-tiny.md",
    ).map((name) => `${dir}/studies/${name}`).concat(paths);
  const contents = () => Promise.all(files.map((file) => Deno.readFile(file)));
  const first = await contents();
  await write();
  assertEquals(await contents(), first);
  assertStringIncludes(await Deno.readTextFile(paths[0]!), "| yes ");
  assertStringIncludes(await Deno.readTextFile(paths[1]!), "| ℓ2 ");
});

longItInFolder("cli.ts bench --data measures the studies of a suite into its run", async (dir) => {
  for (const task of ["ewt_pos45", "ewt_pos_morph_chunk319", "erg_supertag2597"]) {
    await writeCorpus(`${dir}/data/${task}`, 20, 10);
  }
  const only = ["--dataset=synthetic-weak-5", "--decoder=viterbi", "--k=1", "--sentences=2"];
  const args = ["--suite=paper", `--data=${dir}/data`, `--out=${dir}/run`, ...only];
  const { code } = await cli("bench", "bench", ...args);
  assertEquals(code, 0);
  const studies = await readStudies(`${dir}/run`);
  assertEquals([...studies.keys()], ["regularisation", "training"]);
  assertEquals(new Set(studies.get("training")!.map((line) => line["dataset"])).size, 3);
  assertEquals((await readManifest(`${dir}/run`)).suite, "paper");
});
