/**
 * What a run says about Belanger et al.
 *
 * @module
 */

import { formatNumber, formatShare } from "../numbers/format.ts";
import type { RunData } from "../numbers/run_data.ts";
import { type Estimate, estimateMedian } from "../numbers/statistics.ts";
import { beamWidth } from "../numbers/variants.ts";
import {
  datasetFor,
  published,
  type PublishedResult,
  publishedValue,
  taskOf,
} from "../published/published.ts";
import {
  type Measured,
  paperCell,
  shareCells,
  type Shown,
  speedCells,
  studyKey,
  tablesOf,
  totalMs,
} from "./cells.ts";
import { claims, VERDICT_RULE } from "./claims.ts";
import type { Paper, PaperCell } from "./contract.ts";
import { beamsAreExactFrom, faster } from "./judges.ts";
import { type Contender, farthest, publishedRatios, times } from "./speeds.ts";
import { differenceVerdict, NEAR_ONE, PAPER_RULES } from "./verdict.ts";

const PAPER = "belanger";
const DECODER = "column-generation";
/** One line for each norm, strength, epoch and decoder; a strength of 0 is no regularisation. */
const STUDY = "regularisation";
/** What Figure 1 is about. */
const TASK = "pos";
/** What Table 1 is about. */
const JOINT = "joint-pos-ner-360";
/** Share of exact answers from which a beam is nearly exact. */
const NEARLY_EXACT = 0.99;

/** The narrowest beam that is nearly exact. */
const NARROWEST_NEARLY_EXACT: Contender = {
  name: `the narrowest beam with at least ${formatShare(NEARLY_EXACT)} exact answers, where all ` +
    "narrower ones that the paper prints were timed",
  choose: (cells) => {
    const beams = cells.filter((row) => beamWidth(row) !== undefined)
      .toSorted((a, b) => beamWidth(a)! - beamWidth(b)!);
    const narrowest = beams.find((row) => (row.exact_share ?? 0) >= NEARLY_EXACT);
    if (narrowest === undefined) return undefined;
    // Of the task that it stands for, if the paper has that.
    const own = printedBeams(taskOf(narrowest.dataset_base));
    const isTimed = (width: number) => beams.some((row) => beamWidth(row) === width);
    return (own.length > 0 ? own : printedBeams()).map(({ width }) => width)
        .filter((width) => width < beamWidth(narrowest)!).every(isTimed)
      ? narrowest
      : undefined;
  },
};

/** The paper. */
const belanger: Paper = {
  name: PAPER,
  order: 300,
  rules: PAPER_RULES,
  claimsRule: VERDICT_RULE,
  tables: tablesOf(PAPER, [
    {
      place: "Table 1",
      title: "Joint part-of-speech and entity tagging",
      note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path " +
        "is a best one. The paper calls its 12.4× “about 8 times”.",
      cells: speedAndShareCells,
    },
    {
      place: "Table 2",
      title: "Part-of-speech tagging",
      note: "Speed relative to dense Viterbi, which is 1, and share of the sentences whose path " +
        "is a best one.",
      cells: speedAndShareCells,
    },
    {
      place: "Figure 1",
      title: "Regularisation of the transitions and decoding time",
      note: `Time of ${DECODER} on ${TASK} without regularisation over its time at the strongest ` +
        "ℓ2 that costs no accuracy, less 1. The figure is printed without numbers; compared is " +
        "the gain of “about 5%” that §7 states, and that a trade-off with accuracy was not " +
        "observed (§6.2). The gain is the median over trainings with several seeds, with an interval " +
        "by their spread and the difference of two trainings without regularisation; one that holds " +
        "both 0 and what is published is not testable.",
      cells: (run) =>
        published({ paper: PAPER, metric: "regularisation_gain" })
          .map((result) => paperCell(result, SHOWN_GAIN, regularisation(run, result))),
    },
  ]),
  claims: claims({ cite: "Belanger et al." }, [
    {
      name: "column-generation-beats-viterbi",
      // Behind what Huang et al. claim of finding one path.
      order: 81,
      place: "Tables 1 and 2",
      statement: "Column generation is faster than Viterbi on part-of-speech tagging and with " +
        "hundreds of labels.",
      printed: () =>
        ["table2", "table1"]
          .map((table) => publishedRatios({ paper: PAPER, table, fast: DECODER, slow: "viterbi" }))
          .join(", "),
      judge: faster({ fast: DECODER, slow: "viterbi", table: { paper: PAPER, table: "table2" } }),
    },
    {
      name: "column-generation-near-beam",
      order: 82,
      place: "Tables 1 and 2",
      statement: "Column generation is about as fast as a beam that is wide enough to be nearly " +
        "exact.",
      printed: () =>
        gainsOverBeams().map(({ dataset, ratio, beam }) => `${dataset} ${times(ratio)} ${beam}`)
          .join(", "),
      judge: faster({
        fast: DECODER,
        slow: NARROWEST_NEARLY_EXACT,
        within: {
          words: "the farther of the two that the same rule gives for the paper's tables",
          value: () => farthest(gainsOverBeams().map(({ ratio }) => ratio)),
        },
        detail: (_, beam) => `${beam.decoder} (${formatShare(beam.exact_share!)} exact)`,
      }),
    },
    {
      name: "column-generation-as-beam-20",
      order: 82.3,
      place: "§6.1, Table 1",
      statement: "Column generation is as fast as a beam of 20 on joint tagging.",
      printed: () =>
        publishedRatios({ paper: PAPER, table: "table1", fast: DECODER, slow: "beam-20" }),
      judge: faster({
        fast: DECODER,
        slow: "beam{width=20}",
        about: JOINT,
        within: { words: `a factor of ${NEAR_ONE}`, value: () => NEAR_ONE },
      }),
    },
    {
      name: "beam-4-needed",
      order: 82.5,
      place: "§6.1, Table 2",
      statement: "It takes a beam of 4 to find all best paths of part-of-speech tagging.",
      printed: "97.3%, 99.8%, 99.9% and 100% at 1, 2, 3 and 4",
      judge: beamsAreExactFrom({
        about: TASK,
        tooNarrow: [1, 2, 3],
        enough: 4,
        printedShare: (width) => printedShare(TASK, width),
      }),
    },
    {
      name: "beam-50-not-enough",
      order: 82.6,
      place: "§6.1",
      statement: "Even a beam of 50 does not find all best paths of joint tagging.",
      printed: "no figure: not enough, in words",
      judge: beamsAreExactFrom({
        about: JOINT,
        tooNarrow: [50],
        printedShare: (width) => printedShare(JOINT, width),
      }),
    },
    {
      name: "full-search-slower",
      order: 83,
      place: "§4",
      statement: "Column generation with the full search (Algorithm 1) is slower than Viterbi.",
      printed: "no figure: slower than Viterbi, in words",
      judge: faster({ fast: "viterbi", slow: `${DECODER}{search=full,cap=0}` }),
      remark: "The cap that hands over to dense Viterbi is off, so that the algorithm is the " +
        "printed one.",
    },
  ]),
};

export default belanger;

/** Two cells for each decoder of a table, which is about one task. */
function speedAndShareCells(run: RunData, results: readonly PublishedResult[]): PaperCell[] {
  return [
    ...speedCells(run, results).map((cell) => ({ ...cell, column: "× Viterbi" })),
    ...shareCells(run, results).map((cell) => ({ ...cell, column: "% exact" })),
  ];
}

const SHOWN_GAIN: Shown = {
  column: "gain of the strongest ℓ2 that costs no accuracy",
  compared: "value",
  command: `deno task study ${STUDY} --data DIR --dataset ${datasetFor(TASK)}`,
};

/** Our gain of regularisation at the strongest that costs no accuracy. */
function regularisation(run: RunData, { value }: PublishedResult): Measured | string {
  const found = regularisationGain(run);
  const key = (norm: string, of: string): string =>
    studyKey(STUDY, datasetFor(TASK), DECODER, norm, of);
  if (found === undefined) return `not measured in this run: ${key("l2", "…")}`;
  if (found === "none") {
    const reason = "every ℓ2 that was tried costs accuracy, by more than the seeds differ by";
    return { ours: undefined, verdict: "differs", reason, rows: [key("l2", "0")] };
  }
  const { gain, strength } = found;
  return {
    ours: gain.median,
    verdict: differenceVerdict(Number(value), gain),
    reason: `strength ${strength}; from ${formatNumber(gain.low!)}% to ${
      formatNumber(gain.high!)
    }% by what trainings with other seeds, and two without regularisation, differ by`,
    rows: [key("l1", "0"), key("l2", "0"), key("l2", strength)],
  };
}

/**
 * The gain over no regularisation in percent at the strongest ℓ2 whose accuracy is no lower that
 * the seeds can show (the interval of the difference holds 0 or lies above): the median over the
 * seeds with a bootstrap interval over them, wider by the factor that two trainings without
 * regularisation differ in time, one for each norm. The strength is chosen by accuracy and not by
 * time, so that there may be no gain; "none" if every ℓ2 costs accuracy.
 */
function regularisationGain(
  run: RunData,
): { gain: Estimate; strength: string } | "none" | undefined {
  const lines = (run.studies.get(STUDY) ?? []).filter((line) =>
    line["dataset"] === datasetFor(TASK) && line["decoder"] === DECODER
  );
  /** Milliseconds and right tokens by seed. */
  const trainings = [...Map.groupBy(lines, (line) => `${line["norm"]} ${line["strength"]}`)]
    .map(([name, own]) => {
      const [norm, strength] = name.split(" ") as [string, string];
      const seeds = new Map(
        [...Map.groupBy(own, (line) => line["seed"])].flatMap(([seed, of]) => {
          const ms = totalMs(of, ["elapsed_ms"]);
          const right = Number(of[0]!["right_tokens"]);
          return ms === undefined ? [] : [[seed, { right, ms: ms / of.length }] as const];
        }),
      );
      return { norm, strength, seeds };
    });
  const zeros = trainings.filter(({ strength }) => Number(strength) === 0);
  const plain = zeros.find(({ norm }) => norm === "l2");
  const other = zeros.find(({ norm }) => norm === "l1");
  if (plain === undefined || other === undefined || plain.seeds.size === 0) return undefined;
  const isWhole = ({ seeds }: typeof plain) =>
    seeds.size === plain.seeds.size && plain.seeds.keys().every((seed) => seeds.has(seed));
  const strengths = trainings
    .filter(({ norm, strength }) => norm === "l2" && Number(strength) > 0)
    .sort((a, b) => Number(b.strength) - Number(a.strength));
  if (strengths.length === 0 || ![other, ...strengths].every(isWhole)) return undefined;
  const strongest = strengths.find(({ seeds }) => {
    const more = [...seeds].map(([seed, { right }]) => [right - plain.seeds.get(seed)!.right]);
    const { median, high = median } = estimateMedian(more);
    return high >= 0;
  });
  if (strongest === undefined) return "none";
  const ratioTo = ({ seeds }: typeof plain): Estimate =>
    estimateMedian([...plain.seeds].map(([seed, { ms }]) => [ms / seeds.get(seed)!.ms]));
  const control = ratioTo(other).median;
  const noise = Math.max(control, 1 / control);
  const { median, low = median, high = median } = ratioTo(strongest);
  const percent = (factor: number): number => 100 * (factor - 1);
  return {
    gain: { median: percent(median), low: percent(low / noise), high: percent(high * noise) },
    strength: strongest.strength,
  };
}

/** The beams of a task of the paper, or of both, and their shares of exact answers in percent. */
function printedBeams(dataset?: string): { width: number; share: number }[] {
  const fields = { paper: PAPER, metric: "exact", ...dataset !== undefined && { dataset } };
  return published(fields).flatMap(({ algorithm, value }) =>
    algorithm.startsWith("beam-")
      ? [{ width: Number(algorithm.slice(5)), share: Number(value) }]
      : []
  );
}

/** The share of the widest printed beam of a task that is no wider. */
function printedShare(dataset: string, width: number): number {
  const beams = printedBeams(dataset).filter((beam) => beam.width <= width);
  return beams.toSorted((a, b) => a.width - b.width).at(-1)!.share;
}

/** The speed of the decoder over that of the narrowest nearly exact beam, in each table. */
function gainsOverBeams(): { dataset: string; ratio: number; beam: string }[] {
  const fields = { paper: PAPER, metric: "speed" };
  return published({ ...fields, algorithm: DECODER }).flatMap(({ dataset, value }) => {
    const beam = published({ ...fields, dataset }).find(({ algorithm }) =>
      algorithm.startsWith("beam-") &&
      publishedValue({ paper: PAPER, dataset, algorithm, metric: "exact" })! / 100 >= NEARLY_EXACT
    );
    return beam === undefined
      ? []
      : [{ dataset, ratio: Number(value) / Number(beam.value), beam: beam.algorithm }];
  });
}
