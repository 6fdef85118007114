/**
 * Factored packs: the lattices of a linear model, kept as its weights.
 *
 * A dense row repeats the weights of every feature that fires at its position. A factored pack
 * stores each feature's weights once, as integers, and the features by position; rows are added up
 * when a sentence is asked for. It is a safetensors file with these tensors (S sentences, N
 * positions, L labels, F features; counts and ids are U8, U16 or I32, weights I8, I16 or I32):
 *
 * | tensor | shape | meaning |
 * |---|---|---|
 * | `lengths` | I32 or I64 [S] | T of each sentence |
 * | `position_feature_counts` | [N] | how many features fire at each position |
 * | `position_features` | [their sum] | their ids, 0 to F−1, position by position |
 * | `feature_weight_counts` | [F] | how many labels each feature has a weight for |
 * | `feature_labels` | [their sum] | those labels, ascending, feature by feature |
 * | `feature_weights` | as `feature_labels` | their weights |
 * | `transition_counts` | [L] | how many scores from each previous label are not 0 |
 * | `transition_labels` | [their sum] | the next labels, ascending, row by row |
 * | `transition_weights` | as `transition_labels` | the scores |
 * | `gold` | I32 or I64 [N], optional | right labels, −1 where the model does not have them |
 *
 * `__metadata__` has `kind` = `factored` and `unit` = `1/2^k` written out (`1/64`): all weights
 * count this unit. Start and end scores are features of the first and last position.
 *
 * @module
 */

import { sentenceStarts, type Task } from "../task.ts";
import type { Lattice } from "../../decoders/lattice.ts";
import { gridForUnit, taskOf } from "./pack_task.ts";
import { readUnit, unitText } from "./_unit.ts";
import {
  checkBelow,
  COUNTS,
  type Lists,
  readLists,
  readRows,
  transitionTensors,
} from "./_sparse_tensors.ts";
import {
  checkLabelCount,
  checkLabelNames,
  checkLengths,
  readGold,
  readIntegers,
  requireTensor,
} from "./_tensor_checks.ts";
import type { EncodedCorpus, LinearModel, SparseRows } from "../training/linear_model.ts";
import { tensor, type TensorFile } from "./safetensors.ts";
import { fitsFloat32, partialSumBound } from "../../decoders/chain/grid.ts";

/**
 * The tensors of a factored pack. Counts, ids and weights take the narrowest of 16 or 32 bits.
 *
 * @param metadata whatever describes the pack; `kind` and `unit` are added
 */
export function factoredFile(
  model: LinearModel,
  corpus: EncodedCorpus,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const { weights, transitions, unitExponent } = model;
  const tensors = new Map([
    ["lengths", tensor(corpus.lengths)],
    ["position_feature_counts", tensor(narrow(counts(corpus.featureOffsets)))],
    ["position_features", tensor(narrow(corpus.features))],
    ["feature_weight_counts", tensor(narrow(counts(weights.offsets)))],
    ["feature_labels", tensor(narrow(weights.columns))],
    ["feature_weights", tensor(narrowSigned(weights.values))],
    ["transition_counts", tensor(narrow(counts(transitions.offsets)))],
    ["transition_labels", tensor(narrow(transitions.columns))],
    ["transition_weights", tensor(narrowSigned(transitions.values))],
    ["gold", tensor(corpus.labels)],
  ]);
  return { metadata: { ...metadata, kind: "factored", unit: unitText(unitExponent) }, tensors };
}

/**
 * The task of a factored pack. Every score is a multiple of the unit, so every sum is exact.
 *
 * Cost: a lattice is added up anew on each call, T·L plus the weights of its features.
 *
 * @param source names the file in errors, and the task if the metadata do not
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function openFactored(file: TensorFile, source: string): Task {
  const unitExponent = readUnit(file, source);
  const unit = 2 ** -unitExponent;
  const transitionCounts = requireTensor(file, source, "transition_counts", COUNTS, ["L"]);
  const labelCount = transitionCounts.data.length;
  checkLabelCount(labelCount, "transition_counts", source);
  checkLabelNames(file, source, labelCount);
  const fired = readLists(file, source, "position_feature_counts", "position_features");
  const positions = fired.offsets.length - 1;
  const weights = readRows(file, source, {
    ...{ counts: "feature_weight_counts", columns: "feature_labels", weights: "feature_weights" },
    ...{ columnCount: labelCount, what: "labels" },
  });
  checkBelow(fired.ids, weights.offsets.length - 1, source, "position_features", "features");
  const lengths = readIntegers(file, source, "lengths", ["S"]);
  checkLengths(lengths, positions, source);
  const starts = sentenceStarts(lengths);
  const gold = readGold(file, source, starts, labelCount);

  const rows = readRows(file, source, transitionTensors(labelCount));
  const transitions = new Float64Array(labelCount * labelCount);
  for (let x = 0; x < labelCount; x++) addRow(rows, x, unit, transitions, x * labelCount);
  const bound = partialSumBound(
    lengths.reduce((longest, length) => Math.max(longest, length), 1),
    largestEmission(fired, weights) * unit,
    rows.values.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0) * unit,
  );
  const exponent = gridForUnit(bound, unit, source);
  return taskOf(file, source, {
    model: {
      labelCount,
      transitions,
      exactSums: true,
      float32Exact: fitsFloat32(bound, unitExponent),
    },
    lengths,
    lattice(sentence: number): Lattice {
      const start = starts[sentence]!;
      const length = lengths[sentence]!;
      const emissions = new Float64Array(length * labelCount);
      for (let t = 0; t < length; t++) {
        for (let i = fired.offsets[start + t]!; i < fired.offsets[start + t + 1]!; i++) {
          addRow(weights, fired.ids[i]!, unit, emissions, t * labelCount);
        }
      }
      return { length, emissions };
    },
    grid: { exponent, largestChange: 0 },
    gold,
  });
}

function addRow(
  rows: SparseRows,
  row: number,
  unit: number,
  target: Float64Array,
  offset: number,
): void {
  const { offsets, columns, values } = rows;
  for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
    target[offset + columns[i]!]! += unit * values[i]!;
  }
}

/** An upper bound on the magnitude of any partial sum at one position, in units. */
function largestEmission(fired: Lists, { offsets, values }: SparseRows): number {
  const rowMaxima = Float64Array.from({ length: offsets.length - 1 }, (_, f) => {
    let largest = 0;
    for (let i = offsets[f]!; i < offsets[f + 1]!; i++) {
      largest = Math.max(largest, Math.abs(values[i]!));
    }
    return largest;
  });
  let largest = 0;
  for (let p = 0; p + 1 < fired.offsets.length; p++) {
    let sum = 0;
    for (let i = fired.offsets[p]!; i < fired.offsets[p + 1]!; i++) {
      sum += rowMaxima[fired.ids[i]!]!;
    }
    largest = Math.max(largest, sum);
  }
  return largest;
}

/** The numbers of entries between offsets. */
export function counts(offsets: Int32Array): Int32Array {
  return offsets.subarray(1).map((end, i) => end - offsets[i]!);
}

/** The narrowest of 16 or 32 bits. */
export function narrow(values: Int32Array): Uint16Array | Int32Array {
  return values.every((value) => value < 2 ** 16) ? Uint16Array.from(values) : values;
}

/** The narrowest of 16 or 32 bits. */
export function narrowSigned(values: Int32Array): Int16Array | Int32Array {
  return values.every((value) => Math.abs(value) < 2 ** 15) ? Int16Array.from(values) : values;
}
