/**
 * Families whose transitions forbid most pairs: pitch, BIOES chunks, and states from left to right.
 *
 * All scores are multiples of 1/64, so that every sum of them is exact.
 *
 * @module
 */

import type { Random } from "../random.ts";
import { cumulate, type Family, toUnit, zipfPrior } from "./families.ts";

/** Octaves that the states of pitch span. */
const OCTAVES = 6;
/** What states far from any candidate score. */
const FLOOR = -12;
/** States on either side of a candidate that it reaches. */
const BLUR = 2;
/** A frame is voiced and the next is not, or the other way round, with this probability. */
const CHANGE = 1 / 64;
/** What every unvoiced state scores, in a voiced frame and in an unvoiced one. */
const UNVOICED = { voiced: -4, unvoiced: -1 };

/** Half the band: pitch moves by at most so many states. */
function halfBand(labelCount: number, dial: number): number {
  return Math.min(labelCount - 1, Math.max(0, Math.round(dial * Math.sqrt(labelCount))));
}

/** Walks over the states of pitch, and writes what a frame of each place looks like. */
function pitchWalk(labelCount: number, dial: number) {
  const r = halfBand(labelCount, dial);
  const octave = Math.max(1, Math.round(labelCount / OCTAVES));
  let pitch = 0;
  const peak = (row: Float64Array, at: number, score: number) => {
    for (let offset = -BLUR; offset <= BLUR; offset++) {
      const y = at + offset;
      if (y < 0 || y >= labelCount) continue;
      row[y] = Math.max(row[y]!, toUnit(score - offset ** 2));
    }
  };
  return (row: Float64Array, position: number, isVoiced: boolean, random: Random): void => {
    const step = random.integer(r + 1) - random.integer(r + 1);
    pitch = position === 0
      ? random.integer(labelCount)
      : Math.max(0, Math.min(labelCount - 1, pitch + step));
    for (let y = 0; y < labelCount; y++) row[y] = toUnit(FLOOR + random.gaussian());
    if (!isVoiced) return;
    peak(row, pitch, -3 * random.uniform() ** 2);
    for (const other of [pitch - octave, pitch + octave]) peak(row, other, -3 * random.uniform());
  };
}

/**
 * A random walk in pitch: e(x, y) = log( (r + 1 − |y − x|) / (r + 1)² ) for |y − x| ≤ r, else −∞,
 * with r = round(dial·√L); the same along each diagonal. A frame favours its pitch and, often more,
 * the pitches an octave below and above it.
 *
 * With `voicing`, label v·L + y is pitch y, voiced (v = 0) or not (v = 1), and transitions are the
 * sum of those of pitch and of a 2×2 matrix. All unvoiced states of a frame score alike.
 *
 * Source: Mauch and Dixon 2014 (pYIN): triangular steps over a band, voiced and
 * unvoiced states of each pitch. Theirs emit probabilities of YIN; ours are drawn.
 */
export const pitch: Family = {
  name: "pitch",
  stresses:
    "Tracking of pitch: one state goes to its neighbours alone, and emissions are wrong by " +
    "an octave at many positions, so that only the band of the transitions tells. Bounds by row " +
    "minima are −∞, no label reaches all that another does, and a dense step wastes nearly all of " +
    "its edges; steps over the diagonals of the band waste none.",
  dial: {
    default: 0.65,
    meaning: "half the band over √L: ±12 of 360 states, ±25 of 1440",
  },
  transitions(labelCount, dial) {
    const r = halfBand(labelCount, dial);
    const transitions = new Float64Array(labelCount * labelCount).fill(-Infinity);
    for (let x = 0; x < labelCount; x++) {
      for (let y = Math.max(0, x - r); y <= Math.min(labelCount - 1, x + r); y++) {
        const probability = (r + 1 - Math.abs(y - x)) / (r + 1) ** 2;
        transitions[x * labelCount + y] = toUnit(Math.log(probability));
      }
    }
    return transitions;
  },
  emitter(labelCount, dial) {
    const write = pitchWalk(labelCount, dial);
    return (row, position, random) => write(row, position, true, random);
  },
  voicing: {
    transitions: Float64Array.from(
      [1 - CHANGE, CHANGE, CHANGE, 1 - CHANGE],
      (probability) => toUnit(Math.log(probability)),
    ),
    emitter(labelCount, dial) {
      const write = pitchWalk(labelCount, dial);
      let isVoiced = true;
      return (row, position, random) => {
        isVoiced = position === 0 || isVoiced !== random.uniform() < CHANGE;
        write(row, position, isVoiced, random);
        row.fill(isVoiced ? UNVOICED.voiced : UNVOICED.unvoiced, labelCount);
      };
    },
  },
};

/** Places in a chunk, in the order of the labels of one kind; label 0 is O. */
const [SINGLE, BEGIN, END, INSIDE] = [0, 1, 2, 3];
const PLACES = 4;
/** Labels besides the true one that could have emitted a word. */
const AMBIGUITY = 4;

/** The kind of a label and its place in a chunk; O is a chunk of its own. */
function chunkOf(label: number): { readonly kind: number; readonly place: number } {
  if (label === 0) return { kind: -1, place: SINGLE };
  return { kind: Math.floor((label - 1) / PLACES), place: (label - 1) % PLACES };
}

/** Whether a chunk goes on after a place, and whether it has begun before it. */
const goesOn = (place: number) => place === BEGIN || place === INSIDE;
const hasBegun = (place: number) => place === END || place === INSIDE;

/**
 * Chunks in BIOES notation: O, then S, B, E and I of each kind, 241 labels for 60 kinds. From x to
 * y is forbidden, −∞, unless y goes on with the chunk of x if that goes on, and begins another (or
 * is O) if it does not. No sentence begins within a chunk; one may end there, as an excerpt does.
 *
 * Source: Ratinov and Roth 2009 (BILOU, another name of the same notation).
 */
export const bioes: Family = {
  name: "bioes",
  stresses:
    "A grammar of chunks: a quarter of the pairs is possible, and labels fall into classes with " +
    "the same next labels, one for all that end a chunk and one for each kind. Rows and columns " +
    "have no least score, so that bounds by them prune nothing, and the best single labels seldom " +
    "make a path.",
  dial: { default: 6, meaning: "nats between a word's likely labels and the others" },
  transitions(labelCount, _dial, random) {
    const transitions = new Float64Array(labelCount * labelCount).fill(-Infinity);
    const chunks = Array.from({ length: labelCount }, (_, label) => chunkOf(label));
    chunks.forEach((from, x) =>
      chunks.forEach((to, y) => {
        const score = toUnit(random.gaussian());
        const isPossible = hasBegun(to.place)
          ? goesOn(from.place) && from.kind === to.kind
          : !goesOn(from.place);
        if (isPossible) transitions[x * labelCount + y] = score;
      })
    );
    return transitions;
  },
  emitter(labelCount, dial) {
    const prior = zipfPrior(labelCount);
    const kinds = Math.floor((labelCount - 1) / PLACES);
    const kindPrior = zipfPrior(Math.max(1, kinds));
    let label = 0;
    const next = (random: Random) => {
      const { kind, place } = chunkOf(label);
      const isLonger = random.uniform() < 1 / 2;
      const place0 = 1 + PLACES * kind;
      if (goesOn(place)) return place0 + (isLonger ? INSIDE : END);
      if (kinds === 0 || random.uniform() < 1 / 2) return 0;
      return 1 + PLACES * random.choose(kindPrior) + (isLonger ? BEGIN : SINGLE);
    };
    return (row, position, random) => {
      if (position === 0) label = 0;
      label = next(random);
      for (let y = 0; y < labelCount; y++) row[y] = toUnit(-dial + random.gaussian());
      for (let i = 0; i < AMBIGUITY; i++) {
        row[random.choose(prior)] = toUnit(-3 * random.uniform() ** 2);
      }
      row[label] = toUnit(-2 * random.uniform());
      if (position > 0) return;
      for (let y = 0; y < labelCount; y++) if (hasBegun(chunkOf(y).place)) row[y] = -Infinity;
    };
  },
};

/** How likely a state stays, goes on to the next one, and skips one, about. */
const STEPS = [0.5, 0.4, 0.1] as const;

/**
 * A hidden Markov model whose states are passed from left to right: state x stays, goes on to x + 1
 * or skips to x + 2, with log-probabilities e(x, x + d) = log(p_d·exp(g/2) / Σ) with normal g; all
 * else is −∞. The sentences that are drawn begin anywhere in the first half.
 *
 * Source: Bakis 1976, after Rabiner 1989, section IV.A.
 */
export const leftToRight: Family = {
  name: "left-to-right",
  stresses: "Alignment, of speech or of handwriting: three diagonals, and no way back. Where a " +
    "label is left out nothing can stand for it, and emissions alone would jump, so that searches " +
    "from single scores go wrong at once, while exact steps over three edges a label cost little.",
  dial: { default: 6, meaning: "nats between what a state emits and the others" },
  transitions(labelCount, _dial, random) {
    const transitions = new Float64Array(labelCount * labelCount).fill(-Infinity);
    for (let x = 0; x < labelCount; x++) {
      const weights = STEPS.map((step) => step * Math.exp(random.gaussian() / 2))
        .slice(0, labelCount - x);
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, d) => {
        transitions[x * labelCount + x + d] = toUnit(Math.log(weight / total));
      });
    }
    return transitions;
  },
  emitter(labelCount, dial, transitions) {
    let state = 0;
    return (row, position, random) => {
      if (position === 0) state = random.integer(Math.ceil(labelCount / 2));
      else {
        const [x, ways] = [state, Math.min(STEPS.length, labelCount - state)];
        state += random.choose(
          cumulate(ways, (d) => Math.exp(transitions[x * labelCount + x + d]!)),
        );
      }
      for (let y = 0; y < labelCount; y++) row[y] = toUnit(-dial + random.gaussian());
      for (let i = 0; i < AMBIGUITY; i++) {
        row[random.integer(labelCount)] = toUnit(-random.uniform());
      }
      row[state] = toUnit(-2 * random.uniform());
    };
  },
};

const families: readonly Family[] = [bioes, leftToRight, pitch];
export default families;
