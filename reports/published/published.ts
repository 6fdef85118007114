/**
 * The numbers that the papers print, as data: `published/*.csv`, a file per paper.
 *
 * @module
 */

import { parse } from "@std/csv";

/** One number of a table of a paper. */
export interface PublishedResult {
  /** First author and year, or the author alone for the undated one. */
  readonly paper: string;
  /** Table or section. */
  readonly table: string;
  /** The paper's task; empty where a number is about none. */
  readonly dataset: string;
  /** Decoder, by our names; empty where a number is about none. */
  readonly algorithm: string;
  /** Paths asked for; empty where it does not matter. */
  readonly k: string;
  /** What is given: `speed`, `iterations`, `exact`, `labels`, … */
  readonly metric: string;
  /** The number as printed, or a complexity. */
  readonly value: string;
  /** Unit of the value. */
  readonly unit: string;
}

const TITLES: Readonly<Record<string, string>> = {
  huang2012: "Huang et al. 2012",
  kaji2010: "Kaji et al. 2010",
  belanger: "Belanger et al.",
  auli2011: "Auli and Lopez 2011",
  tutorial: "A tutorial on the BiLSTM-CRF",
};

let results: readonly PublishedResult[] | undefined;

/** Reads the tables of all papers, by file name and line. They are read once. */
export function publishedResults(): readonly PublishedResult[] {
  return results ??= read();
}

/** How a paper is cited in tables. */
export function paperTitle(paper: string): string {
  return TITLES[paper] ?? paper;
}

/**
 * The published results that have all the given fields, in the order of the files.
 *
 * @example
 * ```ts
 * import { published } from "./published.ts";
 * import { assertEquals } from "@std/assert";
 *
 * const labels = published({ paper: "huang2012", table: "table2", metric: "labels" });
 * assertEquals(labels.map(({ value }) => value), ["45", "319", "443", "2602", "323"]);
 * ```
 */
export function published(fields: Partial<PublishedResult>): PublishedResult[] {
  const wanted = Object.entries(fields) as [keyof PublishedResult, string][];
  return publishedResults().filter((result) => wanted.every(([name, v]) => result[name] === v));
}

/** A published number; undefined if the papers do not give it. */
export function publishedValue(fields: Partial<PublishedResult>): number | undefined {
  const [result] = published(fields);
  return result === undefined ? undefined : Number(result.value);
}

function read(): PublishedResult[] {
  const folder = new URL(".", import.meta.url);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name)
    .filter((name) => name.endsWith(".csv")).sort();
  return names.flatMap((name) => {
    const lines = parse(Deno.readTextFileSync(new URL(name, folder)), { skipFirstRow: true });
    return lines as unknown as PublishedResult[];
  });
}
