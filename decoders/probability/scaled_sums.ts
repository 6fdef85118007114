/**
 * Sums over paths as products and sums of weights.
 *
 * @module
 */

import type { ScoreCheck } from "./score_check.ts";
import type { Work } from "../contract.ts";
import type { Arena } from "../kernels/arena.ts";
import {
  FACTS,
  PROBABILITY,
  type ProbabilityKernels,
  rowDepth,
} from "../kernels/probability/kernels.ts";
import { rowCopy } from "../kernels/scores/row_copy.ts";
import { BLOCK, blocksOf } from "../kernels/rows.ts";
import type { Lattice, Model } from "../lattice.ts";
import { LARGEST_SINGLE } from "../kernels/scores/placement.ts";
import {
  CompensatedSum,
  type NodeError,
  type PathSum,
  type PathSums,
  relativeBound,
  ROUNDOFF,
} from "./estimate.ts";
import type { ExpectedCounts } from "./expected_counts.ts";
import {
  exp,
  exponentOf,
  LN2_HIGH,
  LN2_LOW,
  log,
  logError,
  powerOfTwo,
} from "../kernels/probability/exp.ts";
import { RunningBound, type Steps } from "./steps.ts";

/** A row is scaled when its largest weight leaves 2^±`FAR`. */
const FAR = 64;
/** The largest power of two that sums are scaled by at once. */
const LARGEST_SCALE = 1000;
/**
 * Of a sum of products as small as this, rounding is not known; products of two rows that are
 * divided by a larger one do not overflow.
 */
const LEAST_SUM = 2 ** -850;
/** More than what products of weights up to 2^64 lose to underflow, each. */
const LOST_PRODUCT = 2 ** -1000;
/** How far the two parts of ln 2 are off together, and the product with the low one. */
const LN2_ERROR = 2 ** -84;
/** Multiples of this below 2^41, and what is smaller, times the high part of ln 2 are exact. */
const EXPONENT_STEP = 2 ** 20;

/**
 * Forward–backward with weights instead of logarithms: E(x, y) = e^(e(x, y) − c) once a model,
 * W_t(y) = e^(n_t(y) − m_t) once a position, c and m_t the largest ones,
 *
 *     α_t(y) = W_t(y)·Σ_x α_{t−1}(x)·E(x, y),   β_t(x) = Σ_y E(x, y)·W_{t+1}(y)·β_{t+1}(y),
 *
 * and p(y_t = y) = α_t(y)·β_t(y) / Σ. Rows are scaled by powers of two, which is exact; one
 * logarithm a sentence. How far results may be off is found on the way (`RunningBound`).
 *
 * Cost: what `Steps` say for each direction, and O(L) exponentials a position.
 *
 * Source: Rabiner 1989, Section V-A, for scaling; the bounds are our own.
 */
export class ScaledSums implements PathSums {
  readonly #model: Model;
  readonly #check: ScoreCheck;
  readonly #arena: Arena;
  readonly #kernels: ProbabilityKernels;
  readonly #steps: Steps;
  readonly #openCounts: () => ExpectedCounts;
  #counts: ExpectedCounts | undefined;
  readonly #width: number;
  readonly #rowBytes: number;
  readonly #facts: number;
  /** Address of β of the position that the backward pass is at. */
  readonly #rest: number;
  /** Rows a position: weights of the emissions, α, what follows an edge, W·β, and marginals. */
  #own = 0;
  #alpha = 0;
  #after = 0;
  #nodes = 0;
  #capacity = 0;
  /** Of each position: the range of emissions, their rounding, and the bounds of α. */
  #ranges = new Float64Array(0);
  #roundings = new Float64Array(0);
  #relative = new Float64Array(0);
  #absolute = new Float64Array(0);
  #most = new Float64Array(0);
  /** Of the pass that is under way, or was the last. */
  #bound = new RunningBound(0);
  #length = 0;

  /** Over steps in the same arena, one of float64; of lattices that are checked while copied. */
  constructor(
    arena: Arena,
    model: Model,
    check: ScoreCheck,
    steps: Steps,
    openCounts: () => ExpectedCounts,
  ) {
    this.#model = model;
    this.#check = check;
    this.#arena = arena;
    this.#kernels = PROBABILITY.open(arena);
    this.#steps = steps;
    this.#openCounts = openCounts;
    this.#width = blocksOf(model.labelCount) * BLOCK;
    this.#rowBytes = 8 * this.#width;
    this.#facts = arena.allocate(8 * FACTS);
    this.#rest = arena.allocate(this.#rowBytes);
  }

  revise(): void {
    this.#steps.revise();
    this.#counts?.revise();
  }

  forward(lattice: Lattice, work: Work, sentence?: number): PathSum | undefined {
    const { labelCount } = this.#model;
    const { length } = lattice;
    const kernels = this.#kernels;
    const bound = this.#bound = new RunningBound(labelCount);
    const [bytes, facts] = [this.#rowBytes, this.#facts];
    this.#copy(lattice, sentence);
    this.#length = length;
    work.iterations++;
    work.nodeExpansions += (length - 1) * labelCount;
    work.edgeEvaluations += (length - 1) * this.#steps.edges;
    const { doubles } = this.#arena;
    const sum = new CompensatedSum();
    let exponent = 0;
    this.#fillOnes(this.#alpha);
    for (let t = 0, at = 0; t < length; t++, at += bytes) {
      const alpha = this.#alpha + at;
      kernels.weighRow(this.#own + at, bytes, facts);
      const top = doubles[facts / 8]!;
      if (top === -Infinity) return undefined;
      sum.add(top);
      this.#ranges[t] = -doubles[facts / 8 + 1]!;
      this.#roundings[t] = doubles[facts / 8 + 2]!;
      if (t > 0) {
        const { shift, least } = this.#steps.facts;
        bound.addSums(this.#steps.forward(alpha - bytes, alpha), least, this.#steps.growth.forward);
        sum.add(shift);
      }
      exponent += this.#multiply(alpha, t, alpha);
      if (bound.most === 0) {
        // There is no path, unless rounding or underflow has taken it.
        const isKnown = bound.absolute === 0 && bound.relative < Infinity;
        return isKnown ? undefined : { log: sum, error: Infinity };
      }
      this.#relative[t] = bound.relative;
      this.#absolute[t] = bound.absolute;
      this.#most[t] = bound.most;
    }
    const total = kernels.sumRow(this.#alpha + (length - 1) * bytes, bytes);
    if (!(total > 0)) return { log: sum, error: Infinity };
    const logarithm = log(total);
    sum.add(logarithm);
    const rest = exponent % EXPONENT_STEP;
    if (rest !== exponent) sum.add((exponent - rest) * LN2_HIGH);
    sum.add(rest * LN2_HIGH);
    sum.add(exponent * LN2_LOW);
    const relative = bound.relative + rowDepth(this.#width) * ROUNDOFF +
      2 * labelCount * bound.absolute / total;
    const error = relativeBound(relativeBound(relative)) + logError(logarithm) +
      Math.abs(exponent) * LN2_ERROR;
    return { log: sum, error: Number.isNaN(error) ? Infinity : error };
  }

  backward(nodes: Float64Array, work: Work): NodeError {
    const { labelCount } = this.#model;
    const kernels = this.#kernels;
    const bound = this.#bound = new RunningBound(labelCount);
    const [bytes, rest] = [this.#rowBytes, this.#rest];
    const { doubles } = this.#arena;
    let [relative, absolute, excess] = [0, 0, 0];
    work.edgeEvaluations += (this.#length - 1) * this.#steps.edges;
    this.#fillOnes(rest);
    for (let t = this.#length - 1, at = t * bytes; t >= 0; t--, at -= bytes) {
      const alpha = this.#alpha + at;
      const total = kernels.dotRows(alpha, rest, bytes);
      const share = total > LEAST_SUM ? 1 / total : 0;
      const row = this.#nodes + 8 * t * labelCount;
      kernels.shareRow(alpha, rest, share, row, labelCount);
      relative = Math.max(relative, this.#relativeError(t));
      absolute = Math.max(absolute, this.#absoluteError(t, total));
      if (t + 1 < this.#length) kernels.scaleRow(this.#after + at + bytes, bytes, share);
      if (t === 0) break;
      const after = this.#after + at;
      this.#multiply(rest, t, after);
      const { facts: { least }, growth } = this.#steps;
      const error = this.#steps.backward(after, rest);
      bound.addSums(error, least, growth.backward);
      excess = Math.max(excess, error + (rowDepth(this.#width) + 8) * ROUNDOFF);
    }
    const [first, size] = [this.#nodes / 8, this.#length * labelCount];
    // Nothing is known, and 0 is no farther off than 1.
    if (!(relative + absolute < 1)) nodes.fill(0, 0, size);
    else nodes.set(doubles.subarray(first, first + size));
    return { relative, absolute, excess };
  }

  addExpected(counts: Float64Array): void {
    const { shift } = this.#steps.facts;
    this.#counts ??= this.#openCounts();
    const after = this.#after + this.#rowBytes;
    this.#counts.add(this.#alpha, after, this.#length - 1, shift, counts);
  }

  sources(position: number, next: number | undefined, weights: Float64Array): void {
    const { labelCount, transitions } = this.#model;
    const { shift } = this.#steps.facts;
    const { doubles } = this.#arena;
    const row = this.#alpha / 8 + position * this.#width;
    for (let x = 0; x < labelCount; x++) {
      const edge = next === undefined ? 1 : exp(transitions[x * labelCount + next]! - shift);
      weights[x] = doubles[row + x]! * edge;
    }
  }

  edgesInto(position: number): Float64Array {
    const { labelCount, transitions } = this.#model;
    const { shift } = this.#steps.facts;
    const { doubles } = this.#arena;
    const before = this.#alpha / 8 + (position - 1) * this.#width;
    const after = this.#after / 8 + position * this.#width;
    const found = new Float64Array(labelCount ** 2);
    for (let x = 0, edge = 0; x < labelCount; x++) {
      const prefix = doubles[before + x]!;
      for (let y = 0; y < labelCount; y++, edge++) {
        found[edge] = prefix * exp(transitions[edge]! - shift) * doubles[after + y]!;
      }
    }
    return found;
  }

  /** Copies emissions, and checks them on the way where kernels do. */
  #copy(lattice: Lattice, sentence: number | undefined): void {
    const { length, emissions } = lattice;
    const { labelCount } = this.#model;
    const limit = this.#check.limitOf(lattice, sentence);
    const rows = rowCopy(this.#arena);
    this.#reserve(length);
    if (this.#arena.kind === "simd") {
      const rule = { limit, single: LARGEST_SINGLE, scale: 0 };
      if (rows.take(emissions, length, labelCount, this.#own, rule) === length) return;
    }
    this.#check.check(lattice, sentence);
    rows.copy(emissions, length, labelCount, this.#own);
  }

  #fillOnes(row: number): void {
    this.#arena.doubles.fill(1, row / 8, row / 8 + this.#model.labelCount);
  }

  /**
   * A row times the weights of a position, scaled if its largest one is far from 1 then. Returns
   * the exponent of what that was.
   */
  #multiply(from: number, t: number, to: number): number {
    const { doubles } = this.#arena;
    const [bytes, facts, bound] = [this.#rowBytes, this.#facts, this.#bound];
    this.#kernels.multiplyRow(from, this.#own + t * bytes, to, bytes, facts);
    const most = doubles[facts / 8]!;
    bound.addProducts(this.#ranges[t]!, this.#roundings[t]!, most, doubles[facts / 8 + 1]!);
    const row = to / 8;
    if (bound.absolute > 0 && !doubles.subarray(row, row + this.#model.labelCount).includes(0)) {
      bound.absorb();
    }
    const exponent = most > 0 ? Math.max(-LARGEST_SCALE, exponentOf(most)) : 0;
    if (Math.abs(exponent) <= FAR) return 0;
    const power = powerOfTwo(-exponent);
    this.#kernels.scaleRow(to, bytes, power);
    bound.scale(power);
    return exponent;
  }

  /** The share by which marginals of a position may be off. */
  #relativeError(t: number): number {
    const sums = 2 * (this.#relative[t]! + this.#bound.relative);
    return relativeBound(sums + (rowDepth(this.#width) + 6) * ROUNDOFF);
  }

  /** What underflow may take of them; `total` is what all are divided by. */
  #absoluteError(t: number, total: number): number {
    if (!(total > LEAST_SUM)) return Infinity;
    const { absolute, most } = this.#bound;
    const lost = most * this.#absolute[t]! + (this.#most[t]! + this.#absolute[t]!) * absolute;
    const error = 4 * this.#model.labelCount * (lost + LOST_PRODUCT) / total;
    return Number.isNaN(error) ? Infinity : error;
  }

  #reserve(length: number): void {
    if (length <= this.#capacity) return;
    const capacity = this.#arena.roomFor(length, this.#capacity);
    const rows = () => this.#arena.allocate(capacity * this.#rowBytes);
    [this.#own, this.#alpha, this.#after, this.#nodes] = this.#arena
      .allocateTogether(() => [rows(), rows(), rows(), rows()] as const);
    const numbers = () => new Float64Array(capacity);
    [this.#ranges, this.#roundings, this.#relative] = [numbers(), numbers(), numbers()];
    [this.#absolute, this.#most] = [numbers(), numbers()];
    this.#capacity = capacity;
  }
}
