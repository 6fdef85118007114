/**
 * What Auli and Lopez 2011 print of their figures, as rows of the charts that make them again.
 *
 * @module
 */

import { mark, nominal, type Part } from "../picture.ts";
import { published, publishedValue } from "../published/published.ts";

/** Where a row is from. */
export const [HERE, PAPER] = ["here", "the paper"] as const;

/** Which rows are ours. */
export const OURS = `datum.from === '${HERE}'`;

const OF = { paper: "auli2011", dataset: "ccgbank-00" } as const;
/** `bp-5{space=ast}`; without a number, all of their iterations. */
const SYSTEM = /^(bp|dd)(?:-(\d+))?\{space=(\w+)\}$/;
const MOST_ITERATIONS = 1000;
/** Lines of the chart that the paper's shares stand beside. */
const LINES = { bp: "belief propagation, 1e-3", dd: "dual decomposition" } as const;

/** What a paper prints, as marks beside our lines. */
export function fromPaper(tooltip: Part[]) {
  const shape = nominal("from", { title: null, scale: { domain: [PAPER], range: ["diamond"] } });
  return mark("point", { shape, tooltip }, {
    mark: { size: 70, filled: false, strokeWidth: 1.5 },
    where: `datum.from === '${PAPER}'`,
  });
}

/**
 * LF by iterations and its difference to the baseline of the same search space: Table 6, which has
 * more iterations than Table 4.
 *
 * @param names of the systems in the chart
 */
export function publishedGains(names: Readonly<Record<"bp" | "dd", string>>) {
  return published({ ...OF, table: "table6", metric: "lf" }).flatMap(({ algorithm, value }) => {
    const found = SYSTEM.exec(algorithm);
    if (found === null) return [];
    const [, name, iterations, space] = found;
    const base = { ...OF, table: "table6", metric: "lf", algorithm: `baseline{space=${space}}` };
    const LF = Number(value);
    // As printed, with two places.
    const gain = Math.round(100 * (LF - publishedValue(base)!)) / 100;
    const system = names[name as "bp" | "dd"];
    return [{ space: space!, iterations: Number(iterations), system, LF, gain, from: PAPER }];
  });
}

/**
 * Shares of the sentences that have converged: Section 5.2. What it counts in sentences is divided
 * by as many as its 41, which are 2.6%, are of.
 */
export function publishedConvergence() {
  const numbers = published({ ...OF, table: "section5.2" });
  const share = numbers.find(({ metric }) => metric === "unconverged_share")!;
  const counted = numbers.find(({ metric, algorithm }) =>
    metric === "unconverged" && algorithm === share.algorithm
  )!;
  const sentences = 100 * Number(counted.value) / Number(share.value);
  return numbers.filter((one) => one !== share).map(({ algorithm, metric, value }) => {
    const [, name, iterations, space] = SYSTEM.exec(algorithm)!;
    return {
      space: space!,
      line: LINES[name as "bp" | "dd"],
      iteration: Number(iterations ?? MOST_ITERATIONS),
      share: metric === "converged" ? Number(value) / 100 : 1 - Number(value) / sentences,
      from: PAPER,
    };
  });
}
