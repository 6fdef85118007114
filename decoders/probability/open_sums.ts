/**
 * Choosing the arithmetic of sums over paths.
 *
 * @module
 */

import { ScoreCheck } from "./score_check.ts";
import type { Work } from "../contract.ts";
import { openArena } from "../kernels/arena.ts";
import type { Lattice, Model } from "../lattice.ts";
import { findDiagonals } from "../kernels/diagonals/diagonals.ts";
import { DenseSteps } from "./dense_steps.ts";
import { DiagonalSteps } from "./diagonal_steps.ts";
import { productCount } from "./edge_list.ts";
import {
  checkSumOptions,
  type NodeError,
  type PathSum,
  type PathSums,
  type SumOptions,
} from "./estimate.ts";
import { ExceptionSteps, nonZeroEntries } from "./exception_steps.ts";
import { DenseCounts, EntryCounts } from "./expected_counts.ts";
import { LogSums } from "./log_sums.ts";
import { ScaledSums } from "./scaled_sums.ts";

/** `exceptions` is chosen where its lists have at most this share of all edges. */
const FEW = 1 / 8;
/**
 * Or where all transitions but this share are forbidden, between so many labels or more: lists of
 * the others cancel nothing, and fewer labels are summed over in a few vectors.
 */
const FEW_POSSIBLE = 1 / 3;
const FEWEST_LABELS = 32;
/** A sentence whose results may be off by more is done again with logarithms. */
const TOO_MUCH = 2 ** -30;

/**
 * Sums over the paths of a model's lattices in the arithmetic that is asked for. Cost: O(L²).
 *
 * @param entries indices of the transitions that are counted, and that may differ from 0; all if
 * they are not given
 * @throws as `checkSumOptions` and `ScoreCheck`; RangeError for entries that do not ascend, are no
 * transitions, or leave out one that is not 0
 */
export function openSums(
  model: Model,
  options: SumOptions = {},
  entries?: Int32Array,
): PathSums {
  checkSumOptions(options);
  const { arithmetic = "auto", kernel = "simd" } = options;
  const check = new ScoreCheck(model, entries);
  if (entries !== undefined) checkEntries(model, entries);
  const openLog = () => new LogSums(model, check, entries);
  if (arithmetic === "log") return openLog();
  const arena = openArena(kernel, false);
  const open = (choice: StepChoice) => {
    const steps = choice.kind === "exceptions"
      ? new ExceptionSteps(arena, model, entries)
      : choice.kind === "diagonals"
      ? new DiagonalSteps(arena, model, choice.diagonals)
      : new DenseSteps(arena, model);
    return new ScaledSums(
      arena,
      model,
      check,
      steps,
      () =>
        choice.kind === "exceptions" && entries !== undefined
          ? new EntryCounts(arena, model, entries)
          : new DenseCounts(arena, model, entries),
    );
  };
  const choose = (): StepChoice => {
    if (arithmetic !== "auto") return { kind: arithmetic === "exceptions" ? arithmetic : "dense" };
    const diagonals = findDiagonals(model.transitions, model.labelCount);
    if (diagonals !== undefined) return { kind: "diagonals", diagonals };
    const isFew = isSparse(model, entries ?? nonZeroEntries(model.transitions));
    return { kind: isFew ? "exceptions" : "dense" };
  };
  return new ChosenSums(check, choose, open, openLog);
}

/** Which edges are multiplied: all, those that are not 0, those on diagonals with finite ones. */
type StepChoice =
  | { readonly kind: "dense" | "exceptions" }
  | { readonly kind: "diagonals"; readonly diagonals: Int32Array };

function checkEntries({ labelCount, transitions }: Model, entries: Int32Array): void {
  entries.forEach((edge, i) => {
    if (edge > (entries[i - 1] ?? -1) && edge < transitions.length) return;
    throw new RangeError(
      `Cannot use entry ${i} as an ascending index below ${transitions.length}: ${edge}`,
    );
  });
  let i = 0;
  for (const edge of nonZeroEntries(transitions)) {
    while (entries[i]! < edge) i++;
    if (entries[i] === edge) continue;
    throw new RangeError(
      `Cannot take the transition from label ${Math.floor(edge / labelCount)} to label ` +
        `${edge % labelCount}, which is no entry, for 0: ${transitions[edge]}`,
    );
  }
}

/**
 * Whether `auto` multiplies the weights of some transitions instead of all.
 *
 * @param entries indices of those that are not 0
 */
export function isSparse(model: Model, entries: Int32Array): boolean {
  const { labelCount, transitions } = model;
  if (productCount(model, entries) <= FEW * labelCount ** 2) return true;
  if (labelCount < FEWEST_LABELS) return false;
  const possible = transitions.reduce((sum, score) => sum + Number(score !== -Infinity), 0);
  return possible <= FEW_POSSIBLE * labelCount ** 2;
}

/** One of three ways to step, and logarithms where that loses too much and they might lose less. */
class ChosenSums implements PathSums {
  readonly #check: ScoreCheck;
  readonly #choose: () => StepChoice;
  readonly #open: (choice: StepChoice) => PathSums;
  readonly #openLog: () => LogSums;
  /** What was opened so far: transitions may go from one kind to another and back. */
  readonly #opened = new Map<StepChoice["kind"], PathSums>();
  /** What sentences are tried with first, what they are done again with, and what was used last. */
  #fast: PathSums;
  #log: LogSums | undefined;
  #current: PathSums;
  #lattice: Lattice = { length: 0, emissions: new Float64Array(0) };

  constructor(
    check: ScoreCheck,
    choose: () => StepChoice,
    open: (choice: StepChoice) => PathSums,
    openLog: () => LogSums,
  ) {
    this.#check = check;
    this.#choose = choose;
    this.#open = open;
    this.#openLog = openLog;
    this.#current = this.#fast = this.#chosen();
  }

  forward(lattice: Lattice, work: Work, sentence?: number): PathSum | undefined {
    this.#lattice = lattice;
    this.#current = this.#fast;
    const found = this.#fast.forward(lattice, work, sentence);
    if (found === undefined || found.error <= TOO_MUCH) return found;
    const log = this.#log ??= this.#openLog();
    if (log.leastError(lattice.length) >= found.error) return found;
    const other = log.forward(lattice, work, sentence);
    if (other !== undefined && other.error > found.error) return found;
    this.#current = log;
    return other;
  }

  backward(nodes: Float64Array, work: Work): NodeError {
    const error = this.#current.backward(nodes, work);
    if (total(error) <= TOO_MUCH || this.#current === this.#log) return error;
    const log = this.#log ??= this.#openLog();
    const { length, emissions } = this.#lattice;
    if (2 * log.leastError(length) >= total(error)) return error;
    log.forward(this.#lattice, work);
    const others = new Float64Array(emissions.length);
    const other = log.backward(others, work);
    if (total(other) > total(error)) return error;
    nodes.set(others);
    this.#current = log;
    return other;
  }

  addExpected(counts: Float64Array): void {
    this.#current.addExpected(counts);
  }

  sources(position: number, next: number | undefined, weights: Float64Array): void {
    this.#current.sources(position, next, weights);
  }

  edgesInto(position: number): Float64Array {
    return this.#current.edgesInto(position);
  }

  revise(): void {
    this.#check.revise();
    this.#fast = this.#chosen();
    this.#log = undefined;
  }

  /** What the transitions call for as they are now. */
  #chosen(): PathSums {
    const choice = this.#choose();
    const known = this.#opened.get(choice.kind);
    known?.revise();
    const sums = known ?? this.#open(choice);
    this.#opened.set(choice.kind, sums);
    return sums;
  }
}

function total({ relative, absolute }: NodeError): number {
  return relative + absolute;
}
