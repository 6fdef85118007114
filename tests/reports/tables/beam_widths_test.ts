import { assert, assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { summarize } from "../../../reports/numbers/summary.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import beamWidths from "../../../reports/tables/beam_widths.ts";
import { calibrate } from "../../../reports/numbers/calibrate.ts";
import calibratedBeam from "../../../reports/tables/calibrated_beam.ts";
import { fakePaperRows, fakeRows } from "../../helpers/rows.ts";
import { decoderColumns } from "../../helpers/names.ts";

const ROWS = fakePaperRows();
const SUMMARY = summarize(ROWS);
const EWT = SUMMARY.filter((row) => row.dataset === "ewt_pos45");

/** Cells of one task: Viterbi and beams with the accuracies given. */
function task(exact: number, beams: Record<string, number>): SummaryRow[] {
  const cell = (decoder: string, token_accuracy: number): SummaryRow => ({
    ...EWT[0]!,
    ...decoderColumns(decoder),
    token_accuracy,
  });
  return [cell("viterbi", exact), ...Object.entries(beams).map(([d, a]) => cell(d, a))];
}

describe("the table beam-widths", () => {
  it("shows Viterbi, then exact decoders, then beams from narrow to wide, on real tasks", () => {
    const { rows } = beamWidths.build(SUMMARY, ROWS);
    const decoders = rows.filter((row) => row[0]!.text === "ewt_pos45").map((row) => row[2]!.text);
    assertEquals(decoders[0], "viterbi");
    const widths = decoders.filter((name) => name.startsWith("beam"));
    assertEquals(
      widths,
      [1, 2, 3, 4, 5, 8, 16].map((width) => `beam{width=${width}}`),
    );
    assertEquals(decoders.slice(-widths.length), widths);
    assert(rows.every((row) => !row[0]!.text.startsWith("synthetic")));
  });

  it("is empty when only a width or two were measured", () => {
    const rows = fakeRows(7, 1);
    assertEquals(beamWidths.build(summarize(rows), rows).rows, []);
  });
});

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
    assertEquals(calibrate([{ ...EWT[0]!, token_accuracy: undefined }]), undefined);
  });
});

describe("the table calibrated-beam", () => {
  it("ends each task with the calibrated beam", () => {
    const { rows } = calibratedBeam.build(SUMMARY, ROWS);
    const last = rows.filter((row) => row[0]!.text === "ewt_pos45").at(-1)!;
    assertEquals(last[2]!.text, calibrate(EWT)!.decoder);
    assertEquals(last.at(-1)!.text, "4.50×");
  });

  it("is empty when no right labels are known", () => {
    const rows = fakeRows(7, 1);
    assertEquals(calibratedBeam.build(summarize(rows), rows).rows, []);
  });
});
