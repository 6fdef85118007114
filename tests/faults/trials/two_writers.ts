/**
 * Two benches into one folder.
 *
 * @module
 */

import { BenchProcess } from "../run/bench_process.ts";
import { demand, demandNone } from "../run/demand.ts";
import { assertNoStack, assertNothingRuns, assertNothingScratched, resume } from "../run/scene.ts";
import { differences, snapshot } from "../run/snapshot.ts";
import type { Trial } from "./contract.ts";

/** Share of trials in which both begin at once. */
const AT_ONCE = 0.3;
/** Latest start of the second, as a share of the time of a run. */
const LATEST = 0.9;

const trial: Trial = {
  name: "writers",
  share: 1,
  async run(scene, place, random) {
    const isAtOnce = random.uniform() < AT_ONCE;
    const delayMs = isAtOnce ? 0 : random.uniform() * LATEST * scene.wholeMs;
    const own = random.integer(2) === 0 ? [] : ["--resume"];
    const first = new BenchProcess(place, scene.args);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const second = new BenchProcess(place, [...scene.args, ...own]);
    const ended = await Promise.all([first.ended, second.ended]);
    for (const { id } of [first, second]) await assertNothingRuns(id);
    await assertNothingScratched(place);
    const codes = ended.map(({ code }) => code);
    for (const one of ended) {
      assertNoStack(one);
      // One is refused in a line, or begins when the other is done and finds nothing to do.
      const isRefused = one.code === 2 && one.errors.length === 1;
      demand(one.code === 0 || isRefused, `exit code ${one.code}: ${one.errors.join("\n")}`);
    }
    demand(codes.includes(0), `both were refused: ${ended.flatMap(({ errors }) => errors)}`);
    demandNone(differences(scene.whole, await snapshot(place.out)), "two writers");
    await resume(scene, place);
    return `the second ${own.join()} after ${delayMs.toFixed(0)} ms: exit codes ${codes}`;
  },
};
export default trial;
