import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import type { Found } from "../../../datasets/modules.ts";
import { findStudies, type Study, type StudySettings } from "../../../reports/studies/contract.ts";
import { runStudy } from "../../../reports/commands/_run_study.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { readStudies } from "../../../reports/numbers/study_rows.ts";
import { aRun } from "../../helpers/run_data.ts";
import { writeStudyPages } from "../../../reports/pages/study_pages.ts";
import choice from "../../../reports/studies/choice.ts";
import { withFolder } from "../../helpers/packs.ts";
import { writeCorpus } from "../../helpers/word_sentences.ts";

const DECODERS = ["viterbi", "iterative-viterbi", "dominance{bound=row}"];

/** A study, or those of its cells alone whose titles end in so many words; others take as long. */
async function studyOf(name: string, cells?: readonly string[]): Promise<Found<Study>> {
  const { url, value } = (await findStudies()).find(({ value }) => value.name === name)!;
  if (cells === undefined) return { url, value };
  const some: Study["cells"] = async (...settings) => {
    const all = await value.cells(...settings);
    return cells.map((end) => {
      const found = all.find(({ title }) => title.endsWith(end));
      assert(found !== undefined, `no ${end} among ${all.map(({ title }) => title)}`);
      return found;
    });
  };
  return { url, value: { ...value, cells: some } };
}

/** Runs a study on a tiny corpus in a folder. */
async function run(
  dir: string,
  name: string,
  { resume = false, cells, ...more }: Partial<StudySettings> & {
    resume?: boolean;
    cells?: readonly string[];
  } = {},
): Promise<void> {
  await writeCorpus(`${dir}/data/tiny`, 40, 20);
  const study = await studyOf(name, cells);
  const settings = {
    data: `${dir}/data`,
    format: "columns",
    seed: 1,
    datasets: ["tiny"],
    decoders: DECODERS,
    epochs: 3,
    every: 4,
    ...more,
  };
  await runStudy(study, settings, { out: dir, resume, commandLine: "deno task study" });
}

describe("runStudy()", () => {
  it("writes a line for each epoch and decoder of `training`, with the same weights", () =>
    withFolder(async (dir) => {
      await run(dir, "training");
      const lines = (await readStudies(dir)).get("training")!;
      assertEquals(lines.map(({ epoch }) => epoch), ["1", "1", "1", "2", "2", "2", "3", "3", "3"]);
      assertEquals(lines.slice(0, 3).map(({ decoder }) => decoder), DECODERS);
      assertEquals(new Set(lines.map(({ weights }) => weights)).size, 1);
      assert(/^[0-9a-f]{16}$/.test(lines[0]!["weights"]!));
      for (const { sentences, timed_sentences, labels, norm } of lines) {
        assertEquals([sentences, timed_sentences, labels, norm], ["40", "10", "6", "none"]);
      }
    }));

  it("discards two epochs of `regularisation` and has no regularisation for each norm", () =>
    withFolder(async (dir) => {
      await run(dir, "regularisation");
      const lines = (await readStudies(dir)).get("regularisation")!;
      assertEquals(new Set(lines.map(({ epoch }) => epoch)), new Set(["3"]));
      const counts = ["l1", "l2"].map((norm) =>
        lines.filter((line) => line["norm"] === norm && line["strength"] === "0")
          .map((line) => line["edge_evaluations"])
      );
      assertEquals(counts[0]!.length, DECODERS.length);
      assertEquals(counts[0], counts[1]);
      // Stronger regularisation leaves smaller transitions.
      const size = (strength: string) =>
        Number(lines.find((l) => l["norm"] === "l2" && l["strength"] === strength)!["pair_mean"]);
      assert(size("0.1") < size("0.001") && size("0.001") < size("0"));
    }));

  it("measures only what has no lines when it resumes", () =>
    withFolder(async (dir) => {
      const path = `${dir}/studies/training.csv`;
      await run(dir, "training");
      const first = await Deno.readTextFile(path);
      await run(dir, "training", { resume: true });
      assertEquals(await Deno.readTextFile(path), first);
      assertEquals(JSON.parse(await Deno.readTextFile(`${dir}/studies/training.json`)).sessions, 2);

      // Other settings are other cells: those that are there would go.
      await assertRejects(
        () => run(dir, "training", { resume: true, epochs: 2 }),
        UsageError,
        "it has lines that are not asked for; it was deno task study",
      );
      assertEquals(await Deno.readTextFile(path), first);
    }));

  it("times the variants of `choice` on halves of a dataset, in rounds, without a corpus", () =>
    withFolder(async (dir) => {
      const dataset = "synthetic-weak-6{length=3}";
      const settings = {
        format: "columns",
        seed: 1,
        datasets: [dataset],
        decoders: ["dominance"],
        sentences: 8,
      };
      const titles = (await (await studyOf("choice")).value.cells(settings, "")).map((c) =>
        c.title
      );
      assertEquals(
        titles,
        [[1, 2], [5, 1], [100, 1]].map(([k, able]) => `${dataset}, k = ${k}: ${able} variants`),
      );
      await runStudy(
        await studyOf("choice", ["k = 1: 2 variants", "k = 100: 1 variants"]),
        settings,
        { out: dir, resume: false, commandLine: "study" },
      );
      const lines = (await readStudies(dir)).get("choice")!;
      // Which others are hopeless is a matter of time, but `dominance` takes one path only.
      for (const half of ["first", "second"]) {
        for (const k of ["1", "100"]) {
          const own = lines.filter((line) => line["k"] === k && line["half"] === half);
          const decoders = new Set(own.map((line) => line["decoder"]!));
          assert(decoders.has("auto"), `${half} ${k}`);
          assert(k === "1" || !decoders.has("dominance"), `${half} ${k}`);
        }
      }
      for (const { dataset: name, sentences, sentence_ms } of lines) {
        assertEquals([name, sentences], [dataset, "4"]);
        assert(Number(sentence_ms) > 0);
      }
      const { tables, charts } = choice.show(lines);
      assertEquals(tables[0]!.content.rows.map(([k]) => k!.text), ["1", "100"]);
      assertEquals(charts.length, 1);
    }));

  it("times gradients and decoders for `crf`, and holds sentences out", () =>
    withFolder(async (dir) => {
      const penalties = ["l1 = 0.3", "l2 = 0.1"];
      const cells = ["gradients of 20 sentences", ...penalties];
      await run(dir, "crf", { decoders: ["dominance"], sentences: 20, epochs: 3, cells });
      const asked = { data: `${dir}/data`, format: "columns", seed: 1, datasets: ["tiny"] };
      const all = await (await studyOf("crf")).value.cells(asked, "");
      assertEquals(
        all.map(({ title }) => title.split(" ").slice(-3).join(" ")),
        [
          "of 40 sentences",
          ...[0.1, 0.3, 1, 3].map((strength) => `l1 = ${strength}`),
          ...[0.01, 0.03, 0.1, 0.3, 1, 3].map((strength) => `l2 = ${strength}`),
        ],
      );
      const lines = (await readStudies(dir)).get("crf")!;
      const of = (kind: string) => lines.filter((line) => line["kind"] === kind);
      assertEquals(
        new Set(of("gradient").map(({ arithmetic }) => arithmetic)),
        new Set(["auto", "scaled", "exceptions", "log"]),
      );
      for (const { pass_ms, sentences } of of("gradient")) {
        assert(Number(pass_ms) > 0);
        assertEquals(sentences, "20");
      }
      assertEquals(
        [...new Set(of("penalty").map(({ norm, strength }) => `${norm} = ${strength}`))],
        penalties,
      );
      for (const { sentences, right_tokens, held_out_tokens, kept_pairs, pairs } of of("penalty")) {
        assertEquals(sentences, "18");
        assert(Number(right_tokens) <= Number(held_out_tokens));
        assert(Number(kept_pairs) <= Number(pairs));
      }
    }));

  it("counts what pruning keeps for `partition`: more, the less may be lost", () =>
    withFolder(async (dir) => {
      const datasets = ["synthetic-structureless-6{length=4}"];
      const settings = { format: "columns", seed: 1, datasets, sentences: 5 };
      await runStudy(await studyOf("partition"), settings, {
        out: dir,
        resume: false,
        commandLine: "study",
      });
      const lines = (await readStudies(dir)).get("partition")!;
      for (const method of ["oracle", "dominance"]) {
        const kept = lines.filter((line) => line["method"] === method)
          .map((line) => Number(line["kept"]));
        assertEquals([kept.length, lines[0]!["positions"]], [5, "15"]);
        assertEquals(kept, kept.toSorted((a, b) => a - b));
      }
    }));

  it("counts the labels kept at all positions but the last for `kept`, without a corpus", () =>
    withFolder(async (dir) => {
      // Weak transitions let the label that stands out win, strong ones keep every label.
      const datasets = ["synthetic-weak-6{dial=0,length=4}", "synthetic-weak-6{dial=50,length=4}"];
      const settings = { format: "columns", seed: 1, datasets, sentences: 5 };
      await runStudy(await studyOf("kept"), settings, {
        out: dir,
        resume: false,
        commandLine: "study",
      });
      const lines = (await readStudies(dir)).get("kept")!;
      for (const dataset of datasets) {
        const own = lines.filter((line) => line["dataset"] === dataset);
        const positions = own.reduce((sum, line) => sum + Number(line["positions"]), 0);
        assertEquals([positions, own[0]!["sentences"]], [15, "5"]);
      }
      assertEquals(
        lines.filter(({ dataset }) => dataset === datasets[0]).map(({ kept }) => kept),
        ["1"],
      );
      assert(lines.some(({ dataset, kept }) => dataset === datasets[1] && Number(kept) === 6));
    }));

  it("refuses corpora that are not there, decoders that are not exact and formats it lacks", () =>
    withFolder(async (dir) => {
      for (
        const [settings, message] of [
          [{ datasets: ["other"] }, "Cannot find the train part"],
          [{ decoders: ["beam"] }, "Cannot study with beam: it is not exact"],
          [{ format: "colums" }, 'did you mean "columns"'],
        ] as const
      ) {
        await assertRejects(() => run(dir, "training", settings), UsageError, message);
      }
      const training = await studyOf("training");
      const options = { out: dir, resume: false, commandLine: "deno task study" };
      await assertRejects(
        () => runStudy(training, { format: "columns", seed: 1 }, options),
        UsageError,
        "Cannot do without --data DIR",
      );
      await assertRejects(() => Deno.stat(`${dir}/studies`), Deno.errors.NotFound);
    }));
});

describe("writeStudyPages()", () => {
  it("writes a page with charts and tables for each study of a run, the same each time", () =>
    withFolder(async (dir) => {
      const write = async () =>
        await writeStudyPages(dir, aRun({ studies: await readStudies(dir) }));
      assertEquals(await write(), []);
      await run(dir, "training");
      await run(dir, "regularisation");
      const paths = ["training", "regularisation"].map((name) => `${dir}/studies/${name}.md`);
      assertEquals(await write(), paths);
      const files = [
        ...["speed-up", "edges"].map((name) => `charts/training-${name}`),
        ...["time", "edges"].map((name) => `charts/regularisation-${name}-tiny`),
      ].flatMap((name) => [`${name}.svg`, `${name}.vl.json`, `${name}.png`]).concat(
        ["time", "epochs", "weights"].map((name) => `tables/training-${name}.csv`),
        ["time", "edges", "weights"].map((name) => `tables/regularisation-${name}-tiny.md`),
      ).map((name) => `${dir}/studies/${name}`).concat(paths);
      const contents = () => Promise.all(files.map((file) => Deno.readFile(file)));
      const first = await contents();
      await write();
      assertEquals(await contents(), first);
      assertStringIncludes(await Deno.readTextFile(paths[0]!), "| yes ");
      assertStringIncludes(await Deno.readTextFile(paths[1]!), "| ℓ2 ");
    }));
});
