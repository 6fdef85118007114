/**
 * From the scores of a sentence to labels and probabilities.
 *
 * @module
 */

import auto from "../../decoders/auto.ts";
import { checkKeys } from "../../decoders/chain/known_keys.ts";
import { fitsFloat32, FLOAT32_BITS, FLOAT64_BITS } from "../../decoders/chain/grid.ts";
import { type Prepared, prepared } from "../../decoders/tagging/prepared.ts";
import type { Decoder } from "../../decoders/contract.ts";
import { largestMagnitude, type Lattice, type Model, type Path } from "../../decoders/lattice.ts";
import type { PairLattice } from "../../decoders/pairs/lattice.ts";
import { pairPaths } from "../../decoders/pairs/paths.ts";
import { pairLogPartition, pairMarginals } from "../../decoders/pairs/sums.ts";
import { type Estimate, type Marginals, ROUNDOFF } from "../../decoders/probability/estimate.ts";
import { constrain } from "../../decoders/probability/negative_log_likelihood.ts";
import { exp } from "../../decoders/kernels/probability/exp.ts";
import {
  changeOf,
  logPartition,
  marginals,
  pathError,
} from "../../decoders/probability/log_partition.ts";
import { remembered } from "../dataset.ts";
import type {
  Answer,
  AnswerErrors,
  AnswerOptions,
  FeatureModel,
  SentenceScores,
} from "./contract.ts";
import { type ConstrainedLogPartition, SpanProbabilities } from "./spans.ts";

/** Decoders that a model whose pairs depend on the position may be given: all are dense Viterbi. */
const OF_PAIRS = ["viterbi", auto.name];

/** Names of what can be asked for. */
const OPTIONS = ["k", "probabilities", "confidences", "marginals", "spans"];

/** Bits of the significand that every sum fits into; ∞ if sums are rounded. */
type SumBits = typeof FLOAT32_BITS | typeof FLOAT64_BITS | typeof Infinity;

/** Finds paths and probabilities of sentences of one model. */
export class Answers {
  readonly #model: FeatureModel;
  readonly #decoder: Decoder;
  /** What is prepared, by the bits that hold every sum of a sentence. */
  readonly #decoders = new Map<SumBits, Prepared>();
  #largestTransition: number | undefined;
  #logPartition: ((lattice: Lattice) => Estimate) | undefined;
  #marginals: ((lattice: Lattice) => Marginals | undefined) | undefined;
  readonly #spans: SpanProbabilities;

  /**
   * Nothing is prepared before it is needed.
   *
   * @throws TypeError if the model's pairs depend on the position and a decoder is named that is
   * neither `viterbi` nor `auto`: they are decoded by dense Viterbi
   */
  constructor(model: FeatureModel, decoder?: Decoder) {
    this.#model = model;
    this.#decoder = decoder ?? auto;
    this.#spans = new SpanProbabilities(model.labels);
    if (model.pairs !== undefined && !OF_PAIRS.includes(this.#decoder.name)) {
      throw new TypeError(
        `Cannot decode a model whose pairs depend on the position with ${this.#decoder.name}: ` +
          "leave the decoder out",
      );
    }
  }

  /** The labels of a sentence's best path by their numbers; undefined if all are forbidden. */
  best(scores: SentenceScores): Int32Array | undefined {
    return this.#paths(scores, 1)[0]?.labels;
  }

  /**
   * The best paths of a sentence with what is asked for; none if all are forbidden.
   *
   * @throws TypeError naming an option that there is not
   */
  of(scores: SentenceScores, options: AnswerOptions): Answer[] {
    checkKeys(options, OPTIONS, "tagging");
    const { k = 1, probabilities, confidences, marginals, spans } = options;
    const { length } = scores;
    if (length === 0) return [emptyAnswer(options)];
    const paths = this.#paths(scores, k);
    const sums = confidences || marginals ? this.sums(scores) : undefined;
    const total = sums?.logPartition ??
      (probabilities || spans ? this.logPartition(scores) : undefined);
    const L = this.#model.labels.length;
    const rows = marginals && sums && Array.from(
      { length },
      (_, t) => Array.from(sums.nodes.subarray(t * L, t * L + L)),
    );
    return paths.map((path) => {
      const labels = Array.from(path.labels, (label) => this.#model.labels[label]!);
      const chunks = spans && total &&
        this.#spans.inPath(labels, total, (allowed) => this.logPartition(scores, allowed));
      const errors: AnswerErrors = {
        ...probabilities && total && {
          logPartition: total.error,
          logProbability: this.#pathError(path.score, total, scores),
        },
        ...sums && { marginals: sums.error },
        ...chunks && { spans: chunks.error },
      };
      return {
        score: path.score,
        labels,
        ...probabilities && total && {
          probability: Math.min(1, exp(path.score - total.value)),
          logPartition: total.value,
        },
        ...confidences && sums && {
          confidences: Array.from(path.labels, (label, t) => sums.nodes[t * L + label]!),
        },
        ...rows && { marginals: rows },
        ...chunks && { spans: chunks.found },
        ...(probabilities || sums || chunks) && { errors },
      };
    });
  }

  /**
   * ln Z and marginals of a sentence with at least one position, within their errors of those of
   * the model as it was stored; nothing if all paths are forbidden.
   */
  sums(scores: SentenceScores): Marginals | undefined {
    const { length, scoreError } = scores;
    const pairs = this.#pairLattice(scores);
    const found = pairs !== undefined
      ? pairMarginals(pairs)
      : (this.#marginals ??= marginals(this.#chain(Infinity)))(scores);
    if (found === undefined) return undefined;
    const { logPartition, nodes, error } = found;
    return {
      logPartition: moved(logPartition, length, scoreError),
      nodes,
      error: Math.min(1, error + changeOf(length, { scoreError })),
      edges: (position) => found.edges(position),
    };
  }

  /** ln Z of a sentence, or of those of its paths whose labels are allowed, with its error. */
  logPartition(
    scores: SentenceScores,
    allowed?: Parameters<ConstrainedLogPartition>[0],
  ): Estimate {
    const { length, scoreError } = scores;
    const L = this.#model.labels.length;
    const own = allowed === undefined ? scores : { ...scores, ...constrain(scores, L, allowed) };
    const pairs = this.#pairLattice(own);
    const total = pairs !== undefined
      ? pairLogPartition(pairs)
      : (this.#logPartition ??= logPartition(this.#chain(Infinity)))(own);
    return moved(total, length, scoreError);
  }

  #paths(scores: SentenceScores, k: number): Path[] {
    const pairs = this.#pairLattice(scores);
    if (pairs !== undefined) return pairPaths(pairs, k);
    const bits = this.#bitsOf(scores);
    const decode = remembered(
      this.#decoders,
      bits,
      () => prepared(this.#decoder, this.#chain(bits), {}, { areSumsChecked: true }),
    );
    return decode(scores, k).paths;
  }

  #pairLattice({ length, emissions, pairs }: SentenceScores): PairLattice | undefined {
    if (this.#model.pairs === undefined) return undefined;
    const labelCount = this.#model.labels.length;
    return { labelCount, length, emissions, pairs: pairs ?? new Float64Array(0) };
  }

  #chain(bits: SumBits): Model {
    const { labels, transitions } = this.#model;
    const exactness = { exactSums: bits !== Infinity, float32Exact: bits === FLOAT32_BITS };
    return { labelCount: labels.length, transitions, ...exactness };
  }

  /**
   * How far score − ln Z may be off ln p of a path: each of 2T − 1 scores may be, and a score that
   * is no exact sum of them by 2T roundings, to an ulp of the largest partial sum each.
   */
  #pathError(score: number, { value, error }: Estimate, scores: SentenceScores): number {
    const { length, scoreError } = scores;
    const sum = this.#bitsOf(scores) < Infinity ? 0 : 2 * length * this.#bound(scores);
    return error + pathError(length, scoreError) +
      2 * ROUNDOFF * (sum + Math.abs(score) + Math.abs(value));
  }

  /**
   * How many bits hold every partial sum of a path: 24 where sums and their differences fit into
   * float32, 53 where sums are below 2^(53−g), and ∞ where they may leave the grid.
   */
  #bitsOf(scores: SentenceScores): SumBits {
    const { exponent } = this.#model.grid;
    if (exponent === Infinity) return Infinity;
    const bound = this.#bound(scores);
    if (fitsFloat32(bound, exponent)) return FLOAT32_BITS;
    return bound < 2 ** (FLOAT64_BITS - exponent) ? FLOAT64_BITS : Infinity;
  }

  /** A bound of the partial sums of a path: T·max|n| + (T−1)·max|e|. */
  #bound({ length, emissions, pairs, emissionBound }: SentenceScores): number {
    const edge = pairs === undefined
      ? this.#largestTransition ??= largestMagnitude(this.#model.transitions)
      : largestMagnitude(pairs);
    return length * (emissionBound ?? largestMagnitude(emissions)) + (length - 1) * edge;
  }
}

/** The path of a sentence without positions. */
function emptyAnswer(
  { probabilities, confidences, marginals, spans }: AnswerOptions,
): Answer {
  return {
    score: 0,
    labels: [],
    ...probabilities && { probability: 1, logPartition: 0 },
    ...confidences && { confidences: [] },
    ...marginals && { marginals: [] },
    ...spans && { spans: [] },
  };
}

/** An estimate of ln Z whose scores may be off. */
function moved({ value, error }: Estimate, length: number, scoreError: number): Estimate {
  return { value, error: error + pathError(length, scoreError) };
}
