/**
 * `deno task faults`: whether anything that a user, a decoder or a machine does makes a run lose,
 * double or forge what it measures, or leaves something behind.
 *
 * @module
 */

import { join } from "node:path";
import { Random } from "../../datasets/random.ts";
import { openScratch } from "../../harness/isolate/scratch.ts";
import { type FlagSpec, parseFlags, wholeNumber } from "../../harness/terminal/flags.ts";
import { unknownName, UsageError } from "../../harness/terminal/usage_error.ts";
import { newPlace, newScene, type Scene, type Trial } from "./run/scene.ts";
import { TABLES } from "./tables.ts";
import { fullDisk } from "./trials/full_disk.ts";
import { company, twoWriters } from "./trials/company.ts";
import { kill, killParses } from "./trials/kill.ts";
import { truncate } from "./trials/truncate.ts";

/** What is tried at random. */
const TRIALS: readonly Trial[] = [kill, killParses, truncate, twoWriters, fullDisk, company];
/** Of all that is tried. */
const NAMES = [...Object.keys(TABLES), ...TRIALS.map(({ name }) => name)];

const MS_PER_MINUTE = 60_000;
const FLAGS: FlagSpec = {
  minutes: { value: "N", help: "how long to go on with what is random (5)" },
  trials: { value: "N", help: "how often to try what is random, instead of --minutes" },
  seed: { value: "N", help: "seed of what is random (another each time)" },
  from: { value: "N", help: "first trial; tries one again that failed (0)" },
  only: { value: "A,B", help: `some of ${NAMES.join(", ")}` },
};

/** What was tried, and what failed. */
interface Score {
  tried: number;
  failed: number;
}

async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    for (const [name, { value, help }] of Object.entries(FLAGS)) {
      console.log(`  --${`${name} ${value}`.padEnd(12)} ${help}`);
    }
    return 0;
  }
  const flags = parseFlags("faults", FLAGS, args);
  const minutes = wholeNumber(flags, "minutes", 1) ?? 5;
  const end = performance.now() + minutes * MS_PER_MINUTE;
  const seed = wholeNumber(flags, "seed", 0) ?? Math.floor(Math.random() * 1e6);
  const from = wholeNumber(flags, "from", 0) ?? 0;
  const count = wholeNumber(flags, "trials", 1);
  const only = flags.values["only"]?.split(",");
  for (const name of only ?? []) {
    if (!NAMES.includes(name)) throw unknownName("part of faults", name, NAMES);
  }
  const isAsked = (name: string) => only?.includes(name) ?? true;
  await using scratch = await openScratch();
  const dir = scratch.path;
  const score: Score = { tried: 0, failed: 0 };
  for (const [name, table] of Object.entries(TABLES)) {
    if (!isAsked(name)) continue;
    const folder = join(dir, name);
    await Deno.mkdir(folder);
    const { tried, defects } = await table(folder);
    for (const defect of defects) console.log(`FAILED ${name}: ${defect}`);
    console.log(`${name}: ${tried} tried, ${defects.length} failed`);
    score.tried += tried;
    score.failed += defects.length;
  }
  const trials = await available(TRIALS.filter(({ name }) => isAsked(name)));
  if (trials.length > 0) {
    const isOver = (trial: number) =>
      count === undefined ? performance.now() > end : trial >= from + count;
    await tryAtRandom(trials, { seed, from, isOver }, dir, score);
  }
  console.log(`${score.tried} tried, ${score.failed} failed`);
  return score.failed === 0 ? 0 : 1;
}

/** One of some trials, by their shares. */
function drawTrial(trials: readonly Trial[], random: Random): Trial {
  let sum = 0;
  const sums = Float64Array.from(trials, ({ share }) => sum += share);
  return trials[random.choose(sums)]!;
}

/** Those that can be tried here; others are named. */
async function available(trials: readonly Trial[]): Promise<Trial[]> {
  const able: Trial[] = [];
  for (const trial of trials) {
    const reason = await trial.unavailable?.();
    if (reason === undefined) able.push(trial);
    else console.log(`SKIPPED ${trial.name}: ${reason}`);
  }
  return able;
}

/** The n-th trial is the same whatever the first is. */
async function tryAtRandom(
  trials: readonly Trial[],
  { seed, from, isOver }: { seed: number; from: number; isOver: (trial: number) => boolean },
  dir: string,
  score: Score,
): Promise<void> {
  const scene: Scene = await newScene(dir);
  console.log(`a run takes ${(scene.wholeMs / 1000).toFixed(1)} s; --seed ${seed}`);
  const only = trials.map(({ name }) => name).join();
  for (let number = from; number === from || !isOver(number); number++) {
    const random = new Random(seed, number);
    const trial = drawTrial(trials, random);
    const place = await newPlace(dir, `${number}`);
    score.tried++;
    try {
      console.log(`${number} ${trial.name}: ${await trial.run(scene, place, random)}`);
    } catch (error) {
      score.failed++;
      console.log(`FAILED ${number} ${trial.name}: ${(error as Error).message}`);
      const again = `--seed ${seed} --from ${number} --trials 1 --only ${only}`;
      console.log(`  again: deno task faults ${again}`);
    }
    await Deno.remove(join(dir, `${number}`), { recursive: true });
  }
}

try {
  Deno.exitCode = await main(Deno.args);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(`error: ${error.message}`);
  Deno.exitCode = 2;
}
