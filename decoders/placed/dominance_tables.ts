/**
 * What forward dominance prepares of a model, in the memory of its kernels.
 *
 * @module
 */

import type { Work } from "../contract.ts";
import type { Arena } from "../kernels/arena.ts";
import type { DominanceKernels } from "../kernels/dominance/kernels.ts";
import { ADVANTAGES_MISSING, PANELS_MISSING, TABLES } from "../kernels/dominance/tables.ts";
import { copyRows, placeEdge, placePanels } from "../kernels/place.ts";
import { BLOCK, blocksOf, QUAD_BYTES, VECTOR_BYTES, wholeQuads } from "../kernels/rows.ts";
import { Tables } from "../kernels/tables.ts";
import type { Model, Path } from "../lattice.ts";
import { copyLabels } from "../chain/label_pool.ts";
import { incomingMaxima, outgoingMaxima } from "../chain/transition_maxima.ts";

/** How the edges out of two labels are compared: one by one, or by their extremes. */
export type DominanceBound = "pair" | "row";

/**
 * The tables of `dominanceSweep` for a model, which may change transition by transition.
 *
 * The advantages over a label, D(m, ·), are made when the sweep first asks for them: L² for
 * `pair`, L for `row`, where D(m, y) = rowMax(y) − rowMin(m). So are the panels of the dense step.
 */
export class DominanceTables {
  /** Address of the tables. */
  readonly address: number;
  /** Positions that there is room for, and the address of the path. */
  #capacity = 0;
  #path = 0;
  readonly #fields: Tables<typeof TABLES>;
  readonly #arena: Arena;
  readonly #kernels: DominanceKernels;
  readonly #model: Model;
  readonly #bound: DominanceBound;
  readonly #incoming: Float64Array;
  readonly #outgoing: Float64Array;
  readonly #least: Float64Array;
  /** Rows of advantages by label, made for these or for earlier transitions. */
  readonly #rows = new Map<number, number>();

  /**
   * Copies the transitions and finds their extremes. Cost: O(L²).
   *
   * @param byRow see `TABLES`
   */
  constructor(
    arena: Arena,
    kernels: DominanceKernels,
    model: Model,
    bound: DominanceBound,
    byRow: boolean,
  ) {
    const { labelCount, transitions } = model;
    const { scoreBytes } = arena;
    const blocks = blocksOf(labelCount);
    const row = blocks * BLOCK * scoreBytes;
    this.#arena = arena;
    this.#kernels = kernels;
    this.#model = model;
    this.#bound = bound;
    this.#incoming = incomingMaxima(model);
    this.#outgoing = outgoingMaxima(model);
    this.#least = outgoingMinima(model);
    this.#fields = new Tables(arena, TABLES);
    this.address = this.#fields.address;
    const quadMaxima = wholeQuads(row / 4);
    const blockBounds = wholeQuads(VECTOR_BYTES * blocks);
    const tables = {
      labelCount,
      blocks,
      byRow: Number(byRow),
      edges: arena.allocate(labelCount * row),
      incoming: arena.allocate(row),
      outgoing: arena.allocate(row),
      bounds: arena.allocate(row),
      least: arena.allocate(row),
      zeros: arena.allocate(row),
      advantages: arena.allocate(4 * labelCount),
      values: arena.allocate(row),
      quadMaxima: arena.allocate(quadMaxima),
      prefixRow: arena.allocate(row),
      blockBounds: arena.allocate(blockBounds),
      openBlocks: arena.allocate(4 * (blocks + 1)),
      needed: arena.allocate(16 * (blocks + 1)),
    };
    this.#fields.set(tables);
    forbidAll(arena, tables.quadMaxima, quadMaxima);
    forbidAll(arena, tables.blockBounds, blockBounds);
    copyRows(arena, transitions, labelCount, labelCount, tables.edges);
    const bounds = this.#incoming.map((into, y) => into + this.#outgoing[y]!);
    copyRows(arena, bounds, 1, labelCount, tables.bounds);
    copyRows(arena, this.#incoming, 1, labelCount, tables.incoming);
    copyRows(arena, this.#outgoing, 1, labelCount, tables.outgoing);
    copyRows(arena, this.#least, 1, labelCount, tables.least);
  }

  /** Adds what the last sweep counted, if these are the tables of its left side. */
  addCounts(work: Work): void {
    this.#fields.addCounts(work);
  }

  /** Makes room for a sweep over that many positions. */
  reserve(length: number): void {
    if (length > this.#capacity) this.#reserve(2 * length);
  }

  /** Makes what the sweep misses, if it misses something of these tables. */
  supply(): void {
    const missing = this.#fields.get("missing");
    if (missing === 0) return;
    this.#fields.set({ missing: 0 });
    if (missing === PANELS_MISSING) {
      this.panels();
    } else {
      this.#makeAdvantages(ADVANTAGES_MISSING - missing);
    }
  }

  /** Address of the transitions as panels, which are made if they have not been. */
  panels(): number {
    const made = this.#fields.get("panels");
    if (made > 0) return made;
    const panels = placePanels(this.#arena, this.#model);
    this.#fields.set({ panels });
    return panels;
  }

  /** The path that the last sweep found. */
  bestPath(length: number): Path {
    const labels = copyLabels(this.#arena.integers, this.#path / 4, length);
    return { score: this.#fields.double(TABLES.score), labels };
  }

  /**
   * The labels that the last sweep kept at each position that it did and listed, and their prefix
   * scores.
   */
  kept(): { labels: number[]; prefixes: number[] }[] {
    const { integers, scores, scoreBytes } = this.#arena;
    const [labels, ends] = [this.#fields.get("labels") / 4, this.#fields.get("ends") / 4];
    const prefixes = this.#fields.get("prefixes") / scoreBytes;
    const length = this.#fields.get("position") - this.#fields.get("isCounted");
    return Array.from({ length }, (_, t) => {
      const start = t > 0 ? integers[ends + t - 1]! : 0;
      const end = integers[ends + t]!;
      return {
        labels: Array.from(integers.subarray(labels + start, labels + end)),
        prefixes: Array.from(scores.subarray(prefixes + start, prefixes + end)),
      };
    });
  }

  /** Room for all labels of that many positions. */
  #reserve(capacity: number): void {
    const arena = this.#arena;
    const { scoreBytes } = arena;
    // A block more: the kernel writes a label before it knows that it is kept, and reads whole
    // blocks.
    const size = capacity * this.#model.labelCount + BLOCK;
    this.#capacity = capacity;
    this.#path = arena.allocate(4 * capacity);
    this.#fields.set({
      labels: arena.allocate(4 * size),
      prefixes: arena.allocate(scoreBytes * size),
      ends: arena.allocate(4 * capacity),
      path: this.#path,
      suffixes: arena.allocate(2 * scoreBytes * capacity),
    });
  }

  /** Makes the advantages over a label. */
  #makeAdvantages(m: number): void {
    const arena = this.#arena;
    const { scoreBytes } = arena;
    const { labelCount } = this.#model;
    const blocks = blocksOf(labelCount);
    const bytes = blocks * BLOCK * scoreBytes;
    const quadMaxima = wholeQuads(bytes / 4);
    // Where blocks filter, nobody asks for the sums with the largest edges into labels.
    const byRow = this.#fields.get("byRow") === 1;
    const row = this.#rows.get(m) ?? arena.allocate(bytes + quadMaxima + (byRow ? bytes : 0));
    this.#rows.set(m, row);
    if (this.#bound === "pair") {
      this.#kernels.advantages(this.#fields.get("edges"), m, labelCount, blocks, row);
    } else {
      const least = this.#least[m]!;
      copyRows(arena, this.#outgoing.map((most) => most - least), 1, labelCount, row);
    }
    if (byRow) {
      placeGains(arena, row, this.#fields.get("incoming"), row + bytes + quadMaxima, bytes);
    }
    // The label itself is kept before others are compared with it.
    arena.scores[row / scoreBytes + m] = -Infinity;
    placeQuadMaxima(arena, row, bytes);
    arena.integers[this.#fields.get("advantages") / 4 + m] = row;
  }

  /** The model's transition from `previous` to `label` has changed. Cost: O(L) at most. */
  revise(previous: number, label: number): void {
    const { labelCount, transitions } = this.#model;
    const { integers, scores, scoreBytes } = this.#arena;
    const score = transitions[previous * labelCount + label]!;
    const width = blocksOf(labelCount) * BLOCK;
    const edge = this.#fields.get("edges") / scoreBytes + previous * width + label;
    const before = scores[edge];
    scores[edge] = score;
    const panels = this.#fields.get("panels");
    if (panels > 0) placeEdge(this.#arena, panels, labelCount, previous, label, score);
    const row = transitions.subarray(previous * labelCount, (previous + 1) * labelCount);
    // An extreme that was this transition has to be looked for again.
    if (score <= this.#least[previous]! || before === this.#least[previous]) {
      this.#least[previous] = row.reduce((least, out) => Math.min(least, out), Infinity);
    }
    if (score >= this.#outgoing[previous]! || before === this.#outgoing[previous]) {
      this.#outgoing[previous] = row.reduce((most, out) => Math.max(most, out), -Infinity);
    }
    if (score >= this.#incoming[label]!) this.#incoming[label] = score;
    else if (before === this.#incoming[label]) this.#incoming[label] = this.#largestInto(label);
    scores[this.#fields.get("least") / scoreBytes + previous] = this.#least[previous]!;
    const bounds = this.#fields.get("bounds") / scoreBytes;
    scores[this.#fields.get("incoming") / scoreBytes + label] = this.#incoming[label]!;
    scores[this.#fields.get("outgoing") / scoreBytes + previous] = this.#outgoing[previous]!;
    for (const y of [previous, label]) {
      scores[bounds + y] = this.#incoming[y]! + this.#outgoing[y]!;
    }
    const advantages = this.#fields.get("advantages") / 4;
    integers.fill(0, advantages, advantages + labelCount);
  }

  #largestInto(label: number): number {
    const { labelCount, transitions } = this.#model;
    let most = -Infinity;
    for (let i = label; i < transitions.length; i += labelCount) {
      if (transitions[i]! > most) most = transitions[i]!;
    }
    return most;
  }
}

/** Makes scores −∞. */
function forbidAll(arena: Arena, address: number, bytes: number): void {
  const from = address / arena.scoreBytes;
  arena.scores.fill(-Infinity, from, from + bytes / arena.scoreBytes);
}

/**
 * Writes behind a row of advantages its quad maxima: the maxima of each four vectors, lane by lane.
 */
function placeQuadMaxima(arena: Arena, row: number, bytes: number): void {
  const { scores, scoreBytes } = arena;
  forbidAll(arena, row + bytes, wholeQuads(bytes / 4));
  const [lanes, quad] = [VECTOR_BYTES / scoreBytes, QUAD_BYTES / scoreBytes];
  const from = row / scoreBytes;
  const quadMaxima = (row + bytes) / scoreBytes;
  for (let y = 0; y < bytes / scoreBytes; y++) {
    const maximum = quadMaxima + Math.floor(y / quad) * lanes + y % lanes;
    if (scores[from + y]! > scores[maximum]!) scores[maximum] = scores[from + y]!;
  }
}

/** Writes sums of two rows, of advantages and of the largest edges into labels. */
function placeGains(
  { scores, scoreBytes }: Arena,
  row: number,
  incoming: number,
  gains: number,
  bytes: number,
): void {
  for (let i = 0; i < bytes; i += scoreBytes) {
    scores[(gains + i) / scoreBytes] = scores[(row + i) / scoreBytes]! +
      scores[(incoming + i) / scoreBytes]!;
  }
}

function outgoingMinima({ labelCount, transitions }: Model): Float64Array {
  return new Float64Array(labelCount).map((_, x) =>
    transitions.subarray(x * labelCount, (x + 1) * labelCount).reduce(
      (least, score) => Math.min(least, score),
      Infinity,
    )
  );
}
