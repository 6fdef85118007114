/**
 * Transitions in structured form: the sum of two small matrices.
 *
 * In a dense pack the tensors `label_components` [L,2] (U8, U16 or I32), `transitions_factor_0`
 * [P,P] and `transitions_factor_1` [Q,Q] stand instead of `transitions`: label y is the pair of
 * components `label_components[y]`, and e(x, y) = factor_0(x₀, y₀) + factor_1(x₁, y₁).
 *
 * @module
 */

import type { TransitionFactor, TransitionStructure } from "../../decoders/lattice.ts";
import { type Tensor, tensor } from "./tensors.ts";
import type { Reading } from "./schema.ts";

/** Name of the tensor of pairs. */
export const LABEL_COMPONENTS = "label_components";
/** Names of the tensors of the two matrices. */
export const FACTOR_TENSORS = ["transitions_factor_0", "transitions_factor_1"] as const;

/**
 * The dense transitions, L×L: e(x, y) = e₀(x₀, y₀) + e₁(x₁, y₁).
 *
 * @example
 * ```ts
 * import { expandTransitions } from "./transition_structure.ts";
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
