/**
 * Signals to a bench, to one of the processes that it has started, or to all.
 *
 * @module
 */

import type { Random } from "../../../datasets/random.ts";
import { BenchProcess, type Ended, type Place } from "../run/bench_process.ts";
import { demand, demandNone } from "../run/demand.ts";
import { holdsWithin, processesIn, send } from "../run/processes.ts";
import {
  assertNoStack,
  assertNothingRuns,
  assertNothingScratched,
  resume,
  type Scene,
} from "../run/scene.ts";
import { differences, snapshot } from "../run/snapshot.ts";
import type { Trial } from "./contract.ts";

const SIGNALS = ["SIGKILL", "SIGTERM", "SIGINT", "SIGHUP"] as const;
/** A child when there is one, twice as often the bench itself. */
const TARGETS = ["parent", "parent", "child", "all"] as const;
/** Kills of one run, resumed in between. */
const MOST_KILLS = 3;
/** Milliseconds to wait for a child to kill. */
const CHILD_MS = 3_000;

type Signal = typeof SIGNALS[number];
type Target = typeof TARGETS[number];

const trial: Trial = {
  name: "kill",
  share: 6,
  run: killAndResume,
};
export default trial;

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

async function killOnce(
  scene: Scene,
  place: Place,
  args: readonly string[],
  random: Random,
): Promise<string> {
  const delayMs = random.uniform() * scene.wholeMs;
  const signal = SIGNALS[random.integer(SIGNALS.length)]!;
  const target = TARGETS[random.integer(TARGETS.length)]!;
  const which = random.uniform();
  const bench = new BenchProcess(place, args);
  await Promise.race([bench.ended, new Promise((resolve) => setTimeout(resolve, delayMs))]);
  await hit(bench.id, target, signal, which);
  const ended = await bench.ended;
  await assertNothingRuns(bench.id);
  await judge(ended, { signal, target }, place, scene);
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

/** What a bench that was hit may say and leave. */
async function judge(
  ended: Ended,
  { signal, target }: { signal: Signal; target: Target },
  place: Place,
  { whole }: Scene,
): Promise<void> {
  const said = ended.errors.join("\n");
  assertNoStack(ended);
  // Nothing was wrong, and nothing asked for that cannot be had.
  demand(ended.code !== 1 && ended.code !== 2, `exit code ${ended.code}:\n${said}`);
  // Exit code 0 claims that all is there.
  if (ended.code === 0) {
    demandNone(differences(whole, await snapshot(place.out)), "exit code 0");
  }
  if (target === "child") {
    demand([0, 3].includes(ended.code), `exit code ${ended.code}:\n${said}`);
  }
  const isTidy = signal !== "SIGKILL" || target === "child" || ended.signal === null;
  if (isTidy) await assertNothingScratched(place);
}
