/**
 * Labels that are pairs: transitions that are the sum of two small matrices, and product packs, the
 * lattices of two linear models side by side, each label a pair of their labels.
 *
 * In a dense pack the tensors `label_components` [L,2] (U8, U16 or I32), `transitions_factor_0`
 * [P,P] and `transitions_factor_1` [Q,Q] stand instead of `transitions`: label y is the pair of
 * components `label_components[y]`, and e(x, y) = factor_0(x₀, y₀) + factor_1(x₁, y₁).
 *
 * Two chains run over a sentence, say parts of speech and chunks, and a cross factor joins them at
 * each position. With P and Q labels in the chains (components), a label y of the lattice is a pair
 * (p, q):
 *
 *     n_t(y) = n_t(p) + n_t(q) + cross(p, q),    e(x, y) = e(p, p') + e(q, q').
 *
 * A product pack is a factored pack (see `factored.ts`) of the P + Q components, the first chain's
 * before the second's, whose transitions stay within a chain, with the tensors of `PRODUCT` and
 * `kind` = `product`. `labels` in the metadata names the pairs.
 *
 * Source: the factorial model of Belanger et al., Section 6.1.
 *
 * @module
 */

import type { Dataset } from "../dataset.ts";
import type { EncodedCorpus, LinearModel } from "../linear_model.ts";
import { factoredFile, readFactored } from "./factored.ts";
import { WEIGHTS } from "./kinds.ts";
import { PRODUCT } from "./lattice_schema.ts";
import { checkLabelNames, datasetOf } from "./pack_metadata.ts";
import { checkLabelCount, checkMade, Reading } from "./schema.ts";
import { gridForUnit, largestOf } from "./snap.ts";
import { type Tensor, tensor, type TensorFile } from "./tensors.ts";
import { fitsFloat32, partialSumBound } from "../../decoders/chain/grid.ts";
import {
  largestMagnitude,
  type Lattice,
  type TransitionFactor,
  type TransitionStructure,
} from "../../decoders/lattice.ts";

/** Name of the tensor of pairs. */
export const LABEL_COMPONENTS = "label_components";
/** Names of the tensors of the two matrices. */
export const FACTOR_TENSORS = ["transitions_factor_0", "transitions_factor_1"] as const;

/**
 * The dense transitions, L×L: e(x, y) = e₀(x₀, y₀) + e₁(x₁, y₁).
 *
 * @example
 * ```ts
 * import { expandTransitions } from "./product.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const first = { size: 1, components: Int32Array.of(0, 0), transitions: Float64Array.of(10) };
 * const second = {
 *   size: 2,
 *   components: Int32Array.of(1, 0),
 *   transitions: Float64Array.of(1, 2, 3, 4),
 * };
 * assertEquals([...expandTransitions([first, second])], [14, 13, 12, 11]);
 * ```
 */
export function expandTransitions([first, second]: TransitionStructure): Float64Array {
  const labelCount = first.components.length;
  const transitions = new Float64Array(labelCount * labelCount);
  for (let x = 0; x < labelCount; x++) {
    const firstRow = first.components[x]! * first.size;
    const secondRow = second.components[x]! * second.size;
    for (let y = 0; y < labelCount; y++) {
      transitions[x * labelCount + y] = first.transitions[firstRow + first.components[y]!]! +
        second.transitions[secondRow + second.components[y]!]!;
    }
  }
  return transitions;
}

/** The structure of a model that has only some of the labels, in the given order. */
export function selectLabels(
  [first, second]: TransitionStructure,
  labels: readonly number[],
): TransitionStructure {
  const select = (factor: TransitionFactor): TransitionFactor => ({
    ...factor,
    components: Int32Array.from(labels, (label) => factor.components[label]!),
  });
  return [select(first), select(second)];
}

/** The tensors that stand for the transitions in a dense pack. */
export function structureTensors([first, second]: TransitionStructure): [string, Tensor][] {
  const square = ({ size, transitions }: TransitionFactor) => tensor(transitions, [size, size]);
  return [
    [LABEL_COMPONENTS, componentTensor([first.components, second.components])],
    [FACTOR_TENSORS[0], square(first)],
    [FACTOR_TENSORS[1], square(second)],
  ];
}

/** The pairs as a tensor [L,2]. */
export function componentTensor([first, second]: readonly [Int32Array, Int32Array]): Tensor {
  const pairs = new Uint16Array(2 * first.length);
  first.forEach((component, y) => pairs.set([component, second[y]!], 2 * y));
  return tensor(pairs, [first.length, 2]);
}

/**
 * Reads `label_components`: the components of each label, by chain.
 *
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, label and value; also for
 * two labels that are the same pair
 */
export function readComponents(
  reading: Reading,
  sizes: readonly [number, number],
): [Int32Array, Int32Array] {
  const { data } = reading.tensor(LABEL_COMPONENTS);
  checkMade(reading, LABEL_COMPONENTS, data.length / 2, data.length / 2);
  const components = [0, 1].map((chain) =>
    Int32Array.from({ length: data.length / 2 }, (_, y) => Number(data[2 * y + chain]))
  ) as [Int32Array, Int32Array];
  const owners = new Map<number, number>();
  for (let y = 0; y < components[0].length; y++) {
    const what = `label ${y} is [${components[0][y]},${components[1][y]}]`;
    components.forEach((ofChain, chain) => {
      if (ofChain[y]! >= 0 && ofChain[y]! < sizes[chain]!) return;
      throw reading.refused(LABEL_COMPONENTS, `${what}, the components are below [${sizes}]`);
    });
    const pair = components[0][y]! * sizes[1] + components[1][y]!;
    const owner = owners.get(pair);
    if (owner !== undefined) {
      throw reading.refused(LABEL_COMPONENTS, `${what}, as label ${owner} is`);
    }
    owners.set(pair, y);
  }
  return components;
}

/** Two linear models and what joins them. */
export interface ProductModel {
  /** P and Q, the numbers of labels of the two chains. */
  readonly sizes: readonly [number, number];
  /** The components of each label, by chain. */
  readonly components: readonly [Int32Array, Int32Array];
  /** Weights and transitions of the P + Q components; those of the second chain from P on. */
  readonly linear: LinearModel;
  /** The cross factor by label, in the units of the linear model. */
  readonly labelWeights: Int32Array;
}

/**
 * The tensors of a product pack.
 *
 * @param corpus its labels are pairs
 * @param metadata whatever describes the pack; `kind` and `unit` are added
 */
export function productFile(
  { linear, sizes, components, labelWeights }: ProductModel,
  corpus: EncodedCorpus,
  metadata: Readonly<Record<string, string>>,
): TensorFile {
  const file = factoredFile(linear, corpus, metadata);
  return {
    metadata: { ...file.metadata, kind: "product" },
    tensors: new Map([
      ...file.tensors,
      [LABEL_COMPONENTS, componentTensor(components)],
      ["component_counts", tensor(Int32Array.from(sizes))],
      ["label_weights", tensor(WEIGHTS.write(labelWeights))],
    ]),
  };
}

/**
 * The dataset of a product pack, with its transitions both dense and in structured form. Every
 * score is a multiple of the unit, so every sum is exact.
 *
 * Cost: a lattice is added up anew on each call, T·L plus the weights of its features.
 *
 * @param source names the file in errors, and the dataset if the metadata do not
 * @throws SyntaxError, TypeError or RangeError naming the file, tensor, index and value
 */
export function openProduct(file: TensorFile, source: string): Dataset {
  const parts = readFactored(withoutPairs(file), source);
  const { labelCount: componentCount, lengths, unitExponent } = parts;
  const reading = new Reading(PRODUCT, file, source);
  const sizes = readSizes(reading, componentCount);
  const components = readComponents(reading, sizes);
  const labelCount = components[0].length;
  checkLabelCount(reading, LABEL_COMPONENTS);
  checkLabelNames(file, source, labelCount);
  const unit = 2 ** -unitExponent;
  const cross = Float64Array.from(reading.numbers("label_weights"), (weight) => unit * weight);
  reading.sizes.set("N", lengths.reduce((sum, length) => sum + length, 0));
  reading.numbers("lengths");
  const longest = largestOf(lengths);
  checkMade(reading, "lengths", longest, labelCount);
  const gold = file.tensors.has("gold") ? reading.numbers("gold") as Int32Array : undefined;

  checkBlocks(parts.transitions, sizes, reading);
  const factor = (chain: 0 | 1): TransitionFactor => ({
    size: sizes[chain],
    components: components[chain],
    transitions: block(parts.transitions, componentCount, chain * sizes[0], sizes[chain]),
  });
  const structure = [factor(0), factor(1)] as const;
  // The weights of a label are those of two components and its own.
  const bound = partialSumBound(
    longest,
    2 * parts.largest + largestMagnitude(cross),
    largestMagnitude(structure[0].transitions) + largestMagnitude(structure[1].transitions),
  );
  return datasetOf(file, source, {
    model: {
      labelCount,
      transitions: expandTransitions(structure),
      exactSums: true,
      float32Exact: fitsFloat32(bound, unitExponent),
      structure,
    },
    lengths,
    lattice: (sentence) => expandLattice(parts.lattice(sentence), sizes[0], components, cross),
    grid: { exponent: gridForUnit(bound, unit, source), largestChange: 0 },
    gold,
  });
}

/** The factored pack of the components: what of `PRODUCT` is of pairs, and names, are left out. */
function withoutPairs({ metadata, tensors }: TensorFile): TensorFile {
  const { labels: _, ...rest } = metadata;
  const isOfPairs = (name: string) => Object.hasOwn(PRODUCT, name) && name !== "lengths";
  return {
    metadata: rest,
    tensors: new Map([...tensors].filter(([name]) => !isOfPairs(name))),
  };
}

function readSizes(reading: Reading, componentCount: number): [number, number] {
  const [first = 0, second = 0] = reading.tensor("component_counts").data as Int32Array;
  if (first >= 1 && second >= 1 && first + second === componentCount) return [first, second];
  throw new RangeError(
    `Cannot use tensor "component_counts" of ${reading.source}, which has ${componentCount} ` +
      `components: [${first},${second}]`,
  );
}

/** Checks that no transition leads from one chain to the other. */
function checkBlocks(
  transitions: Float64Array,
  sizes: readonly [number, number],
  reading: Reading,
): void {
  const componentCount = sizes[0] + sizes[1];
  const index = transitions.findIndex((score, at) => {
    const isFirst = Math.floor(at / componentCount) < sizes[0];
    return score !== 0 && isFirst !== (at % componentCount < sizes[0]);
  });
  if (index < 0) return;
  const [row, column] = [Math.floor(index / componentCount), index % componentCount];
  throw reading.refused("transition_weights", `components ${row} and ${column} are of two chains`);
}

/** The square block of a matrix from `start` on, along its diagonal. */
function block(matrix: Float64Array, width: number, start: number, size: number): Float64Array {
  return Float64Array.from({ length: size * size }, (_, i) => {
    const row = start + Math.floor(i / size);
    return matrix[row * width + start + i % size]!;
  });
}

function expandLattice(
  { length, emissions: parts }: Lattice,
  firstSize: number,
  [first, second]: readonly [Int32Array, Int32Array],
  cross: Float64Array,
): Lattice {
  const labelCount = cross.length;
  const width = parts.length / length;
  const emissions = new Float64Array(length * labelCount);
  for (let t = 0; t < length; t++) {
    const row = t * labelCount;
    const at = t * width;
    for (let y = 0; y < labelCount; y++) {
      emissions[row + y] = parts[at + first[y]!]! + parts[at + firstSize + second[y]!]! + cross[y]!;
    }
  }
  return { length, emissions };
}
