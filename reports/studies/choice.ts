/**
 * The page of the study of choosing a decoder.
 *
 * @module
 */

import {
  formatCount,
  formatInterval,
  formatNumber,
  formatRatio,
  formatSpread,
} from "../numbers/format.ts";
import type { Estimate } from "../numbers/statistics.ts";
import { joined, type StudyPage } from "./_parts.ts";
import choiceCells from "./_choice_cells.ts";
import type { StudyTable } from "./contract.ts";
import type { Cell } from "../columns.ts";
import { choiceChart } from "./_choice_chart.ts";
import { ADVISED, type Choice, choices, type Contender } from "./_choice_rows.ts";

/** The page “Choosing a decoder on half of the sentences”. */
const page: StudyPage = {
  name: "choice",
  title: "Choosing a decoder on half of the sentences",
  order: 40,
  introduction: [
    "Who takes the decoder that is the fastest in a table has chosen it on the sentences that it is " +
    "reported on. Here the choice is made on one half of the sentences and reported on the other: " +
    "how much slower it is than the fastest there, its regret, and how much slower `auto` is, " +
    "which needs no choice.",
    "All exact decoders take part with their defaults, and with SIMD where they have it. A probe on " +
    "a few sentences of the half chosen on leaves out those that are ten times as slow as its " +
    "fastest, and those for which there is no memory beside it. Each is a process of its own; " +
    "rounds are interleaved in a random order, ratios are paired within rounds, and all have to find " +
    "the same scores (`===`). The fastest on the other half is known only afterwards: noise makes " +
    "its time too good, and regrets a little too large.",
  ],
  charts: (lines) => [choiceChart(choices(lines))].filter((chart) => chart !== undefined),
  tables: (lines) => [choiceTable(choices(lines))],
};

export default joined(page, choiceCells);

function choiceTable(choices: readonly Choice[]): StudyTable {
  return {
    name: "choice",
    title: "Regret, dataset by dataset",
    note:
      "Microseconds a sentence on the half that was not chosen on, median over the rounds; times as " +
      "multiples of the fastest one's, with the 95% interval. Timed are the variants that the probe " +
      "left of those that take this k.",
    content: {
      columns: [
        { name: "k", align: "right" },
        { name: "dataset", align: "left" },
        { name: "labels", align: "right" },
        { name: "sentences", align: "right" },
        { name: "timed", align: "right" },
        { name: "chosen on one half", align: "left" },
        { name: "µs", align: "right" },
        { name: "× fastest", align: "right" },
        { name: "fastest on the other", align: "left" },
        { name: "fastest µs", align: "right" },
        { name: `${ADVISED} µs`, align: "right" },
        { name: `${ADVISED} × fastest`, align: "right" },
      ],
      rows: choices.toSorted((a, b) => a.k - b.k || a.labels - b.labels).map((own) => [
        { text: String(own.k), value: own.k },
        { text: own.dataset },
        { text: formatCount(own.labels), value: own.labels },
        { text: formatCount(own.sentences), value: own.sentences },
        { text: `${own.timed} of ${own.tried}` },
        { text: own.chosen.decoder },
        micros(own.chosen),
        excess(own.chosen.excess),
        { text: own.fastest.decoder },
        micros(own.fastest),
        ...(own.advised === undefined
          ? [{ text: "not in time", tone: "muted" as const }, { text: "" }]
          : [micros(own.advised), excess(own.advised.excess)]),
      ]),
    },
  };
}

function micros({ sentenceMs }: Contender): Cell {
  const value = 1000 * sentenceMs;
  return { text: formatNumber(value), value };
}

function excess(estimate: Estimate): Cell {
  const { median } = estimate;
  return {
    text: `${formatRatio(median)}× ${formatSpread(estimate)}`.trim(),
    value: median,
    hint: formatInterval(estimate),
  };
}
