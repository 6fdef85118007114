/**
 * Two benches into one folder, and hostile decoders among honest ones.
 *
 * @module
 */

import { writeDecoder } from "../../helpers/decoder_files.ts";
import { startBench } from "../run/bench_process.ts";
import {
  assertNoStack,
  assertNothingRuns,
  assertNothingScratched,
  demand,
  demandNone,
  differences,
  resume,
  snapshot,
  type Trial,
} from "../run/scene.ts";
import { HOSTILE } from "../tables.ts";

/** Share of trials in which both begin at once. */
const AT_ONCE = 0.3;
/** Latest start of the second, as a share of the time of a run. */
const LATEST = 0.9;

/**
 * Two benches into one folder.
 */
export const twoWriters: Trial = {
  name: "writers",
  share: 1,
  async run(scene, place, random) {
    const isAtOnce = random.uniform() < AT_ONCE;
    const delayMs = isAtOnce ? 0 : random.uniform() * LATEST * scene.wholeMs;
    const own = random.integer(2) === 0 ? [] : ["--resume"];
    const first = startBench(place, scene.args);
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    const second = startBench(place, [...scene.args, ...own]);
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

/** Decoders in one run. */
const TOGETHER = 3;

/** Those that are measured, and caught at it, without a long wait. */
const QUICK = HOSTILE.filter(({ ends }) => !ends.includes("timeout"));

/**
 * Hostile decoders among honest ones: whatever becomes of them, the others are measured as if they
 * were alone.
 */
export const company: Trial = {
  name: "company",
  share: 1,
  async run(scene, place, random) {
    const hostile = random.shuffle([...QUICK]).slice(0, TOGETHER);
    const files: string[] = [];
    for (const one of hostile) files.push(await writeDecoder(`${place.out}/..`, one.name, one));
    const args = scene.args.map((arg) =>
      arg.startsWith("--decoder=") ? [arg, ...files].join() : arg
    );
    const bench = startBench(place, args);
    const ended = await bench.ended;
    await assertNothingRuns(bench.id);
    await assertNothingScratched(place);
    assertNoStack(ended);
    const isCaught = hostile.some(({ ends }) => !ends.includes("whole"));
    const codes = isCaught ? [1, 3] : [0, 1, 3];
    demand(codes.includes(ended.code), `exit code ${ended.code}:\n${ended.errors.join("\n")}`);
    const keys = new Set(scene.whole.tables.rows.map(({ key }) => key));
    const found = await snapshot(place.out, keys);
    // Their failing lattices and logs are in the folder besides.
    const own = { ...found, files: scene.whole.files };
    demandNone(differences(scene.whole, own), `beside ${hostile.map(({ name }) => name)}`);
    return `${hostile.map(({ name }) => name)}: exit code ${ended.code}`;
  },
};
