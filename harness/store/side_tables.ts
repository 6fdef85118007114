/**
 * The tables beside `rows.csv`, whose lines belong to cells by the key and the session of their
 * rows:
 *
 * - `sentences.csv`: the time of each sentence on its own, of few cells, because a mean needs no
 *   more than the rounds;
 * - `first_use.csv`: what a decoder costs until it has done its first sentences, preparation and
 *   everything that is built lazily included;
 * - `answers.csv`: what each answer of a cell is, for problems that tell it;
 * - `traces.csv`: how decoders come to their answers, iteration by iteration, in a run of its own
 *   that is not timed.
 *
 * @module
 */

import type { Role } from "./key.ts";
import { finite, type LineOf, optional, rounded, type Table, table, text, word } from "./table.ts";

/**
 * Objectives are multiples of 2^−12, which have as many decimals; changes of beliefs become small.
 * NaN: not known, or none.
 */
const KNOWN = rounded(12, true);

/** What a row says of its cell. */
interface OfRow {
  readonly family: string;
  readonly role: Role;
  readonly decoder: string;
  readonly k: number;
}

const SENTENCE_COLUMNS = {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  key: text,
  /** Of the cell's rows. */
  session: finite,
  /** Index in the dataset. */
  sentence: finite,
  /** Positions of the sentence. */
  length: finite,
  /** Milliseconds: the median of means over many passes, finer than a step of the clock. */
  elapsed_ms: rounded(7),
};

/** The time of one sentence in one cell. */
export type SentenceTime = LineOf<typeof SENTENCE_COLUMNS>;

/** `sentences.csv`. */
export const SENTENCES: Table<typeof SENTENCE_COLUMNS> = table("sentences.csv", SENTENCE_COLUMNS);

/**
 * Passes over the timed sentences of a cell that is not slow; a collection of garbage hits a
 * sentence in one.
 */
export const SENTENCE_PASSES = 3;

/**
 * Sentences of a cell that are timed one by one: the first, which are spread over all lengths. Of
 * fewer the 90th percentile is nearly the slowest: where a cell is timed on fewer, none is.
 */
export const ALONE = 32;

/**
 * Whether the sentences of a cell are timed one by one: those of decoders with their defaults on
 * real tasks at k = 1, and on all parses, whose charts differ by orders of magnitude. The sentences
 * of a synthetic chain have much the same length, and three passes in all cells would take a tenth
 * of a run.
 */
export function timesSentences(
  { problem, family, role, decoder, decoder_base, k }: OfRow & {
    readonly problem: string;
    readonly decoder_base: string;
  },
): boolean {
  return (family === "real" || problem === "parsing") && k === 1 && role !== "control" &&
    decoder === decoder_base;
}

const FIRST_USE_COLUMNS = {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  key: text,
  /** Of the cell's rows. */
  session: finite,
  /** The fresh process: 0, 1, … */
  process: finite,
  /**
   * Sentences that are done: 1, 10, 100, … A curve ends where the time for more was over. The point
   * of 0 sentences in 0 ms, which every curve goes through, is written last: a curve without it was
   * cut.
   */
  sentences: finite,
  /** Milliseconds from the beginning of `prepare` until then. */
  elapsed_ms: finite,
};

/** A point of the first-use curve of a cell in one fresh process. */
export type FirstUse = LineOf<typeof FIRST_USE_COLUMNS>;

/** `first_use.csv`. */
export const FIRST_USE: Table<typeof FIRST_USE_COLUMNS> = table("first_use.csv", FIRST_USE_COLUMNS);

/** Whose first use a run follows. */
export interface Followed {
  /** Variants, as they are called. */
  readonly decoders: readonly string[];
  /** Fresh processes of each: curves. */
  readonly processes: number;
}

/** Whether the first use of a cell is followed: of decoders on real tasks at k = 1. */
export function followsFirstUse(
  { family, role, decoder, k }: OfRow,
  { decoders }: Pick<Followed, "decoders">,
): boolean {
  return family === "real" && k === 1 && role !== "control" && decoders.includes(decoder);
}

/** Appends a curve to `first_use.csv`. */
export async function appendCurve(
  dir: string,
  curve: Pick<FirstUse, "key" | "session" | "process">,
  points: readonly Pick<FirstUse, "sentences" | "elapsed_ms">[],
): Promise<void> {
  const ended = [...points, { sentences: 0, elapsed_ms: 0 }];
  await FIRST_USE.append(dir, ended.map((point) => ({ ...curve, ...point })));
}

const VALUE_COLUMNS = {
  /** Index in the dataset. */
  sentence: KNOWN,
  words: KNOWN,
  /** The step of the search space that it ended with. */
  beam: KNOWN,
  /** Slots that the step permits, and what the forest has without what no derivation uses. */
  slots: KNOWN,
  items: KNOWN,
  edges: KNOWN,
  /** 1 if the decoder came to its end by itself. */
  converged: KNOWN,
  /** Of the work. */
  iterations: KNOWN,
  /** Of a derivation that is one: J, and the part of it that is the parser's. */
  objective: KNOWN,
  parser_score: KNOWN,
  bound: KNOWN,
  /** 1 if the bound is less than a unit above the objective: a claim to be the best. */
  claimed: KNOWN,
  /** Right tags, and those that are known. */
  right_tags: KNOWN,
  known_tags: KNOWN,
  /** Labelled spans of two words or more, if the right ones are known. */
  matched_spans: KNOWN,
  predicted_spans: KNOWN,
  gold_spans: KNOWN,
  /** Dependencies between words, if the right ones are known: with all labels, and without. */
  matched_labelled: KNOWN,
  matched_unlabelled: KNOWN,
  predicted_dependencies: KNOWN,
  gold_dependencies: KNOWN,
  /** Why there is no derivation; nothing where there is one, and in runs of earlier versions. */
  failure: optional(word("unparsed", "too large")),
};
const ANSWER_COLUMNS = { key: text, session: KNOWN, ...VALUE_COLUMNS };

/** What is known of one answer. NaN is written as nothing: it is not known, or there is none. */
export type AnswerNumbers = LineOf<typeof VALUE_COLUMNS>;

/** An answer of a cell, by the cell's rows. */
export type AnswerLine = LineOf<typeof ANSWER_COLUMNS>;

/** `answers.csv`. */
export const ANSWERS: Table<typeof ANSWER_COLUMNS> = table("answers.csv", ANSWER_COLUMNS, {
  ...{ isLazy: true, later: 1 },
});

const POINT_COLUMNS = {
  /** Index in the sample; in the table, in the dataset. */
  sentence: KNOWN,
  /** Number of the iteration, from 1. */
  iteration: KNOWN,
  /** The score of the best answer so far. */
  objective: KNOWN,
  /** The best bound so far. */
  bound: KNOWN,
  /** The largest change of a belief, to 8 decimals: the finest limit that is judged is 1e-6. */
  delta: rounded(8, true),
  /** 1 if the bound proves that the best answer so far is the best there is. */
  proven: KNOWN,
};
const TRACE_COLUMNS = { key: text, session: KNOWN, ...POINT_COLUMNS };

/** Where a decoder is after an iteration. NaN, which is written as nothing, where it has none. */
export type TracePoint = LineOf<typeof POINT_COLUMNS>;
/** What a point has. */
export const POINT_NAMES = Object.keys(POINT_COLUMNS) as readonly (keyof TracePoint)[];

/** A point of a cell, by the cell's rows. */
export type TraceLine = LineOf<typeof TRACE_COLUMNS>;

/** `traces.csv`. */
export const TRACES: Table<typeof TRACE_COLUMNS> = table("traces.csv", TRACE_COLUMNS, {
  isLazy: true,
});
