/**
 * What must be in the folder of a run, however often it was broken and resumed.
 *
 * @module
 */

import { join } from "node:path";
import type { Row } from "../../../harness/store/rows.ts";
import { readRun, type Run } from "../../../harness/store/store.ts";
import { countsOf } from "../../helpers/runs.ts";

/** What was measured of a cell in one session, a text for each line. */
interface Part {
  readonly key: string;
  readonly session: number;
  readonly lines: readonly string[];
}

/** The contents of the folder of a run that do not depend on the time that things took. */
export interface Snapshot {
  /** Verdict and counts of each cell. */
  readonly counts: readonly string[];
  /** The lines of each table by cell and session. */
  readonly tables: Readonly<Record<Table, readonly Part[]>>;
  /** Keys of the cells that are measured again beside others: the baseline. */
  readonly repeated: ReadonlySet<string>;
  /** Paths below the folder. */
  readonly files: readonly string[];
}

type Table = "rows" | "sentences" | "firstUse";
const TABLES: readonly Table[] = ["rows", "sentences", "firstUse"];

/** Reads the folder of a run; of the given cells alone, if there are some. */
export async function snapshot(dir: string, keys?: ReadonlySet<string>): Promise<Snapshot> {
  const whole = await readRun(dir);
  const own = <Line extends { readonly key: string }>(lines: readonly Line[]) =>
    lines.filter(({ key }) => keys?.has(key) ?? true);
  const run = {
    rows: own(whole.rows),
    sentences: own(whole.sentences),
    firstUse: own(whole.firstUse),
  };
  const { rows } = run;
  return {
    counts: countsOf(rows),
    tables: tablesOf(run),
    repeated: new Set(rows.filter(({ role }) => role === "baseline").map(({ key }) => key)),
    files: (await filesBelow(dir)).sort(),
  };
}

/**
 * How a run that was broken and resumed differs from one that was not: nothing may be missing, and
 * nothing doubled. Only a baseline may have been measured in several sessions, each time whole.
 */
export function differences(whole: Snapshot, healed: Snapshot): string[] {
  const found: string[] = [];
  const compare = (what: string, expected: readonly string[], actual: readonly string[]) => {
    const missing = expected.filter((line) => !actual.includes(line));
    const besides = actual.filter((line) => !expected.includes(line));
    if (missing.length > 0) found.push(`${what} missing: ${shortened(missing)}`);
    if (besides.length > 0) found.push(`${what} besides: ${shortened(besides)}`);
    if (new Set(actual).size < actual.length) found.push(`${what} doubled`);
  };
  compare("counts", whole.counts, healed.counts);
  compare("files", whole.files, healed.files);
  for (const table of TABLES) {
    const expected = new Map(whole.tables[table].map((part) => [part.key, part]));
    const actual = Map.groupBy(healed.tables[table], ({ key }) => key);
    compare(`${table}: cells`, [...expected.keys()], [...actual.keys()]);
    for (const [key, parts] of actual) {
      const lines = expected.get(key)?.lines ?? [];
      for (const part of parts) {
        compare(`${table}: ${key} in session ${part.session}`, lines, part.lines);
      }
      if (parts.length > 1 && !whole.repeated.has(key)) {
        found.push(`${table}: ${key} in sessions ${parts.map(({ session }) => session)}`);
      }
    }
  }
  return found;
}

function tablesOf(
  { rows, sentences, firstUse }: Pick<Run, Table>,
): Snapshot["tables"] {
  const lineOf = ({ group, clock, process, round, timed_sentences }: Row) =>
    `${clock} ${timed_sentences} sentences, group ${group}, process ${process}, round ${round}`;
  return {
    rows: partsOf(rows, lineOf),
    sentences: partsOf(sentences, ({ sentence, length }) => `sentence ${sentence} of ${length}`),
    firstUse: partsOf(firstUse, ({ process, sentences }) => `process ${process}, ${sentences}`),
  };
}

function partsOf<Line extends { readonly key: string; readonly session: number }>(
  lines: readonly Line[],
  text: (line: Line) => string,
): Part[] {
  const parts = Map.groupBy(lines, ({ key, session }) => `${key} ${session}`);
  return [...parts.values()].map((of) => ({
    key: of[0]!.key,
    session: of[0]!.session,
    lines: of.map(text).sort(),
  }));
}

async function filesBelow(dir: string, path = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(dir, path))) {
    const below = join(path, name);
    if (isDirectory) files.push(...await filesBelow(dir, below));
    else files.push(below);
  }
  return files;
}

function shortened(lines: readonly string[]): string {
  const [first, ...rest] = lines;
  return rest.length === 0 ? first! : `${first} and ${rest.length} more`;
}
