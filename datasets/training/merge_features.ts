/**
 * Making a pack of some sentences smaller without changing a score.
 *
 * @module
 */

import { type EncodedCorpus, type LinearModel, RowList, type SparseRows } from "../linear_model.ts";

/**
 * Keeps of a model and its sentences what their lattices depend on: features without weights and
 * features that never fire are dropped, and features that fire at exactly the same positions become
 * one whose weights are the sums. New ids follow the first position at which a feature fires.
 *
 * Every lattice stays the same, as its scores are sums of integers. Of the features that fire at
 * one position only, a single sum is left. Cost: memory for each feature's list of positions.
 */
export function mergeFeatures(
  model: LinearModel,
  corpus: EncodedCorpus,
): { model: LinearModel; corpus: EncodedCorpus } {
  const merged = Map.groupBy(
    positionsByFeature(model.weights, corpus),
    ([, positions]) => positions.join(),
  );
  const weights = new RowList();
  const fired: number[][] = Array.from({ length: corpus.featureOffsets.length - 1 }, () => []);
  for (const group of merged.values()) {
    const row = sumRows(model.weights, group.map(([feature]) => feature));
    if (row.length === 0) continue;
    for (const position of group[0]![1]) fired[position]!.push(weights.length);
    for (const [column, value] of row) weights.push(column, value);
    weights.endRow();
  }
  const featureOffsets = new Int32Array(corpus.featureOffsets.length);
  fired.forEach((ids, p) => featureOffsets[p + 1] = featureOffsets[p]! + ids.length);
  return {
    model: { ...model, weights: weights.toRows() },
    corpus: { ...corpus, featureOffsets, features: Int32Array.from(fired.flat()) },
  };
}

/** The first sentences of a corpus, all of them if it has no more. */
export function firstSentences(corpus: EncodedCorpus, count: number): EncodedCorpus {
  const lengths = corpus.lengths.slice(0, count);
  const positions = lengths.reduce((sum, length) => sum + length, 0);
  return {
    lengths,
    featureOffsets: corpus.featureOffsets.slice(0, positions + 1),
    features: corpus.features.slice(0, corpus.featureOffsets[positions]),
    labels: corpus.labels.slice(0, positions),
  };
}

/** Where each feature with weights fires, in order of its first position. */
function positionsByFeature(
  weights: SparseRows,
  { features, featureOffsets }: EncodedCorpus,
): Map<number, number[]> {
  const positions = new Map<number, number[]>();
  for (let p = 0; p + 1 < featureOffsets.length; p++) {
    for (const feature of features.subarray(featureOffsets[p], featureOffsets[p + 1])) {
      if (weights.offsets[feature] === weights.offsets[feature + 1]) continue;
      const known = positions.get(feature);
      if (known === undefined) positions.set(feature, [p]);
      else known.push(p);
    }
  }
  return positions;
}

/** The sum of some rows: columns ascending, without zeros. */
function sumRows({ offsets, columns, values }: SparseRows, rows: number[]): [number, number][] {
  const sums = new Map<number, number>();
  for (const row of rows) {
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      sums.set(columns[i]!, (sums.get(columns[i]!) ?? 0) + values[i]!);
    }
  }
  return [...sums].filter(([, value]) => value !== 0).sort(([a], [b]) => a - b);
}
