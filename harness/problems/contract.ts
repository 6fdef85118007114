/**
 * The problem seam: what a file in this folder exports to be a kind of problem.
 *
 * The harness plans, runs, times and stores. A problem says what is decoded, against what, and how
 * an answer is judged. A run holds one problem. Samples, answers and parts of them are opaque to
 * the harness; answers and parts travel as JSON between processes.
 *
 * @module
 */

import type { Description, Options, Work } from "../../decoders/contract.ts";
import type { Found } from "../../datasets/modules.ts";
import type { AnswerNumbers, TracePoint } from "../store/side_tables.ts";
import type { Clock, Verdict } from "../store/rows.ts";
import type { DatasetSettings } from "../store/table.ts";

/** Descriptions, options and counters mean the same in every problem. */
export { type Description, newWork, type Options, type Work } from "../../decoders/contract.ts";

/** A dataset that exists, by the name in its rows. */
export interface ResolvedDataset<S extends Sample = Sample> {
  readonly name: string;
  /**
   * Takes sentences of it, every prefix over the quantiles of length; synthetic ones are drawn with
   * the seed.
   *
   * @param longest only sentences of at most so many positions
   */
  sample(sentences: number, seed: number, longest?: number): Promise<S>;
}

/** The sentences of a dataset that a run decodes. */
export interface Sample {
  /** The dataset's name. */
  readonly name: string;
  /** The name without settings. */
  readonly base: string;
  /** The settings in braces behind the dataset's name. */
  readonly settings: DatasetSettings;
  /** `real`, or the synthetic family. */
  readonly family: string;
  /** Content hash of the whole dataset. */
  readonly hash: string;
  /** L, the number of labels. */
  readonly size: number;
  /** Which sentences of the dataset these are. */
  readonly indices: readonly number[];
  /** T of each sentence. */
  readonly lengths: readonly number[];
  /** The edges that the reference evaluates. */
  readonly referenceEdges: number;
  /** True if it has scores of pairs that depend on the position: not all decoders take these. */
  readonly hasPairs?: boolean;
  /** MiB that a cell takes for the sentences and for what a decoder prepares, about. */
  readonly cellMb: number;
  /** The sample of its first sentences. */
  first(sentences: number): Sample;
  /**
   * Writes the file that isolates read it from; nothing is lost but what is right.
   *
   * @param withGold keeps that, too, for decoders that may see it
   */
  write(path: string, withGold?: boolean): Promise<void>;
  /** The scores of a sentence, as an isolate has them. */
  scores(sentence: number): Float64Array;
  /**
   * Where the scores of what there is to choose from at each position begin among those of a
   * sentence, and where the last ones end. Other scores are not about a choice.
   */
  rows(sentence: number): ArrayLike<number>;
  /** The sample of sentences with other scores. */
  over(contents: readonly Content[]): Sample;
}

/** Scores for a sentence of a sample. */
export interface Content {
  readonly sentence: number;
  readonly numbers: Float64Array;
}

/** What an isolate is to open. */
export interface Opening {
  /** A file that `Sample.write` has written. */
  readonly pack: string;
  /** URL of the decoder's module. */
  readonly url: string;
  readonly options: Options;
  /** Answers to ask for. */
  readonly k: number;
}

/** The sentences of a file in an isolate, which has loaded no decoder yet. */
export interface Loaded {
  /** Loads the decoder. What it gives prepares that: nothing else is in the time of preparation. */
  decoder(opening: Opening): Promise<() => PreparedDecoder>;
}

/** A module that an isolate imports to decode; the rest of the problem stays outside. */
export interface Opener {
  /** Reads the sentences of a file. */
  load(pack: string): Promise<Loaded>;
}

/** A prepared decoder with its sentences, in an isolate. */
export interface PreparedDecoder<Sentence = unknown, Decoded = unknown> {
  readonly sentences: readonly Sentence[];
  /** The clocks by which it can be timed: one if it makes no difference where the scores are. */
  readonly clocks: readonly Clock[];
  /** The decoder's own function: whoever times it calls nothing in between. */
  decode(sentence: Sentence, k: number, work: Work): Decoded;
  /** Makes room for the scores of some sentences. */
  room(sentences: readonly number[], clock: Clock): Room<Sentence>;
  /** What takes down k answers to such sentences, so many times. */
  sheet(sentences: readonly number[], times: number, k: number): Sheet<Decoded>;
  /** What is told of a result, as JSON. */
  toJson(decoded: Decoded): unknown;
  /** Only of a program: decodes a batch in a process of its own, which the harness's code times. */
  together?(
    batch: TogetherBatch,
  ): { readonly decoded: readonly Decoded[]; readonly elapsedMs: number };
  /** Only of a program: the most bytes that it has held; 0 where the system does not say. */
  peakBytes?(): number;
}

/** A batch whose scores are exchanged before each repetition, as many pairs of places each time. */
export interface TogetherBatch {
  readonly scores: Float64Array;
  readonly sentences: readonly number[];
  readonly k: number;
  readonly repetitions: number;
  readonly swaps: Int32Array;
}

/** Room for scores, in memory of the harness, and the sentences that have them. */
export interface Room<Sentence = unknown> {
  /** What is called on the clock for each sentence: it gives a new object. */
  readonly inputs: readonly (() => Sentence)[];
  /** Where the scores of each sentence begin among all. */
  readonly starts: readonly number[];
  /** The memory that takes the scores, sentence after sentence; asked for before they come. */
  numbers(): Float64Array;
  /**
   * Puts the scores that are there now where the clock wants them, and gives them there. It calls
   * nothing that a decoder can have replaced, for the clock stands.
   *
   * @param places of scores among all; they become those where the clock wants them
   */
  arrive(places: Int32Array): void;
  /** Where they are: an array of no length is no longer there, for memory has moved. */
  scores(): Float64Array | Float32Array;
}

/** Takes answers down on the clock, in memory of the harness: what is computed late is timed. */
export interface Sheet<Decoded = unknown> {
  /** Removes all answers from the sheet. */
  clear(): void;
  /**
   * Takes one down.
   *
   * @throws TypeError for what cannot be an answer
   */
  add(decoded: Decoded): void;
  /** What was taken down, for `Problem.readSheet`. */
  parts(): Uint8Array[];
}

/** What was asked of a decoder, and what it claims. */
export interface Asked {
  readonly k: number;
  /** Whether every answer is claimed to be the best there is. */
  readonly exact: boolean;
}

/** How answers were compared with the reference's. */
export interface Evidence {
  /** `===` of scores, scores within a tolerance, or a bound that the decoder proved. */
  readonly compared: "bits" | "tolerance" | "bound";
  /** The largest difference that counts as none; 0 for `bits`. */
  readonly tolerance: number;
}

/** What was found about the answers of a cell. */
export interface Checked {
  readonly verdict: Verdict;
  /** What the answers were compared with; absent if with nothing. */
  readonly evidence?: Evidence;
  /** Index of the shortest sentence that is wrong, −1 if none is. */
  readonly wrongSentence: number;
  /** What is wrong with the answer. */
  readonly defect: string;
  /** Share of the sentences whose answer is as good as the reference's. */
  readonly exactShare: number;
  /** Mean over the sentences of the reference's best score less the decoder's. */
  readonly meanGap: number;
  /** Tokens with a known label, and those of them that the best answers label rightly. */
  readonly goldTokens: number;
  readonly rightTokens: number;
}

/** How to replay a decoder on a file. */
export interface ReplayOptions {
  /** Scores of the file below that stand for −∞. */
  readonly forbidBelow?: number;
  /** The search space of a parsing pack, as the command line names it, instead of the file's. */
  readonly space?: string;
  /** Only so many sentences, from the first on. */
  readonly limit?: number;
  /** Is called before each of so many sentences is decoded. */
  readonly begin?: (sentence: number, count: number) => void;
}

/** What replaying a decoder on a file found. */
export interface Replayed {
  readonly sentences: number;
  /** A line for each sentence that is wrong. */
  readonly differences: readonly string[];
}

/** A kind of problem: the default export of a module in this folder. */
export interface Problem<S extends Sample = Sample, Answer = unknown, Part = unknown> {
  /** As in suites; the file is the same in snake case. */
  readonly name: string;
  /** The decoder that all others are compared with in time and work. */
  readonly baseline: string;
  /** The decoder that all answers are compared with; it claims to be exact. */
  readonly reference: string;
  /** All its decoders, by file name. */
  decoders(): Promise<Found<Description>[]>;
  /**
   * Finds a dataset by its name or the path of a file.
   *
   * @throws UsageError for an unknown name, with the nearest known one, and for a malformed file
   */
  resolve(dataset: string): Promise<ResolvedDataset<S>>;
  /** URL of an `Opener`. It imports little, so that isolates are there soon. */
  readonly opener: string;
  /** Optional: whether a decoder may see what is right. */
  seesGold?(url: string): boolean;
  /**
   * An answer as `toJson` told it, whoever told it.
   *
   * @throws TypeError for what is no answer
   */
  readAnswer(value: unknown): Answer;
  /**
   * The answers of a sheet, whoever filled it.
   *
   * @param sample T of each of its sentences, and L
   * @throws an error if they are not so many
   */
  readSheet(
    parts: readonly Uint8Array<ArrayBuffer>[],
    sample: Pick<Sample, "lengths" | "size">,
    k: number,
  ): Answer[];
  /**
   * Judges the answers to all sentences. It believes no score that a decoder claims, not even the
   * reference's.
   *
   * @param reference the reference's answers for at least as large a k; without, all is unchecked
   */
  check(
    sample: S,
    asked: Asked,
    answers: readonly Answer[],
    reference?: readonly Answer[],
  ): Checked;
  /** Optional: the least work that any decoder counts for an answer to a sentence of a sample. */
  leastWork?(sample: S, asked: Asked, sentence: number, answer: Answer): Work;
  /** Optional: what is told of each answer beside the rows, in a table of its own. */
  answerNumbers?(sample: S, answers: readonly Answer[], works: readonly Work[]): AnswerNumbers[];
  /** Optional: how a decoder comes to its answers, in an isolate; nothing is timed. */
  trace?(opening: Opening): Promise<TracePoint[]>;
  /**
   * Finds a smaller part of a sentence that a decoder still gets wrong, in an isolate.
   *
   * @returns null if the sentence is decoded rightly on its own
   */
  shrink(opening: Opening, sentence: number): Promise<Part | null>;
  /**
   * Writes a file that shows a wrong answer.
   *
   * @param part what `shrink` found; undefined, if it took too long, stands for the whole sentence,
   * as what cannot be a part does, and null for that with all the sentences before
   */
  writeFailing(
    path: string,
    sample: S,
    sentence: number,
    part: Part | null | undefined,
  ): Promise<void>;
  /**
   * Compares the answers of a decoder on a file or a dataset with the reference's, sentence by
   * sentence.
   *
   * @throws UsageError for a malformed file
   */
  replay(opening: Opening, options?: ReplayOptions): Promise<Replayed>;
}

/** Scores that are in the file, and which of them to decode. */
export interface Batch {
  /** Of the sample. */
  readonly sentences: readonly number[];
  /** Where the scores of the first of them are in the file, in bytes; the others follow. */
  readonly scoresAt: number;
  /** The same of the pairs of scores that are exchanged in each variant. */
  readonly pairsAt: readonly number[];
}
