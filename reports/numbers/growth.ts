/**
 * How the work of a decoder grows with the labels: exponents fitted by least squares between
 * logarithms.
 *
 * @module
 */

import { isVerified } from "./marks.ts";
import { mean } from "./statistics.ts";
import type { SummaryRow } from "./summary_row.ts";

/**
 * Fits a power law y ≈ c·x^exponent to points by least squares: the exponent is the slope
 * Σ(u−ū)(v−v̄) / Σ(u−ū)² with u = log x, v = log y. Points that are not above 0 have no logarithm
 * and are left out; undefined for fewer than three different x.
 *
 * @example
 * ```ts
 * import { fitPowerLaw } from "./growth.ts";
 * import { assertAlmostEquals } from "@std/assert";
 *
 * assertAlmostEquals(fitPowerLaw([[1, 5], [2, 20], [4, 80]])!.exponent, 2);
 * ```
 */
export function fitPowerLaw(points: readonly (readonly [number, number])[]) {
  const logs = points.filter(([x, y]) => x > 0 && y > 0)
    .map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  if (new Set(logs.map(([u]) => u)).size < 3) return undefined;
  const [middleU, middleV] = [mean(logs, ([u]) => u), mean(logs, ([, v]) => v)];
  const products = logs.map(([u, v]) => (u - middleU) * (v - middleV));
  const exponent = mean(products) / mean(logs, ([u]) => (u - middleU) ** 2);
  return { exponent, points: logs.length };
}

/**
 * Fits the growth of a decoder's edge evaluations in the number of labels, on a family of datasets
 * whose length is set, for k paths, to the cells of the length with the most cells whose answers
 * are right; undefined if they are too few.
 *
 * @param family with its dial if that is set: `weak{dial=0}`
 */
export function growthInLabels(
  summary: readonly SummaryRow[],
  decoder: string,
  family: string,
  k = 1,
) {
  const cells = summary.filter((row) =>
    row.decoder === decoder && row.k === k && isVerified(row) &&
    row.edge_evaluations !== undefined &&
    row.dataset_settings.length !== undefined && familyWithDial(row) === family
  );
  const longest = [...Map.groupBy(cells, (row) => row.dataset_settings.length).values()]
    .reduce((most, group) => group.length > most.length ? group : most, []);
  const law = fitPowerLaw(longest.map((row) => [row.labels, row.edge_evaluations!]));
  return law && { ...law, cells: longest };
}

function familyWithDial({ family, dataset_settings: { dial } }: SummaryRow): string {
  return family + (dial === undefined ? "" : `{dial=${dial}}`);
}
