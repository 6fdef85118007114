/**
 * What a reader is to see first: on each real task, how many times as fast as dense Viterbi a few
 * decoders are that stand for all others.
 *
 * @module
 */

import { BASELINE } from "../../harness/store/key.ts";
import type { Clock } from "../../harness/store/rows.ts";
import { coldRatio } from "./series.ts";
import type { FirstUseCurve } from "./run_data.ts";
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

/** What was on the clock of a picture: from the caller's Float64Array, or decoding alone. */
export type GlanceClock = Exclude<Clock, "memory32">;

/**
 * The clock of the picture: from memory, unless the advised decoder was not timed so on any real
 * task, as in runs of old.
 */
export function glanceClock(summary: readonly SummaryRow[]): GlanceClock {
  const isFromMemory = summary.some(({ decoder, family, times }) =>
    decoder === ADVISED && family === "real" && times.some(({ clock }) => clock === "memory64")
  );
  return isFromMemory ? "memory64" : "decode";
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
  const clock = glanceClock(summary);
  const timed = summary.filter((row) =>
    row.family === "real" && row.k === 1 && row.role !== "control" && row.status === "ok" &&
    row.verdict !== "wrong" && row.verdict !== "unchecked" && row.ratio_to_viterbi !== undefined
  );
  const tasks = [...Map.groupBy(timed, ({ dataset }) => dataset)].map(([dataset, cells]) => ({
    dataset,
    labels: cells[0]!.labels,
    marks: CONTENDERS.flatMap((contender) =>
      contender === "cold" ? coldMark(cells, firstUse) : markOf(contender, cells, clock)
    ),
  }));
  const having = (wanted: (contender: Contender) => boolean): GlanceTask[] =>
    tasks.filter(({ marks }) => marks.some(({ contender }) => wanted(contender)));
  const advised = having((contender) => contender === "ours");
  return (advised.length > 0 ? advised : having((contender) => contender !== "viterbi"))
    .sort((a, b) => b.labels - a.labels);
}

/** Of several cells the one with the largest ratio. */
function markOf(
  contender: Contender,
  cells: readonly SummaryRow[],
  clock: GlanceClock,
): GlanceMark[] {
  const marks = cells.filter((cell) => standsFor(cell) === contender).flatMap(
    (row): GlanceMark[] => {
      if (contender === "viterbi") return [{ contender, row, ratio: 1, low: 1, high: 1 }];
      const [ratio, low = ratio, high = ratio] = clock === "decode"
        ? [row.ratio_to_viterbi, row.ratio_low, row.ratio_high]
        : [row.unplaced_ratio_to_viterbi, row.unplaced_ratio_low, row.unplaced_ratio_high];
      return ratio === undefined ? [] : [{ contender, row, ratio, low: low!, high: high! }];
    },
  );
  return marks.toSorted((a, b) => b.ratio - a.ratio).slice(0, 1);
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
