/**
 * Hostile decoders among honest ones: whatever becomes of them, the others are measured as if they
 * were alone.
 *
 * @module
 */

import { HOSTILE } from "../hostile/table.ts";
import { writeHostile } from "../hostile/write.ts";
import { BenchProcess } from "../run/bench_process.ts";
import { demand, demandNone } from "../run/demand.ts";
import { assertNoStack, assertNothingRuns, assertNothingScratched } from "../run/scene.ts";
import { differences, snapshot } from "../run/snapshot.ts";
import type { Trial } from "./contract.ts";

/** Decoders in one run. */
const TOGETHER = 3;

/** Those that are measured, and caught at it, without a long wait. */
const QUICK = HOSTILE.filter(({ ends }) => !ends.includes("refused") && !ends.includes("timeout"));

const trial: Trial = {
  name: "company",
  share: 1,
  async run(scene, place, random) {
    const hostile = random.shuffle([...QUICK]).slice(0, TOGETHER);
    const files: string[] = [];
    for (const one of hostile) files.push(await writeHostile(one, `${place.out}/..`));
    const args = scene.args.map((arg) =>
      arg.startsWith("--decoder=") ? [arg, ...files].join() : arg
    );
    const bench = new BenchProcess(place, args);
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
export default trial;
