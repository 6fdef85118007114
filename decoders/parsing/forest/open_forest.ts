/**
 * The forest of a sentence in its search space.
 *
 * @module
 */

import type { Work } from "../../contract.ts";
import type { Failure, Parsed } from "../contract.ts";
import type { ParsingModel, ParsingSentence } from "../model.ts";
import { ChartBuilder } from "./chart.ts";
import { EdgeScorer } from "./edge_scores.ts";
import { type Forest, ForestStore, permittedSlots } from "./forest.ts";
import type { Grammar } from "./grammar.ts";
import { UnitWeights } from "./unit_weights.ts";

/** What gives the edges of a forest their scores. */
export type EdgeScores = Pick<EdgeScorer, "score">;

/** Buffers that building forests uses again. */
export class Workspace {
  readonly charts: ChartBuilder;
  readonly store: ForestStore = new ForestStore();
  /** Weights of edges, whose scores are multiples of the model's unit. */
  readonly units: UnitWeights | undefined;
  #numbers = new Float64Array(0);

  /**
   * For a grammar.
   *
   * @param edges what scores edges, if not the grammar
   */
  constructor(
    readonly grammar: Grammar,
    readonly edges: EdgeScores = new EdgeScorer(grammar),
  ) {
    this.charts = new ChartBuilder(grammar);
    this.units = UnitWeights.of(grammar.model.unit);
  }

  /** A buffer for a number an edge, or more. There is one only. */
  numbers(count: number): Float64Array {
    if (this.#numbers.length < count) this.#numbers = new Float64Array(Math.ceil(1.05 * count));
    return this.#numbers;
  }
}

/** Why there is no forest, and the step of the search space that said so. */
export interface NoForest {
  readonly failure: Failure;
  readonly beam: number;
}

/**
 * Builds the packed forest of a sentence. Every decoder begins with it, so that all search the same
 * derivations.
 *
 * The steps of the search space are tried in turn. `ast` goes on while the sentence has no parse;
 * a chart that is too large ends it. `reverse` goes on while the chart is too large, and takes the
 * first that is not, whether it has a parse or none. `gold` has a single step.
 *
 * The forest holds until the next call with this workspace. All scores are multiples of the
 * model's unit. Cost: all charts that were tried, and O(edges) for the last.
 *
 * Source: Clark and Curran 2007, Section 4.4; Auli and Lopez 2011, Sections 2 and 3.
 *
 * @throws RangeError for a sentence whose slots do not belong to its words, or score what is no
 * multiple of the model's unit
 */
export function openForest(
  sentence: ParsingSentence,
  work: Work,
  workspace: Workspace,
): Forest | NoForest {
  checkSentence(sentence, workspace.grammar.model);
  return takeSteps(sentence, (beam) => attempt(sentence, beam, work, workspace));
}

/**
 * Tries the steps of a sentence's search space in turn, as `openForest` does.
 *
 * @param attempt what to do with a step; it says why if it fails
 */
export function takeSteps<Found extends object>(
  { space: { order, steps } }: ParsingSentence,
  attempt: (beam: number) => Found | Failure,
): Found | NoForest {
  const last = Math.max(steps.length, 1) - 1;
  for (let beam = 0;; beam++) {
    const found = attempt(beam);
    if (typeof found !== "string") return found;
    const goesOn = order === "ast" ? found === "unparsed" : found === "too large";
    if (!goesOn || beam === last) return { failure: found, beam };
  }
}

/** Whether there is no forest. */
export function isNoForest(opened: object): opened is NoForest {
  return "failure" in opened;
}

/** The answer for a sentence without a forest. Nothing was left to iterate. */
export function notParsed({ failure, beam }: NoForest): Parsed {
  return { failure, objective: -Infinity, converged: true, beam };
}

function attempt(
  sentence: ParsingSentence,
  beam: number,
  work: Work,
  { charts, edges, store, grammar: { model: { rootScores } } }: Workspace,
): Forest | Failure {
  const { length, space: { limit } } = sentence;
  const slots = permittedSlots(sentence, beam);
  const chart = charts.build(length, slots, limit, store, work);
  if (typeof chart === "string") return chart;
  const { itemCount, edgeCount, roots } = chart;
  store.reserveScores(edgeCount);
  const forest = store.forest(itemCount, edgeCount, {
    ...{ length, beam, slots, roots },
    rootScores: Float64Array.from(roots, (item) => rootScores[store.symbols[item]!]!),
  });
  edges.score(sentence, forest, forest.scores);
  return forest;
}

/**
 * Checks that a sentence belongs to a model.
 *
 * @throws RangeError for slots that are not finite, are not in order or do not belong to its words
 */
export function checkSentence(
  { length, slots, levels }: ParsingSentence,
  { tagCount }: ParsingModel,
): void {
  const { offsets, tags, emissions, leafScores } = slots;
  if (!(length >= 1)) throw new RangeError(`Cannot parse a sentence of so many words: ${length}`);
  if (offsets.length !== length + 1 || offsets[0] !== 0 || offsets[length] !== tags.length) {
    throw new RangeError(`Cannot parse ${length} words with such offsets of slots: ${offsets}`);
  }
  for (let word = 0; word < length; word++) {
    if (offsets[word + 1]! < offsets[word]!) {
      throw new RangeError(
        `Cannot parse with slots of word ${word} that end before they begin: ` +
          `${offsets[word]}, ${offsets[word + 1]}`,
      );
    }
    for (let slot = offsets[word]! + 1; slot < offsets[word + 1]!; slot++) {
      if (tags[slot]! > tags[slot - 1]!) continue;
      throw new RangeError(
        `Cannot parse with tags of word ${word} that do not ascend: ` +
          `${tags[slot - 1]}, ${tags[slot]}`,
      );
    }
  }
  for (const array of [emissions, leafScores, levels[20], levels[150]]) {
    if (array.length === tags.length) continue;
    throw new RangeError(
      `Cannot parse with so many scores of ${tags.length} slots: ${array.length}`,
    );
  }
  for (let slot = 0; slot < tags.length; slot++) {
    const tag = tags[slot]!;
    if (!(tag >= 0 && tag < tagCount)) {
      throw new RangeError(`Cannot parse with a tag among ${tagCount}: ${tag}`);
    }
    if (Number.isFinite(emissions[slot]! + leafScores[slot]!)) continue;
    throw new RangeError(
      `Cannot parse with the scores of slot ${slot}: ${emissions[slot]}, ${leafScores[slot]}`,
    );
  }
}
