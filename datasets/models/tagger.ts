/**
 * Tagging with a model of text.
 *
 * @module
 */

import { rounded } from "../../decoders/tagging/score_rule.ts";
import type { Decoder } from "../../decoders/contract.ts";
import { checkKeys } from "../../decoders/chain/known_keys.ts";
import { scoreRefusal, shown } from "../../decoders/chain/score_check.ts";
import type { Arena } from "../../decoders/kernels/arena.ts";
import type { RowLists } from "../../decoders/kernels/sum/weight_table.ts";
import { isNumbers, type Matrix } from "../../decoders/tagging/numbers.ts";
import { largestMagnitude } from "../../decoders/lattice.ts";
import { type Estimate, type Marginals, ROUNDOFF } from "../../decoders/probability/estimate.ts";
import { Answers } from "./answers.ts";
import { AttributeRows } from "./attribute_rows.ts";
import type { Answer, AnswerOptions, Attribute, FeatureModel, SentenceScores } from "./contract.ts";
import { type ColumnEncoder, columnEncoder } from "./encoder.ts";
import { addEnds, FeatureSums } from "./sum.ts";
import { NetworkEncoder } from "./network.ts";
import { notationScores, type Scheme } from "./spans.ts";

/** How to tag. */
export interface TaggerOptions {
  /** The decoder; `auto` if it is not given, dense Viterbi where pairs depend on the position. */
  readonly decoder?: Decoder;
  /** A notation of chunks: paths that break it are forbidden. */
  readonly scheme?: Scheme;
}

/** A model that is ready to tag; see `readModel`. */
export class ModelTagger {
  /** The model. */
  readonly model: FeatureModel;
  readonly #sums: FeatureSums;
  readonly #answers: Answers;
  readonly #rows = new AttributeRows();
  #encoder: ColumnEncoder | undefined;
  #network: NetworkEncoder | undefined;

  /**
   * Nothing is prepared yet.
   *
   * @throws TypeError for a decoder that cannot decode the model, and an option that there is not
   */
  constructor(model: FeatureModel, options: TaggerOptions = {}) {
    checkKeys(options, ["decoder", "scheme"], "a tagger");
    const { decoder, scheme } = options;
    const own = scheme === undefined ? model : withNotation(model, scheme);
    this.model = own;
    this.#sums = new FeatureSums(own);
    this.#answers = new Answers(own, decoder);
  }

  /**
   * Tags a sentence, a list of attributes a position: names, or names with values. Its best paths,
   * best first; none if all are forbidden.
   *
   * @throws TypeError or RangeError naming position and attribute for what is none
   * @throws TypeError for a network, which takes words
   */
  attributes(sentence: readonly (readonly Attribute[])[], options: AnswerOptions = {}): Answer[] {
    return this.#answers.of(this.#ofAttributes(sentence), options);
  }

  /**
   * Tags a sentence in columns, a row a position, by the patterns of the model.
   *
   * @throws TypeError for a model without patterns, and naming the position for a row that is no
   * list of texts; RangeError for one with fewer columns than patterns read, or without a word that
   * a network needs
   */
  columns(sentence: readonly (readonly string[])[], options: AnswerOptions = {}): Answer[] {
    return this.#answers.of(this.#ofColumns(sentence), options);
  }

  /** Where the model's weights are, if they are in the memory of kernels. */
  get arena(): Arena | undefined {
    return this.#sums.arena;
  }

  /** The best labels by their numbers, as `rows` finds them; undefined if all are forbidden. */
  bestOfRows(rows: RowLists): Int32Array | undefined {
    return this.#answers.best(this.#sums.scoresOfRows(rows));
  }

  /** Tags a sentence whose attributes are rows of the model's weights already. */
  rows(rows: RowLists, options: AnswerOptions = {}): Answer[] {
    return this.#answers.of(this.#sums.scoresOfRows(rows), options);
  }

  /**
   * Tags a sentence whose scores of labels somebody else computed, as a network does: a row a
   * position, or one block of T×L. Start and end scores are added.
   *
   * @throws RangeError naming the position for another number of scores, NaN and +∞
   * @throws TypeError for what is no number, and for a model whose pairs depend on attributes
   */
  emissions(scores: Matrix, options: AnswerOptions = {}): Answer[] {
    return this.#answers.of(this.scoresOfEmissions(scores), options);
  }

  /** The scores of a sentence of attributes. */
  scoresOfAttributes(sentence: readonly (readonly Attribute[])[]): SentenceScores {
    return kept(this.#ofAttributes(sentence));
  }

  #ofAttributes(sentence: readonly (readonly Attribute[])[]): SentenceScores {
    if (this.model.network === undefined) return this.#sums.scores(sentence);
    throw new TypeError("Cannot tag attributes with a network, which takes words: use columns");
  }

  /** The scores of a sentence in columns. */
  scoresOfColumns(sentence: readonly (readonly string[])[]): SentenceScores {
    return kept(this.#ofColumns(sentence));
  }

  #ofColumns(sentence: readonly (readonly string[])[]): SentenceScores {
    const { network } = this.model;
    for (const [t, row] of sentence.entries()) {
      // The first column of a word would be its first letter.
      if (!Array.isArray(row)) {
        throw new TypeError(`Cannot read columns of position ${t}, no list: ${shown(row)}`);
      }
      const at = row.findIndex((column) => typeof column !== "string");
      if (at < 0) continue;
      throw new TypeError(`Cannot read column ${at} of position ${t}, no text: ${shown(row[at])}`);
    }
    if (network !== undefined) {
      const scores = this.#network ??= new NetworkEncoder(network);
      const forms = sentence.map(([form], t) => {
        if (form) return form;
        throw new RangeError(`Cannot tag position ${t}: it has no word`);
      });
      return this.scoresOfEmissions(scores.emissions(forms));
    }
    const encoder = this.#encoder ??= columnEncoder(this.model);
    this.#rows.clear();
    encoder.encode(sentence, this.#rows);
    return this.#sums.scoresOfRows(this.#rows);
  }

  /** The scores of a sentence from scores of labels, on the model's grid. */
  scoresOfEmissions(scores: Matrix): SentenceScores {
    const { labels, start, end, pairs, grid } = this.model;
    const L = labels.length;
    if (pairs !== undefined) {
      throw new TypeError(`Cannot tag emissions with a model whose pairs depend on attributes`);
    }
    if (isNumbers(scores)) checkNumbers(scores, L);
    const flat = isNumbers(scores) ? Float64Array.from(scores) : joined(scores, L);
    if (flat.length % L !== 0) {
      throw new RangeError(
        `Cannot use emissions: ${flat.length} scores are no rows of ${L} labels`,
      );
    }
    const scale = grid.exponent === Infinity ? 0 : 2 ** grid.exponent;
    const ends = [start, end].reduce((sum, own) => sum + (own ? largestMagnitude(own) : 0), 0);
    const largest = ends + largestMagnitude(flat);
    for (let i = 0; i < flat.length; i++) {
      const score = flat[i]!;
      if (!(score < Infinity)) throw refusal(i, L, score);
      flat[i] = rounded(score, scale);
    }
    addEnds(flat, L, start, end);
    const halfStep = scale === 0 ? 0 : 0.5 / scale;
    // Without a grid, and beyond 2^51 steps of one, rounding and adding the ends round by more.
    const isExact = scale > 0 && largest * scale < 2 ** 51;
    const more = isExact ? 0 : 16 * ROUNDOFF * largest;
    const scoreError = halfStep + more + 2 * grid.largestChange;
    return { length: flat.length / L, emissions: flat, scoreError };
  }

  /** Paths and probabilities of scores that this tagger, or one of the same model, has found. */
  answer(scores: SentenceScores, options: AnswerOptions = {}): Answer[] {
    return this.#answers.of(scores, options);
  }

  /** ln Z and marginals of scores, edges included; see `Answers.sums`. */
  sums(scores: SentenceScores): Marginals | undefined {
    return this.#answers.sums(scores);
  }

  /** ln Z of scores, or of the paths among them whose labels are allowed at each position. */
  logPartition(
    scores: SentenceScores,
    allowed?: (position: number) => readonly number[] | undefined,
  ): Estimate {
    return this.#answers.logPartition(scores, allowed);
  }
}

/** Scores that the next sentence does not overwrite. */
function kept({ emissions, pairs, ...about }: SentenceScores): SentenceScores {
  return { ...about, emissions: emissions.slice(), ...pairs && { pairs: pairs.slice() } };
}

/** The model with −∞ for what breaks a notation. @throws RangeError naming a label without one */
function withNotation(model: FeatureModel, scheme: Scheme): FeatureModel {
  const allowed = notationScores(model.labels, scheme);
  const sum = (own: Float64Array | undefined, added: Float64Array) =>
    added.map((score, i) => score + (own?.[i] ?? 0));
  return {
    ...model,
    transitions: sum(model.transitions, allowed.transitions),
    start: sum(model.start, allowed.start),
    end: sum(model.end, allowed.end),
  };
}

function joined(rows: readonly ArrayLike<number>[], labelCount: number): Float64Array {
  const flat = new Float64Array(rows.length * labelCount);
  rows.forEach((row, t) => {
    if (row.length !== labelCount) {
      throw new RangeError(
        `Cannot use emissions, position ${t}: ${row.length} scores, not one for each of ` +
          `${labelCount} labels`,
      );
    }
    checkNumbers(row, labelCount, t * labelCount);
    flat.set(row, t * labelCount);
  });
  return flat;
}

/** A typed array would take null, which JSON writes for −∞, for 0. */
function checkNumbers(scores: ArrayLike<unknown>, labelCount: number, first = 0): void {
  if (!Array.isArray(scores)) return;
  const at = scores.findIndex((score) => typeof score !== "number");
  if (at >= 0) throw refusal(first + at, labelCount, scores[at]);
}

function refusal(at: number, labelCount: number, score: unknown): Error {
  const place = `position ${Math.floor(at / labelCount)}, label ${at % labelCount}`;
  return scoreRefusal(`emissions, ${place}`, score);
}
