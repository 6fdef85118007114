/**
 * Performance profiles: on what share of the datasets a decoder is within a factor of the fastest.
 *
 * Source: Dolan and Moré, Benchmarking optimization software with performance profiles, 2002.
 *
 * @module
 */

import { decoderEncoding, logTicks, SCHEMA, timedSample } from "../drawing/encoding.ts";
import type { Chart, Spec } from "./contract.ts";
import { formatRatio, formatShare } from "../numbers/format.ts";
import { orderDecoders } from "../numbers/order.ts";
import type { SummaryRow } from "../numbers/summary_row.ts";
import { generalCells } from "../numbers/sweep.ts";

/** A decoder that ran on a smaller share of the datasets has no profile. */
const LEAST_SHARE = 0.5;
/** How a cell may end other than well, from bad to harmless. */
const FAILURES = ["wrong", "error", "timeout", "skipped", "not run"] as const;

type Failure = typeof FAILURES[number];

/** What a decoder did on one dataset: its time over that of the fastest, or how it failed. */
interface Outcome {
  readonly decoder: string;
  readonly dataset: string;
  readonly factor?: number;
  readonly failure?: Failure;
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
    "ends below 100% failed on the rest, or was not run there: the legend counts these datasets. " +
    "Decoders that were run on fewer than half of the datasets are left out.",
  needs: "two exact decoders timed on two or more datasets with k = 1",
  spec,
};

export default performanceProfile;

function spec(summary: readonly SummaryRow[]): Spec | undefined {
  const cells = generalCells(summary).filter((row) =>
    row.k === 1 && row.exact && row.role !== "control"
  );
  const outcomes = judge(cells);
  const decoders = orderDecoders(outcomes);
  const datasets = new Set(outcomes.map(({ dataset }) => dataset));
  const factors = outcomes.flatMap(({ factor }) => factor ?? []);
  if (decoders.length < 2 || datasets.size < 2 || factors.length === 0) return undefined;
  const drawn = cells.filter(({ decoder }) => decoders.includes(decoder));
  const { color, shape, strokeDash } = decoderEncoding(summary, drawn);
  const labels = Object.fromEntries(
    decoders.map((decoder) => [decoder, legend(decoder, outcomes)]),
  );
  const labelExpr = `${JSON.stringify(labels)}[datum.label]`;
  const most = 1.15 * Math.max(2, ...factors);
  return {
    $schema: SCHEMA,
    title: {
      text: performanceProfile.title,
      subtitle: [`${datasets.size} datasets, exact decoders, k = 1`, timedSample(timed(drawn))],
    },
    data: {
      values: decoders.flatMap((decoder) =>
        steps(outcomes.filter((outcome) => outcome.decoder === decoder), datasets.size, most)
      ),
    },
    width: 620,
    height: 400,
    encoding: {
      x: {
        field: "factor",
        type: "quantitative",
        title: "time, multiple of the fastest exact decoder's",
        scale: { type: "log", nice: false, domain: [1, most] },
        axis: { values: logTicks([1, most]), format: "~g", grid: false },
      },
      y: {
        field: "share",
        type: "quantitative",
        title: "share of the datasets",
        scale: { domain: [0, 1], padding: 4 },
        axis: { format: "%", tickCount: 5 },
      },
      color: { ...color, legend: { title: null, labelExpr } },
    },
    layer: [
      { mark: { type: "line", interpolate: "step-after" }, encoding: { strokeDash } },
      {
        mark: { type: "point", size: 36 },
        transform: [{ filter: "isValid(datum.dataset)" }],
        encoding: {
          shape: { ...shape, legend: { title: null, labelExpr } },
          tooltip: [
            { field: "decoder", title: "decoder" },
            { field: "dataset", title: "dataset" },
            { field: "k", title: "k" },
            { field: "factorText", title: "× fastest" },
            { field: "shareText", title: "datasets up to here" },
          ],
        },
      },
    ],
  };
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
  const known = problems.flatMap(([, of]) => of);
  const counts = Map.groupBy(known, ({ decoder }) => decoder);
  const decoders = [...counts].filter(([, of]) => of.length >= LEAST_SHARE * problems.length)
    .map(([decoder]) => decoder);
  return problems.flatMap(([dataset, of]) => {
    const solved = timed(of).filter(({ decoder }) => decoders.includes(decoder));
    const fastest = Math.max(...solved.map((row) => row.comparable_speed!));
    return decoders.map((decoder) => {
      const row = of.find((candidate) => candidate.decoder === decoder);
      return row !== undefined && solved.includes(row)
        ? { decoder, dataset, factor: fastest / row.comparable_speed! }
        : { decoder, dataset, failure: failureOf(row) };
    });
  });
}

/** Only right answers count. */
function timed(cells: readonly SummaryRow[]): SummaryRow[] {
  return cells.filter((row) =>
    row.status === "ok" && row.verdict === "correct" && row.comparable_speed !== undefined
  );
}

function failureOf(row: SummaryRow | undefined): Failure {
  if (row === undefined) return "not run";
  if (row.verdict === "wrong") return "wrong";
  return row.status === "ok" ? "not run" : row.status;
}

/** The line of a decoder from a factor of 1 to the end of the axis. */
function steps(
  outcomes: readonly Outcome[],
  problems: number,
  most: number,
): Record<string, string | number>[] {
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
    factorText: `${formatRatio(factor!)}×`,
    shareText: formatShare((index + 1) / problems),
  }));
  return [
    { decoder, variant, factor: 1, share: 0 },
    ...points,
    { decoder, variant, factor: most, share: solved.length / problems },
  ];
}
