/**
 * Networks that tag, with a few invented strings.
 *
 * @module
 */

import type { FeatureModel } from "../../datasets/models/contract.ts";
import { byteString } from "../../datasets/models/byte_strings.ts";
import { featureModel } from "../../datasets/models/feature_model.ts";
import { INPUTS, namesOf, type Network } from "../../datasets/models/network.ts";
import { NETWORK_TEMPLATES } from "../../datasets/models/words.ts";
import { Random } from "../../datasets/random.ts";

/** Names of the labels. */
export const LABELS = ["X", "Y", "Z"];
/** H. */
export const HIDDEN = 2;
const STRINGS: Readonly<Record<string, string[]>> = {
  word: ["owls", "hoot", "né"],
  suffix3: ["wls", "oot"],
  suffix2: ["né"],
  shape: ["x", "Xx"],
};

/** A network whose numbers are multiples of 1/64, which float32 holds. */
export function tinyNetwork(): Network {
  const random = new Random(3);
  const numbers = (size: number) =>
    Float64Array.from({ length: size }, () => Math.round(64 * random.gaussian()) / 64);
  const columns = Object.fromEntries(INPUTS.spelling.map(({ name, width }) => {
    const strings = STRINGS[name]!;
    return [name, {
      names: namesOf(strings.map(byteString)),
      values: numbers((strings.length + 1) * width),
    }];
  }));
  const D = INPUTS.spelling.reduce((sum, { width }) => sum + width, 0);
  return {
    columns,
    lstm: {
      inputs: numbers(8 * D * HIDDEN).map((number) => number / 16),
      recurrent: numbers(8 * HIDDEN * HIDDEN),
      biases: numbers(8 * HIDDEN),
    },
    linear: { weights: numbers(2 * HIDDEN * LABELS.length), biases: numbers(LABELS.length) },
  };
}

/** That network as a model with scores of label pairs, one of which may not begin. */
export function networkModel(): FeatureModel {
  return featureModel({
    format: "trellis",
    labels: LABELS,
    transitions: Float64Array.from({ length: 9 }, (_, i) => i / 8),
    start: Float64Array.of(1, 0, -Infinity),
    templates: NETWORK_TEMPLATES,
    network: tinyNetwork(),
  }, "a test");
}
