/**
 * What a parser sees of a sentence: features of the boundaries between words, and of words.
 *
 * @module
 */

import type { BoundaryRole } from "../../../decoders/parsing/model.ts";
import type { Sentence } from "../../corpora/corpus.ts";
import { posOf } from "./supertag_features.ts";

/** Stands for what is outside the sentence. */
const OUTSIDE = "";
const JOIN = "\t";

/**
 * The features of a boundary, which stands before word b, in one of its roles: words and parts of
 * speech on the inner side of a span's start or end and the part of speech on its outer side; on
 * both sides of a split, and the pair of parts of speech there.
 *
 * A rule that is weighed by what stands where it starts, is split and ends needs no head words, so
 * that items of one symbol and span stay alike.
 *
 * Source: the features are anchored as in Finkel, Kleeman and Manning 2008, "Efficient,
 * feature-based, conditional random field parsing", Section 4.
 */
export function boundaryFeatures(
  sentence: Sentence,
  role: BoundaryRole,
  boundary: number,
): string[] {
  const { forms } = sentence;
  const pos = posOf(sentence);
  const word = (position: number) => forms[position] ?? OUTSIDE;
  const tag = (position: number) => pos[position] ?? OUTSIDE;
  const [before, after] = [boundary - 1, boundary];
  switch (role) {
    case "start":
      return [`w=${word(after)}`, `t=${tag(after)}`, `t-1=${tag(before)}`];
    case "end":
      return [`w-1=${word(before)}`, `t-1=${tag(before)}`, `t=${tag(after)}`];
    case "split":
      return [
        `w-1=${word(before)}`,
        `w=${word(after)}`,
        `t-1=${tag(before)}`,
        `t=${tag(after)}`,
        `tt=${tag(before)}${JOIN}${tag(after)}`,
      ];
  }
}

/** The features of a word that its tag is weighed by. */
export function leafFeatures(sentence: Sentence, position: number): string[] {
  const pos = posOf(sentence);
  const tag = (offset: number) => pos[position + offset] ?? OUTSIDE;
  return [
    "bias",
    `w=${sentence.forms[position]}`,
    `t=${tag(0)}`,
    `t-1=${tag(-1)}`,
    `t+1=${tag(1)}`,
  ];
}
