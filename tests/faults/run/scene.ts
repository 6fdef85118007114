/**
 * The plan that is run over and over, what must come of it, and how it is broken.
 *
 * @module
 */

import { join } from "node:path";
import { writePackFile } from "../../../datasets/packs/pack_file.ts";
import { Random } from "../../../datasets/random.ts";
import type { Row } from "../../../harness/store/rows.ts";
import type { FirstUse, SentenceTime } from "../../../harness/store/side_tables.ts";
import { readRun } from "../../../harness/store/store.ts";
import { filesBelow } from "../../helpers/folder_contents.ts";
import { denseFile } from "../../helpers/packs.ts";
import { countsOf } from "../../helpers/runs.ts";
import { type Ended, holdsWithin, type Place, processesIn, runBench } from "./bench_process.ts";

/** Characters of a message that are worth reading. */
const MOST_CHARACTERS = 2_000;

/** @throws Error with the message unless something holds */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message.slice(0, MOST_CHARACTERS));
}

/** @throws Error that names what there is, where nothing may be */
export function demandNone(found: readonly string[], what: string): void {
  demand(found.length === 0, `${what}: ${found.join("\n  ")}`);
}

/** Milliseconds after which nothing may be left of a bench that has ended. */
const LEFT_MS = 60_000;
/** Signals arrive within this time at most: a run takes longer only where others compute. */
const MOST_MS = 10_000;
const LABELS = 5;
const LENGTHS = [1, 2, 3, 5, 8, 13];

/** What trials start from. */
export interface Scene {
  /** A folder for trials. */
  readonly dir: string;
  /** Arguments of the bench. */
  readonly args: readonly string[];
  /** The folder of a run that nothing has disturbed. */
  readonly untouched: string;
  /** What is in it. */
  readonly whole: Snapshot;
  /** Milliseconds that it took, 10,000 at most. */
  readonly wholeMs: number;
}

/**
 * Runs the plan once: a pack, whose sentences are timed one by one and whose first use is followed,
 * and a synthetic task, with the baseline, its control and a rival.
 */
export async function newScene(dir: string): Promise<Scene> {
  const pack = join(dir, "small.safetensors");
  await writePackFile(pack, smallPack());
  const args = [
    `--dataset=${pack},synthetic-sparse-4`,
    "--decoder=auto",
    "--k=1",
    "--sentences=4",
    "--seed=3",
  ];
  return await runWhole(dir, "untouched", args);
}

/** Runs a plan once, in a folder of that name. */
export async function runWhole(dir: string, name: string, args: readonly string[]): Promise<Scene> {
  const place = await newPlace(dir, name);
  const start = performance.now();
  const ended = await runBench(place, args);
  demand(ended.code === 0, ended.errors.join("\n"));
  const wholeMs = Math.min(MOST_MS, performance.now() - start);
  const whole = await snapshot(place.out);
  return { dir, args, untouched: place.out, whole, wholeMs };
}

/** Folders of a trial. */
export async function newPlace(dir: string, name: string): Promise<Place> {
  const place = { out: join(dir, name, "run"), scratch: join(dir, name, "scratch") };
  await Deno.mkdir(place.scratch, { recursive: true });
  return place;
}

/**
 * Resumes what is in the folder of a run: all must be there in the end, as in the run that nothing
 * has disturbed, and nothing besides.
 */
export async function resume({ args, whole }: Scene, place: Place): Promise<Ended> {
  const ended = await runBench(place, [...args, "--resume"]);
  demand(ended.code === 0, `resuming failed:\n${ended.errors.join("\n")}`);
  demandNone(differences(whole, await snapshot(place.out)), "resumed otherwise");
  await assertNothingScratched(place);
  return ended;
}

/** Nothing of a bench that has ended may run on. */
export async function assertNothingRuns(session: number): Promise<void> {
  const isOver = async () => (await processesIn(session)).length === 0;
  if (await holdsWithin(LEFT_MS, isOver)) return;
  const left = await processesIn(session);
  demandNone(left.map(({ line }) => line), `after ${LEFT_MS} ms processes run on`);
}

/** Nothing may be left in the folder for what is needed only while a bench runs. */
export async function assertNothingScratched({ scratch }: Place): Promise<void> {
  const names = () => Array.from(Deno.readDirSync(scratch), ({ name }) => name);
  await holdsWithin(LEFT_MS, () => Promise.resolve(names().length === 0));
  demandNone(names(), "scratch is left");
}

/** Whoever waits for an answer gets lines, not the stack of the program. */
export function assertNoStack({ errors }: Ended): void {
  const stack = errors.filter((line) => /^\s+at |^error: Uncaught/.test(line));
  demand(stack.length === 0, `a stack: ${errors.join("\n")}`);
}

function smallPack() {
  const random = new Random(1);
  const rows = (count: number) =>
    Array.from({ length: count }, () => Array.from({ length: LABELS }, () => random.integer(20)));
  const positions = LENGTHS.reduce((sum, length) => sum + length, 0);
  return denseFile({
    emissions: rows(positions),
    transitions: rows(LABELS),
    lengths: LENGTHS,
    gold: Array.from({ length: positions }, () => random.integer(LABELS)),
    metadata: { name: "small" },
  });
}

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
  const rows = own(whole.rows);
  const rowText = ({ group, clock, process, round, timed_sentences }: Row) =>
    `${clock} ${timed_sentences} sentences, group ${group}, process ${process}, round ${round}`;
  const timeText = ({ sentence, length }: SentenceTime) => `sentence ${sentence} of ${length}`;
  const pointText = ({ process, sentences }: FirstUse) => `process ${process}, ${sentences}`;
  return {
    counts: countsOf(rows),
    tables: {
      rows: partsOf(rows, rowText),
      sentences: partsOf(own(whole.sentences), timeText),
      firstUse: partsOf(own(whole.firstUse), pointText),
    },
    repeated: new Set(rows.filter(({ role }) => role === "baseline").map(({ key }) => key)),
    files: filesBelow(dir),
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

function shortened(lines: readonly string[]): string {
  const [first, ...rest] = lines;
  return rest.length === 0 ? first! : `${first} and ${rest.length} more`;
}

/** A way to break a run, and what must hold afterwards. */
export interface Trial {
  /** As in `--only`. */
  readonly name: string;
  /** How often it is drawn, compared with others. */
  readonly share: number;
  /** Why it cannot be tried on this system; absent if it can on all. */
  unavailable?(): Promise<string | undefined>;
  /**
   * Breaks a run into a place of its own, heals it, and looks at what is there. All that is random
   * is drawn from `random`; when a signal arrives depends on the machine besides.
   *
   * @returns what was done, in a line
   * @throws Error if something is lost, doubled or left behind
   */
  run(scene: Scene, place: Place, random: Random): Promise<string>;
}
