/**
 * How a BiLSTM is built and trained.
 *
 * @module
 */

import { INPUTS } from "./embeddings.ts";
import type { StepSettings } from "./optimiser.ts";

/** All that the numbers of a trained network depend on, but for corpus, seed and epochs. */
export interface BilstmSettings extends StepSettings {
  /** `crf` learns scores of label pairs, first and last labels; `softmax` has none. */
  readonly output: "crf" | "softmax";
  /** A name in `INPUTS`. */
  readonly inputs: string;
  /** H: numbers a position and direction, at least 1. */
  readonly hidden: number;
  /** Sentences of a step, at least 1. */
  readonly batch: number;
  /** Share of the numbers that go into the LSTM and come out of it that a step leaves out. */
  readonly dropout: number;
  /** How often a word that was seen once is taken for an unknown one. */
  readonly unknown: number;
  /** Length of steps in the first epoch. */
  readonly rate: number;
  /** In epoch e steps are rate/(1 + decay·(e − 1)) long. */
  readonly decay: number;
  /** Epochs without a better accuracy on held-out sentences that end the training. */
  readonly patience: number;
}

/**
 * What the command line takes where nothing else is said.
 *
 * The network of the tutorial sees words alone. After one pass over the train part of
 * UD English EWT, 86.4% of the tokens of its dev part were right so, 91.8% with `spelling`
 * (`deno task train_bilstm --data corpora/ewt_pos45 --epochs 1 --inputs words --out PACK`).
 */
export const DEFAULTS: BilstmSettings = {
  output: "crf",
  inputs: "spelling",
  hidden: 96,
  batch: 32,
  dropout: 0.3,
  unknown: 0.5,
  optimiser: "adam",
  rate: 0.003,
  decay: 0.1,
  clip: 5,
  patience: 4,
};

/** Refuses what no training can use. @throws RangeError naming the setting and its value */
export function checkSettings(settings: BilstmSettings): void {
  const refuse = (name: keyof BilstmSettings, takes: string) => {
    throw new RangeError(
      `Cannot train with ${name} = ${settings[name]}: it takes ${takes}`,
    );
  };
  if (!Object.hasOwn(INPUTS, settings.inputs)) refuse("inputs", Object.keys(INPUTS).join(" or "));
  for (const name of ["hidden", "batch", "patience"] as const) {
    if (!(Number.isInteger(settings[name]) && settings[name] >= 1)) {
      refuse(name, "whole numbers from 1");
    }
  }
  for (const name of ["dropout", "unknown"] as const) {
    if (!(settings[name] >= 0 && settings[name] < 1)) refuse(name, "numbers from 0 to below 1");
  }
  for (const name of ["rate", "clip"] as const) {
    if (!(settings[name] > 0 && settings[name] < Infinity)) refuse(name, "numbers above 0");
  }
  if (!(settings.decay >= 0 && settings.decay < Infinity)) refuse("decay", "numbers from 0");
}
