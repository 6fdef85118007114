import { describe, it } from "@std/testing/bdd";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import type { StudyRow } from "../../../reports/numbers/run_data.ts";
import bilstm from "../../../reports/studies/bilstm.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { csvOf, linesOf, measured, writeCorpus } from "../../helpers/study_lines.ts";

/** A block of test sentences by a training. */
const line = linesOf(bilstm, {
  dataset: "ewt_pos45",
  corpus: "c0",
  labels: 45,
  sentences: 900,
  epochs: 6,
  tokens: 100,
});

/** The lines of trainings of a learner, one a seed, with as many right tokens in each block. */
function linesBy(learner: string, ...right: readonly number[]): StudyRow[] {
  return right.flatMap((right_tokens, seed) =>
    Array.from({ length: 10 }, (_, block) => line({ learner, seed: seed + 1, block, right_tokens }))
  );
}

describe("the study bilstm", () => {
  const lines = [
    ...linesBy("bilstm-crf", 93, 94, 95),
    ...linesBy("bilstm-softmax", 90, 91, 92),
    ...linesBy("crf", 91),
  ];

  it("pairs trainings with the same seed, and draws the seeds of one side where they are not", () => {
    const [, paired, single] = csvOf(bilstm, lines, "bilstm-difference")
      .map((row) => row.split(","));
    for (const value of paired!.slice(2, 5)) assert(Math.abs(Number(value) - 0.03) < 1e-12);
    const [none, low, high] = single!.slice(2, 5).map(Number);
    assert(Math.abs(none!) < 1e-12 && low! < -0.004 && high! > 0.004, single!.join());
    assertEquals([paired!.at(-1), single!.at(-1)], ["better", "tie"]);
    assertEquals(csvOf(bilstm, linesBy("crf", 91), "bilstm-difference").length, 1);
  });

  it("pairs by the seeds, in whatever order they are, and nothing where they are others", () => {
    const compared = (softmax: readonly StudyRow[]) =>
      csvOf(bilstm, [...linesBy("bilstm-crf", 93, 94, 95), ...softmax], "bilstm-difference")[1]!;
    const softmax = linesBy("bilstm-softmax", 90, 91, 92);
    assertEquals(compared(softmax.toReversed()), compared(softmax));
    const others = softmax.map((line) => ({ ...line, seed: `1${line["seed"]}` }));
    const [mean, low, high] = compared(others).split(",").slice(2, 5).map(Number);
    assert(low! < mean! - 0.004 && high! > mean! + 0.004, `${low} ${mean} ${high}`);
  });

  itInFolder("trains what has chance in it with five seeds, counts by block", async (data) => {
    await writeCorpus(`${data}/tiny`, { train: 40, test: 120 });
    const settings = { data, seed: 3, datasets: ["tiny"] };
    const single = () => bilstm.cells({ ...settings, sentences: 1 }, "");
    await assertRejects(single, UsageError, "Cannot hold out sentences of tiny: it has 1");
    const cells = await bilstm.cells(settings, "sources");
    const titles = cells.map(({ title }) => title);
    assertEquals(new Set(cells.map(({ key }) => key)).size, 5 * 3 + 1);
    assertEquals(titles.filter((title) => title.includes(" crf, ")).length, 1);
    assert(titles.includes("tiny: bilstm-softmax, 40 sentences, seed 7"), titles.join());

    for (const [learner, passes] of [["crf", "\\d+"], ["perceptron", "10"]]) {
      const cell = cells.find(({ title }) => title === `tiny: ${learner}, 40 sentences, seed 3`)!;
      const found = await measured(bilstm, cell);
      assertEquals(found.map(({ block }) => block), Array.from({ length: 50 }, (_, i) => `${i}`));
      // The words tell the labels.
      const [row] = csvOf(bilstm, found, "bilstm-accuracy").slice(1);
      assert(RegExp(`^tiny,${learner},36,${passes},1,1,1,1$`).test(row!), row);
    }
  });
});
