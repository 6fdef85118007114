/**
 * Factored and product packs whose weights, counts or ids are wrong.
 *
 * @module
 */

import { type Tensor, tensor, writeTensors } from "../../../datasets/packs/safetensors.ts";
import { type HostilePack, pack } from "./contract.ts";

const u8 = (...values: number[]) => tensor(Uint8Array.from(values));
const i8 = (...values: number[]) => tensor(Int8Array.from(values));
const i32 = (...values: number[]) => tensor(Int32Array.from(values));

/** One sentence of two positions, two features, two labels. */
const FACTORED: Readonly<Record<string, Tensor>> = {
  lengths: i32(2),
  position_feature_counts: u8(1, 2),
  position_features: u8(0, 0, 1),
  feature_weight_counts: u8(2, 1),
  feature_labels: u8(0, 1, 1),
  feature_weights: i8(1, -1, 2),
  transition_counts: u8(1, 0),
  transition_labels: u8(1),
  transition_weights: i8(3),
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

const from = (kind: string, usual: typeof FACTORED) =>
(
  changes: Readonly<Record<string, Tensor | undefined>>,
  metadata: Readonly<Record<string, string>> = { unit: "1/64" },
) =>
() => {
  const tensors = Object.entries({ ...usual, ...changes })
    .filter((entry): entry is [string, Tensor] => entry[1] !== undefined);
  return writeTensors({ metadata: { kind, ...metadata }, tensors: new Map(tensors) });
};
const factored = from("factored", FACTORED);
const product = from("product", PRODUCT);

/** Each is a pack of weights but for one thing. */
export const WEIGHTS: readonly HostilePack[] = [
  pack("no unit", factored({}, {}), "unit"),
  pack("a unit of a third", factored({}, { unit: "1/3" }), "unit"),
  pack("a unit of nothing", factored({}, { unit: "1/0" }), "unit"),
  pack("a unit too fine", factored({}, { unit: `1/${2 ** 40}` }), "unit"),
  pack("a unit in words", factored({}, { unit: "x".repeat(1e6) }), "unit"),
  pack("no labels of weights", factored({ transition_counts: u8() }), "labels"),
  pack("no counts of features", factored({ position_feature_counts: undefined }), "counts"),
  pack("counts of features that are too many", factored({ position_feature_counts: u8(1, 3) })),
  pack("counts of features that are too few", factored({ position_feature_counts: u8(1, 1) })),
  pack("counts below zero", factored({ position_feature_counts: i32(-1, 4) }), "-1"),
  pack("counts in floats", factored({ position_feature_counts: tensor(new Float32Array(2)) })),
  pack("a feature beyond the features", factored({ position_features: u8(0, 0, 2) }), "features"),
  pack("a label beyond the labels", factored({ feature_labels: u8(0, 2, 1) }), "feature_labels"),
  pack("labels that do not ascend", factored({ feature_labels: u8(1, 0, 1) }), "ascend"),
  pack("a label twice", factored({ feature_labels: u8(1, 1, 1) }), "ascend"),
  pack("weights in floats", factored({ feature_weights: tensor(new Float32Array(3)) }), "weights"),
  pack("too few weights", factored({ feature_weights: i8(1, 2) }), "feature_weights"),
  pack("a transition beyond the labels", factored({ transition_labels: u8(2) }), "transition"),
  pack("other lengths than positions", factored({ lengths: i32(3) }), "lengths"),
  pack("right labels of other positions", factored({ gold: i32(0) }), "gold"),
  pack("a kind in between", from("factored?", FACTORED)({})),
  pack("chains of other sizes", product({ component_counts: i32(1, 2) }), "component_counts"),
  pack("a chain of no component", product({ component_counts: i32(0, 2) }), "component_counts"),
  pack("no sizes of chains", product({ component_counts: undefined }), "component_counts"),
  pack("no pairs", product({ label_components: undefined }), "label_components"),
  pack("no cross factor", product({ label_weights: undefined }), "label_weights"),
  pack("a cross factor of other labels", product({ label_weights: i8(1, 1) }), "label_weights"),
  pack(
    "a transition between chains",
    product({
      transition_counts: u8(1, 0),
      transition_labels: u8(1),
      transition_weights: i8(3),
    }),
    "two chains",
  ),
];
