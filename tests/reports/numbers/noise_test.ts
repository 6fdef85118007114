import { assert, assertEquals, assertMatch } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { findings, readersFindings, soundness, tiles } from "../../../reports/numbers/findings.ts";
import { headline } from "../../../reports/numbers/glance.ts";
import { MOST_OFF, noiseLines, noisyCells } from "../../../reports/numbers/noise.ts";
import { summarize } from "../../../reports/numbers/summary.ts";
import { terminalSummary } from "../../../reports/pages/terminal.ts";
import type { SummaryRow } from "../../../reports/numbers/summary_row.ts";
import { decoderColumns } from "../../helpers/names.ts";
import { fakeRows, withChanges } from "../../helpers/rows.ts";
import { sampleMark, sampleText } from "../../../reports/numbers/marks.ts";

const SUMMARY = summarize(fakeRows()).map((row): SummaryRow => ({
  ...row,
  ratio_to_viterbi: row.role === "control" ? 1.02 : row.ratio_to_viterbi,
  ratio_low: row.ratio_to_viterbi,
  ratio_high: row.ratio_to_viterbi,
}));
const DATASET = "hwu_slot_scenario323";

/** The summary with some columns of one cell changed. */
const changed = (decoder: string, columns: Partial<SummaryRow>) =>
  withChanges(SUMMARY, { dataset: DATASET, k: 1, decoder }, columns);

describe("noisyCells()", () => {
  it("has none in a quiet run", () => {
    assertEquals(noisyCells(SUMMARY).size, 0);
    assertEquals(noiseLines(SUMMARY), []);
  });

  it("has all of a dataset at a k whose control is off, either way", () => {
    for (const ratio_to_viterbi of [1.3, 0.8]) {
      const summary = changed("control", { ratio_to_viterbi });
      const names = summary.filter(({ dataset, k }) => dataset === DATASET && k === 1)
        .map(({ decoder }) => `${DATASET}, ${decoder}, k = 1`);
      assertEquals([...noisyCells(summary)], names);
      assertEquals(noiseLines(summary), [
        `${DATASET}, k = 1: the baseline is ${ratio_to_viterbi.toFixed(2)} times as fast as itself`,
      ]);
    }
  });

  it("has a cell with a wide interval alone", () => {
    const summary = changed("beam{width=5}", { ratio_low: 2, ratio_high: 3.1 });
    assertEquals([...noisyCells(summary)], [`${DATASET}, beam{width=5}, k = 1`]);
    assertEquals(noisyCells(changed("beam{width=5}", { ratio_low: 2, ratio_high: 2.9 })).size, 0);
    assertEquals(noiseLines(summary), []);
  });

  it("is no run to compare with where more than one interval in twenty is wide", () => {
    const rivals = SUMMARY.filter(({ role, ratio_low }) => role === "rival" && ratio_low);
    const most = Math.floor(rivals.length / 20);
    const wide = (count: number) => {
      const chosen = new Set(rivals.slice(0, count));
      return SUMMARY.map((row) =>
        chosen.has(row) ? { ...row, ratio_high: 1.6 * row.ratio_low! } : row
      );
    };
    assertEquals(noiseLines(wide(most)), []);
    assertEquals(noiseLines(wide(most + 1)), [
      `${most + 1} of ${rivals.length} intervals are wider than a factor of 1.5, more than 5%`,
    ]);
  });
});

describe("a run whose controls are off", () => {
  /** All that says something of speed on the first screen, in the report and on a terminal. */
  const saidOf = (summary: readonly SummaryRow[]) => ({
    head: headline(summary)!,
    speeds: [...findings(summary), ...readersFindings(summary)].map(({ text }) => text)
      .filter((text) => /At k = 1|Your decoder/.test(text)),
    control: soundness(summary).find(({ text }) => text.startsWith("Error of measurement"))!,
    tile: tiles(summary, [])[1]!,
    terminal: terminalSummary(summary),
  });
  const yours = (summary: readonly SummaryRow[]) =>
    withChanges(summary, { decoder: "iterative-viterbi{prune=false}" }, decoderColumns("mine"));

  it("is said to be too noisy for speeds, with every headline of speeds", () => {
    for (const ratio_to_viterbi of [MOST_OFF + 0.01, 0.51]) {
      const noisy = yours(changed("control", { ratio_to_viterbi }));
      const { head, speeds, control, tile, terminal } = saidOf(noisy);
      assertEquals([control.tone, tile.tone], ["bad", "bad"]);
      for (const text of [control.text, tile.note, terminal]) {
        assertMatch(
          text,
          /off by more than a factor of 1\.1 in 1 of 22 cells\. The machine was too noisy/,
        );
        assertMatch(text, /Counts and answers stand\./);
      }
      assertEquals(speeds.length, 3);
      for (const text of [head, ...speeds]) assertMatch(text, / \(too noisy to quote\)/);
      assertMatch(terminal.split("\n")[0]!, /× Viterbi \(noisy\) /);
      assertMatch(head, /and every answer is right$/);
    }
  });

  it("is none where they are within the limit", () => {
    const quiet = yours(changed("control", { ratio_to_viterbi: MOST_OFF }));
    const { head, speeds, control, tile, terminal } = saidOf(quiet);
    assertEquals([control.tone, tile.tone], ["plain", "plain"]);
    for (const text of [head, ...speeds, control.text, tile.note, terminal]) {
      assert(!/too noisy/.test(text), text);
    }
  });
});

describe("sampleMark()", () => {
  it("marks a cell that decodes fewer sentences than others of its dataset and k", () => {
    const rows = fakeRows(7, 2).filter(({ dataset, k }) => dataset === "ewt_pos45" && k === 1);
    const few = { sentences: 16, timed_sentences: 16 };
    const summary = summarize(withChanges(rows, { decoder: "iterative-viterbi" }, few));
    const of = (name: string) => summary.find(({ decoder }) => decoder === name)!;
    assertEquals(sampleMark(of("iterative-viterbi")), " *16");
    assertEquals(sampleText(of("iterative-viterbi")), "16 of 400 sentences timed, 2 rounds");
    assertEquals(sampleMark(of("viterbi")), "");
  });

  it("marks a cell of another k that was measured on fewer of the dataset's sentences", () => {
    const rows = fakeRows(7, 2).filter(({ dataset }) => dataset === "ewt_pos45")
      .map((row) => row.k === 1 ? row : { ...row, sentences: 8, timed_sentences: 8 });
    const others = summarize(rows).filter((row) => row.k !== 1 && row.timed_sentences > 0);
    assertEquals([...new Set(others.map((row) => sampleMark(row)))], [" *8"]);
  });
});
