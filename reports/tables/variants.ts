/**
 * The tables that compare variants of one decoder with its default.
 *
 * @module
 */

import type { Settings } from "../../harness/store/table.ts";
import { type Cell, type TableContent, tableOf } from "../columns.ts";
import { formatCount, formatInterval, formatRatio } from "../numbers/format.ts";
import { MARKS, SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { generalKs, isDefault, isSweep, orderDecoders } from "../numbers/variants.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { failedCell, NOT_TIMED } from "./_cells.ts";
import type { Table } from "./contract.ts";

/** How a table of this shape is to be read, for its note. */
const VARIANT_NOTE =
  "Each figure is that of the variant divided by that of the decoder as it is by default: below " +
  `1.00× the variant is better. ${MARKS} ${SAMPLE_MARK}`;

/** The options for the updates. */
const UPDATES = ["beam", "ends", "popped"];

/** What of two cells is compared. */
type Quantity = "time" | "edges" | "memory";

/** A table of this shape: what it compares. */
interface VariantTable extends Omit<Table, "build"> {
  /** The decoder. */
  readonly decoder: string;
  /** Which variants are compared, by the options that they set. */
  readonly chosen: (options: Settings) => boolean;
  /** Which quantities, in the order of the columns. */
  readonly quantities: readonly Quantity[];
}

const TABLES: readonly VariantTable[] = [
  {
    name: "deviations",
    title: "Deviations of Viterbi A*",
    order: 46,
    note:
      "Viterbi A* pushes deviations from a popped path as they are needed (lazy, the default) or " +
      "all at once as Alg. 3 of Huang et al. 2012 does (eager): time, edge evaluations and peak memory " +
      "of the process, which holds the lattices, too.",
    decoder: "viterbi-a-star",
    chosen: (options) => "deviations" in options,
    quantities: ["time", "edges", "memory"],
  },
  {
    name: "candidates",
    title: "Candidates of iterative Viterbi A*",
    order: 47,
    note:
      "Iterative Viterbi A* asks its inner search for k′ = n·k paths, which may raise the lower " +
      "bound: n = 2 in Huang et al. 2012, §4.4, and by default. Time and edge evaluations of " +
      "other n.",
    decoder: "iterative-viterbi-a-star",
    chosen: (options) => Object.keys(options).join() === "candidates",
    quantities: ["time", "edges"],
  },
  {
    name: "lower-bound-updates",
    title: "Lower-bound updates of iterative Viterbi A*",
    order: 48,
    note:
      "Iterative Viterbi A* raises its lower bound from a beam (line 1 of Alg. 4 of Huang et al. " +
      "2012; beam), from the best active paths of each pass (line 16; ends) and from its inner search " +
      "(line 19; popped). Time and edge evaluations without some of them.",
    decoder: "iterative-viterbi-a-star",
    chosen: (options) => Object.keys(options).every((name) => UPDATES.includes(name)),
    quantities: ["time", "edges"],
  },
];

export default TABLES.map((own): Table => ({
  ...own,
  note: `${own.note} ${VARIANT_NOTE}`,
  build: ({ summary }) => variantTable(summary, own),
}));

const QUANTITIES: Readonly<Record<Quantity, (variant: SummaryRow, normal: SummaryRow) => Cell>> = {
  time: (variant, normal) => {
    // The time of the variant is to the default's as the speed of the default to the variant's.
    const ratio = ratioOf(normal, variant);
    return ratio === undefined
      ? NOT_TIMED
      : { ...quotient(ratio.median, 1, variant, ratio.sentences), hint: formatInterval(ratio) };
  },
  edges: (variant, normal) => counted(variant, normal, ({ edge_evaluations }) => edge_evaluations),
  memory: (variant, normal) => counted(variant, normal, ({ peak_mb }) => peak_mb),
};

/** Lays out k, dataset, labels, and one column per quantity and variant. */
function variantTable(
  summary: readonly SummaryRow[],
  { decoder, chosen, quantities }: VariantTable,
): TableContent {
  const ks = generalKs(summary.map(({ k }) => k));
  const own = summary.filter((row) => row.decoder_base === decoder && row.role !== "control");
  const defaults = own.find(isDefault)?.options ?? {};
  const cells = own.filter((row) =>
    ks.includes(row.k) && row.status !== "skipped" && !isSweep(row) &&
    (isDefault(row) || chosen(setOptions(row, defaults)))
  );
  const variants = orderDecoders(cells).filter((name) => name !== decoder);
  const titles = new Map(
    cells.map((row) => [row.decoder, settingsText(setOptions(row, defaults))]),
  );
  const lines = Map.groupBy(cells, (row) => JSON.stringify([row.k, row.dataset]));
  const comparable = [...lines.values()].filter((line) =>
    line.length > 1 && line.some((row) => row.decoder === decoder)
  ).sort((a, b) => a[0]!.k - b[0]!.k);
  return tableOf<readonly SummaryRow[]>([
    { name: "k", of: ([row]) => row!.k, as: String },
    { name: "dataset", of: ([row]) => row!.dataset },
    { name: "labels", of: ([row]) => row!.labels, as: formatCount },
    ...quantities.flatMap((quantity) =>
      variants.map((variant) => ({
        name: `${quantity}, ${titles.get(variant)}`,
        align: "right" as const,
        of: (line: readonly SummaryRow[]): Cell => {
          const normal = line.find((row) => row.decoder === decoder)!;
          const row = line.find((row) => row.decoder === variant);
          if (row === undefined) return { text: "" };
          return failedCell(row) ?? failedCell(normal) ?? QUANTITIES[quantity](row, normal);
        },
      }))
    ),
  ], comparable);
}

function settingsText(settings: Settings): string {
  return Object.entries(settings).map(([name, value]) => `${name}=${value}`).join(", ");
}

/** The options that differ from their defaults. */
function setOptions({ options }: SummaryRow, defaults: Settings): Settings {
  return Object.fromEntries(
    Object.entries(options).filter(([name, value]) => value !== defaults[name]),
  );
}

/** What was counted on the same sentences; nothing on others, whose lengths differ. */
function counted(
  variant: SummaryRow,
  normal: SummaryRow,
  value: (row: SummaryRow) => number | undefined,
): Cell {
  return variant.sentences === normal.sentences
    ? quotient(value(variant), value(normal), variant)
    : { text: "other sentences", tone: "muted" };
}

function quotient(
  value: number | undefined,
  base: number | undefined,
  row: SummaryRow,
  sentences = row.sentences,
): Cell {
  if (value === undefined || base === undefined || base === 0) return { text: "" };
  return {
    text: `${verdictMark(row)}${formatRatio(value / base)}×${sampleMark(row, sentences)}`,
    value: value / base,
    ...(row.verdict === "wrong" ? { tone: "bad" } : {}),
  };
}
