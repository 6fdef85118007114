/**
 * `sentences.csv`, beside `rows.csv`: the time of each sentence on its own, which the rows do not
 * tell. It is measured for few cells, because a mean needs no more than the rounds.
 *
 * @module
 */

import { parse } from "@std/csv";
import { join } from "node:path";
import { csv } from "./csv.ts";
import { readTable, replaceTable } from "./table_file.ts";
import type { PlannedCell } from "../plan/plan.ts";

/** The time of one sentence in one cell. */
export interface SentenceTime {
  /** Of the cell's rows, which say the dataset, the decoder and k. */
  readonly key: string;
  /** Of the cell's rows. */
  readonly session: number;
  /** Index in the dataset. */
  readonly sentence: number;
  /** T. */
  readonly length: number;
  /** Median over the passes, in milliseconds. */
  readonly elapsed_ms: number;
}

const NAMES = ["key", "session", "sentence", "length", "elapsed_ms"] as const;
const FILE = "sentences.csv";

/** Passes over the timed sentences of a cell; a collection of garbage hits a sentence in one. */
export const SENTENCE_PASSES = 3;

/**
 * Whether the sentences of a cell are timed one by one: those of decoders with their defaults on
 * real tasks at k = 1. The sentences of a synthetic task have much the same length, and three
 * passes in all cells would take a tenth of a run.
 */
export function timesSentences({ role, variant, k }: PlannedCell, family: string): boolean {
  const isDefault = variant.name === variant.decoder.name;
  return family === "real" && k === 1 && role !== "control" && isDefault;
}

/** Starts `sentences.csv` anew. */
export async function writeSentenceTimes(
  dir: string,
  times: readonly SentenceTime[],
): Promise<void> {
  await replaceTable(join(dir, FILE), NAMES.join() + "\n" + toCsv(times));
}

/** Appends to `sentences.csv`. */
export async function appendSentenceTimes(
  dir: string,
  times: readonly SentenceTime[],
): Promise<void> {
  await Deno.writeTextFile(join(dir, FILE), toCsv(times), { append: true });
}

/**
 * Reads `sentences.csv`; nothing if there is none, as in runs of earlier versions. A last line
 * without its end, as a killed run leaves it, does not count.
 *
 * @throws SyntaxError if the file is damaged
 */
export async function readSentenceTimes(dir: string): Promise<SentenceTime[]> {
  const path = join(dir, FILE);
  let text: string;
  try {
    text = await readTable(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  const [header, ...records] = parse(text.slice(0, text.lastIndexOf("\n") + 1));
  if (header?.join() !== NAMES.join()) {
    throw new SyntaxError(`Cannot read ${path}: its columns are ${header?.join()}`);
  }
  return records.map((record, index) => {
    const [key, ...rest] = record;
    const [session, sentence, length, elapsed_ms] = rest.map((field) =>
      field === "" ? NaN : Number(field)
    );
    if (
      rest.length !== NAMES.length - 1 || ![session, sentence, length, elapsed_ms].every(isNumber)
    ) {
      throw new SyntaxError(`Cannot read line ${index} of ${path}: ${record.join()}`);
    }
    return {
      key: key!,
      session: session!,
      sentence: sentence!,
      length: length!,
      elapsed_ms: elapsed_ms!,
    };
  });
}

function isNumber(value: number | undefined): boolean {
  return Number.isFinite(value);
}

/** To a tenth of a microsecond, which is about a step of the clock. */
function toCsv(times: readonly SentenceTime[]): string {
  const records = times.map((time) =>
    NAMES.map((name) => name === "elapsed_ms" ? Number(time.elapsed_ms.toFixed(4)) : time[name])
  );
  return records.length === 0 ? "" : csv(records);
}
