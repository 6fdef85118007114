/**
 * What hostile decoders of lattices and of sentences to parse have in common: they are right
 * whenever they compute, and remember, guess or miscount between a question and its answer.
 *
 * @module
 */

import { type Decoder, newWork, type Work } from "../../decoders/contract.ts";
import { plain } from "../wrong/plain.ts";

/** The plain decoder of one path under another name, prepared in another way. */
export function posing(name: string, prepare: Decoder["prepare"]): Decoder {
  return { ...plain, name, title: name, maxK: 1, prepare };
}

/** An answer and the work that it took. */
export interface Memory<Answer> {
  readonly answer: Answer;
  readonly work: Work;
}

/** Gives the answer to a question, computed or not. */
export type Recall<Question, Answer> = (
  question: Question,
  compute: (question: Question) => Memory<Answer>,
) => Memory<Answer>;

/** Answers as a recall does, and counts what it says that it took. */
export function recalling<Question, Answer>(
  decode: (question: Question, work: Work) => Answer,
  recall: Recall<Question, Answer>,
): (question: Question, work: Work) => Answer {
  const compute = (question: Question) => {
    const work = newWork();
    return { answer: decode(question, work), work };
  };
  return (question, work) => {
    const { answer, work: taken } = recall(question, compute);
    work.iterations += taken.iterations;
    work.nodeExpansions += taken.nodeExpansions;
    work.edgeEvaluations += taken.edgeEvaluations;
    return answer;
  };
}

/** Remembers answers by a key of the question; `again` is what it gives where one is known. */
export function byKey<Question, Answer, Key>(
  keyOf: (question: Question) => Key,
  again = (_question: Question, known: Memory<Answer>): Memory<Answer> => known,
): Recall<Question, Answer> {
  const memories = new Map<Key, Memory<Answer>>();
  return (question, compute) => {
    const key = keyOf(question);
    const known = memories.get(key);
    if (known !== undefined) return again(question, known);
    const memory = compute(question);
    memories.set(key, memory);
    return memory;
  };
}
