/**
 * Dense Viterbi from both ends of a sentence: the twin of `assembly/dense_meet.as`.
 *
 * @module
 */

import type { Arena } from "./arena.ts";
import { denseStep } from "./dense.ts";
import { BLOCK, blocksOf, VECTOR_BYTES } from "./layout.ts";

/** Bytes of the room that `denseMeet` needs: a row, and a vector a label, padding included. */
export function meetRoomBytes(labelCount: number, scoreBytes: number): number {
  return blocksOf(labelCount) * BLOCK * (scoreBytes + VECTOR_BYTES);
}

/**
 * α_t(y), the best prefix into y at t, and β_t(x) = max_y ( e(x, y) + n_{t+1}(y) + β_{t+1}(y) ), the best that can
 * follow x at t, up to the position where the two meet. One reading of the transitions serves a step
 * from each end: where they do not fit into a cache, that is what a step costs. Cost: (T−1)·L² edges.
 *
 * @param own address of T rows of emissions, padded with −∞ to whole blocks
 * @param panels the transitions; see `denseStep`
 * @param alpha address that receives α of the positions up to the middle, a row a position
 * @param rest address that receives β of those from the middle on, where its row is
 * @param room address of `meetRoomBytes`
 * @returns the middle: the position of which both are known
 */
export function denseMeet(
  arena: Arena,
  own: number,
  length: number,
  panels: number,
  alpha: number,
  rest: number,
  room: number,
  labelCount: number,
  blocks: number,
): number {
  const scores = arena.doubles;
  const width = blocks * BLOCK;
  const row = 8 * width;
  let left = 0;
  let right = length - 1;
  scores.copyWithin(alpha / 8, own / 8, (own + row) / 8);
  scores.fill(0, rest / 8 + right * width, rest / 8 + (right + 1) * width);
  while (left < right) {
    const previous = alpha + left * row;
    left++;
    denseStep(arena, previous, panels, own + left * row, previous + row, labelCount, blocks);
    if (left === right) break;
    const suffixes = scores.subarray(room / 8, room / 8 + width);
    addRows(scores, (own + right * row) / 8, (rest + right * row) / 8, suffixes);
    right--;
    const before = (rest + right * row) / 8;
    stepBack(scores, suffixes, panels / 8, before, labelCount, blocks);
  }
  return left;
}

function addRows(scores: Float64Array, one: number, other: number, sums: Float64Array): void {
  for (let y = 0; y < sums.length; y++) sums[y] = scores[one + y]! + scores[other + y]!;
}

/** before[x] = max over y of ( e(x, y) + suffixes[y] ); −∞ in the padding. */
function stepBack(
  scores: Float64Array,
  suffixes: Float64Array,
  panels: number,
  before: number,
  labelCount: number,
  blocks: number,
): void {
  scores.fill(-Infinity, before, before + blocks * BLOCK);
  for (let b = 0; b < blocks; b++) {
    const panel = panels + b * labelCount * BLOCK;
    for (let x = 0, edges = panel; x < labelCount; x++, edges += BLOCK) {
      let most = scores[before + x]!;
      for (let i = 0; i < BLOCK; i++) {
        const score = scores[edges + i]! + suffixes[b * BLOCK + i]!;
        if (score > most) most = score;
      }
      scores[before + x] = most;
    }
  }
}

/**
 * The best path after the label at labels[middle], from left to right; of several labels the smallest.
 * Cost: an edge a label and position.
 *
 * @param rest β as `denseMeet` left it
 * @param labels address of T integers
 */
export function denseFollow(
  arena: Arena,
  middle: number,
  length: number,
  own: number,
  panels: number,
  rest: number,
  labels: number,
  labelCount: number,
  blocks: number,
): void {
  const scores = arena.doubles;
  const width = blocks * BLOCK;
  const path = arena.integers.subarray(labels / 4, labels / 4 + length);
  for (let t = middle; t < length - 1; t++) {
    const after = (t + 1) * width;
    let best = -Infinity;
    path[t + 1] = 0;
    for (let b = 0; b < blocks; b++) {
      const edges = panels / 8 + (b * labelCount + path[t]!) * BLOCK;
      for (let i = 0; i < BLOCK; i++) {
        const y = b * BLOCK + i;
        const score = scores[edges + i]! +
          (scores[own / 8 + after + y]! + scores[rest / 8 + after + y]!);
        if (score > best) {
          best = score;
          path[t + 1] = y;
        }
      }
    }
  }
}
