/**
 * What a tagger answers.
 *
 * @module
 */

import type { BatchLayout } from "./sentences.ts";

/** A path of a sentence, in ordinary arrays: `JSON.stringify` writes lists. */
export interface TaggedPath<Label extends number | string> {
  /** The sum of the path's scores. */
  readonly score: number;
  /** T labels, by index or by name. */
  readonly labels: Label[];
}

/** A path and how probable its labels are. */
export interface ConfidentPath<Label extends number | string> extends TaggedPath<Label> {
  /** T probabilities: that of each label at its position, over all paths of the sentence. */
  readonly confidences: number[];
  /** The error of each confidence at most. */
  readonly confidenceError: number;
}

/** How to decode. */
export interface TagOptions<
  Names extends boolean = boolean,
  Confidences extends boolean = boolean,
> {
  /** How many paths a sentence at most; 1 if not given. */
  readonly k?: number | undefined;
  /** Whether labels are given by name; otherwise by index. */
  readonly names?: Names | undefined;
  /** Whether labels come with their probabilities. Cost: that of `marginals`. */
  readonly confidences?: Confidences | undefined;
}

/** Of a sentence: its best paths, best first; none if all are forbidden. */
export type Tagged<Names extends boolean, Confidences extends boolean = false> =
  (Confidences extends true ? ConfidentPath<Names extends true ? string : number>
    : TaggedPath<Names extends true ? string : number>)[];

/** One sentence has no layout. */
export type NoLayout = { readonly [Name in keyof BatchLayout]?: undefined };
