/**
 * The conformance kit: lattices that any decoder must survive, in whatever language, with the
 * answers. They are those of the conformance suite, by chapter; `deno task kit` writes them as
 * packs, `deno task check --decoder-command` puts them to a program.
 *
 * @module
 */

import { type Decode, type Decoder, newWork, type Options } from "../../decoders/contract.ts";
import { type Lattice, type Model, scorePath } from "../../decoders/lattice.ts";
import { takesBatches } from "../external/decoder.ts";
import { defectOf, verifyAnswer } from "../problems/sequence/judge.ts";
import { EDGE_CASES, LONG_SENTENCE } from "./edge_cases.ts";
import {
  drawInstance,
  type Regime,
  REGIMES,
  seededRandom,
  type Size,
  smallInstances,
} from "./generators.ts";
import { copyOf, expectedScores, type Instance, showInstance } from "./instance.ts";
import { INVARIANCES } from "./invariances.ts";
import { ENUMERATION_LIMIT, sequenceCount } from "./oracles.ts";

/** Models of each size of the small lattices. */
const SMALL_MODELS = 6;
/** Sizes of instances without pairs, which programs are not sent. */
type PlainSize = Exclude<Size, "pairs">;
/** Random instances of each size. */
const DRAWN: Readonly<Record<PlainSize, number>> = {
  small: 40,
  long: 30,
  medium: 16,
  large: 2,
  structured: 12,
};
/** A step of a grid on which sums are exact in float64, and not in float32 beside 100. */
const UNIT = 2 ** -30;
/** Repetitions of a batch, and pairs of scores that are exchanged before each. */
const REPEATED = { repetitions: 3, swaps: 5 };
/** Scores of a lattice that is decoded again with others in its memory, at most. */
const MOST_REFILLED = 2000;
/** Instances with more scores are not shown. */
const SHOWN_SCORES = 80;

/** Lattices with one thing in common. */
export interface Chapter {
  /** What decoders may get wrong there. */
  readonly name: string;
  /** Cases by their names. */
  readonly cases: readonly (readonly [name: string, instance: Instance])[];
  /** Whether paths are few enough for probabilities with many digits. */
  readonly hasProbabilities?: true;
}

/** All chapters, those that find most first; the same on every machine. */
export function kitChapters(): Chapter[] {
  const numbered = (instances: readonly Instance[]) =>
    instances.map((instance, i) => [`${i}`, instance] as const);
  const drawn = (regime: Regime, size: PlainSize, count = DRAWN[size], first = 0) =>
    Array.from({ length: count }, (_, i) => drawInstance(first + i, regime, size, Infinity));
  const random = (size: PlainSize) =>
    REGIMES.map((regime): Chapter => ({
      name: `random, ${size}, ${regime}`,
      cases: numbered(drawn(regime, size)),
      ...(size === "small" ? { hasProbabilities: true } : {}),
    }));
  return [
    { name: "by hand", cases: EDGE_CASES, hasProbabilities: true },
    { name: "up to three labels", cases: numbered(smallInstances(SMALL_MODELS, Infinity, 1)) },
    ...random("small"),
    { name: "one unit apart", cases: numbered([0, 1e6, -1e6].map(unitsApart)) },
    { name: "masks", cases: numbered(Array.from({ length: 12 }, (_, i) => masked(i))) },
    ...random("long"),
    ...random("medium"),
    ...random("structured"),
    ...INVARIANCES.map(({ name, change }): Chapter => ({
      name,
      cases: numbered(drawn("exact sums", "medium", 6, 1000).map(change)),
    })),
    { name: "20,000 positions", cases: [["0", LONG_SENTENCE]] },
    ...random("large"),
  ];
}

/** Of each node a sentence in which it alone is one step better than all else, at some offset. */
function unitsApart(offset: number): Instance {
  const [labelCount, length] = [5, 4];
  const lattices = Array.from({ length: length * labelCount }, (_, node): Lattice => ({
    length,
    emissions: new Float64Array(length * labelCount).fill(offset).fill(
      offset + UNIT,
      node,
      node + 1,
    ),
  }));
  const transitions = new Float64Array(labelCount ** 2);
  return { model: { labelCount, transitions, exactSums: true }, lattices, k: 2 };
}

/** Labels that are allowed at each position, a single one at some, and half of the transitions. */
function masked(seed: number): Instance {
  const random = seededRandom(seed);
  const labelCount = random.integer(2, 12);
  const allowed = (share: number) =>
    random.unit() < share ? random.integer(-16, 16) / 8 : -Infinity;
  const transitions = Float64Array.from({ length: labelCount ** 2 }, () => allowed(0.7));
  const lattices = Array.from({ length: 4 }, (): Lattice => {
    const length = random.integer(1, 9);
    const emissions = Float64Array.from({ length: length * labelCount }, () => allowed(0.6));
    for (let t = 0; t < length; t++) {
      if (random.unit() > 0.3) continue;
      const only = random.integer(0, labelCount - 1);
      emissions.fill(-Infinity, t * labelCount, (t + 1) * labelCount);
      emissions[t * labelCount + only] = random.integer(-3, 3);
    }
    return { length, emissions };
  });
  return { model: { labelCount, transitions, exactSums: true }, lattices, k: 4 };
}

/** Best paths of a lattice of few paths. */
export interface Ties {
  /** How many have the best score. */
  readonly count: number;
  /** They, smallest labels first; undefined if they are more than `most`. */
  readonly paths: readonly (readonly number[])[] | undefined;
}

/** Which paths have the best score, by enumeration; undefined where paths are too many. */
export function tiesOf(
  model: Model,
  lattice: Lattice,
  best: number,
  most: number,
): Ties | undefined {
  const all = sequenceCount(model, lattice);
  if (all > ENUMERATION_LIMIT) return undefined;
  const paths: number[][] = [];
  for (let sequence = 0; sequence < all; sequence++) {
    const labels: number[] = [];
    for (let t = 0, rest = sequence; t < lattice.length; t++) {
      labels.unshift(rest % model.labelCount);
      rest = Math.floor(rest / model.labelCount);
    }
    if (scorePath(model, lattice, labels) === best) paths.push(labels);
  }
  return { count: paths.length, paths: paths.length > most ? undefined : paths };
}

/**
 * What is wrong with the answers of a decoder to an instance, empty if nothing is: to all sentences
 * together when another model has been prepared, to the last one alone afterwards, to that with
 * other scores in its memory and, of a program, to all with scores exchanged.
 */
export function kitDefect(decoder: Decoder, options: Options, instance: Instance): string {
  const k = Math.min(instance.k, decoder.maxK);
  try {
    const { model, lattices } = copyOf(instance);
    const decode = decoder.prepare(model, options);
    // Another one in between: nothing of it may be left when the first is decoded with.
    const transitions = model.transitions.slice().reverse();
    decoder.prepare({ ...model, transitions }, options);
    const decodeOne = (lattice: Lattice) => decode(lattice, k, newWork());
    const together = decode.batch?.(lattices, k, lattices.map(newWork)) ?? lattices.map(decodeOne);
    const alone = { ...instance, lattices: instance.lattices.slice(-1) };
    const last = lattices.at(-1)!;
    return judge(decoder, { ...instance, k }, together.map(({ paths }) => paths)) ||
      judge(decoder, { ...alone, k }, [decodeOne(last).paths]) ||
      refilled(decoder, decodeOne, last, { ...alone, k }) ||
      repeated(decoder, decode, { ...instance, k });
  } catch (error) {
    return `${error instanceof Error ? error.message : error}\n${shown(instance)}`;
  }
}

type Paths = ReturnType<Decode>["paths"];

function judge({ exact }: Decoder, instance: Instance, answers: readonly Paths[]): string {
  const { model, lattices, k } = instance;
  for (const [sentence, lattice] of lattices.entries()) {
    const best = expectedScores(instance, lattice).slice(0, k);
    const paths = answers[sentence]!;
    const defect = defectOf(verifyAnswer(model, lattice, k, paths, best), exact);
    if (defect === "") continue;
    const scores = paths.map(({ score }) => score).join(", ");
    const own = { model, lattices: [lattice], k };
    return `sentence ${sentence}: ${defect}\nexpected scores = [${best.join(", ")}]\n` +
      `got scores      = [${scores}]\n${shown(own)}`;
  }
  return "";
}

/** The same lattice with other scores in its memory: in the opposite order. */
function refilled(
  decoder: Decoder,
  decodeOne: (lattice: Lattice) => ReturnType<Decode>,
  lattice: Lattice,
  { model, k }: Instance,
): string {
  if (lattice.emissions.length > MOST_REFILLED) return "";
  lattice.emissions.reverse();
  const copy = { ...lattice, emissions: lattice.emissions.slice() };
  const defect = judge(decoder, { model, lattices: [copy], k }, [decodeOne(lattice).paths]);
  return defect === "" ? "" : `with other scores in the same memory, ${defect}`;
}

/**
 * The protocol's repetitions: scores are exchanged before each. What the program says of its time
 * is not held against ours: of so little work most is the waking of two processes.
 */
function repeated(decoder: Decoder, decode: Decode, instance: Instance): string {
  const { model, model: { labelCount }, lattices, k } = instance;
  const lengths = lattices.map(({ length }) => length);
  const size = lengths.reduce((sum, length) => sum + length, 0) * labelCount;
  if (!takesBatches(decode) || size > SHOWN_SCORES) return "";
  const scores = Float64Array.from(lattices.flatMap(({ emissions }) => [...emissions]));
  const random = seededRandom(size);
  const { repetitions, swaps: count } = REPEATED;
  const swaps = Int32Array.from(
    { length: 2 * repetitions * count },
    () => random.integer(0, size - 1),
  );
  const own = scores.slice();
  const { decoded } = decode.together({ scores, lengths, k, repetitions, swaps });
  for (let repetition = 0, at = 0; repetition < repetitions; repetition++) {
    for (let i = 0; i < count; i++, at += 2) {
      const [one, other] = [swaps[at]!, swaps[at + 1]!];
      [own[one], own[other]] = [own[other]!, own[one]!];
    }
    let start = 0;
    const changed = lengths.map((length): Lattice => ({
      length,
      emissions: own.slice(start, start += length * labelCount),
    }));
    const answers = decoded.slice(repetition * lengths.length, (repetition + 1) * lengths.length);
    const defect = judge(decoder, { model, lattices: changed, k }, answers.map((one) => one.paths));
    if (defect !== "") return `repetition ${repetition}, ${defect}`;
  }
  return "";
}

function shown(instance: Instance): string {
  const scores = instance.lattices.reduce((sum, { emissions }) => sum + emissions.length, 0);
  const all = scores + instance.model.transitions.length;
  return all > SHOWN_SCORES ? "" : showInstance(instance);
}
