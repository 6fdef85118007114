/**
 * The judges of claims about the cells of a suite: which decoder is faster, where, and by how much;
 * how many iterations it takes; whether answers are right. None knows a paper.
 *
 * @module
 */

import { formatCount, formatRatio } from "../numbers/format.ts";
import { gainOver, ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import type { Estimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { isPaperTask, paperTitle, published, taskOf } from "../published/published.ts";
import type { Evidence, Judge } from "./contract.ts";
import { ourDecoder } from "./our_decoders.ts";
import {
  choose,
  type Contender,
  outcomeOf,
  publishedBeside,
  type PublishedPair,
  publishedRatios,
  type Scope,
  timedDatasets,
  times,
} from "./speeds.ts";
import { ITERATIONS_NEAR } from "./verdict.ts";

/** How rules say that a speed is compared with a limit. */
const BY_MORE = "by more than the error of measurement";
/** What the tasks that stand for the papers' are together. */
const PAPER_TASKS = "the papers' tasks";

/** Two decoders of which a claim says that the first is faster. */
export interface SpeedClaim extends Scope {
  /** Said to be faster. */
  readonly fast: Contender;
  /** Said to be slower. */
  readonly slow: Contender;
  /** What is compared, if names of the two and k do not say it. */
  readonly compared?: string;
  /** What the rule calls the figure, if not ratio. */
  readonly figure?: string;
  /** What the ratio is to be above, if not 1. */
  readonly limit?: { readonly words: string; value(): number };
  /** Where the claim says the opposite. */
  readonly otherWay?: { readonly words: string; readonly where: (row: SummaryRow) => boolean };
  /** Where the paper gives both speeds, and their names there if they are not ours. */
  readonly table?: Pick<PublishedPair, "paper" | "table"> & Partial<PublishedPair>;
  /** What stands behind the ratio. */
  readonly detail?: (fast: SummaryRow, slow: SummaryRow) => string;
}

/** Judges by the ratio of two speeds on each dataset. */
export function faster(claim: SpeedClaim): Judge {
  const { fast, slow, k = 1, figure = "ratio", limit, otherWay, detail } = claim;
  const names = { fast: String(fast), slow: String(slow) };
  const pair = claim.table && { ...names, ...claim.table };
  const compared = claim.compared ??
    `Speed of ${names.fast} over ${names.slow}${k === 1 ? "" : ` at k = ${k}`} on each dataset`;
  const opposite = otherWay === undefined ? "" : `; the other way round ${otherWay.words}`;
  return {
    rule:
      `${compared}: for if the ${figure} is above ${limit?.words ?? 1} ${BY_MORE}, against if ` +
      `below${opposite}.`,
    published: () => pair === undefined ? "" : publishedRatios(pair),
    evidence: ({ summary }) => {
      const from = limit?.value();
      return eachDataset(summary, claim, (cells, tie) => {
        const [own, other] = [choose(fast, cells), choose(slow, cells)];
        const ratio = own && other && ratioOf(own, other);
        if (ratio === undefined) return undefined;
        const outcome = outcomeOf(ratio, tie, from);
        return {
          row: own!,
          published: pair === undefined ? "" : publishedBeside(pair, own!),
          ours: [times(ratio.median), detail?.(own!, other!)].filter(Boolean).join(" "),
          outcome: otherWay?.where(own!) ? OPPOSITES[outcome] : outcome,
        };
      });
    },
  };
}

const OPPOSITES = { for: "against", against: "for", tie: "tie" } as const;

/**
 * The evidence of several judges one after the other, each under its name; the first one's rule.
 */
export function inTurn(judges: Readonly<Record<string, Judge>>): Judge {
  const named = Object.entries(judges);
  return {
    ...named[0]![1],
    evidence: (run) =>
      named.flatMap(([name, judge]) =>
        judge.evidence(run).map((line) => ({ ...line, subject: `${line.subject} ${name}` }))
      ),
  };
}

/** A setting of a decoder that a claim says is the fastest. */
export interface SettingClaim extends Scope {
  /** The decoder; the setting is its default. */
  readonly decoder: string;
  /** The option. */
  readonly option: string;
  /** The paper's letter for it. */
  readonly letter: string;
  /** The value said to be the fastest. */
  readonly selected: number;
  /** The values that it is compared with. */
  readonly others: readonly number[];
}

/** Judges by the speed with a setting over those with each other value of it. */
export function fastestSetting(claim: SettingClaim): Judge {
  const { decoder, option, letter, selected, others, k } = claim;
  const values = others.join(", ");
  return {
    rule: `Speed of ${decoder} with ${letter} = ${selected} (its default) over each of ` +
      `${option}=${values} that was timed at k = ${k}, on each dataset: against if one ratio is ` +
      `below 1 ${BY_MORE}; for if none is and one is above; a tie if ${letter} makes no ` +
      "difference. The evidence gives the extremes.",
    evidence: ({ summary }) =>
      eachDataset(summary, claim, (cells, tie) => {
        const row = choose(decoder, cells);
        const ratios = others.flatMap((value) => {
          const other = choose(`${decoder}{${option}=${value}}`, cells);
          const ratio = row && other && ratioOf(row, other);
          return ratio === undefined ? [] : [{ value, ratio, outcome: outcomeOf(ratio, tie) }];
        }).sort((a, b) => a.ratio.median - b.ratio.median);
        if (ratios.length === 0) return undefined;
        const outcomes = ratios.map(({ outcome }) => outcome);
        return {
          row: row!,
          ours: [...new Set([ratios[0]!, ratios.at(-1)!])]
            .map(({ value, ratio }) => `${times(ratio.median)} ${letter} = ${value}`).join(", "),
          outcome: (["against", "for"] as const).find((one) => outcomes.includes(one)) ?? "tie",
        };
      }),
  };
}

/** Judges by the gain of a decoder over Viterbi at the fewest and at the most labels. */
export function gainGrowsWithLabels(compared: string, decoder: Contender): Judge {
  return {
    rule: `${compared}, at the fewest and at the most labels of ${PAPER_TASKS}, and beside them ` +
      `of each other family: for if the ratio at the most labels is above that at the fewest ` +
      `${BY_MORE}, against if below.`,
    evidence: ({ summary }) => {
      const tie = tieFactor(summary);
      if (tie === undefined) return [];
      const timed = timedDatasets(summary).flatMap((cells) => choose(decoder, cells) ?? [])
        .filter((row) => row.ratio_to_viterbi !== undefined)
        .sort((a, b) => a.labels - b.labels);
      return [...Map.groupBy(timed, groupOf)].flatMap(([subject, cells]): Evidence[] => {
        const ends = [cells[0]!, cells.at(-1)!];
        const [few, many] = ends.map(gainOf);
        return ends[0]!.labels === ends[1]!.labels ? [] : [{
          subject,
          votes: subject === PAPER_TASKS,
          published: "",
          ours: ends.map(({ labels }, i) =>
            `${times([few, many][i]!.median)} at ${formatCount(labels)}${i === 0 ? " labels" : ""}`
          ).join(", "),
          outcome: outcomeOf(gainOver(many!, few!), tie),
        }];
      });
    },
  };
}

function groupOf({ dataset_base, family }: SummaryRow): string {
  if (isPaperTask(dataset_base)) return PAPER_TASKS;
  return family === "real" ? "other real tasks" : `family ${family}`;
}

function gainOf({ ratio_to_viterbi, ratio_low, ratio_high }: SummaryRow): Estimate {
  return { median: ratio_to_viterbi!, low: ratio_low, high: ratio_high };
}

/** Two decoders whose speeds a claim compares over several k. */
export interface CurveClaim extends Pick<SpeedClaim, "fast" | "slow" | "where"> {
  /** The smallest k. */
  readonly from?: number;
  /** The largest k. */
  readonly to?: number;
}

/** How many times as fast one decoder is as another at one k. */
interface CurvePoint {
  readonly k: number;
  readonly row: SummaryRow;
  readonly ratio: Estimate;
}

/** Judges by the ratio at every k: for if all are above 1, against if one is below. */
export function fasterAtEveryK(
  claim: CurveClaim & {
    /** What is compared. */
    readonly compared: string;
    /** Whether the evidence gives the least of the ratios, not the first and the last. */
    readonly givesLeast?: boolean;
  },
): Judge {
  const { compared, givesLeast = false } = claim;
  return {
    rule: `${compared}: for if every ratio is above 1 ${BY_MORE}, against if one is below.` +
      (givesLeast ? " The evidence gives the least of them." : ""),
    evidence: eachCurve(claim, (points, tie) => {
      const least = points.reduce((a, b) => b.ratio.median < a.ratio.median ? b : a);
      const outcomes = points.map(({ ratio }) => outcomeOf(ratio, tie));
      return {
        ours: givesLeast ? pointText(least) : endsText(points),
        outcome: outcomes.includes("against")
          ? "against"
          : outcomes.every((outcome) => outcome === "for")
          ? "for"
          : "tie",
      };
    }),
  };
}

/** Judges by the ratio at the smallest k over that at the largest, so many times as large. */
export function gainShrinksWithK(claim: CurveClaim & { readonly range: number }): Judge {
  return {
    evidence: eachCurve(claim, (points, tie) => {
      const [first, last] = [points[0]!, points.at(-1)!];
      return last.k < claim.range * first.k ? undefined : {
        ours: endsText(points),
        outcome: outcomeOf(gainOver(first.ratio, last.ratio), tie),
      };
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
    evidence: eachCurve(claim, (all, tie) => {
      const points = all.slice(0, 1 + all.findIndex(({ k }) => k >= at));
      if (!points.some(isAhead)) return undefined;
      // Past the last point that is ahead; none if that is the end.
      const met = points[points.findLastIndex(isAhead) + 1];
      return {
        ours: endsText(points) + (met === undefined ? "" : ` (met at ${met.k})`),
        outcome: outcomeOf(closeness(points.at(-1)!.ratio), tie, 1 / within),
      };
    }),
  };
}

/** How near to 1 a ratio is, either way: 1 is there, and less is farther away. */
function closeness({ median, low = median, high = median }: Estimate): Estimate {
  const of = (ratio: number): number => Math.min(ratio, 1 / ratio);
  return {
    median: of(median),
    low: Math.min(of(low), of(high)),
    high: low <= 1 && high >= 1 ? 1 : Math.max(of(low), of(high)),
  };
}

/** A line for each dataset with points of a curve, by ascending k. */
function eachCurve(
  { fast, slow, where, from = 1, to = Infinity }: CurveClaim,
  judge: (
    points: readonly CurvePoint[],
    tie: number,
  ) => Pick<Evidence, "ours" | "outcome"> | undefined,
): Judge["evidence"] {
  return ({ summary }) => {
    const tie = tieFactor(summary);
    if (tie === undefined) return [];
    const ks = [...new Set(summary.map(({ k }) => k))].filter((k) => from <= k && k <= to);
    const points = ks.sort((a, b) => a - b).flatMap((k) =>
      timedDatasets(summary, { k, where }).flatMap((cells): CurvePoint[] => {
        const [row, other] = [choose(fast, cells), choose(slow, cells)];
        const ratio = row && other && ratioOf(row, other);
        return ratio === undefined ? [] : [{ k, row: row!, ratio }];
      })
    );
    return [...Map.groupBy(points, ({ row }) => row.dataset).values()].flatMap((curve) => {
      const judged = judge(curve, tie);
      return judged === undefined
        ? []
        : [{ ...subjectOf(curve[0]!.row), published: "", ...judged }];
    });
  };
}

/** Judges by our iteration counts on the papers' tasks, beside the published ones at the same k. */
export function iterationsAsPublished(k: number): Judge {
  const printed = published({ metric: "iterations", k: String(k) });
  const papers = [...Map.groupBy(printed, ({ paper }) => paper)];
  const whose = papers.length === 1 ? "paper's" : "papers'";
  return {
    rule: `Mean iterations a sentence${k === 1 ? "" : ` at k = ${k}`} on each task that stands ` +
      `for one of the ${whose}: for if within ${100 * ITERATIONS_NEAR}% of the published mean, ` +
      "against otherwise.",
    published: () =>
      papers.map(([paper, results]) =>
        (papers.length === 1 ? "" : `${paperTitle(paper)}: `) +
        results.map(({ dataset, value }) => `${dataset} ${value}`).join(", ")
      ).join("; "),
    evidence: ({ summary }) =>
      summary.filter((row) => row.k === k && row.iterations !== undefined).flatMap((row) =>
        printed.filter((result) =>
          result.dataset === taskOf(row.dataset_base) &&
          ourDecoder(result).variants.includes(row.decoder)
        ).map(({ paper, dataset, value }): Evidence => ({
          subject: `${row.dataset} ${row.decoder}`,
          votes: true,
          published: `${value} (${dataset}, ${paperTitle(paper)})`,
          ours: formatRatio(row.iterations!),
          outcome: Math.abs(row.iterations! / Number(value) - 1) <= ITERATIONS_NEAR
            ? "for"
            : "against",
        }))
      ),
  };
}

/** Judges by the verdicts on the answers of all exact decoders; every dataset has a vote. */
export function answersAreRight(): Judge {
  return {
    rule: "Every path is scored again and compared with dense k-best Viterbi by ===, at every k, " +
      "sweeps included: a dataset is for if all verified cells of exact decoders are correct, " +
      "against if one is wrong. Cells that were not verified are passed over. All data have a " +
      "vote: the claim is about all lattices.",
    evidence: ({ summary }) => {
      const verified = summary.filter(({ exact, role, status, verdict }) =>
        exact && role !== "control" && (verdict === "wrong" || status === "ok") &&
        verdict !== "unchecked"
      );
      return [...Map.groupBy(verified, ({ dataset }) => dataset)].map(([subject, cells]) => {
        const wrong = cells.filter(({ verdict }) => verdict === "wrong");
        const names = [...new Set(wrong.map(({ decoder }) => decoder))].join(", ");
        return {
          subject,
          votes: true,
          published: "",
          ours: wrong.length === 0
            ? `${formatCount(cells.length)} cells correct`
            : `${formatCount(wrong.length)} of ${formatCount(cells.length)} cells wrong: ${names}`,
          outcome: wrong.length === 0 ? "for" : "against",
        };
      });
    },
  };
}

/** What a judge finds on one dataset: the row names it. */
interface Judged extends Pick<Evidence, "ours" | "outcome"> {
  readonly row: SummaryRow;
  readonly published?: string;
}

/** A line for each dataset on which something is found; none if the run has no control. */
function eachDataset(
  summary: readonly SummaryRow[],
  scope: Scope,
  judge: (cells: readonly SummaryRow[], tie: number) => Judged | undefined,
): Evidence[] {
  const tie = tieFactor(summary);
  if (tie === undefined) return [];
  return timedDatasets(summary, scope).flatMap((cells) => {
    const judged = judge(cells, tie);
    if (judged === undefined) return [];
    const { row, published = "", ours, outcome } = judged;
    return [{ ...subjectOf(row), published, ours, outcome }];
  });
}

/** The dataset of a cell, and whether it has a vote. */
function subjectOf({ dataset, dataset_base }: SummaryRow): Pick<Evidence, "subject" | "votes"> {
  return { subject: dataset, votes: isPaperTask(dataset_base) };
}

/** "5.10× at k = 1" */
function pointText({ k, ratio }: CurvePoint): string {
  return `${times(ratio.median)} at k = ${k}`;
}

/** The first and the last ratio of a curve. */
function endsText(points: readonly CurvePoint[]): string {
  return [...new Set([points[0]!, points.at(-1)!])].map(pointText).join(", ");
}
