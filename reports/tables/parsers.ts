/**
 * Decoders of parses side by side.
 *
 * @module
 */

import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import type { Cell } from "../columns.ts";
import type { ParsedCell } from "../numbers/parsed_cells.ts";
import type { Table } from "./contract.ts";

/** The table “Decoders”. */
const decoders: Table = {
  problem: "parsing",
  name: "parsers",
  title: "Decoders",
  order: 10,
  note:
    "Of each dataset and decoder: sentences that have a parse, the share of them whose answer " +
    "claims to be the best, and of all sentences those where it is as good as the reference's; " +
    "mean of the best score less that of the answer, in nats; right tags, and F of labelled spans " +
    "of two words or more and of labelled dependencies (LF), over all sentences, a missing parse " +
    "counted as missed; iterations a " +
    "sentence; speed, and the pipeline's time divided by the decoder's, paired within rounds.",
  build: ({ cells }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "decoder", align: "left" },
      ...["sentences", "parsed", "claimed", "exact", "gap", "tags", "span F", "LF", "iterations"]
        .map((name) => ({ name, align: "right" as const })),
      { name: "sentences/s", align: "right" },
      { name: "× pipeline", align: "right" },
    ],
    rows: cells.map(lineOf),
  }),
};
export default decoders;

function lineOf({ row, answers }: ParsedCell): Cell[] {
  const parsed = answers.filter(({ objective }) => !Number.isNaN(objective));
  const claimed = parsed.filter(({ claimed }) => claimed === 1);
  const sum = (
    name: "right_tags" | "known_tags" | "matched_spans" | "matched_labelled" | "iterations",
  ) => answers.reduce((total, answer) => total + answer[name], 0);
  const spans = answers.reduce(
    (total, { predicted_spans, gold_spans }) => total + predicted_spans + gold_spans,
    0,
  );
  const dependencies = answers.reduce(
    (total, answer) => total + answer.predicted_dependencies + answer.gold_dependencies,
    0,
  );
  const { sentences_per_second: speed, ratio_to_viterbi: ratio } = row;
  return [
    { text: row.dataset },
    { text: row.decoder },
    count(answers.length),
    count(parsed.length),
    share(claimed.length / parsed.length),
    share(row.exact_share ?? NaN),
    number(row.mean_gap ?? NaN),
    share(sum("right_tags") / sum("known_tags")),
    share(2 * sum("matched_spans") / spans),
    share(2 * sum("matched_labelled") / dependencies),
    number(sum("iterations") / answers.length),
    speed === undefined ? { text: "not timed", tone: "muted" } : number(speed),
    ratio === undefined
      ? { text: "", tone: "muted" }
      : { text: `${formatRatio(ratio)}×`, value: ratio },
  ];
}

function count(value: number): Cell {
  return { text: formatCount(value), value };
}

function share(value: number): Cell {
  return Number.isFinite(value) ? { text: formatShare(value), value } : { text: "", tone: "muted" };
}

function number(value: number): Cell {
  return Number.isFinite(value)
    ? { text: formatNumber(value), value }
    : { text: "", tone: "muted" };
}
