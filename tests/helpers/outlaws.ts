/**
 * A run of decoders that are wrong, crash or never return.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { openPack } from "../../datasets/packs/pack_file.ts";
import { ANSWERS, WORK } from "../faults/hostile/answers.ts";
import { FLOW, REACH } from "../faults/hostile/conduct.ts";
import { EFFORT, type Hostile, textOf } from "../faults/hostile/measure.ts";
import { hostileRun } from "./hostile.ts";

const WRONG = new URL("../wrong/beam_claiming_exactness.ts", import.meta.url);
/** Those of the tables of faults that are quick to end, and two more. */
const FAULTS = ["throws", "leaves", "fails-to-prepare", "talks", "counts-by-the-process"];
const OUTLAWS: readonly Hostile[] = [
  {
    // The first: the others are opened while it is waited for.
    // It waits where others would loop: what must be killed is the same, and no processor is busy.
    name: "never-returning",
    decode: "Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);",
    ends: ["timeout"],
  },
  ...[...ANSWERS, ...FLOW, ...REACH, ...WORK].filter(({ name }) =>
    [...FAULTS, "is-wrong-from-its-second-sentence-on"].includes(name)
  ),
  {
    // An approximate decoder may miss the best path, but not make up a score.
    name: "lying-approximately",
    members: "exact: false,",
    decode: `const paths = right(lattice, 2, work).paths.slice(-1);
      const lie = lattice.length > 1 ? 1 : 0;
      return { paths: paths.map(({ score, labels }) => ({ score: score + lie, labels })) };`,
    ends: ["wrong"],
  },
  { name: "beam-claiming-exactness", text: `export { default } from "${WRONG}";`, ends: ["wrong"] },
];

/**
 * Runs outlaws beside the baseline; of each failing pack, by decoder, its shape and what replaying
 * says.
 */
async function runOutlaws() {
  type Failing = { length: number; labels: number; differences: readonly string[] };
  const failing = new Map<string, Failing>();
  const asked = { datasets: ["synthetic-structureless-6"], ks: [1, 2], sentences: 4 };
  const ended = await hostileRun(
    Object.fromEntries(OUTLAWS.map((one) => [one.name, textOf(one)])),
    { suite: "quick", ...asked },
    {
      effort: { ...EFFORT, deadlineMs: 12_000 },
      // One of them is asked for more paths than it finds.
      change: (plan) => ({
        ...plan,
        datasets: plan.datasets.map((dataset) => ({
          ...dataset,
          cells: dataset.cells.filter(({ k, role, name }) =>
            k === 1 || role === "baseline" || name === "talks"
          ),
        })),
      }),
      async look({ problem, datasets }, replays) {
        for (const { name, variant } of datasets.flatMap(({ cells }) => cells)) {
          const line = replays.find((text) => text.startsWith(`${name} is wrong`));
          const pack = line?.match(/--pack '?([^' ]+)/)?.[1];
          if (pack === undefined) continue;
          const { differences } = await problem.value.replay({ ...variant, pack, k: 1 });
          const { model, lengths: [length] } = await openPack(pack);
          failing.set(name, { length: length!, labels: model.labelCount, differences });
          const baseline = datasets[0]!.cells.find(({ role }) => role === "baseline")!.variant;
          assertEquals((await problem.value.replay({ ...baseline, pack, k: 1 })).differences, []);
        }
      },
    },
  );
  return { ...ended, failing };
}

let once: ReturnType<typeof runOutlaws> | undefined;
/** The run of outlaws, made once for all tests. */
export const lawlessRun = () => once ??= runOutlaws();
