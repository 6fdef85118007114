/**
 * Answers that an isolate told.
 *
 * @module
 */

import { reasonOf } from "../../datasets/modules.ts";
import { IsolateCrash } from "../isolate/isolate.ts";
import type { Problem, Sample } from "../problems/contract.ts";

/**
 * The answers to the sentences of a sample.
 *
 * @throws IsolateCrash if they are none, or not so many
 */
export function readAnswers(
  problem: Problem,
  { lengths }: Sample,
  told: readonly unknown[],
): unknown[] {
  if (told.length !== lengths.length) {
    throw new IsolateCrash(`it gave ${told.length} answers to ${lengths.length} sentences`);
  }
  return told.map((answer) => {
    try {
      return problem.readAnswer(answer);
    } catch (error) {
      throw new IsolateCrash(reasonOf(error));
    }
  });
}
