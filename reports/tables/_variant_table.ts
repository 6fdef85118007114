/**
 * Tables that compare variants of a decoder with that decoder as it is by default.
 *
 * @module
 */

import type { Settings } from "../../harness/store/settings.ts";
import { isDefault } from "../numbers/variants.ts";
import { formatCount, formatInterval, formatRatio } from "../numbers/format.ts";
import { MARKS, SAMPLE_MARK, sampleMark, verdictMark } from "../numbers/marks.ts";
import { NOT_OK } from "./_matrix.ts";
import { orderDecoders } from "../numbers/order.ts";
import { ratioOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalKs, isSweep } from "../numbers/sweep.ts";
import type { Cell, TableContent } from "../columns.ts";

/** What of two cells is compared. */
export type Quantity = "time" | "edges" | "memory";

/** What such a table compares. */
export interface VariantTableOptions {
  /** The decoder. */
  readonly decoder: string;
  /** Which variants are compared, by the options that they set. */
  readonly chosen: (options: Settings) => boolean;
  /** Which quantities, in the order of the columns. */
  readonly quantities: readonly Quantity[];
}

/** How a table of this shape is to be read, for its note. */
export const VARIANT_NOTE: string =
  "Each figure is that of the variant divided by that of the decoder as it is by default: below " +
  `1.00× the variant is better. ${MARKS} ${SAMPLE_MARK}`;

const QUANTITIES: Readonly<Record<Quantity, (variant: SummaryRow, normal: SummaryRow) => Cell>> = {
  time: (variant, normal) => {
    // The time of the variant is to the default's as the speed of the default to the variant's.
    const ratio = ratioOf(normal, variant);
    return ratio === undefined
      ? { text: "not timed", tone: "muted" }
      : { ...quotient(ratio.median, 1, variant, ratio.sentences), hint: formatInterval(ratio) };
  },
  edges: (variant, normal) => quotient(variant.edge_evaluations, normal.edge_evaluations, variant),
  memory: (variant, normal) => quotient(variant.peak_mb, normal.peak_mb, variant),
};

/** Lays out k, dataset, labels, and one column per quantity and variant. */
export function variantTable(
  summary: readonly SummaryRow[],
  { decoder, chosen, quantities }: VariantTableOptions,
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
  return {
    columns: [
      { name: "k", align: "right" },
      { name: "dataset", align: "left" },
      { name: "labels", align: "right" },
      ...quantities.flatMap((quantity) =>
        variants.map((variant) => ({
          name: `${quantity}, ${titles.get(variant)}`,
          align: "right" as const,
        }))
      ),
    ],
    rows: comparable.map((line) => {
      const { k, dataset, labels } = line[0]!;
      const normal = line.find((row) => row.decoder === decoder)!;
      return [
        { text: String(k), value: k },
        { text: dataset },
        { text: formatCount(labels), value: labels },
        ...quantities.flatMap((quantity) =>
          variants.map((variant): Cell => {
            const row = line.find((row) => row.decoder === variant);
            if (row === undefined) return { text: "" };
            return NOT_OK[row.status] ?? NOT_OK[normal.status] ?? QUANTITIES[quantity](row, normal);
          })
        ),
      ];
    }),
  };
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
