import { assert, assertAlmostEquals, assertEquals, assertThrows } from "@std/assert";
import { parse } from "@std/csv";
import { describe, it } from "@std/testing/bdd";
import {
  countOutliers,
  estimateMedian,
  median,
  pairedRatio,
  quantile,
} from "../../../reports/numbers/statistics.ts";
import { summarize, summaryCsv } from "../../../reports/numbers/summary.ts";
import { SUMMARY_COLUMNS } from "../../../reports/numbers/summary_row.ts";
import type { Row } from "../../../harness/store/rows.ts";
import { fakeRows, fakeRowsWithFailures } from "../../helpers/rows.ts";
import { decoderColumns } from "../../helpers/names.ts";

describe("statistics", () => {
  it("median() averages the two middle values when their number is even", () => {
    assertEquals(median([3]), 3);
    assertEquals(median([9, 1, 5]), 5);
    assertEquals(median([10, 2, 9, 100]), 9.5);
  });

  it("quantile() interpolates between order statistics when its place is not whole", () => {
    assertEquals(quantile([0, 10, 20, 30, 40], 0.25), 10);
    assertAlmostEquals(quantile([1, 2, 3, 4], 0.25), 1.75);
    assertEquals(quantile([5, 4], 1), 5);
  });

  it("median() throws when the sample is empty", () => {
    assertThrows(() => median([]), RangeError, "0 values");
  });

  it("estimateMedian() has no interval when there is one value", () => {
    assertEquals(estimateMedian([7]), { median: 7, low: undefined, high: undefined });
  });

  it("estimateMedian() spans the range when there are two values", () => {
    // A resample of {0, 1} has the medians 0, ½ and 1 with probabilities ¼, ½ and ¼.
    assertEquals(estimateMedian([0, 1]), { median: 0.5, low: 0, high: 1 });
  });

  it("estimateMedian() approaches the binomial interval when the sample grows", () => {
    // For n = 25 the ranks 8 and 18 hold the median with 95.7%; the bootstrap agrees to a rank.
    const { low, high } = estimateMedian(Array.from({ length: 25 }, (_, i) => i + 1));
    assert(low! >= 7 && low! <= 9, `low ${low}`);
    assert(high! >= 17 && high! <= 19, `high ${high}`);
  });

  it("estimateMedian() gives the same interval when called again", () => {
    const sample = [5, 3, 8, 1, 9, 2];
    assertEquals(estimateMedian(sample), estimateMedian([...sample]));
  });

  it("pairedRatio() divides within rounds when the machine drifts", () => {
    const drift = [1, 2, 4, 8, 16];
    const baseline = new Map(drift.map((d, i) => [String(i), 30 * d]));
    const cell = new Map(drift.map((d, i) => [String(i), 10 * d]));
    assertEquals(pairedRatio(baseline, cell), { median: 3, low: 3, high: 3 });
  });

  it("pairedRatio() is undefined when no round is shared", () => {
    assertEquals(pairedRatio(new Map([["1", 5]]), new Map([["2", 5]])), undefined);
  });

  it("countOutliers() counts what is beyond Tukey's fences", () => {
    // Quartiles 2 and 4, fences −1 and 7.
    assertEquals(countOutliers([1, 2, 3, 4, 7]), 0);
    assertEquals(countOutliers([1, 2, 3, 4, 7.5]), 1);
    assertEquals(countOutliers([-1.5, 2, 3, 4, 100]), 2);
  });
});

/** A row of a small cell; 10 sentences with 3 edges each are dense. */
function row(change: Partial<Row>): Row {
  return {
    ...fakeRows(1, 1)[0]!,
    key: "key",
    dataset: "small",
    labels: 2,
    family: "real",
    pack: "pack",
    ...decoderColumns("viterbi"),
    exact: true,
    k: 1,
    session: 0,
    group: 0,
    round: 1,
    status: "ok",
    verdict: "correct",
    reason: "",
    sentences: 10,
    exact_share: 1,
    mean_gap: 0,
    timed_sentences: 10,
    elapsed_ms: 20,
    prepare_ms: 1,
    peak_mb: 100,
    iterations: 10,
    node_expansions: 40,
    edge_evaluations: 30,
    reference_edges: 30,
    ...change,
  };
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
    assertEquals(viterbi!.sentences_per_second, 250);
    assertEquals(viterbi!.ratio_to_viterbi, 1);
    assertEquals(fast!.sentences_per_second, 1000);
    assertEquals(fast!.ratio_to_viterbi, 4);
    assertEquals([fast!.ratio_low, fast!.ratio_high], [2, 4]);
    assertEquals(fast!.iterations, 2.5);
    assertEquals(fast!.edge_share, 0.2);
    assertEquals(fast!.rounds, 3);
  });

  it("pairs a cell with the baseline on the same sentences when the cell is timed on fewer", () => {
    const rows = [
      row({ elapsed_ms: 100 }),
      row({ elapsed_ms: 30, timed_sentences: 2 }),
      row({ ...decoderColumns("slow"), elapsed_ms: 60, timed_sentences: 2 }),
    ];
    const [slow, viterbi] = summarize(rows);
    assertEquals(slow!.ratio_to_viterbi, 0.5);
    assertEquals(slow!.timed_sentences, 2);
    assertEquals(viterbi!.timed_sentences, 10);
    assertEquals(viterbi!.sentences_per_second, 100);
    assertEquals(viterbi!.ratio_to_viterbi, 1);
  });

  it("scales the ratio by the baseline's speed when the cell is timed on fewer sentences", () => {
    const rows = [
      row({ elapsed_ms: 100 }),
      row({ elapsed_ms: 30, timed_sentences: 2 }),
      row({ ...decoderColumns("slow"), key: "slow", elapsed_ms: 60, timed_sentences: 2 }),
      row({ ...decoderColumns("fast"), key: "fast", elapsed_ms: 10 }),
    ];
    const [fast, slow] = summarize(rows);
    assertEquals([fast!.comparable_speed, fast!.extrapolated], [1000, false]);
    assertEquals([slow!.comparable_speed, slow!.extrapolated], [50, true]);
    assertAlmostEquals(slow!.sentences_per_second!, 1000 / 30);
  });

  it("has no comparable speed when a cell on fewer sentences has no ratio", () => {
    const rows = [
      row({ elapsed_ms: 100 }),
      row({ ...decoderColumns("slow"), key: "slow", timed_sentences: 2 }),
    ];
    const [slow] = summarize(rows);
    assertEquals([slow!.comparable_speed, slow!.extrapolated], [undefined, false]);
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
    const [cell] = summarize([
      row({}),
      row({ status: "timeout", verdict: "unchecked", reason: "no answer within 5 s", round: 2 }),
    ]);
    assertEquals(cell!.status, "timeout");
    assertEquals(cell!.reason, "no answer within 5 s");
    assertEquals(cell!.sentences_per_second, undefined);
    assertEquals(cell!.ratio_to_viterbi, undefined);
    assertEquals(cell!.iterations, undefined);
    assertEquals(cell!.rounds, 0);
  });

  it("is wrong when one round is wrong", () => {
    const rows = [row({}), row({ round: 2, verdict: "wrong", exact_share: 0.9, mean_gap: 0.5 })];
    const [cell] = summarize(rows);
    assertEquals(cell!.verdict, "wrong");
    assertEquals(cell!.exact_share, 0.9);
    assertEquals(cell!.mean_gap, 0.5);
  });

  it("counts outliers and keeps them when a round is slow", () => {
    const rows = [10, 10.1, 10.2, 10.3, 50].map((elapsed_ms, round) => row({ round, elapsed_ms }));
    const [cell] = summarize(rows);
    assertEquals(cell!.rounds, 5);
    assertEquals(cell!.outliers, 1);
    assertAlmostEquals(cell!.sentences_per_second!, 10_000 / 10.2);
  });

  it("passes over the rows of an earlier version when a run was resumed after an edit", () => {
    const rows = [
      row({ key: "old", status: "error", reason: "bug", elapsed_ms: 0 }),
      row({ key: "new", session: 1, elapsed_ms: 10 }),
    ];
    const [cell] = summarize(rows);
    assertEquals(cell!.status, "ok");
    assertEquals(cell!.sentences_per_second, 1000);
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

describe("summaryCsv()", () => {
  it("leaves fields empty when nothing was measured", () => {
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
});

Deno.test("summaryCsv() writes the seeded run as before", async (t) => {
  const lines = summaryCsv(summarize(fakeRowsWithFailures())).split("\n");
  await t.assertSnapshot(lines.filter((line) => /^dataset|^ewt_pos45|naive/.test(line)));
});
