/**
 * The factorial case: column generation between beams, on pairs of labels of two chains.
 *
 * Source: Belanger et al., Table 1.
 *
 * @module
 */

import { beamWidth, isDefault } from "../numbers/variants.ts";
import { formatRatio, formatShare } from "../numbers/format.ts";
import { NOT_OK } from "./_cells.ts";
import { publishedValue } from "../published/published.ts";
import { CLOCKS_NOTE, ratioCell, speedCell } from "./_cells.ts";
import { BASELINE } from "../../harness/store/key.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import type { Cell } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The paper's task and its labels: 45 parts of speech times 8 labels of entities. */
const PUBLISHED = "joint-pos-ner-360";
const LABELS = 360;
/** The paper's exact decoder. */
const COLUMN_GENERATION = "column-generation";

/** The table “The factorial case”. */
const factorial: Table = {
  name: "factorial",
  title: "The factorial case",
  order: 53,
  note:
    `Pairs of the labels of two chains with a cross factor, ${LABELS} labels, k = 1: share of ` +
    "the edges of dense Viterbi, sentences per second, speed as a multiple of dense Viterbi's, and " +
    "share of the sentences whose path is a best one. viterbi{transitions=structured} maximises " +
    "over one half of the pair after the other. The last two columns are those of Belanger et al., " +
    "Table 1, where the second chain labels entities, not chunks: another corpus and machine, so " +
    `compare ratios. ${CLOCKS_NOTE}`,
  build: ({ summary }) => ({
    columns: [
      { name: "dataset", align: "left" },
      { name: "decoder", align: "left" },
      { name: "edges", align: "right" },
      { name: "sentences/s", align: "right" },
      { name: "× Viterbi", align: "right" },
      { name: "exact", align: "right" },
      { name: "published × Viterbi", align: "right" },
      { name: "published exact", align: "right" },
    ],
    rows: [...Map.groupBy(summary.filter(isFactorial), ({ dataset }) => dataset).values()]
      .flatMap((task) => ordered(task).map(line)),
  }),
};

export default factorial;

function isFactorial({ family, labels, k, role }: SummaryRow): boolean {
  return family === "real" && labels === LABELS && k === 1 && role !== "control";
}

/**
 * Viterbi and its variants, column generation, the other exact decoders with their defaults, and
 * beams from narrow to wide.
 */
function ordered(task: readonly SummaryRow[]): SummaryRow[] {
  const groups = [
    task.filter(({ role }) => role === "baseline"),
    task.filter((row) => row.decoder_base === BASELINE && !isDefault(row)),
    task.filter(({ decoder }) => decoder === COLUMN_GENERATION),
    task.filter((row) =>
      row.exact && isDefault(row) && row.decoder !== COLUMN_GENERATION && row.role === "rival"
    ),
    task.filter((row) => beamWidth(row) !== undefined)
      .sort((a, b) => beamWidth(a)! - beamWidth(b)!),
  ];
  return groups.flat();
}

function line(row: SummaryRow): Cell[] {
  const { dataset, decoder, exact_share: exact, edge_share: edges } = row;
  const missing = NOT_OK[row.status];
  const width = beamWidth(row);
  const algorithm = width === undefined ? decoder : `beam-${width}`;
  const printed = (metric: string, algorithm: string): number | undefined =>
    publishedValue({ paper: "belanger", table: "table1", dataset: PUBLISHED, algorithm, metric });
  const speed = printed("speed", algorithm);
  const baseline = printed("speed", BASELINE);
  const publishedExact = printed("exact", algorithm);
  return [
    { text: dataset },
    { text: decoder },
    optional(edges, formatShare),
    missing ?? speedCell(row),
    missing ?? ratioCell(row),
    optional(exact, formatShare),
    optional(speed && baseline && speed / baseline, (ratio) => `${formatRatio(ratio)}×`),
    optional(publishedExact && publishedExact / 100, formatShare),
  ];
}

function optional(value: number | undefined, format: (value: number) => string): Cell {
  return value === undefined ? { text: "" } : { text: format(value), value };
}
