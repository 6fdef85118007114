/**
 * A beam of hypotheses: the best prefixes of each position, whatever their labels.
 *
 * @module
 */

import { newLabels } from "../chain/label_pool.ts";
import { ScoreHeap } from "../chain/score_heap.ts";
import type { Work } from "../contract.ts";
import type { Lattice, Model, Path } from "../lattice.ts";

/** A slot without a hypothesis. */
const NONE = -1;

/**
 * Keeps `width` hypotheses a position in all, not for each label.
 *
 * All hypotheses that end with the same label are extended by the same edges, so only the best of
 * them is tried with every next label. The extensions of the others follow one by one as they are
 * needed, merged in the order of their scores.
 *
 * Ties: any. Cost: L edges for each label that a hypothesis ends with, and at most `width` more, a
 * position; O(log width) for each hypothesis. An iteration is not counted.
 *
 * Source: Huang et al. 2012, Table 1 and Algorithm 4, line 1.
 */
export class HypothesisBeam {
  readonly #model: Model;
  /** Hypotheses, position by position, best first: label, score, and the one that it extends. */
  #labels = new Int32Array(64);
  #origins = new Int32Array(64);
  #scores = new Float64Array(64);
  /** The next worse hypothesis of the same position with the same label. */
  #worse = new Int32Array(64);
  #size = 0;
  /** Best hypotheses of the labels that end one, and by label the worst one so far. */
  readonly #leaders: Int32Array;
  readonly #worst: Int32Array;
  /** The best first extensions, the worst of them on top (negated). */
  readonly #chosen = new ScoreHeap();
  /** The best extensions left, by the hypothesis that is extended and the label. */
  readonly #next = new ScoreHeap();
  #extended = new Int32Array(64);
  #targets = new Int32Array(64);
  /** Whether the last search kept all prefixes: then it found all paths. */
  isComplete = true;

  /** Keeps the model; buffers stay from search to search. */
  constructor(model: Model) {
    this.#model = model;
    this.#leaders = new Int32Array(model.labelCount);
    this.#worst = new Int32Array(model.labelCount).fill(NONE);
  }

  /** The best paths through the beam, at most `width`, best first. */
  find(lattice: Lattice, width: number, work: Work): Path[] {
    this.#size = 0;
    this.isComplete = true;
    let start = this.#begin(lattice, width);
    for (let t = 1; t < lattice.length; t++) {
      const end = this.#size;
      this.#advance(lattice, t, start, width, work);
      start = end;
    }
    const paths: Path[] = [];
    for (let last = start; last < this.#size; last++) {
      const labels = newLabels(lattice.length);
      for (let t = lattice.length - 1, at = last; t >= 0; t--, at = this.#origins[at]!) {
        labels[t] = this.#labels[at]!;
      }
      paths.push({ score: this.#scores[last]!, labels });
    }
    return paths;
  }

  #begin({ emissions }: Lattice, width: number): number {
    const chosen = this.#chosen;
    chosen.clear();
    for (let y = 0; y < this.#model.labelCount; y++) this.#choose(emissions[y]!, y, width);
    if (chosen.size === width) this.isComplete = false;
    const next = this.#next;
    next.clear();
    for (; chosen.size > 0; chosen.pop()) next.push(-chosen.topScore, chosen.topItem);
    for (; next.size > 0; next.pop()) this.#append(next.topItem, next.topScore, NONE);
    return 0;
  }

  /** Extends the hypotheses of the position before, which begin at `start`. */
  #advance({ emissions }: Lattice, t: number, start: number, width: number, work: Work): void {
    const { labelCount, transitions } = this.#model;
    const own = t * labelCount;
    const chosen = this.#chosen;
    const leaders = this.#leaders;
    const count = this.#link(start);
    chosen.clear();
    let bar = -Infinity;
    for (let leader = 0; leader < count; leader++) {
      const prefix = this.#scores[leaders[leader]!]!;
      const row = this.#labels[leaders[leader]!]! * labelCount;
      for (let y = 0; y < labelCount; y++) {
        const score = prefix + transitions[row + y]! + emissions[own + y]!;
        if (score > bar) bar = this.#choose(score, leader * labelCount + y, width);
      }
    }
    work.nodeExpansions += count;
    work.edgeEvaluations += count * labelCount;
    if (chosen.size === width) this.isComplete = false;

    const next = this.#next;
    next.clear();
    if (this.#targets.length < chosen.size) {
      this.#extended = new Int32Array(2 * chosen.size);
      this.#targets = new Int32Array(2 * chosen.size);
    }
    for (let item = 0; chosen.size > 0; item++, chosen.pop()) {
      const leader = Math.floor(chosen.topItem / labelCount);
      this.#extended[item] = leaders[leader]!;
      this.#targets[item] = chosen.topItem - leader * labelCount;
      next.push(-chosen.topScore, item);
    }
    for (let kept = 0; kept < width && next.size > 0; kept++) {
      const item = next.topItem;
      const from = this.#extended[item]!;
      const label = this.#targets[item]!;
      this.#append(label, next.topScore, from);
      const other = this.#extended[item] = this.#worse[from]!;
      if (other === NONE) {
        next.pop();
        continue;
      }
      const edge = transitions[this.#labels[other]! * labelCount + label]!;
      next.replaceTop(this.#scores[other]! + edge + emissions[own + label]!, item);
      work.edgeEvaluations++;
    }
    if (next.size > 0) this.isComplete = false;
  }

  /** Chains the hypotheses from `start` on by label; writes the best of each, returns how many. */
  #link(start: number): number {
    const worst = this.#worst;
    let count = 0;
    for (let at = start; at < this.#size; at++) {
      const label = this.#labels[at]!;
      if (worst[label] === NONE) this.#leaders[count++] = at;
      else this.#worse[worst[label]!] = at;
      worst[label] = at;
      this.#worse[at] = NONE;
    }
    for (let i = 0; i < count; i++) worst[this.#labels[this.#leaders[i]!]!] = NONE;
    return count;
  }

  /** Keeps an item if it is among the best; returns what the next must exceed. */
  #choose(score: number, item: number, width: number): number {
    const chosen = this.#chosen;
    if (score === -Infinity) return score;
    if (chosen.size < width) chosen.push(-score, item);
    else if (-score < chosen.topScore) chosen.replaceTop(-score, item);
    return chosen.size < width ? -Infinity : -chosen.topScore;
  }

  #append(label: number, score: number, origin: number): void {
    if (this.#size === this.#labels.length) this.#grow();
    const at = this.#size++;
    this.#labels[at] = label;
    this.#scores[at] = score;
    this.#origins[at] = origin;
  }

  #grow(): void {
    const longer = (list: Int32Array) => {
      const copy = new Int32Array(2 * list.length);
      copy.set(list);
      return copy;
    };
    const scores = new Float64Array(2 * this.#scores.length);
    scores.set(this.#scores);
    this.#scores = scores;
    this.#labels = longer(this.#labels);
    this.#origins = longer(this.#origins);
    this.#worse = longer(this.#worse);
  }
}
