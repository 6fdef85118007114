/**
 * Recipe of the pack `ewt_pos45_bilstm_crf`.
 *
 * @module
 */

import { type BilstmSettings, DEFAULTS } from "../training/bilstm/settings.ts";
import type { Recipe } from "../training/recipe.ts";
import { trainBilstm } from "../training/train_bilstm.ts";
import perceptron from "./ewt_pos45.ts";

const settings: BilstmSettings = { ...DEFAULTS, inputs: "spelling" };

/**
 * How the pack is made, with the held-out part that `deno task data` writes. Float32 sums depend on
 * the machine, and training makes much of small differences: the bytes are other ones elsewhere,
 * the accuracy comes again within `margin`.
 */
const recipe: Recipe = {
  ...perceptron,
  name: "ewt_pos45_bilstm_crf",
  folder: "ewt_pos45",
  epochs: 8,
  decoder: "viterbi",
  pinned: {
    hash: "80ab5fc175c877f1ee20401d8177b548b61156842dfe1b2112b6d8d2c52321d3",
    margin: 0.01,
  },
  train: (options) => trainBilstm({ ...options, settings }),
};
export default recipe;
