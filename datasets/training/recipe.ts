/**
 * Recipes: how the packs of `datasets/real/` are made.
 *
 * @module
 */

import { modulesIn } from "../modules.ts";
import type { CrfSettings } from "./crf/settings.ts";
import type { NOTES, TrainOptions } from "./train_options.ts";

/** What to train on and how, in words of the command line. */
export interface TrainSettings {
  /** Name of the dataset. */
  readonly name: string;
  /** Name of the corpus reader. */
  readonly format: string;
  /** Passes over the training sentences, at least 1. */
  readonly epochs: number;
  /** Seed of the order of the sentences, from 0. */
  readonly seed: number;
  /** Test sentences to pack, at least 1. */
  readonly sentences: number;
  /** How a chain CRF learns; without it an averaged perceptron does. */
  readonly crf?: CrfSettings;
  /** Stands for the label of a training token whose label is not known. */
  readonly unlabelled?: string;
  /** The exact decoder that testing and a perceptron's training use, `NAME{option=value,…}`. */
  readonly decoder: string;
  /** Licence, provenance, attribution, where given. */
  readonly notes: Readonly<Partial<Record<(typeof NOTES)[number], string>>>;
}

/** A pack that does not come out byte for byte when it is made again. */
export interface Pinned {
  /** Content hash of the pack of the project. */
  readonly hash: string;
  /** By how much the share of right test tokens may differ when it is made again. */
  readonly margin: number;
}

/** How to make one pack: the default export of a module in `datasets/real/`, beside the pack. */
export interface Recipe extends TrainSettings {
  /** Folder of the corpus, if it does not have the dataset's name. */
  readonly folder?: string;
  /** What trains and writes the pack, if not `train`. */
  readonly train?: (options: TrainOptions) => Promise<void>;
  /** For a recipe that makes other bytes on other machines: the pack that is kept. */
  readonly pinned?: Pinned;
  /** `corpusHash` of the corpus: another version of it would make another pack. */
  readonly corpus: string;
}

/** The recipes in `datasets/real/`, by file name. */
export async function listRecipes(): Promise<Recipe[]> {
  const found = await modulesIn<Recipe>(new URL("../real/", import.meta.url));
  return found.map(({ value }) => value);
}
