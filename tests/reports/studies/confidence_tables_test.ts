import { describe, it } from "@std/testing/bdd";
import { assertEquals } from "@std/assert";
import type { ConfidenceLine } from "../../../reports/studies/_confidence_cells.ts";
import page from "../../../reports/studies/confidence.ts";
import { tableCsv } from "../../../reports/pages/render_table.ts";
import { confidenceLine } from "../../helpers/study_lines.ts";

const LINES = (["as they are", "by temperature"] as const).flatMap((scores, i) => {
  const line = (
    quantity: ConfidenceLine["quantity"],
    condition: string | number,
    value: number,
    more: Partial<ConfidenceLine> = {},
  ) => confidenceLine({ scores, quantity, condition, value, ...more });
  return [
    line("temperature", "half 1", 1 + 3 * i, { low: "", high: "" }),
    line("temperature", "half 2", 1 + 4 * i, { low: "", high: "" }),
    line("loss", "half 1", 0.5 - i / 4, { low: "", high: "" }),
    line("loss", "half 2", 0.25, { low: "", high: "" }),
    line("calibration error", "marginals", 0.0625),
    line("bin", 0, 0.8, { at: 0.9, low: "", high: "" }),
    line("rank quality", "margins", 0.875),
    line("wrong by entropy", 1, 0.01, { at: 0.3, low: "", high: "" }),
    line("mass", 1, 0.75 - i / 4),
    line("right among the best", 1, 0.5),
    line("tokens right", "best path", 0.95),
    line("tokens right", "posterior − best path", -0.0125, { low: -0.03, high: 0 }),
  ];
});

/** The lines of the CSV of a table. */
function csvOf(name: string): string[] {
  const { content } = page.tables(LINES).find((table) => table.name === name)!;
  return tableCsv(content).trimEnd().split("\n");
}

describe("confidence.tables()", () => {
  it("have temperatures, losses and calibration errors without and with them", () => {
    assertEquals(csvOf("confidence-calibration"), [
      'dataset,labels,sentences,τ,loss,"loss, with τ",error,"error, with τ"',
      "ewt_pos45,45,20,4,0.375,0.25,0.0625,0.0625",
    ]);
  });

  it("leave out what was not measured", () => {
    assertEquals(csvOf("confidence-rank"), [
      'dataset,labels,sentences,marginal,"marginal, with τ",entropy,"entropy, with τ",margin',
      "ewt_pos45,45,20,,,,,0.875",
    ]);
  });

  it("have the mass of paths beside how often the right one is among them", () => {
    assertEquals(csvOf("confidence-mass"), [
      'dataset,labels,sentences,k = 1,"k = 1, with τ",right in 1',
      "ewt_pos45,45,20,0.75,0.5,0.5",
    ]);
  });

  it("have gains in percentage points with their signs", () => {
    const { content } = page.tables(LINES).find(({ name }) => name === "confidence-posterior")!;
    assertEquals(content.rows[0]!.slice(3, 6).map(({ text }) => text), [
      "95.0%",
      "−1.25 [−3.00, 0]",
      "−1.25 [−3.00, 0]",
    ]);
  });
});

describe("confidence.charts()", () => {
  const of = (dataset: string, quantities: readonly string[]) =>
    page.charts(
      LINES.filter((line) => quantities.includes(line["quantity"]!))
        .map((line) => ({ ...line, dataset })),
    );

  it("are those of what was measured", () => {
    const names = (quantities: readonly string[]) =>
      of("ewt_pos45", quantities).map(({ name }) => name);
    assertEquals(names(["bin"]), ["confidence-reliability"]);
    assertEquals(names(["wrong by entropy", "mass"]), ["confidence-entropy", "confidence-mass"]);
    assertEquals(names(["loss"]), []);
  });

  it("show a CRF as it is, a perceptron by temperature and, to compare, as it is", () => {
    const learners = (dataset: string, quantity: string) => {
      const { data } = of(dataset, [quantity])[0]!.spec as unknown as {
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
});
