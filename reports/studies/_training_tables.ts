/**
 * The tables of the study of training time.
 *
 * @module
 */

import { formatCount, formatNumber, formatRatio, formatShare } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/order.ts";
import { published } from "../published/published.ts";
import { taskOf } from "../published/stand_ins.ts";
import type { StudyTable } from "./contract.ts";
import { BASELINE } from "../../harness/plan/role.ts";
import type { Cell, ColumnHeading } from "../columns.ts";
import { baseline, byDataset, total, type TrainingRow } from "./_training_rows.ts";

/** Totals over the epochs, beside those of the paper. */
export function timeTable(rows: readonly TrainingRow[]): StudyTable {
  return {
    name: "training-time",
    title: "Training time",
    note:
      "Seconds over all epochs, of decoding and of preparing for changed transitions; the ratio " +
      "is the time of dense Viterbi divided by the decoder's, of decoding alone and of both " +
      "together. Edges are a share of those of dense Viterbi. Published: Kaji et al. 2010, Table 3, " +
      "on the dataset that ours stands in for, in seconds, and its ratio.",
    content: {
      columns: [
        left("dataset"),
        right("labels"),
        left("decoder"),
        right("decoding s"),
        right("× Viterbi"),
        right("preparing s"),
        right("both × Viterbi"),
        right("edges"),
        right("published s"),
        right("published ×"),
      ],
      rows: byDataset(rows).flatMap(([dataset, ofDataset]) => {
        const dense = times(baseline(ofDataset));
        return orderDecoders(ofDataset).map((decoder) => {
          const own = ofDataset.filter((row) => row.decoder === decoder);
          const { decoding, preparing } = times(own);
          const edges = total(own, "edge_evaluations") / total(own, "reference_edges");
          const { labels } = own[0]!;
          return [
            { text: dataset },
            { text: formatCount(labels), value: labels },
            { text: decoder },
            number(decoding),
            ratio(dense.decoding / decoding),
            number(preparing),
            ratio((dense.decoding + dense.preparing) / (decoding + preparing)),
            { text: formatShare(edges), value: edges },
            ...publishedCells(dataset, decoder),
          ];
        });
      }),
    },
  };
}

/** Epoch by epoch. */
export function epochTable(rows: readonly TrainingRow[]): StudyTable {
  const decoders = orderDecoders(rows).filter((decoder) => decoder !== BASELINE);
  return {
    name: "training-epochs",
    title: "Speed-up by epoch",
    note:
      "Time of dense Viterbi divided by the decoder's, decoding alone. Wrong tokens are those " +
      "that the perceptron learned from.",
    content: {
      columns: [left("dataset"), right("epoch"), right("wrong tokens"), ...decoders.map(right)],
      rows: byDataset(rows).flatMap(([dataset, ofDataset]) =>
        [...Map.groupBy(ofDataset, ({ epoch }) => epoch)].map(([epoch, ofEpoch]) => {
          const { mistakes, tokens } = ofEpoch[0]!;
          const dense = times(baseline(ofEpoch)).decoding;
          return [
            { text: dataset },
            { text: String(epoch), value: epoch },
            { text: formatShare(mistakes / tokens), value: mistakes / tokens },
            ...decoders.map((decoder) => {
              const own = ofEpoch.filter((row) => row.decoder === decoder);
              return own.length === 0 ? { text: "" } : ratio(dense / times(own).decoding);
            }),
          ];
        })
      ),
    },
  };
}

/** What the decoders learn alone. */
export function weightsTable(rows: readonly TrainingRow[]): StudyTable {
  return {
    name: "training-weights",
    title: "The same weights with every decoder",
    note:
      "Hash of all averaged weights after a short training with the decoder alone in the loop, " +
      "from the first sentences. The accuracy is that of the long training, on the test part.",
    content: {
      columns: [
        left("dataset"),
        left("decoder"),
        right("sentences"),
        left("weights"),
        left("same as the first"),
        right("accuracy"),
      ],
      rows: byDataset(rows).flatMap(([dataset, ofDataset]) =>
        orderDecoders(ofDataset).map((decoder): Cell[] => {
          const own = ofDataset.find((row) => row.decoder === decoder)!;
          const isSame = own.weights === ofDataset[0]!.weights;
          const accuracy = own.right_tokens / own.test_tokens;
          return [
            { text: dataset },
            { text: decoder },
            { text: formatCount(own.weights_sentences), value: own.weights_sentences },
            { text: own.weights },
            isSame ? { text: "yes" } : { text: "no", tone: "bad" },
            { text: formatShare(accuracy), value: accuracy },
          ];
        })
      ),
    },
  };
}

/** Seconds; NaN of no rows. */
function times(rows: readonly TrainingRow[]): { decoding: number; preparing: number } {
  if (rows.length === 0) return { decoding: NaN, preparing: NaN };
  return {
    decoding: total(rows, "elapsed_ms") / 1000,
    preparing: total(rows, "prepare_ms") / 1000,
  };
}

/** The paper's seconds and ratio for the dataset and decoder; empty where it has none. */
function publishedCells(dataset: string, decoder: string): Cell[] {
  const task = taskOf(dataset);
  const seconds = (algorithm: string): number =>
    Number(
      published({ paper: "kaji2010", table: "table3", dataset: task ?? "" })
        .find((result) => result.algorithm === algorithm)?.value ?? NaN,
    );
  // The paper's decoder expands by columns, as ours does by default.
  const own = seconds(decoder === "iterative-viterbi" ? `${decoder}{expansion=column}` : decoder);
  return [number(own), ratio(seconds(BASELINE) / own)];
}

function number(value: number): Cell {
  return Number.isNaN(value) ? { text: "" } : { text: formatNumber(value), value };
}

function ratio(value: number): Cell {
  return Number.isNaN(value) ? { text: "" } : { text: `${formatRatio(value)}×`, value };
}

function left(name: string): ColumnHeading {
  return { name, align: "left" };
}

function right(name: string): ColumnHeading {
  return { name, align: "right" };
}
