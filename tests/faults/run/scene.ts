/**
 * The plan that is run over and over, and what must come of it.
 *
 * @module
 */

import { join } from "node:path";
import { writePackFile } from "../../../datasets/packs/tensor_file.ts";
import { Random } from "../../../datasets/random.ts";
import { denseFile } from "../../helpers/packs.ts";
import { type Ended, type Place, runBench } from "./bench_process.ts";
import { demand, demandNone } from "./demand.ts";
import { holdsWithin, processesIn } from "./processes.ts";
import { differences, type Snapshot, snapshot } from "./snapshot.ts";

/** Milliseconds after which nothing may be left of a bench that has ended. */
const LEFT_MS = 5_000;
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
export async function runWhole(
  dir: string,
  name: string,
  args: readonly string[],
): Promise<Scene> {
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
