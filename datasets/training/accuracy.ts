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
  const right = rightTokens(task, decoder, options);
  return {
    correct: right.reduce((sum, own) => sum + own, 0),
    tokens: task.lengths.reduce((sum, length) => sum + length, 0),
  };
}

/**
 * How many tokens of each sentence have the right label.
 *
 * @throws TypeError if the task has no gold labels
 */
export function rightTokens(task: Task, decoder: Decoder, options?: Options): Int32Array {
  const { gold, lengths, model } = task;
  if (gold === undefined) {
    throw new TypeError(`Cannot compute the accuracy of a task without gold labels: ${task.name}`);
  }
  const finder = new PathFinder(model, decoder, options);
  let start = 0;
  return lengths.map((length, sentence) => {
    let correct = 0;
    const { labels } = finder.best(task.lattice(sentence));
    labels.forEach((label, t) => correct += Number(label === gold[start + t]));
    start += length;
    return correct;
  });
}
