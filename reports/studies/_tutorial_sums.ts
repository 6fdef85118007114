/**
 * The tutorial's claims about the partition function, put to sentences: its stability, its
 * recursions, its gradient, and in which order it may walk time.
 *
 * @module
 */

import { Random } from "../../datasets/random.ts";
import { prepared } from "../../decoders/tagging/prepared.ts";
import { newWork } from "../../decoders/contract.ts";
import type { Lattice, Model } from "../../decoders/lattice.ts";
import type { Estimate } from "../../decoders/probability/estimate.ts";
import { exp } from "../../decoders/kernels/probability/exp.ts";
import { logPartition, marginals } from "../../decoders/probability/log_partition.ts";
import scan from "../../decoders/scan.ts";
import viterbi from "../../decoders/viterbi.ts";
import { total } from "../numbers/statistics.ts";
import {
  count,
  differ,
  type Measured,
  measuredOn,
  raised,
  type Subject,
} from "./_tutorial_measure.ts";
import {
  forwardRecursion,
  largerMagnitude,
  logSumError,
  plainLogsumexp,
  printedLogsumexp,
} from "./_tutorial_printed.ts";

/** Positions after which plain products are given up looking at. */
const LONGEST = 5000;
/** Scores of a network that nobody has centred. */
const OFFSET = 400;

/** By how much a score is changed, up and down. */
const STEP = 2 ** -12;
/** The third derivative of ln Z in a score is the third cumulant of yes or no: at most 1/(6√3). */
const THIRD = 0.0963;
/** Scores of a sentence that are changed. */
const CHANGED = 12;

/** A tree costs L³ a position. */
const MOST_LABELS = 64;

/**
 * Does logsumexp make the partition function stable? The position at which plain products are first
 * 0 or ∞ at all labels or at one, on the sentences one after another; values of ln Z that are not
 * finite without the shift and with it, on the scores as they are and a constant higher.
 */
export function measureStability({ model, lattices }: Subject): Measured[] {
  const chain = joinedLattice(model, lattices);
  const all = measuredOn(lattices.length);
  const ways = { "without the shift": plainLogsumexp, "with the shift": printedLogsumexp };
  const scores = {
    "scores as they are": lattices,
    [`scores ${OFFSET} higher`]: raised(OFFSET, lattices),
  };
  return [
    all("positions of the longest chain looked at", chain.length, "positions"),
    all("positions before plain products are 0 or ∞", plainLimit(model, chain), "positions"),
    ...Object.entries(ways).flatMap(([way, logSum]) =>
      Object.entries(scores).map(([which, lattices]) => {
        const sums = lattices.map((one) => forwardRecursion(model, one, "alpha-hat", logSum));
        const broken = count(sums, ({ value }) => !Number.isFinite(value));
        const line = measuredOn(lattices.length, `${way}, ${which}`);
        return line("log Z not finite", broken, "sentences");
      })
    ),
  ];
}

/** What the printed function makes of a row in which everything is forbidden. */
export function measureEmptyRow(): Measured[] {
  const found = printedLogsumexp(new Float64Array(3).fill(-Infinity));
  const line = measuredOn(1, "a row of −∞");
  return [line("results that are not numbers", Number(Number.isNaN(found)), "rows")];
}

/** Sentences one after another as one chain, cut at a length. */
function joinedLattice({ labelCount }: Model, lattices: readonly Lattice[]): Lattice {
  const emissions = new Float64Array(LONGEST * labelCount);
  let length = 0;
  for (let i = 0; length < LONGEST; i++) {
    const own = lattices[i % lattices.length]!;
    const fits = Math.min(own.length, LONGEST - length);
    emissions.set(own.emissions.subarray(0, fits * labelCount), length * labelCount);
    length += fits;
  }
  return { length, emissions };
}

/** Positions before Σ of the plain products is 0 or not finite; all if that never happens. */
function plainLimit({ labelCount, transitions }: Model, { length, emissions }: Lattice): number {
  const weights = transitions.map(exp);
  let alpha = emissions.slice(0, labelCount).map(exp);
  for (let t = 1; t < length; t++) {
    const next = new Float64Array(labelCount);
    for (let x = 0, edge = 0; x < labelCount; x++) {
      for (let y = 0; y < labelCount; y++, edge++) next[y]! += alpha[x]! * weights[edge]!;
    }
    let sum = 0;
    for (let y = 0; y < labelCount; y++) sum += next[y]! *= exp(emissions[t * labelCount + y]!);
    if (!(sum > 0 && sum < Infinity)) return t;
    alpha = next;
  }
  return length;
}

/**
 * Is the recursion with α̂ equivalent? Sentences at which the two recursions, or either and
 * `logPartition`, are beyond their errors.
 */
export function measureRecursion({ model, lattices }: Subject): Measured[] {
  const exact = logPartition(model);
  const found = lattices.map((lattice) => ({
    alpha: forwardRecursion(model, lattice, "alpha", printedLogsumexp),
    hat: forwardRecursion(model, lattice, "alpha-hat", printedLogsumexp),
    ours: exact(lattice),
  }));
  const between = count(found, ({ alpha, hat }) => differ(alpha, hat));
  const beyond = count(found, ({ alpha, hat, ours }) => differ(alpha, ours) || differ(hat, ours));
  const differences = found.map(({ alpha, hat }) => Math.abs(alpha.value - hat.value));
  const line = measuredOn(lattices.length);
  return [
    line("log Z by α and by α̂ beyond their errors", between, "sentences"),
    line("log Z by either beyond its error of ours", beyond, "sentences"),
    line("largest difference", Math.max(0, ...differences), "nats"),
  ];
}

/**
 * Does the backward pass give what the gradient needs? Quotients of differences
 * (ln Z(n + h) − ln Z(n − h)) / 2h that are not the marginal of the changed emission, but for h²/6
 * times the third derivative and the errors of the three; and the edges of both passes over those
 * of the forward pass alone.
 */
export function measureGradients({ model, lattices, seed }: Subject): Measured[] {
  if (!lattices.some(hasSteps)) return [];
  const random = new Random(seed, 3);
  const [sum, find] = [logPartition(model), marginals(model)];
  const [forward, both] = [newWork(), newWork()];
  let [tried, beyond, largest] = [0, 0, 0];
  for (const { length, emissions } of lattices) {
    sum({ length, emissions }, forward);
    const { nodes, error } = find({ length, emissions }, both)!;
    const changed = emissions.slice();
    for (let i = 0; i < CHANGED; i++) {
      // The likeliest label of a position, or any.
      const row = random.integer(length) * model.labelCount;
      const own = nodes.subarray(row, row + model.labelCount);
      const node = row + (i % 2 === 0 ? own.indexOf(Math.max(...own)) : random.integer(own.length));
      const was = emissions[node]!;
      if (was === -Infinity) continue;
      const [up, down] = [was + STEP, was - STEP].map((score) => {
        changed[node] = score;
        return sum({ length, emissions: changed });
      }) as [Estimate, Estimate];
      changed[node] = was;
      const difference = Math.abs((up.value - down.value) / (2 * STEP) - nodes[node]!);
      const allowed = THIRD * STEP ** 2 / 6 + (up.error + down.error) / (2 * STEP) + error;
      tried++;
      beyond += Number(!(difference <= allowed));
      largest = Math.max(largest, difference);
    }
  }
  const line = measuredOn(lattices.length);
  const edges = both.edgeEvaluations / forward.edgeEvaluations;
  return [
    line("scores changed", tried, "scores"),
    line("quotients other than the marginal", beyond, "scores"),
    line("largest difference", largest, ""),
    line("edges over those of forward alone", edges, "times"),
  ];
}

/**
 * Can time be walked in another order than from the left? Scores of `scan` that are not those of
 * Viterbi, to the last bit; values of ln Z by a scan that are not within its error and that of
 * `logPartition`; depth and products as they were counted.
 */
export function measureScan({ model, lattices }: Subject): Measured[] {
  const long = lattices.filter(hasSteps);
  if (long.length === 0) return [];
  const leaves = model.labelCount > MOST_LABELS ? ["two"] as const : ["two", "all"] as const;
  return leaves.flatMap((leaves) => {
    const [fast, slow] = [prepared(scan, model, { leaves }), prepared(viterbi, model)];
    const exact = logPartition(model);
    const [fastWork, slowWork] = [newWork(), newWork()];
    const scores = count(long, (lattice) => {
      const [one] = fast(lattice, 1, fastWork).paths;
      const [other] = slow(lattice, 1, slowWork).paths;
      return one?.score !== other?.score;
    });
    const sums = long.map((one) => logScan(model, one, leaves === "two" ? "ends" : "tree"));
    const beyond = count([...long.keys()], (i) => differ(sums[i]!, exact(long[i]!)));
    const steps = total(long, ({ length }) => length - 1);
    const products = total(sums, ({ products }) => products) / (steps * model.labelCount ** 2);
    const edges = fastWork.edgeEvaluations / slowWork.edgeEvaluations;
    const line = measuredOn(long.length, leaves === "two" ? "two ends" : "tree");
    return [
      line("scores other than Viterbi's", scores, "sentences"),
      line("log Z beyond its error", beyond, "sentences"),
      line("depth", total(sums, ({ depth }) => depth), "steps"),
      line("depth from the left", steps, "steps"),
      line("⌈log₂ T⌉", total(long, ({ length }) => Math.ceil(Math.log2(length))), "steps"),
      line("products over those from the left", products, "times"),
      line("edges of the decoder over Viterbi's", edges, "times"),
    ];
  });
}

/** Whether there is an edge to count. */
const hasSteps = ({ length }: Lattice) => length > 1;

/** A product of steps in logarithms, rows × columns, with the bound on the error of each score. */
interface Product {
  readonly rows: number;
  readonly columns: number;
  readonly scores: Float64Array;
  readonly error: number;
  /** Products on the longest way from a step to it: the time with enough processors. */
  readonly depth: number;
  /** Terms of all sums: (T−1)·L² from the left. */
  readonly products: number;
}

/**
 * ln Z of a sentence. A step is the matrix M_t(x, y) = e(x, y) + n_t(y) over (ln Σ exp, +), an
 * associative product: Z = Σ_y ( n_0 ⊗ M_1 ⊗ … ⊗ M_{T−1} )(y). From both ends a row and a column
 * meet in the middle; in a tree any two neighbours are joined. Depth and products are counted where
 * they are taken, but for the last sum over labels, which is not counted elsewhere either.
 *
 * Cost: (T−1)·L² terms from the ends, about T·L³ in a tree.
 *
 * Source: Blelloch 1990, Section 1.4; Särkkä and García-Fernández 2021.
 */
function logScan(model: Model, lattice: Lattice, order: "ends" | "tree") {
  const { labelCount } = model;
  const last = lattice.length - 1;
  const stepAt = (t: number) => stepOf(model, lattice, t);
  let suffix = single(labelCount, new Float64Array(labelCount), 0);
  let prefix = stepAt(0);
  if (order === "tree") prefix = joined(stepAt, 0, last + 1);
  else {
    const middle = last >> 1;
    for (let t = 1; t <= middle; t++) prefix = multiply(prefix, stepAt(t));
    for (let t = last; t > middle; t--) suffix = multiply(stepAt(t), suffix);
  }
  const { scores, error, depth, products } = multiply(prefix, suffix);
  return { value: scores[0]!, error, depth: depth - 1, products: products - labelCount };
}

/** The first position is a row of emissions, each other one a matrix. */
function stepOf({ labelCount, transitions }: Model, { emissions }: Lattice, t: number): Product {
  const own = emissions.subarray(t * labelCount, (t + 1) * labelCount);
  const scores = t === 0 ? own : transitions.map((score, edge) => score + own[edge % labelCount]!);
  const error = scores.reduce(largerMagnitude, 0) * 2 ** -52;
  return single(t === 0 ? 1 : labelCount, scores, error);
}

/** Scores that no product was taken for. */
function single(rows: number, scores: Float64Array, error: number): Product {
  return { rows, columns: scores.length / rows, scores, error, depth: 0, products: 0 };
}

/** The steps from one on and before another, halves first. */
function joined(stepAt: (t: number) => Product, from: number, to: number): Product {
  if (to - from === 1) return stepAt(from);
  const middle = (from + to) >> 1;
  return multiply(joined(stepAt, from, middle), joined(stepAt, middle, to));
}

function multiply(one: Product, other: Product): Product {
  const { rows, columns: inner } = one;
  const { columns } = other;
  const scores = new Float64Array(rows * columns);
  const terms = new Float64Array(inner);
  let magnitude = 0;
  for (let x = 0; x < rows; x++) {
    for (let y = 0; y < columns; y++) {
      let most = -Infinity;
      for (let z = 0; z < inner; z++) {
        const term = terms[z] = one.scores[x * inner + z]! + other.scores[z * columns + y]!;
        if (term > most) most = term;
        magnitude = largerMagnitude(magnitude, term);
      }
      // Where nothing is left there is nothing to sum: −∞ − (−∞) is not a number.
      scores[x * columns + y] = most === -Infinity ? most : printedLogsumexp(terms);
    }
  }
  return {
    rows,
    columns,
    scores,
    error: one.error + other.error + logSumError(magnitude, inner),
    depth: Math.max(one.depth, other.depth) + 1,
    products: one.products + other.products + rows * inner * columns,
  };
}
