/**
 * Dense packs whose tensors are not what they must be.
 *
 * @module
 */

import {
  type Tensor,
  tensor,
  type TensorFile,
  writeTensors,
} from "../../../datasets/packs/safetensors.ts";
import { denseFile, TINY } from "../../helpers/packs.ts";
import { dense, type HostilePack, pack } from "./contract.ts";

/** The small pack with tensors replaced, or left out. */
const withTensors = (changes: Readonly<Record<string, Tensor | undefined>>) => () => {
  const file = denseFile(TINY);
  const tensors = new Map(file.tensors);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) tensors.delete(name);
    else tensors.set(name, value);
  }
  return writeTensors({ ...file, tensors });
};
const withMetadata = (metadata: TensorFile["metadata"]) => () => dense({ metadata });
const floats = (count: number, shape: number[]) => tensor(new Float32Array(count), shape);
const lengths = (...values: number[]) => () => dense({ lengths: values });
const rows = (score: number) => [[score, 2, 3], [4, 5, 6], [7, 8, 9]];
const emissions = (score: number) => () => dense({ emissions: rows(score) });

/** Each is a container that holds no task. */
export const DENSE: readonly HostilePack[] = [
  pack("no emissions", withTensors({ emissions: undefined }), "emissions"),
  pack("no lengths", withTensors({ lengths: undefined }), "lengths"),
  pack("no transitions", withTensors({ transitions: undefined }), "transitions"),
  pack(
    "emissions in integers",
    withTensors({ emissions: tensor(new Int32Array(9), [3, 3]) }),
    "I32",
  ),
  pack("emissions in a line", withTensors({ emissions: floats(9, [9]) }), "shape"),
  pack(
    "emissions in four dimensions",
    withTensors({ emissions: floats(9, [3, 3, 1, 1]) }),
    "shape",
  ),
  pack("no labels", withTensors({ emissions: floats(0, [3, 0]) }), "labels"),
  pack("no positions", withTensors({ emissions: floats(0, [0, 3]) }), "lengths"),
  pack("transitions of other labels", withTensors({ transitions: floats(4, [2, 2]) }), "shape"),
  pack("transitions that are no square", withTensors({ transitions: floats(6, [3, 2]) }), "shape"),
  pack("lengths in floats", withTensors({ lengths: floats(2, [2]) }), "dtype"),
  pack("lengths in a square", withTensors({ lengths: tensor(Int32Array.of(3), [1, 1]) }), "shape"),
  pack("no sentences", lengths(), "sentences"),
  pack("a sentence of no position", lengths(3, 0), "length 0"),
  pack("a sentence of length -1", lengths(4, -1), "length -1"),
  pack("lengths that are too few", lengths(1, 1), "add up to 2"),
  pack("lengths that are too many", lengths(2, 2), "add up to 4"),
  pack("lengths that wrap around", lengths(2 ** 31 - 1, 2 ** 31 - 1, 5), "add up"),
  pack(
    "lengths beyond 32 bits",
    withTensors({ lengths: tensor(BigInt64Array.of(2n ** 32n + 2n, 1n)) }),
    "4294967298",
  ),
  pack("an emission that is not a number", emissions(NaN), "emissions[0,0]", "NaN"),
  pack("an emission without bound", emissions(Infinity), "emissions[0,0]", "Infinity"),
  pack("a transition without bound", () => {
    return dense({ transitions: [[0, Infinity, 0], [0, 0, 0], [0, 0, 0]] });
  }, "transitions[0,1]"),
  pack("a start that is not a number", () => dense({ start: [0, NaN, 0] }), "start_transitions[1]"),
  pack("starts of other labels", () => dense({ start: [0, 0] }), "start_transitions"),
  pack("ends of other labels", () => dense({ end: [0, 0, 0, 0] }), "end_transitions"),
  pack("starts that overflow", () => {
    const bytes = denseFile(
      { ...TINY, emissions: rows(1.7e308), start: [1.7e308, 0, 0] },
      Float64Array,
    );
    return writeTensors(bytes);
  }),
  pack("an emission of -1e30", emissions(-1e30), "-Infinity", "--forbid-below"),
  pack("an emission of 1.7e308", () => {
    return writeTensors(denseFile({ ...TINY, emissions: rows(1.7e308) }, Float64Array));
  }),
  pack("right labels beyond the labels", () => dense({ gold: [0, 1, 3] }), "gold", "3"),
  pack("right labels below -1", () => dense({ gold: [0, 1, -2] }), "gold", "-2"),
  pack("too few right labels", () => dense({ gold: [0, 1] }), "gold"),
  pack("right labels in floats", withTensors({ gold: floats(3, [3]) }), "gold"),
  pack("names that are no JSON", withMetadata({ labels: "a,b,c" }), "labels"),
  pack("names that are no list", withMetadata({ labels: '{"a":1}' }), "labels"),
  pack("too few names", withMetadata({ labels: '["a","b"]' }), "labels"),
  pack("names that are numbers", withMetadata({ labels: "[1,2,3]" }), "labels"),
  pack(
    "transitions and their parts",
    withTensors({
      label_components: tensor(Uint8Array.of(0, 0, 0, 1, 1, 0), [3, 2]),
      transitions_factor_0: floats(4, [2, 2]),
      transitions_factor_1: floats(4, [2, 2]),
    }),
    "label_components",
  ),
  ...structured(),
];

/** Transitions that are a sum of two matrices. */
function structured(): HostilePack[] {
  const parts = (components: number[], first = floats(4, [2, 2])) =>
    withTensors({
      transitions: undefined,
      label_components: tensor(Uint8Array.from(components), [3, 2]),
      transitions_factor_0: first,
      transitions_factor_1: floats(4, [2, 2]),
    });
  return [
    pack("two labels of one pair", parts([0, 0, 0, 0, 1, 1]), "as label 0 is"),
    pack("a component beyond its matrix", parts([0, 0, 0, 1, 2, 0]), "[2,0]"),
    pack("a matrix that is no square", parts([0, 0, 0, 1, 1, 0], floats(6, [3, 2])), "shape"),
  ];
}
