/**
 * Decoders of the problem `largest`: the fragment of the module's URL says which.
 *
 * @module
 */

import type { Description, Work } from "../../../harness/problems/contract.ts";

/** What is found, with a proof that there is nothing larger. */
export interface Answer {
  readonly value: number;
  readonly bound: number;
}

/** A decoder of this problem: another contract than that of chains. */
export interface LargestDecoder extends Description {
  prepare(): (numbers: readonly number[], work: Work) => Answer;
}

const common = { title: "", source: "", exact: true, maxK: 1, options: {} };

/** By name. */
export const DECODERS: Readonly<Record<string, LargestDecoder>> = {
  scan: {
    ...common,
    name: "scan",
    prepare: () => (numbers, work) => {
      work.iterations++;
      work.edgeEvaluations += numbers.length;
      const value = Math.max(...numbers);
      return { value, bound: value };
    },
  },
  first: {
    ...common,
    name: "first",
    exact: false,
    prepare: () => ([value], work) => {
      work.iterations++;
      return { value: value!, bound: Infinity };
    },
  },
  boasting: {
    ...common,
    name: "boasting",
    prepare: () => (numbers) => ({ value: 1 + Math.max(...numbers), bound: Infinity }),
  },
};
