/**
 * Packs whose tensors are not what they must be: dense ones, weights of factored and product
 * packs, and padded batches. What schemas refuse of any tensor is in their tests.
 *
 * @module
 */

import { type Tensor, tensor, type TensorFile } from "../../../datasets/packs/tensors.ts";
import { writeTensors } from "../../../datasets/packs/safetensors.ts";
import { denseFile, type DensePack, fileOf, TINY } from "../../helpers/packs.ts";
import { dense, type HostilePack, pack } from "./refuse.ts";

/** The small pack with tensors replaced, or left out. */
const withTensors = (changes: Readonly<Record<string, Tensor | undefined>>) => () => {
  const { metadata, tensors } = denseFile(TINY);
  return writeTensors(fileOf({ ...Object.fromEntries(tensors), ...changes }, metadata));
};
/** The small pack with one tensor replaced. */
const replaced = (name: string, value: Tensor) => withTensors({ [name]: value });
const withMetadata = (metadata: TensorFile["metadata"]) => () => dense({ metadata });
const floats = (count: number, shape: number[]) => tensor(new Float32Array(count), shape);
const lengths = (...values: number[]) => () => dense({ lengths: values });
const rows = (score: number) => [[score, 2, 3], [4, 5, 6], [7, 8, 9]];
const emissions = (score: number) => () => dense({ emissions: rows(score) });
const huge = (changes: Partial<DensePack>) => () =>
  writeTensors(denseFile({ ...TINY, emissions: rows(1.7e308), ...changes }, Float64Array));

/** Each is a container that holds no task. */
export const DENSE: readonly HostilePack[] = [
  pack("no emissions", withTensors({ emissions: undefined }), "emissions"),
  pack("no lengths", withTensors({ lengths: undefined }), "lengths"),
  pack("no transitions", withTensors({ transitions: undefined }), "transitions"),
  pack("emissions in integers", replaced("emissions", tensor(new Int32Array(9), [3, 3])), "I32"),
  pack("emissions in a line", replaced("emissions", floats(9, [9])), "shape"),
  pack("emissions in four dimensions", replaced("emissions", floats(9, [3, 3, 1, 1])), "shape"),
  pack("no labels", replaced("emissions", floats(0, [3, 0])), "labels"),
  pack("no positions", replaced("emissions", floats(0, [0, 3])), "lengths"),
  pack("transitions of other labels", replaced("transitions", floats(4, [2, 2])), "shape"),
  pack("transitions that are no square", replaced("transitions", floats(6, [3, 2])), "shape"),
  pack("lengths in a square", replaced("lengths", tensor(Int32Array.of(3), [1, 1])), "shape"),
  pack("a sentence of length -1", lengths(4, -1), "length -1"),
  pack("lengths that wrap around", lengths(2 ** 31 - 1, 2 ** 31 - 1, 5), "add up"),
  pack("starts of other labels", () => dense({ start: [0, 0] }), "start_transitions"),
  pack("ends of other labels", () => dense({ end: [0, 0, 0, 0] }), "end_transitions"),
  pack("starts that overflow", huge({ start: [1.7e308, 0, 0] })),
  pack("an emission of -1e30", emissions(-1e30), "-Infinity", "--forbid-below"),
  pack("an emission of 1.7e308", huge({})),
  pack("right labels beyond the labels", () => dense({ gold: [0, 1, 3] }), "gold", "3"),
  pack("right labels below -1", () => dense({ gold: [0, 1, -2] }), "gold", "-2"),
  pack("too few right labels", () => dense({ gold: [0, 1] }), "gold"),
  pack("right labels in floats", replaced("gold", floats(3, [3])), "gold"),
  pack("names that are no JSON", withMetadata({ labels: "a,b,c" }), "labels"),
  pack("names that are no list", withMetadata({ labels: '{"a":1}' }), "labels"),
  pack("too few names", withMetadata({ labels: '["a","b"]' }), "labels"),
  pack("names that are numbers", withMetadata({ labels: "[1,2,3]" }), "labels"),
  ...structured(),
];

/** Transitions that are a sum of two matrices. */
function structured(): HostilePack[] {
  const factors = (components: number[], first = floats(4, [2, 2])) => ({
    label_components: tensor(Uint8Array.from(components), [3, 2]),
    transitions_factor_0: first,
    transitions_factor_1: floats(4, [2, 2]),
  });
  const parts = (...given: Parameters<typeof factors>) =>
    withTensors({ transitions: undefined, ...factors(...given) });
  const both = withTensors(factors([0, 0, 0, 1, 1, 0]));
  return [
    pack("transitions and their parts", both, "label_components"),
    pack("two labels of one pair", parts([0, 0, 0, 0, 1, 1]), "as label 0 is"),
    pack("a component beyond its matrix", parts([0, 0, 0, 1, 2, 0]), "[2,0]"),
    pack("a matrix that is no square", parts([0, 0, 0, 1, 1, 0], floats(6, [3, 2])), "shape"),
  ];
}

const u8 = (...values: number[]) => tensor(Uint8Array.from(values));
const i8 = (...values: number[]) => tensor(Int8Array.from(values));
const i32 = (...values: number[]) => tensor(Int32Array.from(values));

const TRANSITION = {
  transition_counts: u8(1, 0),
  transition_labels: u8(1),
  transition_weights: i8(3),
};
/** One sentence of two positions, two features, two labels. */
const FACTORED: Readonly<Record<string, Tensor>> = {
  lengths: i32(2),
  position_feature_counts: u8(1, 2),
  position_features: u8(0, 0, 1),
  feature_weight_counts: u8(2, 1),
  feature_labels: u8(0, 1, 1),
  feature_weights: i8(1, -1, 2),
  ...TRANSITION,
};
/** The two labels are the components of two chains, one pair of them a label. */
const PRODUCT: Readonly<Record<string, Tensor>> = {
  ...FACTORED,
  transition_counts: u8(0, 0),
  transition_labels: u8(),
  transition_weights: i8(),
  component_counts: i32(1, 1),
  label_components: tensor(Uint8Array.of(0, 0), [1, 2]),
  label_weights: i8(1),
};

const weightsOf = (kind: string, usual: typeof FACTORED) =>
(
  changes: Readonly<Record<string, Tensor | undefined>>,
  metadata: Readonly<Record<string, string>> = { unit: "1/64" },
) =>
() => writeTensors(fileOf({ ...usual, ...changes }, { kind, ...metadata }));
const factored = weightsOf("factored", FACTORED);
const product = weightsOf("product", PRODUCT);

/** Each is a pack of weights but for one thing. */
export const WEIGHTS: readonly HostilePack[] = [
  pack("a unit of a third", factored({}, { unit: "1/3" }), "unit"),
  pack("a unit of nothing", factored({}, { unit: "1/0" }), "unit"),
  pack("a unit too fine", factored({}, { unit: `1/${2 ** 40}` }), "unit"),
  pack("a unit in words", factored({}, { unit: "x".repeat(1e6) }), "unit"),
  pack("no labels of weights", factored({ transition_counts: u8() }), "labels"),
  pack("no counts of features", factored({ position_feature_counts: undefined }), "counts"),
  pack("a feature beyond the features", factored({ position_features: u8(0, 0, 2) }), "features"),
  pack("weights in floats", factored({ feature_weights: tensor(new Float32Array(3)) }), "weights"),
  pack("a transition beyond the labels", factored({ transition_labels: u8(2) }), "transition"),
  pack("other lengths than positions", factored({ lengths: i32(3) }), "lengths"),
  pack("right labels of other positions", factored({ gold: i32(0) }), "gold"),
  pack("starts beside weights", factored({ start_transitions: floats(2, [2]) }), "start_trans"),
  pack("a kind in between", weightsOf("factored?", FACTORED)({})),
  pack("chains of other sizes", product({ component_counts: i32(1, 2) }), "component_counts"),
  pack("a chain of no component", product({ component_counts: i32(0, 2) }), "component_counts"),
  pack("no sizes of chains", product({ component_counts: undefined }), "component_counts"),
  pack("no pairs", product({ label_components: undefined }), "label_components"),
  pack("no cross factor", product({ label_weights: undefined }), "label_weights"),
  pack("a cross factor of other labels", product({ label_weights: i8(1, 1) }), "label_weights"),
  pack("a tensor of pairs too many", product({ pair_weights: i8(1) }), "pair_weights"),
  pack("a transition between chains", product(TRANSITION), "two chains"),
];

/** Two sentences of at most two positions with three labels. */
const BATCH = { emissions: floats(12, [2, 2, 3]), transitions: floats(9, [3, 3]) };
const padded = (changes: Readonly<Record<string, Tensor>>) => () =>
  writeTensors(fileOf({ ...BATCH, ...changes }));
const mask = (...values: number[]) => tensor(Uint8Array.from(values), [2, 2]);

/** Each is a padded batch but for one thing. */
export const PADDED: readonly HostilePack[] = [
  pack("neither mask nor lengths", padded({}), "lengths"),
  pack("mask with a gap", padded({ mask: mask(0, 1, 1, 1) }), "mask"),
  pack("mask of a sentence without positions", padded({ mask: mask(0, 0, 1, 1) }), "no position"),
  pack("mask of another size", padded({ mask: tensor(new Uint8Array(2), [1, 2]) }), "mask"),
  pack("mask in floats", padded({ mask: tensor(new Float32Array(4), [2, 2]) }), "mask"),
  pack("mask and other lengths", padded({ mask: mask(1, 0, 1, 1), lengths: i32(2, 2) }), "mask 1"),
  pack("lengths beyond the padding", padded({ lengths: i32(3, 1) }), "length 3"),
  pack("lengths of other sentences", padded({ lengths: i32(2, 1, 1) }), "lengths"),
  pack("gold without padding", padded({ lengths: i32(2, 1), gold: i32(0, 0, 0) }), "gold"),
];
