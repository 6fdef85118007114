/**
 * How often a model is right.
 *
 * @module
 */

import type { Decoder, Options } from "../../decoders/contract.ts";
import type { Task } from "../task.ts";
import { PathFinder } from "./path_finder.ts";

/** Tokens with the right label, of all. */
export interface Accuracy {
  /** Tokens whose best path has the right label. */
  readonly correct: number;
  /** All tokens; those with a label that the model does not have count as wrong. */
  readonly tokens: number;
}

/**
 * Decodes all sentences of a task and compares the best paths, of several that of dense Viterbi,
 * with its gold labels.
 *
 * @throws TypeError if the task has no gold labels
 */
export function tokenAccuracy(task: Task, decoder: Decoder, options?: Options): Accuracy {
  const { gold, lengths, model } = task;
  if (gold === undefined) {
    throw new TypeError(`Cannot compute the accuracy of a task without gold labels: ${task.name}`);
  }
  const finder = new PathFinder(model, decoder, options);
  let correct = 0;
  let tokens = 0;
  for (let sentence = 0; sentence < lengths.length; sentence++) {
    const { labels } = finder.best(task.lattice(sentence));
    labels.forEach((label, t) => correct += Number(label === gold[tokens + t]));
    tokens += lengths[sentence]!;
  }
  return { correct, tokens };
}
