/**
 * The agenda of a best-first search on a lattice, indexed by node.
 *
 * @module
 */

/**
 * An entry for each node of a lattice, bucketed by position: a knockout tournament over the
 * positions, each represented by its best node.
 *
 * An expansion raises many nodes of one position at once and lowers one node of another. So the
 * nodes of a position are not kept in order: raising one is a store, lowering the best is a scan of
 * its position, which costs no more than the expansion that goes with it. Entries change in place,
 * so none is ever stale.
 *
 * Ties: the later position; within a position the node that was the best before, then the smallest
 * slot. To prefer later positions is what keeps a search among equals from widening.
 */
export class Agenda {
  /** Score of each slot `position * width + i`, −∞ if it is not on the agenda. */
  scores = new Float64Array(0);
  #width = 1;
  /** The best slot of each position. */
  #best = new Int32Array(0);
  /** Winner of each match; match m is between 2m and 2m + 1, position t enters at #leaves + t. */
  #winners = new Int32Array(2);
  #leaves = 1;

  /** Empties the agenda for a lattice with `width` slots a position. Cost: O(T·width). */
  reset(length: number, width: number): void {
    this.#width = width;
    this.#leaves = 1;
    while (this.#leaves < length) this.#leaves *= 2;
    if (this.scores.length < this.#leaves * width) {
      this.scores = new Float64Array(this.#leaves * width);
    }
    this.scores.fill(-Infinity, 0, this.#leaves * width);
    if (this.#best.length < this.#leaves) {
      this.#best = new Int32Array(this.#leaves);
      this.#winners = new Int32Array(2 * this.#leaves);
    }
    for (let t = 0; t < this.#leaves; t++) {
      this.#best[t] = t * width;
      this.#winners[this.#leaves + t] = t;
    }
    for (let match = this.#leaves - 1; match > 0; match--) {
      this.#winners[match] = this.#winners[2 * match + 1]!;
    }
  }

  /** The position of the best node. */
  get topPosition(): number {
    return this.#winners[1]!;
  }

  /** The slot of the best node. Only while `topScore` is finite. */
  get topSlot(): number {
    return this.#best[this.#winners[1]!]!;
  }

  /** The best score, −∞ if the agenda is empty. */
  get topScore(): number {
    return this.scores[this.topSlot]!;
  }

  /**
   * Tells that `scores` of a position have risen, `slot` being the best of those that did.
   * Cost: O(log T).
   */
  raised(position: number, slot: number): void {
    if (this.scores[slot]! > this.scores[this.#best[position]!]!) this.#best[position] = slot;
    this.#play(position);
  }

  /**
   * Lowers the score of the best node, −∞ to remove it. Cost: O(count + log T).
   *
   * @param count slots of the position that are in use
   */
  lowerTop(score: number, count: number): void {
    const position = this.topPosition;
    const scores = this.scores;
    scores[this.topSlot] = score;
    const start = position * this.#width;
    let best = start;
    let bestScore = scores[start]!;
    for (let slot = start + 1; slot < start + count; slot++) {
      if (scores[slot]! > bestScore) {
        bestScore = scores[slot]!;
        best = slot;
      }
    }
    this.#best[position] = best;
    this.#play(position);
  }

  /** Replays the matches of a position. */
  #play(position: number): void {
    const winners = this.#winners;
    const best = this.#best;
    for (let match = (this.#leaves + position) >> 1; match > 0; match >>= 1) {
      const earlier = winners[2 * match]!;
      const later = winners[2 * match + 1]!;
      const winner = this.scores[best[later]!]! >= this.scores[best[earlier]!]! ? later : earlier;
      // Whoever won without this position wins on as before.
      if (winner !== position && winner === winners[match]) return;
      winners[match] = winner;
    }
  }
}
