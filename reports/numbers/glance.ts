/**
 * What a reader is to see first: on each real task, how many times as fast as dense Viterbi a few
 * decoders are that stand for all others.
 *
 * @module
 */

import { BASELINE } from "../../harness/plan/role.ts";
import { coldRatio, type FirstUseCurve } from "./first_use_curves.ts";
import { fastestOf } from "./speed_ratio.ts";
import type { SummaryRow } from "./summary_row.ts";
import { anyBeamWidth, isSimd } from "./variants.ts";

/** The decoder that the project advises. */
export const ADVISED = "auto";

/** So many sentences, the first of a fresh process, are called cold. */
export const COLD_SENTENCES = 100;

/** Our own decoders; all others but the baseline and beams are published ones. */
const OURS: readonly string[] = [ADVISED, "dominance", "block-skip"];

/** Whom a mark stands for; where labels crowd, the first get the best places. */
export const CONTENDERS = ["ours", "cold", "published", "simd", "viterbi", "beam"] as const;

/** One of {@linkcode CONTENDERS}. */
export type Contender = typeof CONTENDERS[number];

/** The speed of one decoder on one task. */
export interface GlanceMark {
  /** Whom it stands for. */
  readonly contender: Contender;
  /** The cell. */
  readonly row: SummaryRow;
  /** How many times as fast as dense Viterbi: 1 for Viterbi itself. */
  readonly ratio: number;
  /** Lower end of its 95% interval; the ratio itself where there is none. */
  readonly low: number;
  /** Upper end of its 95% interval; the ratio itself where there is none. */
  readonly high: number;
}

/** The marks of one task. */
export interface GlanceTask {
  /** Its name. */
  readonly dataset: string;
  /** L. */
  readonly labels: number;
  /** In the order of {@linkcode CONTENDERS}; none for what was not measured. */
  readonly marks: readonly GlanceMark[];
}

/**
 * The real tasks of a run with the marks that stand for all decoders, most labels first. Tasks on
 * which the advised decoder was not timed are left out, unless it was timed on none; so are those
 * on which nothing but Viterbi was.
 */
export function glance(
  summary: readonly SummaryRow[],
  firstUse: readonly FirstUseCurve[] = [],
): GlanceTask[] {
  const timed = summary.filter((row) =>
    row.family === "real" && row.k === 1 && row.role !== "control" && row.status === "ok" &&
    row.verdict !== "wrong" && row.verdict !== "unchecked" && row.ratio_to_viterbi !== undefined
  );
  const tasks = [...Map.groupBy(timed, ({ dataset }) => dataset)].map(([dataset, cells]) => ({
    dataset,
    labels: cells[0]!.labels,
    marks: CONTENDERS.flatMap((contender) =>
      contender === "cold" ? coldMark(cells, firstUse) : markOf(contender, cells)
    ),
  }));
  const having = (wanted: (contender: Contender) => boolean): GlanceTask[] =>
    tasks.filter(({ marks }) => marks.some(({ contender }) => wanted(contender)));
  const advised = having((contender) => contender === "ours");
  return (advised.length > 0 ? advised : having((contender) => contender !== "viterbi"))
    .sort((a, b) => b.labels - a.labels);
}

function markOf(contender: Contender, cells: readonly SummaryRow[]): GlanceMark[] {
  const row = fastestOf(cells.filter((cell) => standsFor(cell) === contender));
  if (row === undefined) return [];
  const ratio = contender === "viterbi" ? 1 : row.ratio_to_viterbi!;
  const [low, high] = contender === "viterbi"
    ? [1, 1]
    : [row.ratio_low ?? ratio, row.ratio_high ?? ratio];
  return [{ contender, row, ratio, low, high }];
}

/** The advised decoder in fresh processes, over Viterbi in fresh ones. */
function coldMark(cells: readonly SummaryRow[], firstUse: readonly FirstUseCurve[]): GlanceMark[] {
  const row = cells.find(({ decoder }) => decoder === ADVISED);
  if (row === undefined) return [];
  const ratio = coldRatio(firstUse, row.dataset, ADVISED, BASELINE, COLD_SENTENCES);
  if (ratio === undefined) return [];
  const { median, low = median, high = median } = ratio;
  return [{ contender: "cold", row, ratio: median, low, high }];
}

function standsFor(row: SummaryRow): Contender | undefined {
  const { decoder_base: base, decoder, exact } = row;
  if (base === ADVISED) return decoder === ADVISED ? "ours" : undefined;
  if (base === BASELINE) {
    if (row.role === "baseline") return "viterbi";
    return isSimd(row) ? "simd" : undefined;
  }
  if (anyBeamWidth(row) === 1) return "beam";
  return exact && !OURS.includes(base) ? "published" : undefined;
}
