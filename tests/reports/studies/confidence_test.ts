import { assert, assertEquals, assertLess, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import confidence from "../../../reports/studies/confidence.ts";
import { UsageError } from "../../../harness/terminal/usage_error.ts";
import { itInFolder } from "../../helpers/in_folder.ts";
import { TINY, writeDense } from "../../helpers/packs.ts";
import { csvOf, linesOf, measured } from "../../helpers/study_lines.ts";

const line = linesOf(confidence, {
  dataset: "ewt_pos45",
  pack: "p0",
  labels: 45,
  sentences: 20,
  low: 0,
  high: 1,
  count: 400,
});
const LINES = ["as they are", "by temperature"].flatMap((scores) => [
  line({ scores, quantity: "bin", condition: 0, value: 0.8, at: 0.9, low: "", high: "" }),
  line({ scores, quantity: "mass", condition: 1, value: 0.75 }),
]);

describe("the study confidence", () => {
  const of = (dataset: string, quantities: readonly string[]) =>
    LINES.filter((line) => quantities.includes(line["quantity"]!))
      .map((line) => ({ ...line, dataset }));

  it("draws a CRF as it is, a perceptron by temperature and, to compare, as it is", () => {
    const learners = (dataset: string, quantity: string) => {
      const { data } = confidence.show(of(dataset, [quantity])).charts[0]!.spec as unknown as {
        data: { values: { learner: string; task: string }[] };
      };
      return data.values.map(({ learner, task }) => `${task}: ${learner}`);
    };
    const task = "ewt_pos45 (L = 45)";
    const [plain, scaled] = [`${task}: perceptron`, `${task}: perceptron, by temperature`];
    assertEquals(learners("ewt_pos45", "bin"), [plain, scaled]);
    assertEquals(learners("ewt_pos45", "mass"), [scaled]);
    assertEquals(learners("ewt_pos45_crf", "bin"), [`${task}: CRF`]);
    assertEquals(learners("ewt_pos45_bilstm_crf", "mass"), [`${task}: BiLSTM-CRF`]);
  });

  itInFolder("refuses few sentences, one without a path, and a half without", async (dir) => {
    const cellsOf = async (sentences: number, unknown: number, first = 1) => {
      const emissions = Array.from({ length: sentences }, () => [1, 2, 3]);
      emissions[0]!.fill(first);
      const lengths = emissions.map(() => 1);
      const gold = emissions.map((_, i) => i === 0 ? 0 : unknown);
      const path = await writeDense(dir, { ...TINY, emissions, lengths, gold });
      return await confidence.cells({ seed: 1, datasets: [path] }, "");
    };
    await assertRejects(() => cellsOf(19, 0), UsageError, "by 19 sentences: 20 at least");
    const [cell] = await cellsOf(20, -1);
    await assertRejects(async () => await cell!.run(), UsageError, "a half has no right path");
    const [pathless] = await cellsOf(20, 0, -Infinity);
    await assertRejects(async () => await pathless!.run(), UsageError, "sentence 0 has no path");
  });

  it("finds perceptrons too sure, and temperatures above 1 better on sentences apart", async () => {
    const settings = { seed: 1, sentences: 24, datasets: ["ewt_pos45"] };
    const [cell] = await confidence.cells(settings, "");
    const found = await measured(confidence, cell!);
    const valuesOf = (scores: string, quantity: string, condition = /./) =>
      found.filter((line) =>
        line["scores"] === scores && line["quantity"] === quantity &&
        condition.test(line["condition"]!)
      ).map(({ value }) => Number(value));
    for (const half of [0, 1]) {
      assertLess(1.5, valuesOf("by temperature", "temperature")[half]!);
      assertLess(valuesOf("by temperature", "loss")[half]!, valuesOf("as they are", "loss")[half]!);
    }
    // A likelihood is of tokens, a temperature of the sentences that it fits.
    const counted = (quantity: string) =>
      found.filter((line) => line["quantity"] === quantity)
        .reduce((sum, { count }) => sum + Number(count), 0);
    assertLess(counted("temperature"), counted("loss"));
    // Whatever the temperature, the best path is the same.
    const right = (scores: string) => valuesOf(scores, "tokens right", /^best path$/);
    assertEquals(right("by temperature"), right("as they are"));
    const masses = valuesOf("by temperature", "mass");
    assert(masses.every((mass) => mass > 0 && mass < 1 + 1e-9));
    assert(Math.min(masses.length, right("as they are").length) > 0);
    assertEquals(csvOf(confidence, found, "confidence-rank").length, 2);
    // Bins and deciles have no intervals: a layer for them would be one of no marks.
    const specs = confidence.show(found).charts.map(({ spec }) => JSON.stringify(spec));
    assertEquals(specs.map((spec) => spec.includes('"low"')), [false, false, true]);
  });
});
