/**
 * Performance profiles: on what share of the datasets a decoder is within a factor of the fastest.
 *
 * Source: Dolan and Moré, Benchmarking optimization software with performance profiles, 2002.
 *
 * @module
 */

import { formatShare, formatTimes } from "../numbers/format.ts";
import { generalCells, isHeadline, orderDecoders } from "../numbers/variants.ts";
import { CLOCK_WORDS } from "../numbers/glance.ts";
import { isRight } from "../numbers/marks.ts";
import { fastestOf, ratioOf } from "../numbers/speed_ratio.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { dots, linear, lines, log, logTicks, mark, picture } from "../picture.ts";
import { looksOf, timedSample } from "./_cells.ts";
import type { Chart } from "./contract.ts";

/** A dataset on which a smaller share of the decoders was run is left out. */
const LEAST_SHARE = 0.5;
/** How a cell may end other than well. */
const FAILURES = ["wrong", "error", "timeout"] as const;

/** Pixels: of the plot, and from a name at the end of a line to the next, as they are inclined. */
const SIZE = { width: 620, height: 400 };
const NAME_WIDTH = 17;

type Failure = typeof FAILURES[number];

/** What a decoder did on one dataset: its time over that of the fastest, or how it failed. */
interface Outcome {
  readonly decoder: string;
  readonly dataset: string;
  readonly factor?: number;
  readonly failure?: Failure;
}

/** A step of a decoder's line; the ends of the line are on no dataset. */
interface Step {
  readonly decoder: string;
  readonly variant: string;
  readonly factor: number;
  readonly share: number;
  readonly dataset?: string;
  readonly [name: string]: string | number | undefined;
}

/** The chart “Performance profiles”. */
const performanceProfile: Chart = {
  name: "performance-profile",
  title: "Performance profiles",
  order: 25,
  description:
    "For each factor, the share of the datasets on which an exact decoder takes at most " +
    "that many times the time of the fastest exact one, at k = 1 (Dolan and Moré 2002). A line that " +
    "begins high is often the fastest; one that soon reaches the top is never slow. A line that " +
    "ends below 100% failed on the rest: the legend counts these datasets. Decoders are drawn with " +
    "their defaults, dense Viterbi with SIMD, too. Datasets on which fewer than half of them were run, or " +
    "whose times cannot be compared, are left out, and so are decoders that were not run on all others.",
  needs: "two exact decoders timed on two or more datasets with k = 1",
  spec({ summary }) {
    const cells = generalCells(summary).filter((row) =>
      row.k === 1 && row.exact && row.role !== "control" && isHeadline(row)
    );
    const outcomes = judge(cells);
    const decoders = orderDecoders(outcomes);
    const datasets = new Set(outcomes.map(({ dataset }) => dataset));
    const factors = outcomes.flatMap(({ factor }) => factor ?? []);
    if (decoders.length < 2 || datasets.size < 2 || factors.length === 0) return undefined;
    const drawn = cells.filter(({ decoder }) => decoders.includes(decoder));
    const labels = Object.fromEntries(
      decoders.map((decoder) => [decoder, legend(decoder, outcomes)]),
    );
    const named = { title: null, labelExpr: `${JSON.stringify(labels)}[datum.label]` };
    const { color, shape, strokeDash } = looksOf(summary, drawn);
    const most = 1.15 * Math.max(2, ...factors);
    const tooltip = {
      decoder: "decoder",
      dataset: "dataset",
      k: "k",
      factorText: "× fastest",
      shareText: "datasets up to here",
    };
    const rows = decoders.flatMap((decoder) =>
      steps(outcomes.filter((outcome) => outcome.decoder === decoder), datasets.size, most)
    );
    return picture({
      title: performanceProfile.title,
      subtitle: [
        `${datasets.size} datasets, exact decoders, k = 1; ${CLOCK_WORDS.decode}`,
        timedSample(timed(drawn)),
      ],
      rows,
    }, {
      ...SIZE,
      x: log("factor", "time, multiple of the fastest exact decoder's", {
        padding: 0,
        domain: [1, most],
        ticks: logTicks([1, most]),
        format: ",~g",
        axis: { grid: false },
      }),
      y: linear("share", "share of the datasets", {
        domain: [0, 1],
        padding: 4,
        format: "%",
        axis: { tickCount: 5 },
      }),
      looks: {
        color: { ...color, legend: named },
        shape: { ...shape, legend: named },
        strokeDash,
      },
      layers: [
        lines({ mark: { interpolate: "step-after" } }),
        dots(tooltip, { mark: { size: 36 }, where: "isValid(datum.dataset)" }),
        mark("text", { text: { field: "decoder" } }, {
          rows: names(rows, most),
          mark: { angle: -40, align: "left", baseline: "middle", dx: 7, fontSize: 11 },
        }),
      ],
    });
  },
};

export default performanceProfile;

/** Where each decoder's name begins: at its last step, or to the right of the name before. */
function names(rows: readonly Step[], most: number): Step[] {
  const pixels = SIZE.width / Math.log(most);
  const last = [...Map.groupBy(rows, ({ decoder }) => decoder).values()]
    .flatMap((own) => own.findLast(({ dataset }) => dataset !== undefined) ?? [])
    .sort((a, b) => a.factor - b.factor);
  let free = 0;
  return last.map(({ decoder, variant, factor, share }) => {
    const x = Math.max(free, pixels * Math.log(factor));
    free = x + NAME_WIDTH;
    return { decoder, variant, factor: Math.exp(x / pixels), share };
  });
}

/** The name of a decoder, and how often it failed. */
function legend(decoder: string, outcomes: readonly Outcome[]): string {
  const counts = FAILURES.flatMap((kind) => {
    const count = outcomes.filter((o) => o.decoder === decoder && o.failure === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return counts.length === 0 ? decoder : `${decoder}: ${counts.join(", ")}`;
}

/** How every decoder did on every dataset on which one of them was timed. */
function judge(cells: readonly SummaryRow[]): Outcome[] {
  const problems = [...Map.groupBy(cells, ({ dataset }) => dataset)]
    .filter(([, of]) => timed(of).length > 0);
  const names = [...new Set(problems.flatMap(([, of]) => of.map(({ decoder }) => decoder)))];
  const common = problems.filter(([, of]) =>
    of.filter(wasRun).length >= LEAST_SHARE * names.length
  );
  const decoders = names.filter((name) =>
    common.every(([, of]) => of.some((row) => row.decoder === name && wasRun(row)))
  );
  return common.flatMap(([dataset, of]) => {
    const solved = timed(of).filter(({ decoder }) => decoders.includes(decoder));
    const fastest = fastestOf(solved);
    const outcomes = decoders.map((decoder): Outcome => {
      const row = of.find((candidate) => candidate.decoder === decoder)!;
      return solved.includes(row)
        ? { decoder, dataset, factor: Math.max(1, ratioOf(fastest!, row)?.median ?? NaN) }
        : { decoder, dataset, failure: failureOf(row) };
    });
    return outcomes.some(({ factor }) => Number.isNaN(factor)) ? [] : outcomes;
  });
}

/** Only right answers count. */
function timed(cells: readonly SummaryRow[]): SummaryRow[] {
  return cells.filter((row) => isRight(row) && row.sentences_per_second !== undefined);
}

/** An answer that was not verified says nothing either way. */
function wasRun({ status, verdict }: SummaryRow): boolean {
  return status !== "skipped" && !(status === "ok" && verdict === "unchecked");
}

function failureOf({ status, verdict }: SummaryRow): Failure {
  return verdict !== "wrong" && (status === "error" || status === "timeout") ? status : "wrong";
}

/** The line of a decoder from a factor of 1 to the end of the axis. */
function steps(
  outcomes: readonly Outcome[],
  problems: number,
  most: number,
): Step[] {
  const { decoder } = outcomes[0]!;
  const solved = outcomes.filter((outcome) => outcome.factor !== undefined)
    .sort((a, b) => a.factor! - b.factor!);
  const variant = decoder;
  const points = solved.map(({ dataset, factor }, index) => ({
    decoder,
    variant,
    dataset,
    k: 1,
    factor: Number(factor!.toPrecision(6)),
    share: (index + 1) / problems,
    factorText: formatTimes(factor!),
    shareText: formatShare((index + 1) / problems),
  }));
  return [
    { decoder, variant, factor: 1, share: 0 },
    ...points,
    { decoder, variant, factor: most, share: solved.length / problems },
  ];
}
