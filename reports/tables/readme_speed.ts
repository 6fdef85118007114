/**
 * The numbers of the README: what the advised decoders gain on the real tasks, by both clocks.
 *
 * @module
 */

import { formatCount } from "../numbers/format.ts";
import { SAMPLE_MARK, sampleMark } from "../numbers/marks.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { taskOf } from "../published/published.ts";
import { type Cell, type Column, NONE, tableOf } from "../columns.ts";
import type { Table } from "./contract.ts";

/** The lines of the README's table. */
const ADVISED = [
  { decoder: "auto", k: 1 },
  { decoder: "auto", k: 5 },
  { decoder: "viterbi{kernel=simd}", k: 1 },
];

const CLOCKS = [
  { name: "decoding", ratio: (row: SummaryRow) => row.ratio_to_viterbi },
  { name: "from memory", ratio: (row: SummaryRow) => row.unplaced_ratio_to_viterbi },
];

/** The table “The advised decoder”. */
const readmeSpeed: Table = {
  name: "readme-speed",
  title: "The advised decoder",
  order: 34,
  note:
    "How many times as fast as Viterbi from the same memory, to two digits, by label count: the " +
    `lines of the README's table. ${SAMPLE_MARK}`,
  build({ summary }) {
    const tasks = [
      ...new Map(
        summary.filter(({ dataset, dataset_base, dataset_settings, k }) =>
          k === 1 && taskOf(dataset_base) !== undefined &&
          Object.keys(dataset_settings).length === 0 &&
          ADVISED.some(({ decoder }) => isTimed(summary, dataset, decoder))
        ).map((row) => [row.dataset, row.labels]),
      ),
    ].sort(([, a], [, b]) => a - b);
    const cellOn = (dataset: string, { decoder, k }: typeof ADVISED[number]) =>
      summary.find((row) => row.dataset === dataset && row.decoder === decoder && row.k === k);
    const lines = ADVISED.filter((own) => tasks.some(([dataset]) => cellOn(dataset, own)))
      .flatMap((own) => CLOCKS.map((clock) => ({ own, clock })));
    return tableOf([
      { name: "decoder", of: ({ own }) => `${own.decoder}, k = ${own.k}` },
      { name: "clock", of: ({ clock }) => clock.name },
      ...tasks.map(([dataset, labels]): Column<typeof lines[number]> => ({
        name: formatCount(labels),
        align: "right",
        of({ own, clock }) {
          const row = cellOn(dataset, own);
          return ratioOf(row, row && clock.ratio(row));
        },
      })),
    ], lines);
  },
};

export default readmeSpeed;

function isTimed(summary: readonly SummaryRow[], dataset: string, decoder: string): boolean {
  return summary.some((row) =>
    row.dataset === dataset && row.decoder === decoder && row.ratio_to_viterbi !== undefined
  );
}

const TWO_DIGITS = new Intl.NumberFormat("en-US", {
  minimumSignificantDigits: 2,
  maximumSignificantDigits: 2,
});

function ratioOf(row: SummaryRow | undefined, ratio: number | undefined): Cell {
  if (row === undefined || ratio === undefined) return NONE;
  return { text: TWO_DIGITS.format(ratio) + sampleMark(row, row.ratio_sentences), value: ratio };
}
