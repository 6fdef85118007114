import { assertEquals } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import exactPrice from "../../../reports/tables/exact_price.ts";
import { isSimd } from "../../../reports/numbers/variants.ts";
import { aRun } from "../../helpers/run_data.ts";
import { summaryCell } from "../../helpers/summary_cells.ts";

/** A cell of ewt_pos45 that is so many times as fast as Viterbi; beams are inexact. */
function cell(decoder: string, speed: number, fields: Partial<SummaryRow> = {}): SummaryRow {
  const { times, ...row } = summaryCell(decoder, speed, { token_accuracy: 0.95 });
  // From memory SIMD is half as fast: it copies its scores.
  const copied = times.map((round) => ({
    ...round,
    elapsedMs: 2 * round.elapsedMs,
    clock: "memory64" as const,
  }));
  return {
    ...row,
    times: isSimd(row) ? [...times, ...copied] : times,
    ...decoder.startsWith("beam") ? { exact: false, verdict: "inexact" as const } : {},
    ...fields,
  };
}

/** Loops, decoder, and the ratios with the published ones. */
function lines(summary: readonly SummaryRow[]): string[] {
  return exactPrice.build(aRun({ summary })).rows.map((row) =>
    row.slice(2).map(({ text }) => text).join(" ")
  );
}

const BEAMS = [
  cell("beam", 8, { token_accuracy: 0.8 }),
  cell("beam{width=2}", 4, { token_accuracy: 0.9495 }),
  cell("beam{width=5}", 2),
  cell("beam{kernel=simd}", 20, { token_accuracy: 0.8 }),
  cell("beam{width=5,kernel=simd}", 5),
];

describe("the table exact-price", () => {
  it("compares plain loops with plain loops and SIMD with SIMD", () => {
    const exact = [cell("viterbi", 1), cell("dominance", 4), cell("dominance{kernel=simd}", 9)];
    assertEquals(lines([...exact, cell("auto", 10), ...BEAMS]), [
      "plain dominance 0.50× 0.80× 2.00×  1.00× 0.78×",
      "SIMD auto 0.50× / 0.50× 0.80× 2.00× / 2.00×  not measured 0.78×",
    ]);
  });

  it("counts only exact decoders that were right, never the control", () => {
    const wrong = cell("dominance", 9, { verdict: "wrong" });
    const found = lines([cell("viterbi", 1), cell("control", 1.1), wrong, ...BEAMS]);
    assertEquals(found, ["plain viterbi 0.13× 0.80× 0.50×  0.25× 0.78×"]);
  });

  it("marks what was not measured when beams are missing, and leaves out tasks without any", () => {
    const exact = [cell("viterbi", 1), cell("block-skip", 4)];
    const [row] = exactPrice.build(aRun({ summary: [...exact, BEAMS[0]!] })).rows;
    assertEquals(row!.filter(({ tone }) => tone === "muted").length, 2);
    assertEquals(lines(exact), []);
  });
});
