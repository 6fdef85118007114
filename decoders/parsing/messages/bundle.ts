/**
 * Steps of dual decomposition by all that parser and tagger have answered so far.
 *
 * @module
 */

/** Turns of the quadratic programme at most, and what may be left of it, in nats. */
const TURNS = 200;
const PRECISION = 1e-4;
/** How often a step is doubled at most. */
const DOUBLINGS = 6;

/** An answer of one part, with its share in the step. */
interface Piece {
  /** A slot a word. */
  readonly slots: Int32Array;
  /** What it scores without multipliers. */
  score: number;
  weight: number;
}

/**
 * The step of a proximal bundle method. Of the derivations y_1 … y_K and tags z_1 … z_M that were
 * answers to earlier multipliers, M(u) = max_k (f(y_k) − u(y_k)) + max_m (g(z_m) + u(z_m)) is a
 * lower bound on L(u), equal where they were answers. The next u minimises M(u) + ‖u − c‖² / 2t,
 * with c the multipliers of the smallest L so far: near c, and low on everything that is known,
 * where a subgradient knows the last answer alone.
 *
 * By duality u = c + t·(Σ α_k y_k − Σ β_m z_m), slots counted, where shares α and β, each of sum 1,
 * maximise a concave quadratic form whose derivative by α_k is f(y_k) − u(y_k), by β_m g(z_m) +
 * u(z_m). It is solved by moving share from the worst answer with some to the best one, by the
 * length that is best for this pair; the distance of two answers is twice the words where they
 * differ. The parts have shares of their own, as in AD3's active sets, but one answer of each an
 * iteration is enough.
 *
 * Any u proves its L(u), so that nothing depends on how well this is solved. Answers without a
 * share are forgotten, which the method's convergence allows.
 *
 * Cost: O(answers · words) a turn, 200 turns a step at most.
 *
 * Source: Lemaréchal 1978, "Nonsmooth optimization and descent methods"; Kiwiel 1990, "Proximity
 * control in bundle methods for convex nondifferentiable minimization".
 */
export class Bundle {
  readonly #parser = new Pieces(-1);
  readonly #tagger = new Pieces(1);

  /** Takes the answers of both parts to some multipliers, with f and g. */
  add(parser: Omit<Piece, "weight">, tagger: Omit<Piece, "weight">): void {
    this.#parser.add(parser);
    this.#tagger.add(tagger);
  }

  /**
   * The next multipliers. The step is doubled while M(u) is above what L might fall to.
   *
   * @param centre c
   * @param step t at first
   * @param target J of a derivation: L is nowhere below it
   */
  next(centre: Float64Array, step: number, target: number): Float64Array {
    for (let [t, doublings] = [step, 0];; t *= 2, doublings++) {
      const multipliers = this.#solve(centre, t);
      const model = this.#parser.best(multipliers) + this.#tagger.best(multipliers);
      if (model <= target || doublings === DOUBLINGS) return multipliers;
    }
  }

  #solve(centre: Float64Array, step: number): Float64Array {
    const multipliers = centre.slice();
    const parts = [this.#parser, this.#tagger];
    for (const part of parts) part.charge(multipliers, step);
    for (let turn = 0; turn < TURNS; turn++) {
      const left = parts.reduce((left, part) => left + part.improve(multipliers, step), 0);
      if (left < PRECISION) break;
    }
    return multipliers;
  }
}

/** The answers of one part. */
class Pieces {
  #all: Piece[] = [];
  /** What a multiplier of 1 adds to a slot's score. */
  readonly #sign: 1 | -1;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  add({ slots, score }: Omit<Piece, "weight">): void {
    this.#all = this.#all.filter(({ weight }) => weight > 0);
    // Another derivation with the same tags differs by its score alone.
    const same = this.#all.find((piece) => piece.slots.every((slot, word) => slot === slots[word]));
    if (same !== undefined) same.score = Math.max(same.score, score);
    else this.#all.push({ slots, score, weight: this.#all.length === 0 ? 1 : 0 });
  }

  /** The best score with multipliers. */
  best(multipliers: Float64Array): number {
    return this.#all.reduce(
      (best, piece) => Math.max(best, this.#value(piece, multipliers)),
      -Infinity,
    );
  }

  /** Moves multipliers from the centre to where the present shares put them. */
  charge(multipliers: Float64Array, step: number): void {
    for (const { slots, weight } of this.#all) this.#move(multipliers, slots, step * weight);
  }

  /** Moves share once. Returns by how much the best answer was above the worst with a share. */
  improve(multipliers: Float64Array, step: number): number {
    let [to, from] = [this.#all[0]!, this.#all[0]!];
    let [high, low] = [-Infinity, Infinity];
    for (const piece of this.#all) {
      const value = this.#value(piece, multipliers);
      if (value > high) [to, high] = [piece, value];
      if (piece.weight > 0 && value < low) [from, low] = [piece, value];
    }
    const gap = high - low;
    if (gap <= 0) return 0;
    const apart = to.slots.reduce(
      (sum, slot, word) => sum + (slot === from.slots[word] ? 0 : 2),
      0,
    );
    const share = Math.min(from.weight, gap / (step * apart));
    to.weight += share;
    from.weight -= share;
    this.#move(multipliers, to.slots, step * share);
    this.#move(multipliers, from.slots, -step * share);
    return gap;
  }

  #value({ slots, score }: Piece, multipliers: Float64Array): number {
    return slots.reduce((sum, slot) => sum + this.#sign * multipliers[slot]!, score);
  }

  #move(multipliers: Float64Array, slots: Int32Array, by: number): void {
    for (const slot of slots) multipliers[slot]! -= this.#sign * by;
  }
}
