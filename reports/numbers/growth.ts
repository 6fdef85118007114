/**
 * How the work of a decoder grows: exponents fitted by least squares between logarithms.
 *
 * @module
 */

import type { SummaryRow } from "./summary_row.ts";

/** A power law y ≈ c·x^exponent. */
export interface PowerLaw {
  /** Slope of log y over log x. */
  readonly exponent: number;
  /** Points that it was fitted to. */
  readonly points: number;
  /** The smallest and the largest x. */
  readonly range: readonly [number, number];
  /** The largest factor between a point and the law, at least 1. */
  readonly worstFactor: number;
}

/**
 * Fits a power law by least squares: the slope is Σ(u−ū)(v−v̄) / Σ(u−ū)² with u = log x, v = log y.
 * Points that are not above 0 have no logarithm and are left out; undefined for fewer than three
 * different x.
 *
 * @example
 * ```ts
 * import { fitPowerLaw } from "./growth.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * const law = fitPowerLaw([[1, 5], [2, 20], [4, 80]])!;
 * assertAlmostEquals(law.exponent, 2);
 * assertAlmostEquals(law.worstFactor, 1);
 * ```
 */
export function fitPowerLaw(points: readonly (readonly [number, number])[]): PowerLaw | undefined {
  const used = points.filter(([x, y]) => x > 0 && y > 0);
  const logs = used.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  if (new Set(logs.map(([u]) => u)).size < 3) return undefined;
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const [middleU, middleV] = [mean(logs.map(([u]) => u)), mean(logs.map(([, v]) => v))];
  const products = logs.map(([u, v]) => (u - middleU) * (v - middleV));
  const exponent = mean(products) / mean(logs.map(([u]) => (u - middleU) ** 2));
  const residuals = logs.map(([u, v]) => Math.abs(v - middleV - exponent * (u - middleU)));
  const xs = used.map(([x]) => x);
  return {
    exponent,
    points: logs.length,
    range: [Math.min(...xs), Math.max(...xs)],
    worstFactor: Math.exp(Math.max(...residuals)),
  };
}

/** The growth of one decoder's edge evaluations on one family with its dial. */
export interface Growth {
  /** Decoder variant. */
  readonly decoder: string;
  /** The name of the decoder without options. */
  readonly decoderBase: string;
  /** The family, with its dial if that is set. */
  readonly family: string;
  /** In the number of labels, at a fixed length. */
  readonly inLabels: PowerLaw | undefined;
  /** In the number of steps T−1, at a fixed number of labels. */
  readonly inLength: PowerLaw | undefined;
}

/**
 * Fits the growth of every decoder on the datasets whose length is set, at k = 1. Edges lie between
 * positions: their growth is taken in T−1, so that dense Viterbi's exponent is 1, and not 1.05 for
 * short sentences.
 */
export function fitGrowth(summary: readonly SummaryRow[]): Growth[] {
  const points = summary.flatMap((row) => {
    const { length } = row.dataset_settings;
    return length === undefined || row.k !== 1 || row.edge_evaluations === undefined ? [] : [{
      row,
      family: familyWithDial(row),
      labels: row.labels,
      steps: length - 1,
      edges: row.edge_evaluations,
    }];
  });
  const series = Map.groupBy(points, (point) => JSON.stringify([point.family, point.row.decoder]));
  return [...series.values()].map((line) => {
    const { family, row: { decoder, decoder_base } } = line[0]!;
    const byLength = largest(Map.groupBy(line, ({ steps }) => steps));
    const byLabels = largest(Map.groupBy(line, ({ labels }) => labels));
    return {
      decoder,
      decoderBase: decoder_base,
      family,
      inLabels: fitPowerLaw(byLength.map(({ labels, edges }) => [labels, edges])),
      inLength: fitPowerLaw(byLabels.map(({ steps, edges }) => [steps, edges])),
    };
  });
}

/** The family of a synthetic task, with its dial if that is set: `weak{dial=0}`. */
export function familyWithDial({ family, dataset_settings: { dial } }: SummaryRow): string {
  return family + (dial === undefined ? "" : `{dial=${dial}}`);
}

/** The group with the most points. */
function largest<Point>(groups: ReadonlyMap<number, Point[]>): Point[] {
  return [...groups.values()].reduce((most, group) => group.length > most.length ? group : most);
}
