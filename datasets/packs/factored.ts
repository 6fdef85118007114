/**
 * Factored packs: the lattices of a linear model, kept as its weights.
 *
 * A dense row repeats the weights of every feature that fires at its position. A factored pack
 * stores each feature's weights once, as integers, and the features by position; rows are added up
 * when a sentence is asked for. `FACTORED` lists the tensors.
 *
 * `__metadata__` has `kind` = `factored` and `unit` = `1/2^k` written out (`1/64`): all weights
 * count this unit. Start and end scores are features of the first and last position.
 *
 * @module
 */

import { fitsFloat32, partialSumBound } from "../../decoders/chain/grid.ts";
import type { Lattice } from "../../decoders/lattice.ts";
import { type Dataset, sentenceStarts } from "../dataset.ts";
import { denseScores, emissionsOf, type EncodedCorpus, type LinearModel } from "../linear_model.ts";
import { SCORES } from "./kinds.ts";
import { FACTORED, type FactoredTables } from "./lattice_schema.ts";
import {
  checkLabelNames,
  datasetOf,
  type PackContents,
  readUnit,
  unitText,
} from "./pack_metadata.ts";
import { tensor, type TensorFile } from "./tensors.ts";
import { checkLabelCount, checkMade, Reading, tensorsOf } from "./schema.ts";
import { gridForUnit, largestOf, largestSum } from "./snap.ts";

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
  const { lengths, featureOffsets, features, labels } = corpus;
  const fired = { offsets: featureOffsets, ids: features };
  return {
    metadata: { ...metadata, kind: "factored", unit: unitText(unitExponent) },
    tensors: tensorsOf(FACTORED, { lengths, fired, weights, transitions, gold: labels }),
  };
}

/**
 * The same lattices as a dense pack, for features with values, whose scores are no multiples of the
 * unit.
 *
 * @param metadata whatever describes the pack
 * @throws RangeError naming a position whose scores would not be finite
 */
export function valuedFile(
  model: LinearModel,
  corpus: EncodedCorpus,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const { lengths, labels } = corpus;
  const L = model.transitions.offsets.length - 1;
  const emissions = emissionsOf(model, corpus, L, 0, labels.length);
  const transitions = denseScores(model.transitions, 2 ** -model.unitExponent);
  const at = emissions.indexOf(-Infinity);
  if (at >= 0) {
    // It would be read as what is forbidden.
    throw new RangeError(
      `Cannot pack position ${Math.floor(at / L)}: its values are too large for label ${at % L}`,
    );
  }
  return {
    metadata,
    tensors: new Map([
      ["emissions", tensor(SCORES.write(emissions), [labels.length, L])],
      ["lengths", tensor(lengths)],
      ["transitions", tensor(SCORES.write(transitions), [L, L])],
      ["gold", tensor(labels)],
    ]),
  };
}

/** The lattices in the tensors of a factored pack. */
export interface FactoredLattices extends Pick<PackContents, "lengths" | "lattice" | "gold"> {
  readonly unitExponent: number;
  readonly labelCount: number;
  readonly transitions: Float64Array;
  /** No partial sum of an emission's weights is larger. */
  readonly largest: number;
}

/**
 * Reads the tensors of a factored pack. Every score is a multiple of the unit.
 *
 * Cost: a lattice is added up anew on each call, T·L plus the weights of its features.
 *
 * @param source names the file in errors
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function readFactored(file: TensorFile, source: string): FactoredLattices {
  const unitExponent = readUnit(file, source);
  const unit = 2 ** -unitExponent;
  const reading = new Reading<FactoredTables>(FACTORED, file, source, unitExponent);
  const [labelCount = 0] = reading.tensor("transition_counts", ["L"]).shape;
  checkLabelCount(reading, "transition_counts");
  checkMade(reading, "transition_counts", labelCount, labelCount);
  checkLabelNames(file, source, labelCount);
  const { lengths, fired, weights, transitions, gold } = reading.contents();
  checkMade(reading, "lengths", largestOf(lengths), labelCount);
  const [model, starts] = [{ weights, unitExponent }, sentenceStarts(lengths)];
  const corpus = { featureOffsets: fired.offsets, features: fired.ids };
  return {
    unitExponent,
    labelCount,
    transitions: denseScores(transitions, unit),
    largest: largestSum(fired, weights) * unit,
    lengths,
    lattice(sentence: number): Lattice {
      const length = lengths[sentence]!;
      const emissions = emissionsOf(model, corpus, labelCount, starts[sentence]!, length);
      return { length, emissions };
    },
    gold,
  };
}

/**
 * The dataset of a factored pack, whose sums are exact.
 *
 * @param source names the file in errors, and the dataset if the metadata do not
 * @throws as `readFactored`, and RangeError for weights whose sums would not be exact
 */
export function openFactored(file: TensorFile, source: string): Dataset {
  const { unitExponent, labelCount, transitions, largest, ...rest } = readFactored(file, source);
  const bound = partialSumBound(largestOf(rest.lengths), largest, largestOf(transitions));
  return datasetOf(file, source, {
    model: {
      labelCount,
      transitions,
      exactSums: true,
      float32Exact: fitsFloat32(bound, unitExponent),
    },
    grid: { exponent: gridForUnit(bound, 2 ** -unitExponent, source), largestChange: 0 },
    ...rest,
  });
}
