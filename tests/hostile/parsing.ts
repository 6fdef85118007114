/**
 * Hostile parsing decoders, all of which can parse.
 *
 * @module
 */

import { resolveOptions } from "../../decoders/chain/options.ts";
import { newWork, type Work } from "../../decoders/contract.ts";
import barHillel from "../../decoders/parsing/bar_hillel.ts";
import pipeline from "../../decoders/parsing/pipeline.ts";
import { scoreDerivation } from "../../decoders/parsing/forest/score_derivation.ts";
import type { Parse, Parsed, ParsingDecoder } from "../../decoders/parsing/contract.ts";
import type { ParsingModel, ParsingSentence } from "../../decoders/parsing/model.ts";
import { byKey, type Memory, type Recall, recalling } from "./recall.ts";

type ParseRecall = Recall<ParsingSentence, Parsed>;

/** A decoder that is right whenever it computes, and counts as if it always did. */
export function hostileParser(
  name: string,
  recallFor: (model: ParsingModel) => ParseRecall,
): ParsingDecoder {
  const exact = barHillel as unknown as ParsingDecoder;
  return {
    ...exact,
    name,
    title: name,
    options: {},
    prepare(model): Parse {
      const parse = exact.prepare(model, resolveOptions(exact, {}));
      const compute = (sentence: ParsingSentence, work: Work) => parse(sentence, work);
      return recalling(compute, recallFor(model));
    },
  };
}

/** Sentences of the run: as many are checked. */
const CHECKED = 12;

const RECALLS: Readonly<Record<string, (model: ParsingModel) => ParseRecall>> = {
  // What the others would be.
  "parses-honestly": () => (sentence, compute) => compute(sentence),
  // It returns an object that parses when somebody reads it.
  "parses-lazily": () => {
    let work: Work | undefined;
    return (sentence, compute) => {
      let memory: Memory<Parsed> | undefined;
      // What is counted must be known now: it is that of the first sentence.
      work ??= compute(sentence).work;
      const answer = new Proxy({} as Parsed, {
        get(_, name) {
          memory ??= compute(sentence);
          return Reflect.get(memory.answer, name);
        },
      });
      return { answer, work };
    };
  },
  // It proves as many answers as are checked, and from then on gives any good one.
  "proves-when-checked": (model) => {
    const parse = pipeline.prepare(model, resolveOptions(pipeline, {}));
    let done = 0;
    return (sentence, compute) => {
      if (done++ < CHECKED) return compute(sentence);
      const work = newWork();
      const { proof: _, bound: __, ...parsed } = parse(sentence, work);
      return { answer: { ...parsed, converged: false }, work };
    };
  },
  "counts-no-parses": () => (sentence, compute) => {
    const { answer, work } = compute(sentence);
    return { answer, work: { ...work, iterations: NaN } };
  },
  // It claims a bound that is half a unit below the score.
  "bounds-too-low": ({ unit }) => (sentence, compute) => {
    const { answer: { proof: _, ...rest }, work } = compute(sentence);
    return { answer: { ...rest, bound: rest.objective - unit / 2 }, work };
  },
  // It remembers derivations by the tags that there are to choose from, scores them anew, and
  // claims of each that it is the best still.
  "remembers-derivations": (model) => {
    const recall: ParseRecall = byKey(({ slots }) => Array.from(slots.tags).join());
    return (sentence, compute) => {
      const { answer, work } = recall(sentence, compute);
      const { derivation, beam, failure } = answer;
      if (derivation === undefined || failure !== undefined) return { answer, work };
      const { objective } = scoreDerivation(model, sentence, derivation, beam);
      const { proof: _, ...rest } = answer;
      return { answer: { ...rest, objective, bound: objective }, work };
    };
  },
  "remembers-scores": () =>
    byKey(({ slots: { emissions, leafScores } }) => {
      let sum = emissions.length;
      for (const scores of [emissions, leafScores]) {
        for (const score of scores) sum = (sum * 31 + (score === -Infinity ? 7 : score)) % 1e9;
      }
      return sum;
    }),
  "remembers-slots": () => byKey(({ slots }) => slots),
};

/** The decoders. */
export const PARSING: readonly ParsingDecoder[] = Object.entries(RECALLS)
  .map(([name, recallFor]) => hostileParser(name, recallFor));
