/**
 * The judges of claims about two decoders over several k. None knows a paper.
 *
 * @module
 */

import { sampleMark } from "../numbers/marks.ts";
import { gainOver, ratioOf, type SpeedRatio, tieFactor } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { trendOf, trendRule } from "./claims.ts";
import type { Evidence, Judge } from "./contract.ts";
import {
  BY_MORE,
  choose,
  closeness,
  type Contender,
  nameOf,
  outcomeOf,
  type Scope,
  subjectOf,
  timedDatasets,
  times,
} from "./speeds.ts";

/** Two decoders whose speeds a claim compares over several k. */
export interface CurveClaim extends Pick<Scope, "about"> {
  /** The decoder said to be faster. */
  readonly fast: Contender;
  /** The decoder said to be slower. */
  readonly slow: Contender;
  /** Paths asked for, at least. */
  readonly from?: number;
  /** So many must have been asked for at the most of the points, or there is no evidence. */
  readonly reach?: number;
  /** Paths asked for, at most. */
  readonly to: number;
}

/** How many times as fast one decoder is as another at one k, and what is a tie there. */
interface CurvePoint {
  readonly k: number;
  readonly row: SummaryRow;
  readonly ratio: SpeedRatio;
  readonly tie: number;
}

/** The start of the rules. */
function speedsOf({ fast, slow }: CurveClaim): string {
  return `Speed of ${nameOf(fast)} over ${nameOf(slow)} at`;
}

/**
 * Judges by the ratio at every k: for if all are above 1, against if one is below. Where both were
 * measured at a k and have no sentences in common, that k is for nothing.
 */
export function fasterAtEveryK(
  claim: CurveClaim & {
    /** Whether the evidence gives the least of the ratios, not the first and the last. */
    readonly givesLeast?: boolean;
  },
): Judge {
  const { from = 1, to, givesLeast = false } = claim;
  return {
    rule: `${speedsOf(claim)} each k measured from ${from} to ${to}` +
      (claim.reach === undefined ? "" : `, where one is at least ${claim.reach}`) +
      `: for if every ratio is above 1 ${BY_MORE}, against if one is below.` +
      (givesLeast ? " The evidence gives the least of them." : ""),
    evidence: eachCurve(claim, (points, measured) => {
      const least = points.reduce((a, b) => b.ratio.median < a.ratio.median ? b : a);
      const outcomes = points.map(({ ratio, tie }) => outcomeOf(ratio, tie));
      return {
        ours: (givesLeast ? pointText(least) : endsText(points)) +
          (measured > points.length ? `, at ${points.length} of ${measured} k` : ""),
        outcome: outcomes.includes("against")
          ? "against"
          : measured === points.length && outcomes.every((outcome) => outcome === "for")
          ? "for"
          : "tie",
      };
    }),
  };
}

/**
 * Judges by one trend over all k, so that a curve that rises in between and falls at its end is no
 * shrinking one: how many pairs of k have the larger ratio at the smaller k.
 */
export function gainShrinksWithK(claim: CurveClaim & { readonly range: number }): Judge {
  return {
    rule: `${speedsOf(claim)} each two k measured up to ${claim.to}, the largest at least ` +
      `${claim.range} times the smallest: a pair is in order if the ratio at the smaller k is ` +
      `the larger one ${BY_MORE}, and half of it if neither is. ${trendRule("k")}`,
    evidence: eachCurve(claim, (points) => {
      if (points.at(-1)!.k < claim.range * points[0]!.k) return undefined;
      return trendOf(
        points,
        endsText(points),
        (one, other) => outcomeOf(gainOver(one.ratio, other.ratio), Math.max(one.tie, other.tie)),
      );
    }),
  };
}

/**
 * Judges by whether a ratio that is ahead at smaller k has come down to 1, within a factor, at the
 * smallest k from a given one on.
 */
export function speedsMeet(
  claim: CurveClaim & { readonly at: number; readonly within: number },
): Judge {
  const { at, within } = claim;
  const isAhead = ({ ratio }: CurvePoint): boolean => ratio.median > within;
  return {
    rule:
      `${speedsOf(claim)} the smallest k measured from ${at} to ${claim.to}, where it is above ` +
      `${within} at a smaller k: for if within ${within} of 1 either way ${BY_MORE}, against if ` +
      "farther away by more than that. The evidence names the first k measured from which on it " +
      `is at most ${within}.`,
    evidence: eachCurve(claim, (all) => {
      const points = all.slice(0, 1 + all.findIndex(({ k }) => k >= at));
      if (!points.slice(0, -1).some(isAhead)) return undefined;
      // Past the last point that is ahead; none if that is the end.
      const met = points[points.findLastIndex(isAhead) + 1];
      const last = points.at(-1)!;
      return {
        ours: endsText(points) + (met === undefined ? "" : ` (met at ${met.k})`),
        outcome: outcomeOf(closeness(last.ratio), last.tie, 1 / within),
      };
    }),
  };
}

/**
 * A line for each dataset with points of a curve, by ascending k.
 *
 * @param judge is told at how many k both decoders were measured, too
 */
function eachCurve(
  { fast, slow, about, from = 1, to, reach = from }: CurveClaim,
  judge: (
    points: readonly CurvePoint[],
    measured: number,
  ) => Pick<Evidence, "ours" | "outcome"> | undefined,
): Judge["evidence"] {
  return ({ summary }) => {
    const ks = [...new Set(summary.map(({ k }) => k))].filter((k) => from <= k && k <= to);
    const measured = ks.sort((a, b) => a - b).flatMap((k) =>
      timedDatasets(summary, { k }).flatMap((cells) => {
        const [row, other] = [choose(fast, cells), choose(slow, cells)];
        const tie = row && tieFactor(summary, row);
        return other === undefined || tie === undefined
          ? []
          : [{ k, row: row!, ratio: ratioOf(row!, other), tie }];
      })
    );
    return [...Map.groupBy(measured, ({ row }) => row.dataset).values()].flatMap((all) => {
      const curve = all.filter((point): point is CurvePoint => point.ratio !== undefined);
      const isFar = curve.length > 0 && curve.at(-1)!.k >= reach;
      const judged = isFar ? judge(curve, all.length) : undefined;
      return judged === undefined
        ? []
        : [{ ...subjectOf(curve[0]!.row, about), published: "", ...judged }];
    });
  };
}

/** The ratio of a point as text, "5.10× at k = 1". */
function pointText({ k, row, ratio }: CurvePoint): string {
  return `${times(ratio.median)}${sampleMark(row, ratio.sentences)} at k = ${k}`;
}

/** The first and the last ratio of a curve. */
function endsText(points: readonly CurvePoint[]): string {
  return [...new Set([points[0]!, points.at(-1)!])].map(pointText).join(", ");
}
