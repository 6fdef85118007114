/**
 * The weights of a log-linear parser.
 *
 * @module
 */

import {
  type BoundaryRole,
  type Derivation,
  LENGTH_BUCKETS,
  lengthBucket,
} from "../../../decoders/parsing/model.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { BOUNDARY_ROLES } from "../../packs/parsing_contents.ts";
import { boundaryFeatures, leafFeatures } from "./boundary_features.ts";
import { FeatureCounter, type FeatureTable } from "./feature_table.ts";
import type { Productions } from "./grammar_tables.ts";

/** Pairs that are seen less often in the right derivations have no weight. */
const LEAST_USES = 2;

/** A sentence as numbers of features that have weights. */
export interface ParserInput {
  /** n. */
  readonly length: number;
  /** The features of each boundary 0 … n in each role. */
  readonly boundaries: Readonly<Record<BoundaryRole, readonly (readonly number[])[]>>;
  /** The features of each word. */
  readonly words: readonly (readonly number[])[];
}

/** A sentence with its right derivation. */
export interface Analysed {
  readonly sentence: Sentence;
  readonly derivation: Derivation;
}

/**
 * f(y) of a derivation is the sum of its weights: for each use of a production one of its own, one
 * by the length of its span, one by those of its parts, and one for each feature of its start, its
 * split and its end; for each leaf one for each feature of the word. A feature has weights for the
 * productions or tags that it was seen with twice in the right derivations.
 *
 * Source: Auli and Lopez 2011, Section 5, for the log-linear form; the features are our own.
 */
export class ParserWeights {
  readonly productions: Productions;
  /** L. */
  readonly tagCount: number;
  /** Which features there are for productions. Roles are told apart. */
  readonly anchored: FeatureTable;
  /** Which features there are for tags. */
  readonly leaves: FeatureTable;
  /** By production, [P]. */
  readonly biases: Float64Array;
  /** By production and bucket of the span's length, [P, 8]. */
  readonly lengths: Float64Array;
  /** By production and buckets of the parts' lengths, [P, 8, 8]. */
  readonly childLengths: Float64Array;
  /** One for each column of `anchored`. */
  readonly anchoredWeights: Float64Array;
  /** One for each column of `leaves`. */
  readonly leafWeights: Float64Array;

  /** All weights are 0. */
  constructor(analysed: readonly Analysed[], productions: Productions, tagCount: number) {
    const anchored = new FeatureCounter(productions.count);
    const leaves = new FeatureCounter(tagCount);
    for (const { sentence, derivation: { steps, tags } } of analysed) {
      for (let i = 0; i < steps.length; i += 4) {
        const production = productions.ofRule[steps[i + 3]!]!;
        for (const [role, boundary] of boundariesOf(steps, i)) {
          for (const feature of boundaryFeatures(sentence, role, boundary)) {
            anchored.add(`${role} ${feature}`, production);
          }
        }
      }
      tags.forEach((tag, t) => {
        for (const feature of leafFeatures(sentence, t)) leaves.add(feature, tag);
      });
    }
    this.productions = productions;
    this.tagCount = tagCount;
    this.anchored = anchored.table(LEAST_USES);
    this.leaves = leaves.table(LEAST_USES);
    this.biases = new Float64Array(productions.count);
    this.lengths = new Float64Array(productions.count * LENGTH_BUCKETS);
    this.childLengths = new Float64Array(productions.count * LENGTH_BUCKETS ** 2);
    this.anchoredWeights = new Float64Array(this.anchored.columns.length);
    this.leafWeights = new Float64Array(this.leaves.columns.length);
  }

  /** A sentence as numbers. Features without weights are left out. */
  encode(sentence: Sentence): ParserInput {
    const { length } = sentence.forms;
    const numbers = (table: FeatureTable, features: readonly string[]) =>
      features.map((feature) => table.numberOf(feature)).filter((number) =>
        number !== undefined && table.offsets[number]! < table.offsets[number + 1]!
      ) as number[];
    const boundaries = Object.fromEntries(BOUNDARY_ROLES.map((role) => [
      role,
      Array.from({ length: length + 1 }, (_, boundary) =>
        numbers(
          this.anchored,
          boundaryFeatures(sentence, role, boundary).map((feature) => `${role} ${feature}`),
        )),
    ])) as unknown as ParserInput["boundaries"];
    return {
      length,
      boundaries,
      words: Array.from({ length }, (_, t) => numbers(this.leaves, leafFeatures(sentence, t))),
    };
  }
}

/** The boundaries of a step of a derivation, by their roles. */
export function boundariesOf(steps: Int32Array, i: number): [BoundaryRole, number][] {
  const [start, split, end] = [steps[i]!, steps[i + 1]!, steps[i + 2]!];
  return split < 0
    ? [["start", start], ["end", end]]
    : [["start", start], ["split", split], ["end", end]];
}

/** The bucket of the lengths of two parts, as `childLengths` numbers it. */
export function pairBucket(start: number, split: number, end: number): number {
  return lengthBucket(split - start) * LENGTH_BUCKETS + lengthBucket(end - split);
}
