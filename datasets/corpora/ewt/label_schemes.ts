/**
 * The three tasks of English EWT and how their labels are made.
 *
 * @module
 */

import type { Word } from "../conllu.ts";
import { baseChunks } from "./chunks.ts";

/** Makes the label of each word of a sentence. */
export type LabelScheme = (words: readonly Word[]) => string[];

/** Tags that the Penn Treebank, with its 45, does not have, and what they become. */
const PENN_TAGS: Readonly<Record<string, string>> = { HYPH: ":", NFP: ":", ADD: "NNP", GW: "FW" };

const KEPT_OF_319 = ["Degree", "NumType", "Number", "Polarity", "PronType"];
const LEFT_OUT_OF_443 = ["Abbr", "NumForm", "Typo"];

/**
 * The label scheme of each task, by its name.
 *
 * - `ewt_pos45`: XPOS, with the tags that the Penn Treebank lacks put into its own.
 * - `ewt_pos_morph_chunk319`: `XPOS|FEATS|chunk`, with the features Degree, NumType, Number,
 *   Polarity and PronType.
 * - `ewt_pos_morph_chunk443`: the same with all features but Abbr, NumForm and Typo.
 *
 * `FEATS` is `_` where there is none. The numbers are those of the labels in the training part.
 */
export const LABEL_SCHEMES: Readonly<Record<string, LabelScheme>> = {
  ewt_pos45: (words) => words.map(({ xpos }) => PENN_TAGS[xpos] ?? xpos),
  ewt_pos_morph_chunk319: joint((feature) => KEPT_OF_319.includes(feature)),
  ewt_pos_morph_chunk443: joint((feature) => !LEFT_OUT_OF_443.includes(feature)),
};

function joint(keeps: (feature: string) => boolean): LabelScheme {
  return (words) => {
    const chunks = baseChunks(words);
    return words.map(({ xpos, features }, i) => {
      const kept = features.filter((feature) => keeps(feature.split("=", 1)[0]!));
      return [xpos, ...(kept.length === 0 ? ["_"] : kept), chunks[i]!].join("|");
    });
  };
}
