/**
 * What hostile parsing decoders have in common: they can parse.
 *
 * @module
 */

import { resolveOptions } from "../../../decoders/chain/resolve_options.ts";
import { newWork, type Work } from "../../../decoders/contract.ts";
import barHillel from "../../../decoders/parsing/bar_hillel.ts";
import type { Parse, Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";

/** An answer and the work that it took. */
export interface Memory {
  readonly parsed: Parsed;
  readonly work: Work;
}

/** Gives the answer to a sentence, computed or not. */
export type Recall = (
  sentence: ParsingSentence,
  compute: (sentence: ParsingSentence) => Memory,
) => Memory;

/** A decoder that is right whenever it computes, and counts as if it always did. */
export function hostileParser(
  name: string,
  recallFor: (model: ParsingModel) => Recall,
): ParsingDecoder {
  const exact = barHillel as unknown as ParsingDecoder;
  return {
    ...exact,
    ...{ name, title: name, options: {} },
    prepare(model): Parse {
      const parse = exact.prepare(model, resolveOptions(exact, {}));
      const recall = recallFor(model);
      return (sentence, work) => {
        const { parsed, work: taken } = recall(sentence, (sentence) => {
          const work = newWork();
          return { parsed: parse(sentence, work), work };
        });
        work.iterations += taken.iterations;
        work.nodeExpansions += taken.nodeExpansions;
        work.edgeEvaluations += taken.edgeEvaluations;
        return parsed;
      };
    },
  };
}

/** Remembers answers by a key of the sentence. */
export function byKey<Key>(keyOf: (sentence: ParsingSentence) => Key): () => Recall {
  return () => {
    const memories = new Map<Key, Memory>();
    return (sentence, compute) => {
      const key = keyOf(sentence);
      const memory = memories.get(key) ?? compute(sentence);
      memories.set(key, memory);
      return memory;
    };
  };
}
