/**
 * The features of boundaries as a pack holds them.
 *
 * @module
 */

import type { BoundaryRole } from "../../../decoders/parsing/model.ts";
import { BOUNDARY_ROLES, type BoundaryTables } from "../../packs/parsing_contents.ts";
import { IntList, type SparseRows } from "../../linear_model.ts";
import { mergeFeatures } from "../merge_features.ts";
import type { ParserInput, ParserWeights } from "./parser_weights.ts";
import type { Productions } from "./grammar_tables.ts";

/**
 * The features that fire in some sentences, with weights for rules instead of productions. Those
 * that fire at the same boundaries in the same roles are one. Weights are rounded to multiples of
 * 2^−unitExponent.
 */
export function packedBoundaries(
  weights: ParserWeights,
  inputs: readonly ParserInput[],
  unitExponent: number,
): BoundaryTables {
  const features = new IntList();
  const featureOffsets = new IntList();
  featureOffsets.push(0);
  // A position of this corpus is a boundary in one of its roles.
  for (const role of BOUNDARY_ROLES) {
    for (const { boundaries } of inputs) {
      for (const own of boundaries[role]) {
        for (const feature of own) features.push(feature);
        featureOffsets.push(features.length);
      }
    }
  }
  const { offsets, columns, weights: learned } = weights.anchored;
  const { model, corpus } = mergeFeatures({
    unitExponent,
    weights: rounded(offsets, columns, learned, unitExponent),
    transitions: {
      offsets: new Int32Array(1),
      columns: new Int32Array(0),
      values: new Int32Array(0),
    },
  }, {
    lengths: new Int32Array(0),
    featureOffsets: featureOffsets.toArray(),
    features: features.toArray(),
    labels: new Int32Array(0),
  });
  const boundaryCount = inputs.reduce((sum, { length }) => sum + length + 1, 0);
  const lists = BOUNDARY_ROLES.map((role, i): [BoundaryRole, BoundaryTables["start"]] => {
    const own = corpus.featureOffsets.subarray(i * boundaryCount, (i + 1) * boundaryCount + 1);
    return [role, {
      offsets: own.map((offset) => offset - own[0]!),
      ids: corpus.features.slice(own[0], own.at(-1)),
    }];
  });
  return {
    ...Object.fromEntries(lists) as Record<BoundaryRole, BoundaryTables["start"]>,
    weights: byRules(model.weights, weights.productions),
  };
}

/** Rounded weights, without those that are 0 then. */
function rounded(
  starts: Int32Array,
  columns: Int32Array,
  weights: Float64Array,
  unitExponent: number,
): SparseRows {
  const offsets = new Int32Array(starts.length);
  const [kept, values] = [new IntList(), new IntList()];
  for (let row = 0; row + 1 < starts.length; row++) {
    for (let i = starts[row]!; i < starts[row + 1]!; i++) {
      const value = Math.round(weights[i]! * 2 ** unitExponent);
      if (value === 0) continue;
      kept.push(columns[i]!);
      values.push(value);
    }
    offsets[row + 1] = values.length;
  }
  return { offsets, columns: kept.toArray(), values: values.toArray() };
}

/** Each weight of a production for all its rules. */
function byRules({ offsets, columns, values }: SparseRows, productions: Productions): SparseRows {
  const rules = Array.from({ length: productions.count }, (): number[] => []);
  productions.ofRule.forEach((production, rule) => rules[production]!.push(rule));
  const starts = new Int32Array(offsets.length);
  const [expanded, weights] = [new IntList(), new IntList()];
  for (let row = 0; row + 1 < offsets.length; row++) {
    const entries: [number, number][] = [];
    for (let i = offsets[row]!; i < offsets[row + 1]!; i++) {
      for (const rule of rules[columns[i]!]!) entries.push([rule, values[i]!]);
    }
    entries.sort(([a], [b]) => a - b);
    for (const [rule, value] of entries) {
      expanded.push(rule);
      weights.push(value);
    }
    starts[row + 1] = expanded.length;
  }
  return { offsets: starts, columns: expanded.toArray(), values: weights.toArray() };
}
