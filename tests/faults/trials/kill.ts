/**
 * Signals to a bench, to one of the processes that it has started, or to all.
 *
 * @module
 */

import { join } from "node:path";
import type { Random } from "../../../datasets/random.ts";
import { ANSWERS, TRACES } from "../../../harness/store/side_tables.ts";
import { writeSmallParses } from "../../helpers/parses.ts";
import { holdsWithin, type Place, processesIn, send, startBench } from "../run/bench_process.ts";
import {
  assertNoStack,
  assertNothingRuns,
  assertNothingScratched,
  demand,
  demandNone,
  differences,
  resume,
  runWhole,
  type Scene,
  snapshot,
  type Trial,
} from "../run/scene.ts";

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const;
/** A child when there is one, twice as often the bench itself. */
const TARGETS = ["parent", "parent", "child", "all"] as const;
/** Kills of one run, resumed in between. */
const MOST_KILLS = 3;
/** Milliseconds to wait for a child to kill. */
const CHILD_MS = 3_000;

type Signal = typeof SIGNALS[number];
type Target = typeof TARGETS[number];

/**
 * Signals to a bench, to one of the processes that it has started, or to all.
 */
export const kill: Trial = { name: "kill", share: 6, run: killAndResume };
/** Begins a plan, kills it once or more, and resumes it: all must be there, and nothing twice. */
export async function killAndResume(scene: Scene, place: Place, random: Random): Promise<string> {
  const kills = Math.min(MOST_KILLS, 1 + random.geometric(0.5));
  const said: string[] = [];
  for (let kill = 0; kill < kills; kill++) {
    const args = kill === 0 ? scene.args : [...scene.args, "--resume"];
    said.push(await killOnce(scene, place, args, random));
  }
  await resume(scene, place);
  return said.join("; ");
}

async function killOnce(scene: Scene, place: Place, args: readonly string[], random: Random) {
  const delayMs = random.uniform() * scene.wholeMs;
  const signal = SIGNALS[random.integer(SIGNALS.length)]!;
  const target = TARGETS[random.integer(TARGETS.length)]!;
  const which = random.uniform();
  const bench = startBench(place, args);
  await Promise.race([bench.ended, new Promise((resolve) => setTimeout(resolve, delayMs))]);
  await hit(bench.id, target, signal, which);
  const ended = await bench.ended;
  await assertNothingRuns(bench.id);
  assertNoStack(ended);
  const said = `exit code ${ended.code}:\n${ended.errors.join("\n")}`;
  // Nothing was wrong, and nothing asked for that cannot be had.
  demand(ended.code !== 1 && ended.code !== 2, said);
  demand(target !== "child" || [0, 3].includes(ended.code), said);
  // Exit code 0 claims that all is there.
  if (ended.code === 0) {
    demandNone(differences(scene.whole, await snapshot(place.out)), "exit code 0");
  }
  const isTidy = signal !== "SIGKILL" || target === "child" || ended.signal === null;
  if (isTidy) await assertNothingScratched(place);
  const how = ended.signal ?? `code ${ended.code}`;
  return `${signal} to ${target} after ${delayMs.toFixed(0)} ms, ended with ${how}`;
}

async function hit(bench: number, target: Target, signal: Signal, which: number): Promise<void> {
  const children = async () => (await processesIn(bench)).filter(({ id }) => id !== bench);
  if (target !== "child") send(bench, signal);
  if (target === "parent") return;
  let found = await children();
  if (target === "child") {
    const isThere = async () =>
      (found = await children()).length > 0 || (await processesIn(bench)).length === 0;
    await holdsWithin(CHILD_MS, isThere);
    found = found.slice(Math.floor(which * found.length)).slice(0, 1);
  }
  for (const { id } of found) send(id, signal);
}

/** What is told of answers and how they were come to, besides the rows. */
const TABLES = { answers: ANSWERS.readIfThere, traces: TRACES.readIfThere } as const;
/** Runs that nothing has disturbed, by the folder of trials. */
const untouched = new Map<string, Promise<Scene>>();

/**
 * Signals to a bench of parsing decoders.
 */
export const killParses: Trial = {
  name: "kill-parses",
  share: 3,
  async run({ dir }, place, random) {
    if (!untouched.has(dir)) untouched.set(dir, runParses(dir));
    const scene = await untouched.get(dir)!;
    const said = await killAndResume(scene, place, random);
    for (const [name, read] of Object.entries(TABLES)) {
      const whole = await linesOf(read, scene.untouched);
      const healed = await linesOf(read, place.out);
      demand(whole.length > 0, `no ${name}`);
      demand(whole.join("\n") === healed.join("\n"), `${name} resumed otherwise`);
    }
    return said;
  },
};
/** A pack with gold, in two search spaces; the baseline, its control and two rivals. */
async function runParses(dir: string): Promise<Scene> {
  const pack = await writeSmallParses(join(dir, "parses.safetensors"));
  return await runWhole(dir, "untouched-parses", [
    "--suite=ccg_quick",
    `--dataset=${pack},synthetic-parsing-40{length=5,beam=0.001,cutoff=150}`,
    "--decoder=bar-hillel,dual-decomposition{iterations=5}",
    "--sentences=8",
    "--seed=3",
  ]);
}

/** The lines of a table without their session, each once: the baseline's are there in each. */
async function linesOf(
  read: (dir: string) => Promise<readonly { readonly session: number }[]>,
  dir: string,
): Promise<string[]> {
  const lines = (await read(dir)).map(({ session: _, ...line }) => JSON.stringify(line));
  return [...new Set(lines)].sort();
}
