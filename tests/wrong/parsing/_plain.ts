/**
 * A plain exact parser, right and slow, and its parts: the deliberately wrong parsers of this
 * folder differ from it in one thing each.
 *
 * @module
 */

import type { Parsed, ParsingDecoder } from "../../../decoders/parsing/contract.ts";
import type { ParsingModel, ParsingSentence } from "../../../decoders/parsing/model.ts";
import { expectedOf } from "../../../harness/conformance/parsing/expected.ts";
import type { Enumerated } from "../../../harness/conformance/parsing/enumerate.ts";

/** What a wrong parser looks at, and what it says of what it finds. */
export interface Flaw {
  /** The model that it parses with. */
  readonly model?: (model: ParsingModel) => ParsingModel;
  /** The sentence that it parses. */
  readonly sentence?: (sentence: ParsingSentence) => ParsingSentence;
  /** What it takes for the score of a derivation. */
  readonly score?: (derivation: Enumerated, sentence: ParsingSentence) => number;
}

/** The control, whose flaw is none; it lists all derivations. */
export function plain(name: string, title: string, flaw: Flaw = {}): ParsingDecoder {
  return {
    name,
    title,
    source: "none: of the tests",
    problem: "parsing",
    exact: true,
    maxK: 1,
    options: {},
    prepare: (model) => (sentence, work): Parsed => {
      const score = flaw.score ?? (({ objective }: Enumerated) => objective);
      const seen = flaw.sentence?.(sentence) ?? sentence;
      const expected = expectedOf(flaw.model?.(model) ?? model, seen);
      if (expected === undefined) throw new RangeError("Cannot list so many derivations");
      work.iterations++;
      const { beam, derivations, failure } = expected;
      const end = { converged: true, beam };
      if (failure !== undefined) return { failure, objective: -Infinity, ...end };
      const best = derivations.reduce((best, one) =>
        score(one, sentence) > score(best, sentence) ? one : best
      );
      const { tags, steps, objective } = best;
      return { derivation: { tags, steps }, objective, bound: objective, ...end };
    },
  };
}
