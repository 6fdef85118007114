/**
 * The page of the study of constraints.
 *
 * @module
 */

import {
  formatCount,
  formatInterval,
  formatNumber,
  formatRatio,
  formatShare,
  formatSpread,
} from "../numbers/format.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { StudyRow } from "../numbers/study_rows.ts";
import type { Cell } from "../columns.ts";
import { constraintsChart } from "./_constraints_chart.ts";
import { constrainedTimes, foundByDataset, type Share, shareIn } from "./_constraints_rows.ts";
import { joined, type StudyPage } from "./_parts.ts";
import constraintsCells from "./_constraints_cells.ts";
import type { StudyTable } from "./contract.ts";
import { numberIn } from "../numbers/fields.ts";

/** The page “Paths that keep to BIO notation”. */
const page: StudyPage = {
  name: "constraints",
  title: "Paths that keep to BIO notation",
  order: 80,
  introduction: [
    "In BIO notation `I-X` goes on with a chunk of kind X: it follows `B-X` or `I-X` and starts no " +
    "sentence. A tagger learns that only as far as its scores go, and now and then its best path " +
    "breaks the notation. Here the transitions that do so, and such first labels, get −∞ " +
    "(`bioScores`, `constrain`); nothing is trained anew, and the best path of what is left is " +
    "found exactly by the same decoders.",
    "Intervals are percentiles of a bootstrap over sentences; differences are taken within each " +
    "sample. Times are on the first sentences of each sample, each cell in a process of its own, " +
    "all in the same interleaved rounds in a random order. The control decodes without constraints " +
    "in another process: a change within its interval is none.",
    "−∞ is no harmless score for decoders that prune. `dominance` drops a label if another one is " +
    "better whatever follows, but nothing that may not go on with a chunk is better than what may; " +
    "bounds from the largest transition lose nothing. There is a way around: if the best of all " +
    "paths keeps to the notation, it is also the best of those that do. Who decodes without " +
    "constraints first, and with them only the sentences that came out broken, finds the same " +
    "scores for the free time and that of the broken ones alone.",
  ],
  charts: (lines) =>
    [constraintsChart(constrainedTimes(lines))].filter((chart) => chart !== undefined),
  tables: (lines) => [pathTable(lines), timeTable(lines)],
};

export default joined(page, constraintsCells);

function pathTable(lines: readonly StudyRow[]): StudyTable {
  const right = ["tokens right", "sentences right", "tokens right where broken"];
  return {
    name: "constraints-paths",
    title: "Paths before and after",
    note:
      "Forbidden: share of all pairs of labels. Broken: share of the sentences whose best path " +
      "breaks the notation, before and after, and whose right path does. Changed: share of the " +
      "tokens that get another label. Then the share of tokens, and of whole sentences, that are " +
      "right before, and by how much it changes, in percentage points; and the same for the tokens " +
      "of the sentences whose best path was broken, of which there are few. Brackets are 95% " +
      "intervals.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        ...[
          ...["labels", "sentences", "forbidden", "broken", "after", "right path", "changed"],
          ...right.flatMap((name) => [name, "change"]),
        ].map((name) => ({ name, align: "right" as const })),
      ],
      rows: [...foundByDataset(lines)].map(([dataset, own]) => {
        return [
          { text: dataset },
          count(numberIn(own[0]!, "labels")),
          count(numberIn(own[0]!, "sentences")),
          forbidden(own[0]!),
          share(shareIn(own, "broken", "free")),
          withoutInterval(shareIn(own, "broken", "bio")),
          withoutInterval(shareIn(own, "broken", "right")),
          withoutInterval(shareIn(own, "tokens changed", "bio")),
          ...right.flatMap((quantity) => [
            withoutInterval(shareIn(own, quantity, "free")),
            points(shareIn(own, quantity, "bio − free")),
          ]),
        ];
      }),
    },
  };
}

function forbidden(line: StudyRow): Cell {
  const value = numberIn(line, "forbidden_pairs") / numberIn(line, "labels") ** 2;
  return { text: formatShare(value), value };
}

function timeTable(lines: readonly StudyRow[]): StudyTable {
  return {
    name: "constraints-time",
    title: "Time before and after",
    note:
      "Microseconds a sentence without constraints and with them, medians over the rounds; the " +
      "ratio paired within rounds with its 95% interval, the same of the control, and the ratio of " +
      "the edges evaluated, which is the same on every machine.",
    content: {
      columns: [
        { name: "dataset", align: "left" },
        { name: "labels", align: "right" },
        { name: "sentences", align: "right" },
        { name: "decoder", align: "left" },
        ...["free µs", "constrained µs", "× free", "control", "edges × free"]
          .map((name) => ({ name, align: "right" as const })),
      ],
      rows: constrainedTimes(lines).map((own) => [
        { text: own.dataset },
        count(own.labels),
        count(own.sentences),
        { text: own.decoder },
        ...[own.freeMs, own.bioMs].map((ms): Cell => ({
          text: formatNumber(1000 * ms),
          value: 1000 * ms,
        })),
        ratio(own.ratio),
        ratio(own.control),
        { text: `${formatRatio(own.edges)}×`, value: own.edges },
      ]),
    },
  };
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}

/** A share, with its interval if it has one; empty if there was nothing to find. */
function share(found: Share | undefined): Cell {
  return withInterval(found, formatShare);
}

function withoutInterval(found: Share | undefined): Cell {
  return share(found && { ...found, low: undefined });
}

/** A difference of shares in percentage points. */
function points(found: Share | undefined): Cell {
  return withInterval(found, signed);
}

function withInterval(found: Share | undefined, format: (value: number) => string): Cell {
  if (found === undefined) return { text: "" };
  const { value, low, high } = found;
  const interval = low === undefined || high === undefined
    ? ""
    : ` [${format(low)}, ${format(high)}]`;
  return { text: `${format(value)}${interval}`, value };
}

/** "+0.12" percentage points. */
function signed(difference: number): string {
  const text = (100 * difference).toFixed(2);
  return difference > 0 ? `+${text}` : text.replace("-", "−");
}

function ratio(estimate: Estimate): Cell {
  const { median } = estimate;
  return {
    text: `${formatRatio(median)}× ${formatSpread(estimate)}`.trim(),
    value: median,
    hint: formatInterval(estimate),
  };
}
