/**
 * Comparing what two runs counted and found.
 *
 * @module
 */

import type { Row } from "./rows.ts";

/** The lattices of a cell: if they differ, nothing else can be compared. */
const LATTICES = ["pack", "sample", "sentences"] as const satisfies readonly (keyof Row)[];

/** What every decoder counts, the same on every machine. */
const COUNTS = [
  "iterations",
  "node_expansions",
  "edge_evaluations",
  "reference_edges",
  "gold_tokens",
  "right_tokens",
] as const satisfies readonly (keyof Row)[];

/** What verification finds, the same on every machine. */
const FOUND = ["verdict", "exact_share", "mean_gap"] as const satisfies readonly (keyof Row)[];

/** A column whose values differ. */
export interface Difference {
  /** Name of the column. */
  readonly column: keyof Row;
  /** Its value in the first run. */
  readonly before: Row[keyof Row];
  /** Its value in the second run. */
  readonly after: Row[keyof Row];
}

/** How a cell of one run differs from that of another. */
export interface CellChange {
  /** Dataset name. */
  readonly dataset: string;
  /** Variant name, or `control`. */
  readonly decoder: string;
  /** Paths asked for. */
  readonly k: number;
  /** What is the matter, in a few words. */
  readonly finding: string;
  /** Whether the comparison fails for it. */
  readonly isRegression: boolean;
  /** The values behind it. */
  readonly differences: readonly Difference[];
}

/** The changes between two runs. */
export interface CountComparison {
  /** Cells that both runs have. */
  readonly compared: number;
  /** In order of datasets, k and decoders. */
  readonly changes: readonly CellChange[];
}

/** Which changes count. */
export interface CompareOptions {
  /**
   * The second run was meant to measure only a part: cells that it lacks are passed over, unless
   * none of the first run's decoders is left, as where a file has another name now.
   */
  readonly partial?: boolean;
}

/**
 * Compares the counts and verdicts of two runs cell by cell. Times are not looked at.
 *
 * A regression is: a wrong answer in the second run, whatever the first had; a count, an exact
 * share or a gap that is not the same, be it smaller or larger (who made a decoder count less
 * renews the run that it is compared with); a verdict that was reached and is not any more; a cell
 * that the second run lacks, or whose status is another, unless it is `ok` now; other lattices. No
 * regression are: a new cell; a cell that is measured, checked or right now and was not before.
 *
 * @example
 * ```ts
 * import { compareCounts } from "./compare.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(compareCounts([], []), { compared: 0, changes: [] });
 * ```
 */
export function compareCounts(
  before: readonly Row[],
  after: readonly Row[],
  { partial = false }: CompareOptions = {},
): CountComparison {
  const [old, now] = [rowsByCell(before), rowsByCell(after)];
  const compared = new Set(old.keys()).intersection(now).size;
  const changes: CellChange[] = [];
  const rivals = [...old].filter(([, [row]]) => row!.role === "rival").map(([id]) => id);
  const isPart = partial && (rivals.length === 0 || rivals.some((id) => now.has(id)));
  for (const id of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [[was] = [], own = [undefined]] = [old.get(id), now.get(id)];
    if (own[0] === undefined && isPart) continue;
    const judged = own.map((is) => compareCell(was, is));
    const verdict = judged.find((one) => one?.isRegression) ?? judged[0];
    if (verdict === undefined) continue;
    const { dataset, decoder, k } = (own[0] ?? was)!;
    changes.push({ dataset, decoder, k, ...verdict });
  }
  return { compared, changes };
}

/** Names a cell as messages do. */
export function cellName({ dataset, decoder, k }: Pick<Row, "dataset" | "decoder" | "k">): string {
  return `${dataset}, ${decoder}, k = ${k}`;
}

type Judged = Pick<CellChange, "finding" | "isRegression" | "differences">;

function compareCell(was: Row | undefined, is: Row | undefined): Judged | undefined {
  if (is === undefined) return regression("vanished");
  if (is.verdict === "wrong") {
    return regression("wrong", was === undefined ? [] : differing(was, is, FOUND));
  }
  if (was === undefined) return news("new");
  const lattices = differing(was, is, LATTICES);
  if (lattices.length > 0) return regression("other lattices", lattices);
  if (was.status !== is.status) {
    const differences = differing(was, is, ["status"]);
    if (is.status === "ok") return news("measured now", differences);
    return regression(`ended as ${is.status}`, differences);
  }
  // What was not measured to the end has counted as far as the machine came.
  if (is.status !== "ok") return undefined;
  if (was.verdict === "wrong") return news("right now", differing(was, is, FOUND));
  const isCheckedNow = was.verdict === "unchecked" && is.verdict !== "unchecked";
  const differences = differing(was, is, isCheckedNow ? COUNTS : [...COUNTS, ...FOUND]);
  if (differences.length > 0) return regression("changed", differences);
  return isCheckedNow ? news("checked now", differing(was, is, ["verdict"])) : undefined;
}

function regression(finding: string, differences: readonly Difference[] = []): Judged {
  return { finding, isRegression: true, differences };
}

function news(finding: string, differences: readonly Difference[] = []): Judged {
  return { finding, isRegression: false, differences };
}

function differing(was: Row, is: Row, columns: readonly (keyof Row)[]): Difference[] {
  return columns.filter((column) => was[column] !== is[column])
    .map((column) => ({ column, before: was[column], after: is[column] }));
}

/** The rows of each cell, the worst first: a cell is as bad as that, in whatever order they are. */
function rowsByCell(rows: readonly Row[]): Map<string, Row[]> {
  const place = ({ status, verdict }: Row) => verdict === "wrong" ? 0 : status === "ok" ? 2 : 1;
  const order = ({ dataset, k, decoder }: Row) =>
    [dataset, String(k).padStart(6, "0"), decoder].join("\t");
  return Map.groupBy(rows.toSorted((a, b) => place(a) - place(b)), order);
}
