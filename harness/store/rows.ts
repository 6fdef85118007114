/**
 * `rows.csv`, the table of all that a run measured, append-only: one row per cell, clock, process
 * and round. A cell is a decoder variant on a dataset at one k. Everything in a report is computed
 * from these rows.
 *
 * @module
 */

import type { Role } from "./key.ts";
import {
  type DatasetSettings,
  type Field,
  flag,
  type LineOf,
  number,
  settings,
  type Table,
  table,
  text,
  word,
} from "./table.ts";

/** How a cell ended. */
export type Status = "ok" | "timeout" | "error" | "skipped";

/** What verification found, apart from how the cell ended. */
export type Verdict = "correct" | "wrong" | "inexact" | "unchecked";

/**
 * What is on the clock beside decoding. `decode`: nothing, the scores are in the decoder's memory.
 * `memory64` and `memory32`: copying and converting too, from the caller's Float64Array or
 * Float32Array. A decoder without such memory has `decode` rows alone: its figures from float64
 * memory are the same.
 */
export type Clock = "decode" | "memory64" | "memory32";

/** The clocks by which copying counts. */
export type MemoryClock = Exclude<Clock, "decode">;

/** The columns. Cells that were not timed have one row with round 0. */
const COLUMNS = {
  /** Hash of schema, pack, decoder sources, resolved options, k and sentences. */
  key: text,
  /** Counts the runs into the same folder: 0, and one more for each `--resume`. */
  session: number,
  /** Counts the groups of cells that ran together, where memory does not hold all of a dataset. */
  group: number,
  /** Pairs the cells of a dataset within a group and session; counts over all processes. */
  round: number,
  /** The fresh process of the cell that was timed: 0, 1, … */
  process: number,
  /** What was on the clock. */
  clock: word<Clock>("decode", "memory64", "memory32"),
  /** Name of the kind of problem. */
  problem: text,
  /** Dataset name as on the command line, with its settings. */
  dataset: text,
  /** The name without its settings. */
  dataset_base: text,
  /** The settings in the dataset's name. */
  dataset_settings: settings as Field<DatasetSettings>,
  /** `real`, or the synthetic family. */
  family: text,
  /** L, the number of labels. */
  labels: number,
  /** Content hash of the lattices. */
  pack: text,
  /** Hash of the indices that the sentences have in the dataset. */
  sample: text,
  /** Variant as on the command line, `name{option=value}`; the control is `control`. */
  decoder: text,
  /** The name of the decoder without options. */
  decoder_base: text,
  /** Every option of the decoder, as it was set or by default. */
  options: settings,
  /** What the cell is there for. */
  role: word<Role>("baseline", "control", "rival"),
  /** Whether the decoder claims exactness. */
  exact: flag,
  /** Paths asked for. */
  k: number,
  /** How the cell ended. */
  status: word<Status>("ok", "timeout", "error", "skipped"),
  /** The verdict of the verification. */
  verdict: word<Verdict>("correct", "wrong", "inexact", "unchecked"),
  /** What the verdict rests on: scores equal to the last bit, within a tolerance, or a bound. */
  compared: word("bits", "tolerance", "bound", "nothing"),
  /** By how much scores may differ from the reference's and count as the same. */
  tolerance: number,
  /** The reason of a status that is not ok. */
  reason: text,
  /** Sentences decoded, verified and counted. */
  sentences: number,
  /** Share of the sentences whose answer has the reference's scores. */
  exact_share: number,
  /** Mean over sentences of the reference's best score less this decoder's best score. */
  mean_gap: number,
  /** Tokens whose right label is known; 0 for synthetic lattices. */
  gold_tokens: number,
  /** Those of them that the best path labels rightly. */
  right_tokens: number,
  /** Sentences timed: a prefix of the sentences. */
  timed_sentences: number,
  /** Tokens of the sentences timed. */
  timed_tokens: number,
  /** How often the timed sentences were decoded in each batch of this round. */
  passes: number,
  /** Milliseconds for one pass over the timed sentences, 0 if not timed. */
  elapsed_ms: number,
  /** Milliseconds that `prepare` took in this process. */
  prepare_ms: number,
  /** The most memory that the cell's process held after any answer, in MiB. */
  peak_mb: number,
  /** Totals over `sentences`. */
  iterations: number,
  /** Totals over `sentences`. */
  node_expansions: number,
  /** Totals over `sentences`. */
  edge_evaluations: number,
  /** Totals over `sentences`: what the reference evaluates, Σ (T−1)·L² for dense Viterbi. */
  reference_edges: number,
};

/** One round of one cell by one clock. */
export type Row = LineOf<typeof COLUMNS>;

/** The table; two rows of one measurement are refused. */
export const ROWS: Table<typeof COLUMNS> = table("rows.csv", COLUMNS, {
  once: ["dataset", "key", "session", "group", "round", "clock", "timed_sentences"],
  namesColumn: true,
});
