/**
 * The tables of a run of parses: its decoders, and what they search.
 *
 * @module
 */

import { type Cell, NOTHING, tableOf } from "../columns.ts";
import { formatCount, formatNumber, formatShare, formatTimes } from "../numbers/format.ts";
import { ruleWarning } from "../numbers/accuracy.ts";
import { SAMPLE_MARK, sampleMark, sampleText } from "../numbers/marks.ts";
import { byDataset, isParsed } from "../numbers/parsed_cells.ts";
import type { ParsedCell } from "../numbers/run_data.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { NOT_TIMED } from "./_cells.ts";
import type { Table } from "./contract.ts";

/** Fields of answers that can be summed. */
type Count = {
  [Name in keyof Answer]: Answer[Name] extends number ? Name : never;
}[keyof Answer];
type Answer = ParsedCell["answers"][number];

const tables: readonly Table[] = [
  {
    problem: "parsing",
    name: "parsers",
    title: "Decoders",
    order: 10,
    note:
      "Of each dataset and decoder: sentences that have a parse, the share of them whose answer " +
      "claims to be the best (certified), and of all sentences those where it is as good as the " +
      "reference's (exact); mean of the best score less that of the answer, in nats (gap); right " +
      "tags, of the words whose right tag the grammar has (ST, as the paper has it, is of all " +
      "words that are parsed), and F of labelled spans of two words or more and of labelled " +
      "dependencies by our own patterns of heads (LF), over all sentences, a missing parse " +
      "counted as missed; iterations a sentence; speed, and the pipeline's time divided by the " +
      "decoder's, paired within rounds. " +
      SAMPLE_MARK.replace("Viterbi", "the pipeline"),
    build: ({ cells }) => ({
      warning: ruleWarning(cells),
      ...tableOf([
        { name: "dataset", of: ({ row }) => row.dataset },
        { name: "decoder", of: ({ row }) => row.decoder },
        { name: "sentences", of: ({ answers }) => answers.length, as: formatCount },
        { name: "parsed", of: (cell) => parsed(cell).length, as: formatCount },
        { name: "certified", of: certified, as: formatShare },
        { name: "exact", of: ({ row }) => row.exact_share ?? NOTHING, as: formatShare },
        { name: "gap", of: ({ row }) => row.mean_gap ?? NOTHING, as: formatNumber },
        {
          name: "tags",
          of: (cell) => share(sum(cell, "right_tags"), sum(cell, "known_tags")),
          as: formatShare,
        },
        {
          name: "span F",
          of: (cell) => fOf(cell, "matched_spans", ["predicted_spans", "gold_spans"]),
          as: formatShare,
        },
        {
          name: "LF",
          of: (cell) =>
            fOf(cell, "matched_labelled", ["predicted_dependencies", "gold_dependencies"]),
          as: formatShare,
        },
        {
          name: "iterations",
          of: (cell) => share(sum(cell, "iterations"), cell.answers.length),
          as: formatNumber,
        },
        {
          name: "sentences/s",
          align: "right",
          of: ({ row }) => timedCell(row, row.sentences_per_second, formatNumber, NOT_TIMED),
        },
        {
          name: "× pipeline",
          align: "right",
          of: ({ row }) =>
            timedCell(row, row.ratio_to_viterbi, formatTimes, NOTHING, row.ratio_sentences),
        },
      ], cells),
    }),
  },
  {
    problem: "parsing",
    name: "search-spaces",
    title: "Search spaces",
    order: 20,
    note:
      "What all decoders search: the step of the search space that sentences end with (from 0), " +
      "tags a word and items and edges a sentence of the forests there, without what no derivation " +
      "uses. A sentence without a parse has none.",
    build: ({ cells }) => {
      // Nothing was searched where nothing was found.
      const searched = byDataset(cells).map(([first]) => ({
        ...first!,
        all: first!.answers,
        answers: first!.answers.filter(({ edges, items }) => edges > 0 || items > 0),
      }));
      return tableOf([
        { name: "dataset", of: ({ row }) => row.dataset },
        { name: "sentences by step", of: ({ all }) => stepsText(all) },
        {
          name: "without a parse",
          of: ({ all, answers }) => all.length - answers.length,
          as: formatCount,
        },
        {
          name: "tags a word",
          of: (cell) => share(sum(cell, "slots"), sum(cell, "words")),
          as: formatNumber,
        },
        ...(["items", "edges"] as const).map((name) => ({
          name,
          of: (cell: ParsedCell) => share(sum(cell, name), cell.answers.length),
          as: formatNumber,
        })),
        {
          name: "most edges",
          of: ({ answers }) => Math.max(0, ...answers.map(({ edges }) => edges)),
          as: formatCount,
        },
      ], searched);
    },
  },
];
export default tables;

function timedCell(
  row: SummaryRow,
  value: number | undefined,
  as: (value: number) => string,
  otherwise: Cell,
  used?: number,
): Cell {
  if (value === undefined) return otherwise;
  return { text: as(value) + sampleMark(row, used), value, hint: sampleText(row) };
}

function parsed({ answers }: ParsedCell): Answer[] {
  return answers.filter(isParsed);
}

function certified(cell: ParsedCell): number | Cell {
  const all = parsed(cell);
  return share(all.filter(({ claimed }) => claimed === 1).length, all.length);
}

function sum({ answers }: ParsedCell, name: Count): number {
  return answers.reduce((total, answer) => total + answer[name], 0);
}

/** Twice what matches over what is predicted and what is right. */
function fOf(cell: ParsedCell, matched: Count, all: readonly [Count, Count]): number | Cell {
  return share(2 * sum(cell, matched), sum(cell, all[0]) + sum(cell, all[1]));
}

function share(part: number, whole: number): number | Cell {
  return Number.isFinite(part / whole) ? part / whole : NOTHING;
}

function stepsText(answers: readonly Answer[]): string {
  return [...Map.groupBy(answers, ({ beam }) => beam)].sort(([a], [b]) => a - b)
    .map(([step, own]) => `${step}: ${formatCount(own.length)}`).join(", ");
}
