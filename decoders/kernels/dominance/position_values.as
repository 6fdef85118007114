// The values of a position of forward dominance that has many sources. `position_values.ts` does
// the same.

import { denseStep } from "../dense/dense";
import { BLOCK, blockBytes, larger, noScore, VECTOR } from "../shared/lanes";
import { at, smaller, spread } from "../shared/quads";
import { boundBlocks, clearBlock, FEW_ROWS, findBlock, findOpen, listByBound, listByRow, relaxBlock, relaxFew, relaxRow } from "./relax";
import { findBest, maximizeQuads } from "./survivors";
import { advantagesOver, ALL, gainsBehind, coarseBar, MISSING } from "./lookups";
import { PANELS_MISSING, Tables } from "./tables";

/**
 * Relaxes sources; returns the first label with the highest value, −1 if there is none, or MISSING.
 * Leaves in the tables how many edges that took and how many blocks have values.
 */
export function relaxMany<T>(tables: Tables, row: usize, sources: usize, prefixes: usize, count: i32, own: usize, isLast: bool, slack: v128): i32 {
  tables.relaxed = 0;
  tables.coarseGains = 0;
  // Of nearly all labels, most of the edges would be relaxed.
  if (count > FEW_ROWS && 8 * count > 7 * tables.labelCount) return relaxDensely<T>(tables, row, sources, prefixes, count, own);
  return tables.byRow
    ? relaxByRow<T>(tables, row, sources, prefixes, count, own, isLast, slack)
    : relaxByBlock<T>(tables, row, sources, prefixes, count, own, isLast, slack);
}

/**
 * Puts the best one of all sources but the first second; returns the prefix of the next best, in
 * all lanes.
 */
// @ts-ignore: decorator
@inline
function chooseSecond<T>(sources: usize, prefixes: usize, count: i32): v128 {
  let best = v128.load_splat<T>(prefixes, sizeof<T>());
  let other = noScore<T>();
  let place = i32x4.splat(1);
  for (let i = 2; i < count; i++) {
    const prefix = v128.load_splat<T>(at<T>(prefixes, i));
    place = v128.bitselect(i32x4.splat(i), place, v128.gt<T>(prefix, best));
    other = larger<T>(other, smaller<T>(prefix, best));
    best = larger<T>(best, prefix);
  }
  const second = v128.extract_lane<i32>(place, 0);
  const label = load<i32>(at<i32>(sources, second));
  store<i32>(at<i32>(sources, second), load<i32>(sources, 4));
  store<T>(at<T>(prefixes, second), load<T>(prefixes, sizeof<T>()));
  store<i32>(sources, label, 4);
  store<T>(prefixes, v128.extract_lane<T>(best, 0), sizeof<T>());
  return other;
}

// @ts-ignore: decorator
@inline
function relaxByRow<T>(tables: Tables, row: usize, sources: usize, prefixes: usize, count: i32, own: usize, isLast: bool, slack: v128): i32 {
  const labelCount = tables.labelCount;
  const values = tables.values;
  const quadMaxima = tables.quadMaxima;
  const other = chooseSecond<T>(sources, prefixes, count);
  const first = spread<T>(relaxFew<T>(tables.edges, row, sources, prefixes, 2, own, values, quadMaxima));
  const m = findBest<T>(values, quadMaxima, row, first);
  let gains = tables.incoming;
  let bar = v128.sub<T>(first, slack);
  if (!isLast) {
    const advantages = advantagesOver(tables, tables.advantages, m);
    if (!advantages) return MISSING;
    gains = gainsBehind(advantages, row);
    if (advantages == tables.coarseAdvantages) {
      bar = coarseBar<T>(tables, bar, m);
      tables.coarseGains = m + 1;
    }
  }
  const n = listByRow<T>(own, gains, row, other, bar, tables.openBlocks, tables.needed);
  tables.relaxed = 2 * labelCount;
  if ((count - 2) * n > (labelCount * tables.blocks) >> 1) return relaxDensely<T>(tables, row, sources, prefixes, count, own);
  const others = relaxTouched<T>(tables, row, at<i32>(sources, 2), at<T>(prefixes, 2), count - 2, own, n, false);
  tables.openCount = ALL;
  return findBest<T>(values, quadMaxima, row, larger<T>(first, spread<T>(others)));
}

// @ts-ignore: decorator
@inline
function relaxByBlock<T>(tables: Tables, row: usize, sources: usize, prefixes: usize, count: i32, own: usize, isLast: bool, slack: v128): i32 {
  const bytes = blockBytes<T>();
  const blocks = tables.blocks;
  const values = tables.values;
  const edges = tables.edges;
  const blockBounds = tables.blockBounds;
  const openBlocks = tables.openBlocks;
  const needed = tables.needed;
  const least = isLast ? tables.zeros : tables.least;
  const wanted = spread<T>(boundBlocks<T>(own, isLast ? tables.incoming : tables.bounds, row, blockBounds));
  const block = findBlock<T>(blockBounds, blocks, wanted);
  const offset = <usize>block * bytes;
  relaxFirst<T>(tables, edges + offset, row, sources, prefixes, count, noScore<T>(), own + offset, values + offset, tables.quadMaxima + (offset >> 2), sizeOf(tables, block));
  let reached = noScore<T>();
  for (let i = offset; i < offset + bytes; i += VECTOR) {
    reached = larger<T>(reached, v128.add<T>(v128.load(values + i), v128.load(least + i)));
  }
  const bar = v128.sub<T>(spread<T>(reached), slack);
  const n = listByBound<T>(blockBounds, blocks, v128.load_splat<T>(prefixes), bar, openBlocks, needed);
  if (count * n > (tables.labelCount * blocks) >> 1) return relaxDensely<T>(tables, row, sources, prefixes, count, own);
  const highest = relaxTouched<T>(tables, row, sources, prefixes, count, own, n, true);
  tables.openCount = n;
  return findOpen<T>(values, openBlocks, n, spread<T>(highest));
}

/** How many labels there are in a block: the last one may be padded. */
// @ts-ignore: decorator
@inline
function sizeOf(tables: Tables, block: i32): i32 {
  return min(BLOCK, tables.labelCount - block * BLOCK);
}

/**
 * Relaxes the sources that have the prefix needed into a block that has no values yet, as
 * `relaxBlock`.
 */
// @ts-ignore: decorator
@inline
function relaxFirst<T>(tables: Tables, edges: usize, row: usize, sources: usize, prefixes: usize, count: i32, needed: v128, own: usize, values: usize, quadMaxima: usize, size: i32): v128 {
  const prefix = v128.load_splat<T>(prefixes);
  if (count > 1 || !v128.any_true(v128.ge<T>(prefix, needed))) {
    clearBlock<T>(values);
    return relaxBlock<T>(tables, edges, row, sources, prefixes, count, needed, own, values, quadMaxima, size);
  }
  tables.relaxed += size;
  const from = edges + <usize>load<i32>(sources) * row;
  return relaxRow<T>(prefix, from, own, values, quadMaxima, blockBytes<T>());
}

/**
 * Relaxes sources into the first n blocks listed, which have values of other sources or none;
 * returns the highest values there lane by lane.
 */
// @ts-ignore: decorator
@inline
function relaxTouched<T>(tables: Tables, row: usize, sources: usize, prefixes: usize, count: i32, own: usize, n: i32, isFirst: bool): v128 {
  const values = tables.values;
  const quadMaxima = tables.quadMaxima;
  const edges = tables.edges;
  const openBlocks = tables.openBlocks;
  const needed = tables.needed;
  let highest = noScore<T>();
  for (let j = 0; j < n; j++) {
    const block = load<i32>(at<i32>(openBlocks, j));
    const offset = <usize>block * blockBytes<T>();
    const size = sizeOf(tables, block);
    const prefix = v128.load(needed + <usize>j * VECTOR);
    highest = larger<T>(
      highest,
      isFirst
        ? relaxFirst<T>(tables, edges + offset, row, sources, prefixes, count, prefix, own + offset, values + offset, quadMaxima + (offset >> 2), size)
        : relaxBlock<T>(tables, edges + offset, row, sources, prefixes, count, prefix, own + offset, values + offset, quadMaxima + (offset >> 2), size),
    );
  }
  return highest;
}

/** By the dense step. */
function relaxDensely<T>(tables: Tables, row: usize, sources: usize, prefixes: usize, count: i32, own: usize): i32 {
  if (!tables.panels) {
    tables.missing = PANELS_MISSING;
    return MISSING;
  }
  const labelCount = tables.labelCount;
  const values = tables.values;
  const quadMaxima = tables.quadMaxima;
  placePrefixes<T>(tables, sources, prefixes, count);
  denseStep<T>(tables.prefixRow, tables.panels, own, values, labelCount, tables.blocks);
  tables.relaxed += labelCount * labelCount;
  tables.openCount = ALL;
  return findBest<T>(values, quadMaxima, row, spread<T>(maximizeQuads<T>(values, quadMaxima, row)));
}

/** Places prefix scores in a row of all labels. */
export function placePrefixes<T>(tables: Tables, labels: usize, prefixes: usize, count: i32): void {
  const prefixRow = tables.prefixRow;
  const end = prefixRow + <usize>tables.blocks * blockBytes<T>();
  for (let o = prefixRow; o < end; o += VECTOR) v128.store(o, noScore<T>());
  for (let i = 0; i < count; i++) {
    store<T>(at<T>(prefixRow, load<i32>(at<i32>(labels, i))), load<T>(at<T>(prefixes, i)));
  }
}
