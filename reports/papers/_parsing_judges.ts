/**
 * Judges of claims about parses.
 *
 * @module
 */

import {
  accuracyDifference,
  type Metric,
  resampledRatio,
  scoreCorrelations,
} from "../numbers/accuracy.ts";
import {
  type BeamPoint,
  beamSeries,
  cellOf,
  convergedBy,
  hasPaperLimit,
  inSpace,
  isParsed,
  paperRule,
  type Rule,
  RULES,
  settledBy,
  variantOf,
} from "../numbers/parsed_cells.ts";
import {
  formatDifference,
  formatFixed,
  formatInterval,
  formatPlural,
  formatSigned,
  formatTimesInterval,
} from "../numbers/format.ts";
import type { RunData } from "../numbers/run_data.ts";
import { isVerified, sampleMark } from "../numbers/marks.ts";
import { gainOver, ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import { resampledEstimate } from "../numbers/statistics.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { differenceRule, outcomeOfDifference, type Says } from "./_accuracy_rules.ts";
import { vote } from "./claims.ts";
import type { Evidence, Judge } from "./contract.ts";
import { BY_MORE, closeness, outcomeOf, times } from "./speeds.ts";
import { CHI_SQUARE, LEAST_EXPECTED, SPEED_FACTOR } from "./verdict.ts";

/** What claims are judged on that say nothing of packs. */
const DEV = "ewt_ccg_dev";
const BOTH = [DEV, "ewt_ccg_test"];
/** The adaptive search space and the larger one. */
const SPACES = ["ast", "reverse"];
/** How a decoder is allowed to run until it converges. */
const LONG = "iterations=1000";
/** Digits of the limit of belief propagation without a setting. */
const TOLERANCE = 3;

/** The accuracy that stands beside another one. */
const BESIDE: Partial<Record<Metric, Metric>> = { LF: "SF", SF: "LF" };

/** Where a cell is. */
export type Place = Pick<SummaryRow, "dataset" | "decoder">;

/** A decoder on a pack in a search space. */
export function placeOf(pack: string, space: string, decoder: string): Place {
  return { dataset: inSpace(pack, space), decoder };
}

/** Two places whose accuracies are compared. */
export interface Contest {
  readonly subject: string;
  readonly metric: Metric;
  readonly own: Place;
  readonly other: Place;
}

/** Pairs of systems, one less the other, in packs and search spaces by decoding rules. */
export function between(
  metric: Metric,
  pairs: readonly (readonly [own: string, other: string])[],
  { packs = BOTH, spaces = SPACES, rules = RULES }: {
    readonly packs?: readonly string[];
    readonly spaces?: readonly string[];
    readonly rules?: readonly Rule[];
  } = {},
): Contest[] {
  return pairs.flatMap(([own, other]) =>
    packs.flatMap((pack) =>
      spaces.flatMap((space) =>
        rules.map((rule): Contest => ({
          subject: `${partOf(pack)} ${space}, ${own} − ${other}, ${rule}, ${metric}`,
          metric,
          own: placeOf(pack, space, variantOf(own, rule)),
          other: placeOf(pack, space, variantOf(other, rule)),
        }))
      )
    )
  );
}

/** Systems in the larger search space, less themselves in the adaptive one. */
export function largerSpace(metric: Metric, systems: readonly string[]): Contest[] {
  return BOTH.flatMap((pack) =>
    systems.flatMap((system) =>
      RULES.map((rule) =>
        reverseLessAst(`${partOf(pack)}, ${system}, ${rule}`, metric, pack, variantOf(system, rule))
      )
    )
  );
}

/** One system by one rule, less another by another, in packs and search spaces. */
export function mixed(own: readonly [string, Rule], other: readonly [string, Rule]): Contest[] {
  return BOTH.flatMap((pack) =>
    SPACES.map((space): Contest => ({
      subject: `${partOf(pack)} ${space}, ${own.join(", ")} − ${other.join(", ")}, LF`,
      metric: "LF",
      own: placeOf(pack, space, variantOf(...own)),
      other: placeOf(pack, space, variantOf(...other)),
    }))
  );
}

/** A decoder on dev in the larger search space, less itself in the adaptive one. */
export function largerSpaceOf(metric: Metric, decoder: string): Contest[] {
  return [reverseLessAst("dev", metric, DEV, decoder)];
}

/**
 * Judges differences of accuracies.
 *
 * @param published the figure of the paper; left out if it has one for each line
 */
export function accuracies(says: Says, contests: readonly Contest[], published = ""): Judge {
  return {
    rule: differenceRule(says),
    published: () => published,
    evidence: (run) =>
      contests.flatMap(({ subject, metric, own, other }) => {
        const [a, b] = [own, other].map((place) => cellOf(run, place.dataset, place.decoder));
        const difference = a && b && accuracyDifference(a, b, metric);
        if (difference === undefined) return [];
        const text = formatDifference(difference);
        const among = formatPlural(difference.sentences, "sentence");
        const on = typeof says === "string" ? "" : ` on ${among}`;
        const second = BESIDE[metric];
        const also = second && accuracyDifference(a!, b!, second);
        const more = also
          ? `, ${second!.replace("SF", "span F")} ${formatSigned(also.median)}`
          : "";
        return [vote(subject, text + on + more, outcomeOfDifference(difference, says), published)];
      }),
  };
}

/** Judges which of two systems is faster on dev, in some search spaces. */
export function speeds(pairs: readonly (readonly [fast: string, slow: string])[]): Judge {
  return {
    evidence: (run) =>
      SPACES.flatMap((space) =>
        pairs.flatMap(([fast, slow]) => {
          const [own, other] = [fast, slow].map((system) =>
            timedSystem(run, inSpace(DEV, space), system)
          );
          const ratio = own && other && ratioOf(own, other);
          const tie = own && tieFactor(run.summary, own);
          if (ratio === undefined || tie === undefined) return [];
          const outcome = outcomeOf(ratio, tie);
          return [vote(`dev ${space}, ${fast} over ${slow}`, times(ratio.median), outcome)];
        })
      ),
  };
}

/** Judges how many times as fast the pipeline is in the adaptive space as in the larger one. */
export function spaceSpeeds(published: number): Judge {
  return {
    rule:
      "Speed of the pipeline in ast over that in reverse on the same sentences, with the paper's " +
      `limit of a million items in reverse: for if within a factor of ${SPEED_FACTOR} of ` +
      `${published} ${BY_MORE}, against if farther away. A run with the limit of 20,000 says nothing.`,
    evidence: (run) => {
      if (!hasPaperLimit(run)) return [];
      const [ast, reverse] = SPACES.map((space) => timedRow(run, inSpace(DEV, space), "pipeline"));
      const ratio = ast && reverse && ratioOf(ast, reverse);
      const ties = [ast, reverse].map((row) => row && tieFactor(run.summary, row));
      if (ratio === undefined || !ties.every((tie) => tie !== undefined)) return [];
      const exact = { median: published, low: published, high: published };
      const near = closeness(gainOver(ratio, exact));
      const outcome = outcomeOf(near, Math.max(...ties), 1 / SPEED_FACTOR);
      const text = ratio.median.toFixed(1) + sampleMark(ast!, ratio.sentences);
      return [vote("dev", text, outcome, String(published))];
    },
  };
}

/** Judges whether more than a share of the sentences, in percent, converges in 1,000 iterations. */
export function nearlyAllConverge(percent: number): Judge {
  return {
    rule: "Share of the parsed sentences that converge, beliefs to 1e-3: for if all of its 95% " +
      `interval (bootstrap over sentences) is above ${percent}%, against if all of it is below, ` +
      `a tie otherwise, or with so few sentences that ${percent}% leave out fewer than ` +
      `${LEAST_EXPECTED}: all of them may converge by chance.`,
    evidence: (run) =>
      SPACES.flatMap((space) =>
        ["belief-propagation", "dual-decomposition"].flatMap((decoder) => {
          const cell = cellOf(run, inSpace(DEV, space), `${decoder}{${LONG}}`);
          const parsed = cell?.answers.filter(isParsed) ?? [];
          if (parsed.length === 0) return [];
          const settled = settledBy(cell!, 1000);
          const share = resampledEstimate(
            resampledRatio(parsed, ({ sentence }) => settled.has(sentence) ? 100 : 0, () => 1),
          );
          const text = `${share.median.toFixed(2)}% ${formatInterval(share)}`;
          const isFew = parsed.length * (1 - percent / 100) < LEAST_EXPECTED;
          const outcome = isFew ? "tie" : outcomeOf(share, 1, percent);
          return [vote(`dev ${space}, ${decoder}`, text, outcome)];
        })
      ),
  };
}

/**
 * Judges whether more sentences have converged by dual decomposition than by belief propagation.
 *
 * @param digits of the limits of belief propagation: 3 is a change of beliefs below 1e-3
 */
export function convergesFirst(iterations: number, digits: readonly number[]): Judge {
  const limits = digits.map((digit) => `1e-${digit}`);
  return {
    rule:
      `Share of the parsed sentences that have converged within ${iterations} iterations: for ` +
      "if that of dual decomposition is higher than that of belief propagation, with a change of " +
      `beliefs below ${limits.slice(0, -1).join(", ")} or ${limits.at(-1)} as the limit; a tie ` +
      "if the sentences on which only one has converged may be of either (McNemar, 5%). Belief propagation cannot have converged before its second " +
      "round, for nothing has changed by little then; dual decomposition can after one.",
    evidence: (run) =>
      SPACES.flatMap((space) =>
        digits.flatMap((digit, i) => {
          const options = digit === TOLERANCE ? LONG : `${LONG},tolerance=${digit}`;
          const dual = cellOf(run, inSpace(DEV, space), `dual-decomposition{${LONG}}`);
          const beliefs = cellOf(run, inSpace(DEV, space), `belief-propagation{${options}}`);
          if (dual === undefined || beliefs === undefined) return [];
          const [dd, bp] = [dual, beliefs].map((cell) => 100 * convergedBy(cell, iterations));
          if (Number.isNaN(dd! + bp!)) return [];
          const [own, other] = [dual, beliefs].map((cell) => settledBy(cell, iterations));
          const [more, less] = [own!.difference(other!).size, other!.difference(own!).size];
          const isTie = (more - less) ** 2 <= CHI_SQUARE * (more + less);
          const outcome = isTie ? "tie" : more > less;
          const text = `DD ${dd!.toFixed(1)}%, BP ${bp!.toFixed(1)}%`;
          return [vote(`dev ${space}, limit ${limits[i]}`, text, outcome)];
        })
      ),
  };
}

/** Judges how many times the tags a word of the first beam the last one permits. */
export function moreTags(
  factor: number,
  beams: readonly [first: string, last: string],
  published: string,
): Judge {
  return {
    rule: "Tags a word in the last step over those in the first: for if all of the 95% interval " +
      `(paired bootstrap over sentences) is within a factor of ${SPEED_FACTOR} of ` +
      `${factor.toFixed(1)}, as published, against if none of it is, a tie otherwise.`,
    published: () => published,
    evidence: ({ cells }) => {
      const [first, last] = beams.map((beam) =>
        cells.find(({ row }) => row.dataset === `${DEV}{${beam}}`)
      );
      if (first === undefined || last === undefined) return [];
      const [from, to] = [first, last].map(({ answers }) =>
        resampledRatio(answers, ({ slots }) => slots, ({ slots, words }) => slots > 0 ? words : 0)
      );
      const ratio = resampledEstimate(to!.map((tags, i) => tags / from![i]!));
      const text = `${from![0]!.toFixed(2)} → ${to![0]!.toFixed(2)}, ${formatTimesInterval(ratio)}`;
      return [vote("dev", text, outcomeOfDifference(ratio, { like: factor }), published)];
    },
  };
}

/** What changes from the narrowest beam to the widest. */
export type Trend = readonly [
  subject: string,
  decoder: string,
  field: "parserScore" | "labelledF",
  says: "rises" | "falls",
];

/**
 * Judges how scores and accuracies change with the beam. Only what does not follow from wider beams
 * permitting more has a vote: F of a system that does not look at right analyses.
 */
export function trends(all: readonly Trend[]): Judge {
  return {
    evidence: (run) => {
      const series = all.map(([, decoder]) => beamSeries(run, decoder));
      if (series.some((points) => points.length === 0)) return [];
      return all.map(([subject, decoder, field, says], i): Evidence => {
        const [first, last] = [series[i]![0]!, series[i]!.at(-1)!];
        const [from, to] = [first[field], last[field]];
        const ends = [from, to].map((value) => formatFixed(value, 2)).join(" → ");
        const text = `${ends} (${formatPlural(first.sentences, "sentence")})`;
        const isOwn = field === "labelledF" && decoder !== "oracle";
        if (!isOwn) {
          const outcome = from === to ? "tie" : (to > from) === (says === "rises");
          return { ...vote(`dev, ${subject}, by construction`, text, outcome, says), votes: false };
        }
        const difference = accuracyDifference(last.cell, first.cell, "LF");
        if (difference === undefined) return vote(`dev, ${subject}`, text, "tie", says);
        const outcome = outcomeOfDifference(difference, says === "rises" ? "above" : "below");
        return vote(`dev, ${subject}`, `${text}, ${formatDifference(difference)}`, outcome, says);
      });
    },
  };
}

/** Judges whether scores and F are more correlated over beams in some decoders than in another. */
export function correlations(decoders: readonly string[], other: string): Judge {
  return {
    rule: "Correlation of the summed score and LF over the beams, nine in the suite: for if that " +
      `of ${decoders.map((name) => name.replace("-", " ")).join(" or ")} is higher than that of ` +
      `the ${other}, with all of the 95% interval of the difference (paired bootstrap over ` +
      "sentences, at all beams alike); against if all of it is lower; a tie otherwise.",
    evidence: (run) => {
      const cellsOf = (points: readonly BeamPoint[]) => points.map(({ cell }) => cell);
      const others = beamSeries(run, other);
      return decoders.flatMap((decoder) => {
        const points = beamSeries(run, decoder);
        if (others.length < 3 || points.length !== others.length) return [];
        const ours = scoreCorrelations(cellsOf(points), ({ objective }) => objective, "LF");
        const theirs = scoreCorrelations(cellsOf(others), ({ parser_score }) => parser_score, "LF");
        const gain = resampledEstimate(ours.map((value, i) => value - theirs[i]!));
        const [a, b] = [ours, theirs].map(([value]) => formatFixed(value!, 2));
        const text = `${a}, ${other} ${b}: ${formatDifference(gain)}`;
        return [vote(`dev, ${decoder}`, text, outcomeOfDifference(gain, "above"))];
      });
    },
  };
}

/** The row of what was timed with right answers; undefined if there is none. */
export function timedRow(
  { summary }: RunData,
  dataset: string,
  decoder: string,
): SummaryRow | undefined {
  return summary.find((row) =>
    row.dataset === dataset && row.decoder === decoder && row.role !== "control" && isVerified(row)
  );
}

/**
 * The row of a system as the paper timed it: by its own decoding rule, or by the best derivation
 * where that alone was timed.
 */
export function timedSystem(run: RunData, dataset: string, system: string): SummaryRow | undefined {
  return timedRow(run, dataset, variantOf(system, paperRule(system))) ??
    timedRow(run, dataset, variantOf(system));
}

function reverseLessAst(
  subject: string,
  metric: Metric,
  pack: string,
  decoder: string,
): Contest {
  return {
    subject: `${subject}, reverse − ast, ${metric}`,
    metric,
    own: placeOf(pack, "reverse", decoder),
    other: placeOf(pack, "ast", decoder),
  };
}

function partOf(pack: string): string {
  return pack.replace("ewt_ccg_", "");
}
