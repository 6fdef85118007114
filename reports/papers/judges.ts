/**
 * The judges of claims about the cells of a suite: which decoder is faster, where, and by how much;
 * how many iterations it takes; whether answers are right. None knows a paper.
 *
 * @module
 */

import { formatCount, formatPlural, formatRatio, formatShare } from "../numbers/format.ts";
import { isAnswered, isVerified, sampleMark } from "../numbers/marks.ts";
import { gainOver, ratioOf, tieFactor } from "../numbers/speed_ratio.ts";
import { figuresOf, type SummaryRow } from "../numbers/summary_row.ts";
import { beamWidth, isReaders } from "../numbers/variants.ts";
import { isPaperTask, paperTitle, published, taskOf } from "../published/published.ts";
import { trendOf, trendRule, vote } from "./claims.ts";
import type { Evidence, Judge } from "./contract.ts";
import { ourDecoder } from "./our_decoders.ts";
import {
  BY_MORE,
  choose,
  closeness,
  type Contender,
  nameOf,
  outcomeOf,
  publishedBeside,
  type PublishedPair,
  publishedRatios,
  type Scope,
  subjectOf,
  timedDatasets,
  times,
} from "./speeds.ts";
import { ITERATIONS_NEAR, LEAST_EXPECTED } from "./verdict.ts";

/** What the tasks that stand for the papers' are together. */
const PAPER_TASKS = "the papers' tasks";

/** Two decoders of which a claim says that the first is faster. */
export interface SpeedClaim extends Scope {
  /** The decoder said to be faster. */
  readonly fast: Contender;
  /** The decoder said to be slower. */
  readonly slow: Contender;
  /** On which datasets, in words, if not on each. */
  readonly on?: string;
  /** What the ratio is to be above, where the claim says how many times as fast; 1 unless said. */
  readonly above?: number;
  /** The factor of 1 that the ratio is to be within, where the claim is that speeds are alike. */
  readonly within?: { readonly words: string; value(): number };
  /** Where the claim says the opposite. */
  readonly otherWay?: { readonly words: string; readonly where: (row: SummaryRow) => boolean };
  /** Where the paper gives both speeds, and their names there if they are not ours. */
  readonly table?: Pick<PublishedPair, "paper" | "table"> & Partial<PublishedPair>;
  /** What stands behind the ratio. */
  readonly detail?: (fast: SummaryRow, slow: SummaryRow) => string;
}

/** Judges by the ratio of two speeds on each dataset. */
export function faster(claim: SpeedClaim): Judge {
  const { fast, slow, k = 1, on = "each dataset", above = 1, within, otherWay, detail } = claim;
  const names = { fast: nameOf(fast), slow: nameOf(slow) };
  const pair = claim.table && { ...names, ...claim.table };
  const opposite = otherWay === undefined ? "" : `; the other way round ${otherWay.words}`;
  return {
    rule: `Speed of ${names.fast} over ${names.slow}${k === 1 ? "" : ` at k = ${k}`} on ${on}: ` +
      (within === undefined
        ? `for if the ratio is above ${above} ${BY_MORE}, against if below${opposite}.`
        : `for if the ratio is nearer to 1, either way, than ${within.words} ${BY_MORE}, against if ` +
          "farther away."),
    published: () => pair === undefined ? "" : publishedRatios(pair),
    evidence: ({ summary }) => {
      const limit = within ? 1 / within.value() : above;
      return eachDataset(summary, claim, (cells, tie) => {
        const [own, other] = [choose(fast, cells), choose(slow, cells)];
        const ratio = own && other && ratioOf(own, other);
        if (ratio === undefined) return undefined;
        const outcome = outcomeOf(within ? closeness(ratio) : ratio, tie, limit);
        return {
          row: own!,
          published: pair === undefined ? "" : publishedBeside(pair, own!),
          ours: [times(ratio.median) + sampleMark(own!, ratio.sentences), detail?.(own!, other!)]
            .filter(Boolean).join(" "),
          outcome: otherWay?.where(own!) ? OPPOSITES[outcome] : outcome,
        };
      });
    },
  };
}

const OPPOSITES = { for: "against", against: "for", tie: "tie" } as const;

/** The rules and the evidence of several judges one after the other, each under its name. */
export function inTurn(judges: Readonly<Record<string, Judge>>): Judge {
  const named = Object.entries(judges);
  return {
    rule: named.map(([, { rule }]) => rule).join(" "),
    published: () =>
      named.flatMap(([name, judge]) => {
        const text = judge.published?.();
        return text ? [`${text} ${name}`] : [];
      }).join("; "),
    evidence: (run) =>
      named.flatMap(([name, judge]) =>
        judge.evidence(run).map((line) => ({ ...line, subject: `${line.subject} ${name}` }))
      ),
  };
}

/** A judge, and beside it the evidence of another without a vote, under its name. */
export function beside(judge: Judge, name: string, other: Judge): Judge {
  return {
    ...judge,
    rule: `${judge.rule} Without a vote: ${other.rule}`,
    evidence: (run) => [
      ...judge.evidence(run),
      ...other.evidence(run)
        .map((line) => ({ ...line, subject: `${line.subject} ${name}`, votes: false })),
    ],
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
            .map(({ value, ratio }) =>
              `${times(ratio.median)}${sampleMark(row!, ratio.sentences)} ${letter} = ${value}`
            ).join(", "),
          outcome: (["against", "for"] as const).find((one) => outcomes.includes(one)) ?? "tie",
        };
      }),
  };
}

/**
 * Judges by one trend over the papers' tasks: how many pairs of them have the larger gain over
 * Viterbi at more labels. A task is in several pairs, which are therefore no votes of their own.
 */
export function gainGrowsWithLabels(decoder: Contender): Judge {
  return {
    rule: `Speed of ${nameOf(decoder)} over viterbi, of each two of ${PAPER_TASKS}: a pair is in ` +
      `order if the ratio at more labels is above that at fewer ${BY_MORE}, and half of it ` +
      `if neither is above the other or the labels are as many. ${trendRule("tasks")} Without a ` +
      "vote, the fewest and the most labels of each other family.",
    evidence: ({ summary }) => {
      const timed = timedDatasets(summary).flatMap((cells) => choose(decoder, cells) ?? [])
        .filter((row) =>
          row.ratio_to_viterbi !== undefined && tieFactor(summary, row) !== undefined
        )
        .sort((a, b) => a.labels - b.labels);
      const outcomeOfPair = (few: SummaryRow, many: SummaryRow) => {
        // Of two datasets the larger error.
        const tie = Math.max(tieFactor(summary, few)!, tieFactor(summary, many)!);
        return few.labels === many.labels
          ? "tie"
          : outcomeOf(gainOver(figuresOf(many).ratio!, figuresOf(few).ratio!), tie);
      };
      return [...Map.groupBy(timed, groupOf)].flatMap(([subject, cells]): Evidence[] => {
        const ends = [cells[0]!, cells.at(-1)!] as const;
        if (ends[0].labels === ends[1].labels) return [];
        if (subject !== PAPER_TASKS) {
          return [{ ...vote(subject, gainsText(ends), outcomeOfPair(...ends)), votes: false }];
        }
        const trend = trendOf(cells, gainsText(cells), outcomeOfPair);
        return [vote(subject, trend.ours, trend.outcome)];
      });
    },
  };
}

/** The ratios to Viterbi with their labels, "0.67× at 45 labels, 1.96× at 2,597". */
function gainsText([first, ...others]: readonly SummaryRow[]): string {
  const text = ({ labels, ratio_to_viterbi }: SummaryRow) =>
    `${times(ratio_to_viterbi!)} at ${formatCount(labels)}`;
  return [`${text(first!)} labels`, ...others.map(text)].join(", ");
}

function groupOf({ dataset_base, family }: SummaryRow): string {
  if (isPaperTask(dataset_base)) return PAPER_TASKS;
  return family === "real" ? "other real tasks" : `family ${family}`;
}

/** Beams of which a paper says which find every best path of a task. */
export interface BeamClaim {
  /** The paper's task; no other has a vote. */
  readonly about: string;
  /** Widths said to miss some. */
  readonly tooNarrow: readonly number[];
  /** The width said to find all, if there is one. */
  readonly enough?: number;
  /** The share in percent that is printed for a width, or for the widest one below it. */
  readonly printedShare: (width: number) => number;
}

/** Judges by the shares of exact answers of beams on a task. */
export function beamsAreExactFrom(
  { about, tooNarrow, enough, printedShare }: BeamClaim,
): Judge {
  const widths = [...tooNarrow, ...(enough === undefined ? [] : [enough])];
  return {
    rule:
      `Share of exact answers of beams, width ${tooNarrow.join(", ")}: for if it is below 100%` +
      (enough === undefined ? "" : ` and that of width ${enough} is not`) +
      ", against otherwise; a tie if nothing speaks against it but a share of 100% of so few " +
      `sentences that fewer than ${LEAST_EXPECTED} failures were to be expected by the share that ` +
      "the paper prints for that width, or for the widest below it.",
    evidence: ({ summary }) =>
      timedDatasets(summary).flatMap((cells): Evidence[] => {
        const beams = widths.map((width) => cells.find((row) => beamWidth(row) === width));
        const shares = beams.map((row) => row?.exact_share);
        if (!shares.every((share) => share !== undefined)) return [];
        const found = widths.map((width, at) => {
          if ((shares[at] === 1) === (width === enough)) return "for";
          const expected = (1 - printedShare(width) / 100) * beams[at]!.sentences;
          return width !== enough && expected < LEAST_EXPECTED ? "tie" : "against";
        });
        const list = shares.map((share, at) => `${formatShare(share)} at ${widths[at]}`);
        return [{
          ...subjectOf(beams[0]!, about),
          published: "",
          ours: `${list.join(", ")} of ${formatCount(beams[0]!.sentences)}`,
          outcome: (["against", "tie"] as const).find((one) => found.includes(one)) ?? "for",
        }];
      }),
  };
}

/** Judges by our iteration counts on the papers' tasks, beside the published ones at the same k. */
export function iterationsAsPublished(k: number): Judge {
  const printed = published({ metric: "iterations", k: String(k) });
  const papers = [...Map.groupBy(printed, ({ paper }) => paper)];
  return {
    rule: `Mean iterations a sentence${k === 1 ? "" : ` at k = ${k}`} on each task that stands ` +
      `for a published one, a vote for each variant: for if within ${100 * ITERATIONS_NEAR}% of ` +
      "every mean that is published for it, against if of none, a tie otherwise. A mean over a " +
      "part of the sentences (*8) has no vote.",
    published: () =>
      papers.map(([paper, results]) =>
        (papers.length === 1 ? "" : `${paperTitle(paper)}: `) +
        results.map(({ dataset, value }) => `${dataset} ${value}`).join(", ")
      ).join("; "),
    evidence: ({ summary }) =>
      summary.flatMap((row): Evidence[] => {
        const { iterations, dataset_base, dataset, decoder } = row;
        if (row.k !== k || iterations === undefined || !isVerified(row)) return [];
        const means = printed.filter((result) =>
          result.dataset === taskOf(dataset_base) && ourDecoder(result).variants.includes(decoder)
        );
        if (means.length === 0) return [];
        const near = means
          .filter(({ value }) => Math.abs(iterations / Number(value) - 1) <= ITERATIONS_NEAR);
        return [{
          subject: `${dataset} ${decoder}`,
          votes: sampleMark(row, row.sentences) === "",
          published: means.map((one) => `${one.value} (${one.dataset}, ${paperTitle(one.paper)})`)
            .join(", "),
          ours: formatRatio(iterations) + sampleMark(row, row.sentences),
          outcome: near.length === means.length ? "for" : near.length === 0 ? "against" : "tie",
        }];
      }),
  };
}

/** Judges by the verdicts on answers of the project's exact decoders; each dataset has a vote. */
export function answersAreRight(): Judge {
  return {
    rule: "Every path is scored again and compared with dense k-best Viterbi by ===, at every k, " +
      "sweeps included: a dataset is for if all verified cells of the project's exact decoders are " +
      "correct, against if one is wrong. Cells that were not verified are passed over. All data " +
      "have a vote: the claim is about all lattices.",
    evidence: ({ summary }) => {
      const verified = summary.filter((row) =>
        row.exact && row.role !== "control" && !isReaders(row) && isAnswered(row) &&
        row.verdict !== "unchecked"
      );
      return [...Map.groupBy(verified, ({ dataset }) => dataset)].map(([subject, cells]) => {
        const wrong = cells.filter(({ verdict }) => verdict === "wrong");
        const names = [...new Set(wrong.map(({ decoder }) => decoder))].join(", ");
        const text = wrong.length === 0
          ? `${formatPlural(cells.length, "cell")} correct`
          : `${formatCount(wrong.length)} of ${formatPlural(cells.length, "cell")} wrong: ${names}`;
        return vote(subject, text, wrong.length === 0);
      });
    },
  };
}

/** What a judge finds on one dataset: the row names it. */
interface Judged extends Pick<Evidence, "ours" | "outcome"> {
  readonly row: SummaryRow;
  readonly published?: string;
}

/** A line for each dataset on which something is found and Viterbi was timed twice. */
function eachDataset(
  summary: readonly SummaryRow[],
  scope: Scope,
  judge: (cells: readonly SummaryRow[], tie: number) => Judged | undefined,
): Evidence[] {
  return timedDatasets(summary, scope).flatMap((cells) => {
    const tie = tieFactor(summary, cells[0]!);
    const judged = tie === undefined ? undefined : judge(cells, tie);
    if (judged === undefined) return [];
    const { row, published = "", ours, outcome } = judged;
    return [{ ...subjectOf(row, scope.about), published, ours, outcome }];
  });
}
