/**
 * The features of a word that a supertagger weighs, as strings.
 *
 * Source: Clark and Curran 2007, Section 4.2, for words and parts of speech; CCG asks for the word
 * after a verb, which the last one tells.
 *
 * @module
 */

import type { Sentence } from "../../corpora/corpus.ts";
import type { Features } from "../encode.ts";

/** Words and parts of speech are seen from this many positions before to as many after. */
const WINDOW = 2;
/** Suffixes of so many characters. */
const SUFFIXES = [2, 3];
/** Stands for what is outside the sentence. */
const OUTSIDE = "";
const JOIN = "\t";

/**
 * A bias, suffixes of 2 and 3 characters, words and parts of speech at −2..2, pairs of parts of
 * speech from (−2,−1) to (1,2), the three around the word, and the word with the next one.
 */
export const SUPERTAG_FEATURES: Features = {
  form(form) {
    const characters = [...form];
    return [
      "bias",
      ...SUFFIXES.filter((n) => n <= characters.length)
        .map((n) => `s${n}=${characters.slice(-n).join("")}`),
    ];
  },
  context(sentence, position) {
    const { forms } = sentence;
    const pos = posOf(sentence);
    const at = (values: readonly string[], offset: number) => values[position + offset] ?? OUTSIDE;
    const features: string[] = [];
    for (let d = -WINDOW; d <= WINDOW; d++) {
      features.push(`w${d}=${at(forms, d)}`, `t${d}=${at(pos, d)}`);
    }
    for (let d = -WINDOW; d < WINDOW; d++) {
      features.push(`tt${d}=${at(pos, d)}${JOIN}${at(pos, d + 1)}`);
    }
    features.push(
      `ttt=${at(pos, -1)}${JOIN}${at(pos, 0)}${JOIN}${at(pos, 1)}`,
      `wt=${at(forms, 0)}${JOIN}${at(pos, 1)}`,
    );
    return features;
  },
};

/**
 * The parts of speech of a sentence.
 *
 * @throws RangeError if it has none
 */
export function posOf({ pos, forms }: Sentence): readonly string[] {
  if (pos !== undefined) return pos;
  throw new RangeError(`Cannot parse a sentence without parts of speech: "${forms.join(" ")}"`);
}
