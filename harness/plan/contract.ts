/**
 * Suites and plans: which decoders run on which datasets for which k, as data.
 *
 * @module
 */

import type { Found } from "../../datasets/modules.ts";
import type { Variant } from "../decoders/load_decoder.ts";
import type { Description, Problem, ResolvedDataset } from "../problems/contract.ts";
import type { Role } from "../store/key.ts";
import type { Clock } from "../store/rows.ts";

/** A dataset of a block, and how much of it to take. */
export interface BlockDataset {
  readonly name: string;
  /** Sentences to decode, over the quantiles of length. */
  readonly sentences: number;
  /** Only sentences of at most so many positions, which rows and pages say. */
  readonly longest?: number;
}

/** Datasets and what runs on each of them. */
export interface Block {
  /** At one k the first block that names a dataset decides how much of it is taken. */
  readonly datasets: readonly BlockDataset[];
  /** All decoders run with their defaults but those of these names. Default: none does. */
  readonly allBut?: readonly string[];
  /** Decoder variants besides. Default: none. */
  readonly variants?: readonly string[];
  /** Numbers of best paths asked for. Default: 1 alone. */
  readonly ks?: readonly number[];
  /**
   * The baseline would take too long: nothing has a ratio to it. Answers are compared with those of
   * the reference all the same.
   */
  readonly withoutBaseline?: true;
  /** Cells are checked and counted, not timed or traced. */
  readonly countsOnly?: true;
  /**
   * Cells would take too long on all sentences: they decode no more of them than a cell is timed on
   * at least, the first. Others of the same k decode all.
   */
  readonly few?: true;
}

/** The decoders whose first use is followed, and how far. */
export interface FirstUsePlan {
  /** Variants, as they are called. */
  readonly decoders: readonly string[];
  /** Sentences at most. */
  readonly sentences: number;
  /** Milliseconds after which a curve ends. */
  readonly atMostMs: number;
}

/** A suite: the default export of a file in `suites/`. */
export interface Suite {
  /** As in `--suite`. */
  readonly name: string;
  /** One line for `deno task list`. */
  readonly meaning: string;
  /** The kind of problem: all datasets and decoders are of it. */
  readonly problem: string;
  /** What runs; a dataset in several blocks runs all that they name. */
  readonly blocks: readonly Block[];
  /** Names of studies that belong to it, which need corpora. */
  readonly studies?: readonly string[];
  /** Rounds in all processes; without any, cells are checked and counted, not timed. */
  readonly rounds: number;
  /** Fresh processes of each cell that share the rounds: processes differ. */
  readonly processes: number;
  /** What may be on the clock; all that a decoder has without. */
  readonly clocks?: readonly Clock[];
  /** First-use curves on real tasks at k = 1; none without. */
  readonly firstUse?: FirstUsePlan;
  /**
   * Seconds that a cell takes to decode its sentences once, in the mean, about: that of
   * `sentences / sentences_per_second` in `summary.csv`. A run begins with an estimate.
   */
  readonly passSeconds: number;
  /** Milliseconds that one round of a cell should take. */
  readonly roundMs: number;
  /** Milliseconds that a pass over all sentences may take; slower cells take the least prefix. */
  readonly passMs: number;
  /** Milliseconds after which a cell is given up. */
  readonly deadlineMs: number;
  /** MiB that the isolates of the cells may hold together; the run itself needs some beside. */
  readonly memoryMb: number;
}

/** One column of a dataset's cells. */
export interface PlannedCell {
  readonly role: Role;
  /** Variant name, or `control`. */
  readonly name: string;
  readonly variant: Variant<Description>;
  readonly k: number;
  /** It decodes the first sentences alone, as many as a cell is timed on at least. */
  readonly few?: true;
}

/** A dataset that exists, how much of it to take, and what runs on that. */
export interface PlannedDataset extends ResolvedDataset {
  readonly sentences: number;
  /** Only sentences of at most so many positions. */
  readonly longest?: number;
  /** Nothing is timed. */
  readonly countsOnly?: true;
  /** The baseline comes first at each k, if the suite has it there. */
  readonly cells: readonly PlannedCell[];
}

/** What is to be run. */
export interface Plan {
  readonly suite: Suite;
  readonly problem: Found<Problem>;
  /** What all answers are compared with. */
  readonly reference: Variant<Description>;
  readonly datasets: readonly PlannedDataset[];
}
