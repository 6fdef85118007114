/**
 * Transitions that are finite on few diagonals: finding them, and steps over them.
 *
 * A band of ±r has 2r + 1 diagonals, a left-to-right model two, and a product of a band and a 2×2
 * matrix (voiced or not) three bands of them. A step takes D·L edges instead of L², and reads whole
 * vectors of neighbours.
 *
 * @module
 */

import type { Arena } from "../arena.ts";
import { Family, type InArena } from "../family.ts";
import { BLOCK, blocksOf } from "../rows.ts";
import BINARY from "./binary.json" with { type: "json" };

/** Diagonals pay where they are at most this share of the labels. */
const MOST_SHARE = 1 / 3;
/** With fewer labels a dense step is as short. */
const FEWEST_LABELS = 32;

const TWINS = { diagonalForward, diagonalSums };

/** Kernels over diagonals: see the functions of this file. */
export type DiagonalKernels = {
  readonly [Name in keyof typeof TWINS]: InArena<typeof TWINS[Name]>;
};

const FAMILY = /* @__PURE__ */ new Family<DiagonalKernels>(BINARY, TWINS);

/** Opens the kernels of the arena's kind. */
export function openDiagonals(arena: Arena): DiagonalKernels {
  return FAMILY.open(arena);
}

/**
 * The diagonals d = y − x on which some transition from x to y is finite, ascending; undefined if
 * they are more than a third of the labels, or if there are fewer than 32 labels. Cost: O(L²), and
 * far less where there are more.
 */
export function findDiagonals(
  transitions: Float64Array,
  labelCount: number,
): Int32Array | undefined {
  if (labelCount < FEWEST_LABELS) return undefined;
  const most = Math.floor(MOST_SHARE * labelCount);
  const isFound = new Uint8Array(2 * labelCount - 1);
  let count = 0;
  for (let x = 0, edge = 0; x < labelCount; x++) {
    const base = labelCount - 1 - x;
    for (let y = 0; y < labelCount; y++, edge++) {
      if (transitions[edge] === -Infinity || isFound[base + y] !== 0) continue;
      isFound[base + y] = 1;
      if (++count > most) return undefined;
    }
  }
  const found = new Int32Array(count);
  let at = 0;
  isFound.forEach((is, index) => {
    if (is !== 0) found[at++] = index - labelCount + 1;
  });
  return found;
}

/** How many edges lie on some diagonals of an L×L matrix. */
export function edgesOn(diagonals: Int32Array, labelCount: number): number {
  return diagonals.reduce((sum, d) => sum + labelCount - Math.abs(d), 0);
}

/** Diagonals in an arena. */
export interface PlacedDiagonals {
  readonly count: number;
  /** Address of the bytes by which the sources of each stand before their targets. */
  readonly shifts: number;
  /** Address of the edges: block by block of targets, diagonal by diagonal. */
  readonly edges: number;
  /** Scores that a row of sources needs on either side, a multiple of a block. */
  readonly margin: number;
}

/** Where the shifts and the edges of diagonals are. */
export type DiagonalRoom = Pick<PlacedDiagonals, "shifts" | "edges">;

/** Allocates room for the transitions on so many diagonals. */
export function diagonalRoom(arena: Arena, count: number, labelCount: number): DiagonalRoom {
  const scores = count * blocksOf(labelCount) * BLOCK;
  return {
    shifts: arena.allocate(4 * Math.max(1, count)),
    edges: arena.allocate(Math.max(1, scores) * arena.scoreBytes),
  };
}

/**
 * Places the edges of some diagonals.
 *
 * @param edgeOf what stands for the edge from x to y, for labels that there are
 * @param none what stands where there is no such edge
 * @param room for as many diagonals or more
 */
export function placeDiagonals(
  arena: Arena,
  diagonals: Int32Array,
  labelCount: number,
  edgeOf: (x: number, y: number) => number,
  none: number,
  room: DiagonalRoom = diagonalRoom(arena, diagonals.length, labelCount),
): PlacedDiagonals {
  const { scoreBytes } = arena;
  const count = diagonals.length;
  const blocks = blocksOf(labelCount);
  const { shifts, edges } = room;
  diagonals.forEach((d, i) => arena.integers[shifts / 4 + i] = d * scoreBytes);
  const { scores } = arena;
  let at = edges / scoreBytes;
  for (let block = 0; block < blocks * BLOCK; block += BLOCK) {
    for (const d of diagonals) {
      for (let y = block; y < block + BLOCK; y++, at++) {
        const x = y - d;
        scores[at] = x >= 0 && x < labelCount && y < labelCount ? edgeOf(x, y) : none;
      }
    }
  }
  const farthest = diagonals.reduce((most, d) => Math.max(most, Math.abs(d)), 0);
  return { count, shifts, edges, margin: blocksOf(farthest) * BLOCK };
}

/**
 * α_0 = n_0, α_t(y) = max_d ( α_{t−1}(y − d) + e(y − d, y) ) + n_t(y).
 *
 * @param own address of T rows of emissions, padded to whole blocks
 * @param alpha address of the first label of T rows, `stride` bytes apart, with −∞ around them
 */
function diagonalForward(
  { scores, integers, scoreBytes }: Arena,
  own: number,
  length: number,
  shifts: number,
  count: number,
  edges: number,
  alpha: number,
  stride: number,
  blocks: number,
): void {
  const width = blocks * BLOCK;
  const [emissions, first, step] = [own / scoreBytes, alpha / scoreBytes, stride / scoreBytes];
  scores.copyWithin(first, emissions, emissions + width);
  for (let t = 1; t < length; t++) {
    const row = first + t * step;
    scores.fill(-Infinity, row, row + width);
    let e = edges / scoreBytes;
    for (let block = 0; block < width; block += BLOCK) {
      for (let i = 0; i < count; i++) {
        const from = row - step + block - integers[shifts / 4 + i]! / scoreBytes;
        for (let lane = 0; lane < BLOCK; lane++, e++) {
          const score = scores[from + lane]! + scores[e]!;
          if (score > scores[row + block + lane]!) scores[row + block + lane] = score;
        }
      }
    }
    for (let y = 0; y < width; y++) scores[row + y]! += scores[emissions + t * width + y]!;
  }
}

/**
 * to(y) = Σ_d from(y − d)·w(y − d, y), in the order of the diagonals.
 *
 * @param from address of the first label of a row with zeros around it
 */
function diagonalSums(
  { doubles, integers }: Arena,
  from: number,
  shifts: number,
  count: number,
  weights: number,
  to: number,
  blocks: number,
): void {
  let w = weights / 8;
  doubles.fill(0, to / 8, to / 8 + blocks * BLOCK);
  for (let block = 0; block < blocks * BLOCK; block += BLOCK) {
    for (let i = 0; i < count; i++) {
      const at = from / 8 + block - integers[shifts / 4 + i]! / 8;
      for (let lane = 0; lane < BLOCK; lane++, w++) {
        doubles[to / 8 + block + lane]! += doubles[at + lane]! * doubles[w]!;
      }
    }
  }
}
