import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import { summarize, summaryCsv } from "../../../reports/numbers/summary.ts";
import { SUMMARY_COLUMNS, type SummaryRow } from "../../../reports/numbers/summary_row.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { aRow, fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { decoderColumns } from "../../helpers/names.ts";

/** A row of a small cell; 10 sentences with 3 edges each are dense. */
function row(change: Partial<Row>): Row {
  return aRow({
    key: "key",
    dataset: "small",
    labels: 2,
    pack: "pack",
    ...decoderColumns("viterbi"),
    sentences: 10,
    timed_sentences: 10,
    elapsed_ms: 20,
    prepare_ms: 1,
    peak_mb: 100,
    iterations: 10,
    node_expansions: 40,
    edge_evaluations: 30,
    reference_edges: 30,
    ...change,
  });
}

/** A cell has these values in these columns. */
function assertCell(cell: SummaryRow | undefined, expected: Partial<SummaryRow>): void {
  const own = Object.keys(expected).map((column) => [column, cell?.[column as keyof SummaryRow]]);
  assertEquals<unknown>(Object.fromEntries(own), expected);
}

describe("summarize()", () => {
  it("computes means, speed and ratio when rounds are paired", () => {
    const baseline = [20, 40, 80].map((elapsed_ms, round) => row({ round, elapsed_ms }));
    const cell = [5, 10, 40].map((elapsed_ms, round) =>
      row({
        ...decoderColumns("fast"),
        key: "fast",
        round,
        elapsed_ms,
        iterations: 25,
        edge_evaluations: 6,
      })
    );
    const [fast, viterbi] = summarize([...cell, ...baseline]);
    assertCell(viterbi, { sentences_per_second: 250, ratio_to_viterbi: 1 });
    assertCell(fast, { sentences_per_second: 1000, iterations: 2.5, edge_share: 0.2, rounds: 3 });
    assertCell(fast, { ratio_to_viterbi: 4, ratio_low: 2, ratio_high: 4 });
  });

  it("pairs a cell with the baseline on the same sentences when the cell is timed on fewer", () => {
    const rows = [
      row({ elapsed_ms: 100 }),
      row({ elapsed_ms: 30, timed_sentences: 2 }),
      row({ ...decoderColumns("slow"), elapsed_ms: 60, timed_sentences: 2 }),
    ];
    const [slow, viterbi] = summarize(rows);
    assertCell(slow, { ratio_to_viterbi: 0.5, timed_sentences: 2 });
    assertCell(viterbi, { timed_sentences: 10, sentences_per_second: 100, ratio_to_viterbi: 1 });
  });

  it("takes speeds on all sentences, and ratios on those that Viterbi was timed on, too", () => {
    const rows = [
      row({ elapsed_ms: 300, timed_sentences: 2 }),
      row({ ...decoderColumns("fast"), key: "fast", elapsed_ms: 10 }),
      row({ ...decoderColumns("fast"), key: "fast", elapsed_ms: 3, timed_sentences: 2 }),
    ];
    const [fast] = summarize(rows);
    assertCell(fast, { timed_sentences: 10, sentences_per_second: 1000 });
    assertCell(fast, { ratio_sentences: 2, ratio_to_viterbi: 100 });
  });

  it("gives both memories beside decoding, each over Viterbi from the same memory", () => {
    const simd = { ...decoderColumns("viterbi{kernel=simd}"), role: "rival" as const, key: "simd" };
    const rows = [
      row({ elapsed_ms: 80 }),
      row({ elapsed_ms: 90, clock: "memory32" }),
      row({ ...simd, elapsed_ms: 10 }),
      row({ ...simd, elapsed_ms: 40, clock: "memory64" }),
      row({ ...simd, elapsed_ms: 30, clock: "memory32" }),
    ];
    const [viterbi, fast] = summarize(rows);
    assertCell(fast, { ratio_to_viterbi: 8, unplaced_sentences_per_second: 250 });
    assertCell(fast, { unplaced_ratio_to_viterbi: 2, unplaced32_ratio_to_viterbi: 3 });
    // It copies nothing.
    assertCell(viterbi, { unplaced_sentences_per_second: 125 });
    assertAlmostEquals(viterbi!.unplaced32_sentences_per_second!, 1e4 / 90);
    assertEquals([viterbi!.rounds, fast!.rounds], [1, 1], "a round is one by every clock");
  });

  it("does not know figures from memory that were not measured", () => {
    const simd = { ...decoderColumns("viterbi{kernel=simd}"), role: "rival" as const, key: "simd" };
    const [viterbi, fast] = summarize([row({}), row(simd)]);
    assertEquals(fast!.unplaced_sentences_per_second, undefined);
    assertEquals(fast!.unplaced32_ratio_to_viterbi, undefined);
    assertCell(viterbi, { unplaced_ratio_to_viterbi: 1 });
  });

  it("covers what processes differ by, and takes preparation once from each", () => {
    const cell = [0, 0, 1, 1, 2, 2].map((process, round) =>
      row({ process, round, elapsed_ms: 10 * (process + 1), prepare_ms: 2 ** process })
    );
    const [viterbi] = summarize(cell);
    assertCell(viterbi, { processes: 3, prepare_ms: 2, ratio_low: 1, ratio_high: 1 });
    assertCell(viterbi, { sentences_per_second: 500, sentences_per_second_high: 1000 });
    assert(viterbi!.sentences_per_second_low! <= 1e4 / 30);
  });

  it("gives the share of right tokens, and none when no label is known", () => {
    const [cell] = summarize([row({ gold_tokens: 40, right_tokens: 30 })]);
    assertEquals(cell!.token_accuracy, 0.75);
    assertEquals(summarize([row({})])[0]!.token_accuracy, undefined);
  });

  it("has no ratio when the baseline lacks the k, the session or the sentences", () => {
    for (const change of [{ k: 5 }, { session: 1 }, { group: 1 }, { timed_sentences: 3 }]) {
      const cell = { ...decoderColumns("other"), key: "other", ...change };
      const summary = summarize([row({}), row(cell)]);
      const other = summary.find(({ decoder }) => decoder === "other")!;
      assertEquals(other.ratio_to_viterbi, undefined, JSON.stringify(change));
      assert(other.sentences_per_second !== undefined);
    }
  });

  it("has no speed when any round failed, and keeps the reason", () => {
    const reason = "no answer within 5 s";
    const late = row({ status: "timeout", verdict: "unchecked", reason, round: 2 });
    const [cell] = summarize([row({}), late]);
    assertCell(cell, { status: "timeout", reason, rounds: 0 });
    assertCell(cell, { sentences_per_second: undefined, ratio_to_viterbi: undefined });
    assertEquals(cell!.iterations, undefined);
  });

  it("is wrong when one round is wrong", () => {
    const rows = [row({}), row({ round: 2, verdict: "wrong", exact_share: 0.9, mean_gap: 0.5 })];
    const [cell] = summarize(rows);
    assertCell(cell, { verdict: "wrong", exact_share: 0.9, mean_gap: 0.5 });
  });

  it("counts outliers and keeps them when a round is slow", () => {
    const rows = [10, 10.1, 10.2, 10.3, 50].map((elapsed_ms, round) => row({ round, elapsed_ms }));
    const [cell] = summarize(rows);
    assertCell(cell, { rounds: 5, outliers: 1 });
    assertAlmostEquals(cell!.sentences_per_second!, 10_000 / 10.2);
  });

  it("passes over the rows of another version, be it measured before or in between", () => {
    const rows = [0, 1, 2].map((session) => row({ session, elapsed_ms: 10 }));
    rows[1] = row({ key: "other", status: "error", reason: "bug", elapsed_ms: 0 });
    const [cell] = summarize(rows);
    assertCell(cell, { status: "ok", sentences_per_second: 1000, rounds: 2 });
  });

  it("throws when a dataset's rows come from different lattices", () => {
    const rows = [row({}), row({ ...decoderColumns("other"), pack: "another" })];
    assertThrows(() => summarize(rows), TypeError, "small, k = 1: pack, another");
  });

  it("takes other lattices at another k", () => {
    const rows = [row({}), row({ k: 5, pack: "another" })];
    assertEquals(summarize(rows).map(({ k }) => k), [1, 5]);
  });

  it("sorts by labels, dataset, k and decoder", () => {
    const lines = summarize(fakeRows().toReversed());
    const keys = lines.map((l) =>
      [String(l.labels).padStart(5, "0"), l.dataset, l.k, l.decoder].join(" ")
    );
    assertEquals(keys, keys.toSorted());
    assertEquals(lines.length, 11 * 7 * 2);
  });
});

it("summaryCsv() leaves fields empty when nothing was measured", () => {
  const csv = summaryCsv(summarize(fakeRowsWithFailures()));
  const lines = parse(csv, { skipFirstRow: true });
  assertEquals(csv.split("\n")[0], SUMMARY_COLUMNS.join(","));
  for (const line of lines) {
    const measured = line.status === "ok";
    assertEquals(line.sentences_per_second !== "", measured);
    assertEquals(line.iterations !== "", measured);
    assert(line.sentences_per_second !== "0");
  }
  assertEquals(lines.filter((line) => line.status !== "ok").length, 33 + 2);
});
