/**
 * Where the kernels of each position's own order find what they need of a model and of a sentence.
 *
 * @module
 */

import { type FieldPlaces, placesOf } from "../rows.ts";

/** Bytes of what is kept of a position and of a slot: records of float64 after some integers. */
export const POSITION_BYTES = 64;
export const SLOT_BYTES = 48;
/** Slots that a position has at first. */
export const FIRST_SLOTS = 8;

/** Where things are in a slot's record: its label, which is an integer, and float64s. */
export const SLOT_OWN = 8;
export const SLOT_BEFORE = 16;
export const SLOT_AFTER = 24;
export const SLOT_SUM = 32;
export const SLOT_MIXED = 40;

/** Where things are in a position's record: integers, and float64s. See `own_order/columns.ts`. */
export const COUNT = 4;
export const ROOM = 8;
export const ACTIVE = 12;
export const LAST_LABEL = 16;
export const MARKED = 20;
export const LAST_SCORE = 24;
export const REST = 32;
export const REST_BEFORE = 40;
export const REST_AFTER = 48;
export const REST_SUM = 56;

/** What a search ends with: a path, none, missing slots, or sums that round. */
export const BEST_LEFT = 1;
export const NONE_LEFT = 0;
export const MISSING_ROOM = -1;
export const SUMS_ROUND = -2;

/** Fields of the tables. All but numbers are addresses. */
export const FIELDS = {
  labelCount: "i32",
  /** Quads in a row of scores, which is padded with −∞ to whole quads. */
  quads: "i32",
  /** Edges, L×L scores without padding, row = previous label. */
  edges: "usize",
  /** Offsets in float64, L each: r, c and d. */
  outgoing: "usize",
  incoming: "usize",
  entry: "usize",
  /** Rows of scores of those that are added to emissions. */
  noneRow: "usize",
  outgoingRow: "usize",
  incomingRow: "usize",
  bothRow: "usize",
  /** Records of positions and of slots, how many slots there are, and how many are taken. */
  positions: "usize",
  slots: "usize",
  capacity: "i32",
  used: "i32",
  /** How many slots are wanted if there are not enough. */
  wanted: "i32",
  /** By position and quad, the largest centred emissions, lane by lane. */
  tops: "usize",
  /** Room for L + 2 labels and float64s: the best labels of a scan. */
  found: "usize",
  scores: "usize",
  /** The path that was followed last: an integer a position. */
  path: "usize",
  /** Emissions in use are multiples of 1 / scale, the scale 2 to this; that of the transitions. */
  exponent: "i32",
  firstExponent: "i32",
  scale: "f64",
  largest: "f64",
  /** Besides its centred emission, a sum has no more than this for each position. */
  magnitude: "f64",
  /** Nodes stay if their best path is > `above` and ≥ `least`. */
  above: "f64",
  least: "f64",
  /** Of a search: its direction, how many passes there were, and the best score. */
  isForward: "i32",
  iterations: "i32",
  score: "f64",
  /** What the last pass found; what passes counted. */
  labelBest: "f64",
  mixedBest: "f64",
  edgeEvaluations: "f64",
  nodeExpansions: "f64",
} as const;

/** Where each of the fields is, in units of four bytes. */
export const TABLES: FieldPlaces<typeof FIELDS> = /* @__PURE__ */ placesOf(FIELDS);
