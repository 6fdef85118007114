/**
 * Max-product messages over domains that grow.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import { NONE, tellNode } from "../chain/observer.ts";
import type { FiniteLattice } from "./finite_scores.ts";

/**
 * The domain D_t of each position and the messages from the domains to all labels,
 *
 *     α_t(y) = max over x in D_{t−1} of ( α_{t−1}(x) + n_{t−1}(x) + e(x, y) ),  α_0 = 0,
 *     β_t(x) = max over y in D_{t+1} of ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) ),  β_{T−1} = 0.
 *
 * Messages only rise as domains grow, so `update` relaxes the edges of those labels of a domain
 * alone that are new or whose own message has risen, and the result is the same to the last bit.
 * α + n adds as `scorePath` does.
 */
export class RestrictedMessages {
  readonly #labelCount: number;
  #lattice: FiniteLattice | undefined;
  /** Whether no message has been computed yet. */
  #isFirst = true;
  /** Size of each domain. */
  #counts = new Int32Array(0);
  /** Labels of the domain of t from index t·L on, in the order in which they came. */
  #domains = new Int32Array(0);
  /**
   * Message and emission of each label of a domain when its edges were last relaxed; NaN: never.
   */
  #sentForward = new Float64Array(0);
  #sentBackward = new Float64Array(0);
  /** Flags T×L: 1 at t·L + y if label y is in the domain of t. */
  inDomain: Uint8Array = new Uint8Array(0);
  /** Messages from the left, α, T×L. */
  forward: Float64Array = new Float64Array(0);
  /** Messages from the right, β, T×L. */
  backward: Float64Array = new Float64Array(0);
  /** 1 for the positions where α rose in the last `update`. */
  forwardRose: Uint8Array = new Uint8Array(0);
  /** 1 for the positions where β rose in the last `update`. */
  backwardRose: Uint8Array = new Uint8Array(0);

  /** Makes no room yet; `reset` does. */
  constructor(labelCount: number) {
    this.#labelCount = labelCount;
  }

  /** Starts with empty domains. */
  reset(lattice: FiniteLattice): void {
    const { length } = lattice;
    const size = length * this.#labelCount;
    this.#lattice = lattice;
    if (this.#counts.length < length) {
      this.#counts = new Int32Array(length);
      this.#domains = new Int32Array(size);
      this.#sentForward = new Float64Array(size);
      this.#sentBackward = new Float64Array(size);
      this.inDomain = new Uint8Array(size);
      this.forward = new Float64Array(size);
      this.backward = new Float64Array(size);
      this.forwardRose = new Uint8Array(length);
      this.backwardRose = new Uint8Array(length);
    }
    this.#counts.fill(0, 0, length);
    this.inDomain.fill(0, 0, size);
    this.#isFirst = true;
    this.forward.fill(0, 0, this.#labelCount);
    this.backward.fill(0, size - this.#labelCount, size);
  }

  /** Adds a label to a domain; false if it is in it already. */
  add(t: number, label: number): boolean {
    const row = t * this.#labelCount;
    if (this.inDomain[row + label] === 1) return false;
    this.inDomain[row + label] = 1;
    const slot = row + this.#counts[t]!++;
    this.#domains[slot] = label;
    this.#sentForward[slot] = NaN;
    this.#sentBackward[slot] = NaN;
    return true;
  }

  /** The labels of a domain, smallest first. */
  labelsOf(t: number): Int32Array {
    const row = t * this.#labelCount;
    return this.#domains.slice(row, row + this.#counts[t]!).sort();
  }

  /**
   * Brings all messages up to date with the domains, none of which is empty, unless that takes more
   * edges than `limit`: then it stops and returns false. Cost: L edges for each label that tells.
   */
  update(work: Work, limit: number): boolean {
    const { length, transitions: { outgoing, incoming } } = this.#lattice!;
    const { forward, backward, forwardRose, backwardRose } = this;
    forwardRose[0] = 0;
    for (let t = 1; t < length; t++) {
      if (work.edgeEvaluations > limit) return false;
      this.#relax(outgoing, forward, this.#sentForward, t - 1, t, forwardRose, work);
    }
    if (work.observer) this.#tell(length - 1, work);
    backwardRose[length - 1] = 0;
    for (let t = length - 2; t >= 0; t--) {
      if (work.edgeEvaluations > limit) return false;
      this.#relax(incoming, backward, this.#sentBackward, t + 1, t, backwardRose, work);
    }
    this.#isFirst = false;
    return true;
  }

  /** Raises the messages to position `to` from the domain of `from`. */
  #relax(
    transitions: Float64Array,
    messages: Float64Array,
    sent: Float64Array,
    from: number,
    to: number,
    rose: Uint8Array,
    work: Work,
  ): void {
    const labelCount = this.#labelCount;
    const { emissions } = this.#lattice!;
    const source = from * labelCount;
    const end = source + this.#counts[from]!;
    let relaxed = 0;
    let hasRisen = 0;
    for (let slot = source; slot < end; slot++) {
      const label = this.#domains[slot]!;
      const score = messages[source + label]! + emissions[source + label]!;
      // NaN differs from all.
      if (score === sent[slot]) continue;
      sent[slot] = score;
      relaxed++;
      const row = label * labelCount;
      if (this.#isFirst && slot === source) {
        setRow(transitions, row, score, messages, to * labelCount, labelCount);
        hasRisen = 1;
      } else if (raiseRow(transitions, row, score, messages, to * labelCount, labelCount)) {
        hasRisen = 1;
      }
    }
    rose[to] = hasRisen;
    work.nodeExpansions += relaxed;
    work.edgeEvaluations += relaxed * labelCount;
    if (work.observer && relaxed > 0 && to > from) this.#tell(from, work);
  }

  /** Tells of the labels of a domain, with their best prefixes over the domains before. */
  #tell(t: number, work: Work): void {
    const labelCount = this.#labelCount;
    const { emissions, transitions: { incoming } } = this.#lattice!;
    for (const label of this.labelsOf(t)) {
      const prefix = (x: number, at: number) =>
        this.forward[at * labelCount + x]! + emissions[at * labelCount + x]!;
      let [best, other] = [-Infinity, NONE];
      for (const x of t > 0 ? this.labelsOf(t - 1) : []) {
        const sum = prefix(x, t - 1) + incoming[label * labelCount + x]!;
        if (sum > best) [best, other] = [sum, x];
      }
      tellNode(work, "opened", [t, label], other, prefix(label, t));
    }
  }

  /** The best path within the domains; among equal ones the smallest label, from the end. */
  follow(): Int32Array {
    const { length, emissions, transitions: { incoming } } = this.#lattice!;
    const labelCount = this.#labelCount;
    const labels = new Int32Array(length);
    for (let t = length - 1; t >= 0; t--) {
      const row = t * labelCount;
      const edges = t < length - 1 ? labels[t + 1]! * labelCount : -1;
      let best = -Infinity;
      for (let slot = row; slot < row + this.#counts[t]!; slot++) {
        const label = this.#domains[slot]!;
        let score = this.forward[row + label]! + emissions[row + label]!;
        if (edges >= 0) score += incoming[edges + label]!;
        if (score > best || (score === best && label < labels[t]!)) {
          best = score;
          labels[t] = label;
        }
      }
    }
    return labels;
  }
}

/** messages[to + y] = score + transitions[row + y]. */
function setRow(
  transitions: Float64Array,
  row: number,
  score: number,
  messages: Float64Array,
  to: number,
  labelCount: number,
): void {
  for (let y = 0; y < labelCount; y++) messages[to + y] = score + transitions[row + y]!;
}

/** messages[to + y] = max( messages[to + y], score + transitions[row + y] ); true if one rose. */
function raiseRow(
  transitions: Float64Array,
  row: number,
  score: number,
  messages: Float64Array,
  to: number,
  labelCount: number,
): boolean {
  let hasRisen = false;
  for (let y = 0; y < labelCount; y++) {
    const message = score + transitions[row + y]!;
    if (message > messages[to + y]!) {
      messages[to + y] = message;
      hasRisen = true;
    }
  }
  return hasRisen;
}
