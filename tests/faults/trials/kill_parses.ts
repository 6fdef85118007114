/**
 * Signals to a bench of parsing decoders.
 *
 * @module
 */

import { join } from "node:path";
import { readAnswers } from "../../../harness/store/answers.ts";
import { readTraces } from "../../../harness/store/traces.ts";
import { writeSmallParses } from "../../helpers/parses.ts";
import { demand } from "../run/demand.ts";
import { runWhole, type Scene } from "../run/scene.ts";
import type { Trial } from "./contract.ts";
import { killAndResume } from "./kill.ts";

/** What is told of answers and how they were come to, besides the rows. */
const TABLES = { answers: readAnswers, traces: readTraces } as const;
/** Runs that nothing has disturbed, by the folder of trials. */
const untouched = new Map<string, Promise<Scene>>();

const trial: Trial = {
  name: "kill-parses",
  share: 3,
  async run({ dir }, place, random) {
    if (!untouched.has(dir)) untouched.set(dir, runParses(dir));
    const scene = await untouched.get(dir)!;
    const said = await killAndResume(scene, place, random);
    for (const [name, read] of Object.entries(TABLES)) {
      const [whole, healed] = [
        await linesOf(read, scene.untouched),
        await linesOf(read, place.out),
      ];
      demand(whole.length > 0, `no ${name}`);
      demand(whole.join("\n") === healed.join("\n"), `${name} resumed otherwise`);
    }
    return said;
  },
};
export default trial;

/** A pack with gold, in two search spaces; the baseline, its control and two rivals. */
async function runParses(dir: string): Promise<Scene> {
  const pack = join(dir, "parses.safetensors");
  await writeSmallParses(pack);
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
