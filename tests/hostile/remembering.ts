/**
 * Hostile decoders that can decode, but remember results, guess them or miscount what they do.
 *
 * @module
 */

import type { Decoded, Decoder, Work } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { plain } from "../wrong/plain.ts";
import { byKey, type Memory, posing, type Recall, recalling } from "./recall.ts";

type LatticeRecall = Recall<Lattice, Decoded>;

/** A decoder that is right whenever it computes, and counts as if it always did. */
function remembering(name: string, recallFor: (model: Model) => LatticeRecall): Decoder {
  return posing(name, (model, options) => {
    const right = plain.prepare(model, options);
    const compute = (lattice: Lattice, work: Work) => right(lattice, 1, work);
    const decode = recalling(compute, recallFor(model));
    return (lattice, _k, work) => decode(lattice, work);
  });
}

/** Remembers the labels of an answer by a key of the sentence, and adds up their scores anew. */
function labelsByKey<Key>(keyOf: (lattice: Lattice, model: Model) => Key) {
  return (model: Model): LatticeRecall => {
    const recall = byKey<Lattice, Decoded, Key>((lattice) => keyOf(lattice, model));
    return (lattice, compute) => {
      const { answer, work } = recall(lattice, compute);
      const [path] = answer.paths;
      return { answer: path === undefined ? answer : scored(model, lattice, path.labels), work };
    };
  };
}

/** A number that tells contents from one another; rows less their first scores, if centred. */
function fingerprint({ length, emissions }: Lattice, { labelCount }: Model, isCentred = false) {
  let sum = length;
  for (let t = 0; t < length; t++) {
    const offset = isCentred ? emissions[t * labelCount]! : 0;
    for (let y = 0; y < labelCount; y++) {
      const score = emissions[t * labelCount + y]! - offset;
      sum = (sum * 31 + (score === -Infinity ? 7 : score)) % 1e9;
    }
  }
  return sum;
}

/** The best label of each position on its own. */
function bestLabels({ length, emissions }: Lattice, { labelCount }: Model): Int32Array {
  return Int32Array.from({ length }, (_, t) => {
    let best = 0;
    for (let y = 1; y < labelCount; y++) {
      if (emissions[t * labelCount + y]! > emissions[t * labelCount + best]!) best = y;
    }
    return best;
  });
}

/** An answer of given labels with their right score. */
function scored(model: Model, lattice: Lattice, labels: Int32Array): Decoded {
  return { paths: [{ score: scorePath(model, lattice, labels), labels }] };
}

/** Counts something else than what it did. */
function counting(change: (work: Work, lattice: Lattice) => Partial<Work>): () => LatticeRecall {
  return () => (lattice, compute) => {
    const { answer, work } = compute(lattice);
    return { answer, work: { ...work, ...change(work, lattice) } };
  };
}

/** Guesses the best label of each position, which is fast. */
function guess(model: Model, lattice: Lattice): Memory<Decoded> {
  const work = { iterations: 1, nodeExpansions: lattice.length, edgeEvaluations: 1000 };
  return { answer: scored(model, lattice, bestLabels(lattice, model)), work };
}

/** Sentences of the run in which two of them guess: as many as are checked. */
const CHECKED = 12;

const RECALLS: Readonly<Record<string, (model: Model) => LatticeRecall>> = {
  // It decodes when somebody reads its paths, which nobody does while the clock runs.
  "answers-lazily": () => (lattice, compute) => {
    let memory: Memory<Decoded> | undefined;
    const answer: Decoded = {
      get paths() {
        memory ??= compute(lattice);
        return memory.answer.paths;
      },
    };
    const edgeEvaluations = lattice.emissions.length;
    return { answer, work: { iterations: 1, nodeExpansions: lattice.length, edgeEvaluations } };
  },
  // It decodes exactly as many sentences as are checked, and guesses from then on.
  "approximates-when-timed": (model) => {
    let done = 0;
    return (lattice, compute) => done++ < CHECKED ? compute(lattice) : guess(model, lattice);
  },
  "counts-backwards": counting(({ edgeEvaluations }) => ({ edgeEvaluations: -edgeEvaluations })),
  "counts-fractions": counting(({ nodeExpansions }) => ({ nodeExpansions: nodeExpansions + 0.5 })),
  "counts-no-number": counting(() => ({ iterations: NaN })),
  "counts-nothing": counting(() => ({ iterations: 0, nodeExpansions: 0, edgeEvaluations: 0 })),
  // Fewer edges than the path that it returns has.
  "counts-too-little": counting((_, { length }) => ({ edgeEvaluations: Math.min(1, length - 1) })),
  // It takes the most frequent label when the same sentence comes twice in a row, as it does only
  // where sentences are timed one by one.
  "guesses-alone": (model) => {
    let last = 0;
    return (lattice, compute) => {
      const isAgain = lattice.length === last;
      last = lattice.length;
      if (!isAgain) return compute(lattice);
      const work = { iterations: 1, nodeExpansions: 1, edgeEvaluations: 1 };
      return { answer: scored(model, lattice, new Int32Array(lattice.length)), work };
    };
  },
  // It remembers its answers to as many sentences as are checked, and guesses each other one.
  "guesses-the-unseen": (model) => {
    let computed = 0;
    const recall: LatticeRecall = byKey((lattice) => fingerprint(lattice, model));
    return (lattice, compute) =>
      recall(lattice, () => computed++ < CHECKED ? compute(lattice) : guess(model, lattice));
  },
  "remembers-by-content": (model) => byKey((lattice) => fingerprint(lattice, model)),
  "remembers-by-object": () => byKey(({ emissions }) => emissions),
  // It takes for known what has about the same best scores.
  "remembers-by-best-scores": labelsByKey(({ length, emissions }, { labelCount }) =>
    Array.from({ length }, (_, t) => {
      const row = emissions.slice(t * labelCount, (t + 1) * labelCount);
      const best = Math.max(...row);
      return `${row.indexOf(best)} ${Math.round(best)}`;
    }).join()
  ),
  // A constant more at a position makes no difference.
  "remembers-centred": labelsByKey((lattice, model) => fingerprint(lattice, model, true)),
  // Right as long as others are only a little different from those that it knows.
  "remembers-roughly": labelsByKey((lattice, model) => bestLabels(lattice, model).join()),
  // Its table does not grow any more once a sentence has come again, as if it had been made
  // beforehand of the lattices of a benchmark.
  "remembers-the-first": (model) => {
    const table = new Map<number, Memory<Decoded>>();
    let isFull = false;
    return (lattice, compute) => {
      const key = fingerprint(lattice, model);
      const known = table.get(key);
      if (known !== undefined) {
        isFull = true;
        return known;
      }
      const memory = compute(lattice);
      if (!isFull) table.set(key, memory);
      return memory;
    };
  },
  // It computes the answer to a sentence once. When the sentence comes again it guesses.
  "right-the-first-time": (model) =>
    byKey(
      (lattice) => fingerprint(lattice, model),
      (lattice, { work }) => ({ ...guess(model, lattice), work }),
    ),
  // Not hostile: it prints a number for each sentence, the same for the same contents.
  "tells-what-it-sees": (model) => (lattice, compute) => {
    console.log(fingerprint(lattice, model, true));
    return compute(lattice);
  },
};
const INEXACT = ["approximates-when-timed"];

/** The decoders; all but one claim to be exact. */
export const REMEMBERING: readonly Decoder[] = Object.entries(RECALLS).map(([name, recallFor]) => ({
  ...remembering(name, recallFor),
  exact: !INEXACT.includes(name),
}));
