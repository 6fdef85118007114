/**
 * Where the kernels of forward dominance find what they need of a model.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/** `missing`: the transitions as panels. */
export const PANELS_MISSING = -1;
/** `missing`, less m: the advantages over label m. */
export const ADVANTAGES_MISSING = -2;

/** What the sweep returns if it seems that nothing can be passed over. */
export const GIVEN_UP = -2;

/**
 * Fields of the tables. A row holds a score for every label and is padded with −∞
 * to whole blocks, if nothing else is said. All but numbers are addresses.
 */
export const FIELDS = {
  labelCount: "i32",
  blocks: "i32",
  /** 1: the rows of the two best sources filter the blocks; 0: the block of the best bound does. */
  byRow: "i32",
  /** Rows of the transitions, previous label by previous label. */
  edges: "usize",
  /** The same as panels for `denseStep`; 0 if they have not been made. */
  panels: "usize",
  /** Largest edge into each label. */
  incoming: "usize",
  /** Largest edge out of each label. */
  outgoing: "usize",
  /** Largest edge into plus largest edge out of each label. */
  bounds: "usize",
  /** Smallest edge out of each label. */
  least: "usize",
  /** Zeros, padding included: the smallest edges after the last position. */
  zeros: "usize",
  /**
   * By label, the address of its row of advantages, behind it their quad maxima, and behind those,
   * if `byRow`, the row of their sums with `incoming`; 0 if they have not been made. The label
   * itself has −∞ there: it is kept before others are looked at, but 0 goes into the sums.
   */
  advantages: "usize",
  /**
   * The largest edges out of labels, behind them their quad maxima, and behind those, if `byRow`,
   * `bounds`: less the smallest edge out of a label, they are at least its row of advantages. One
   * row for all labels whose own has not been made; its entry of the label itself is borrowed.
   */
  coarseAdvantages: "usize",
  /** By label, how many edges its coarse advantages have cost so far. */
  charges: "usize",
  /** From so many of them on a label's own row is wanted. */
  price: "i32",
  /** Room for a row of scores. */
  values: "usize",
  /**
   * Room for the quad maxima of a row: for each 64 bytes their maxima, 16 bytes; padded with −∞ to
   * 64 bytes.
   */
  quadMaxima: "usize",
  /** Room for a row of scores. */
  prefixRow: "usize",
  /** Room for 16 bytes a block; padded with −∞ to 64 bytes. */
  blockBounds: "usize",
  /** Room for an integer a block, and one. */
  openBlocks: "usize",
  /** Room for 16 bytes a block, and 16. */
  needed: "usize",
  /** Kept labels, position after position: the best first, and of many the second best second. */
  labels: "usize",
  /** Their prefix scores. */
  prefixes: "usize",
  /** Where the labels of each position end. */
  ends: "usize",
  /** The best path: an integer a position. */
  path: "usize",
  /** For each position two scores that bound the suffixes after its labels: see `SuffixBounds`. */
  suffixes: "usize",
  /** How many positions have been done, and where the labels of the last of them start and end. */
  position: "i32",
  start: "i32",
  end: "i32",
  /**
   * 1 if the labels of the last position are so many that all but the best have only been counted.
   */
  isCounted: "i32",
  /** 1 if `suffixes` and `lowerBound` are there. */
  isBounded: "i32",
  /**
   * The label, and 1, over which the coarse advantages have kept the labels of the last position; 0
   * if its own have.
   */
  coarse: "i32",
  /** 1 if another path that is as good may be the smallest: two sweeps have met, and labels tie. */
  isTied: "i32",
  /** The row that is to be made before the sweep can go on; 0 if none. */
  missing: "i32",
  /** The kernel's own. */
  coarseGains: "i32",
  relaxed: "i32",
  openCount: "i32",
  /** float64: what the sweep counted, the score of the best path, and what that is at least. */
  edgeEvaluations: "f64",
  nodeExpansions: "f64",
  score: "f64",
  lowerBound: "f64",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = /* @__PURE__ */ placesOf(FIELDS);
