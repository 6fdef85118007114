import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { calibrate } from "../../../reports/numbers/variants.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { fakePaperRows } from "../../helpers/rows.ts";

const [VITERBI] = summarize(fakePaperRows()).filter(({ dataset }) => dataset === "ewt_pos45");

/** Cells of one task: Viterbi and beams with the accuracies given. */
function task(exact: number, beams: Record<string, number>): SummaryRow[] {
  const cell = (decoder: string, token_accuracy: number): SummaryRow => ({
    ...VITERBI!,
    ...decoderColumns(decoder),
    token_accuracy,
  });
  return [cell("viterbi", exact), ...Object.entries(beams).map(([d, a]) => cell(d, a))];
}

describe("calibrate()", () => {
  it("doubles the width until less than 0.1 points are lost", () => {
    const beams = {
      "beam": 0.9,
      "beam{width=2}": 0.94,
      "beam{width=3}": 0.95,
      "beam{width=4}": 0.9495,
    };
    assertEquals(calibrate(task(0.95, beams))!.decoder, "beam{width=4}");
    assertEquals(calibrate(task(0.9, beams))!.decoder, "beam");
  });

  it("is undefined when a width on the way was not measured, or right labels are unknown", () => {
    assertEquals(calibrate(task(0.95, { "beam": 0.9, "beam{width=4}": 0.95 })), undefined);
    assertEquals(calibrate(task(0.95, { "beam": 0.9 })), undefined);
    assertEquals(calibrate([{ ...VITERBI!, token_accuracy: undefined }]), undefined);
    const few = task(0.95, { "beam": 0.95 })
      .map((row) => ({ ...row, sentences: row.role === "baseline" ? 9 : 8 }));
    assertEquals(calibrate(few), undefined, "on other sentences");
  });
});
