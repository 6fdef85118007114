/**
 * Hostile decoders that may be refused, each on a command line of its own.
 *
 * @module
 */

import { basename, join } from "node:path";
import { type Ended, runBench } from "../run/bench_process.ts";
import { newPlace } from "../run/scene.ts";
import { lineDefect } from "../lines.ts";
import type { Ending, Hostile } from "./contract.ts";
import { defectsOf } from "./measured.ts";
import { writeHostile } from "./write.ts";

const ARGUMENTS = [
  ...["--counts", "--dataset=synthetic-weak-5", "--k=1", "--sentences=2"],
];
const ENDINGS: readonly Ending[] = ["whole", "wrong", "refused", "error"];

/** What is not as it must be, for a bench of the baseline and the decoder. */
export async function benchAlone(hostile: Hostile, dir: string): Promise<string[]> {
  const folder = join(dir, hostile.name);
  const place = await newPlace(dir, hostile.name);
  const file = await writeHostile(hostile, folder);
  const ended = await runBench(place, [...ARGUMENTS, `--decoder=${file}`]);
  const ending = ended.signal === null ? ENDINGS[ended.code] : undefined;
  const defects = defectsOf(hostile, ending ?? "nothing", ended.errors);
  const written = Array.from(Deno.readDirSync(folder), ({ name }) => name)
    .filter((name) => !["run", "scratch", basename(file)].includes(name));
  if (written.length > 0) defects.push(`${hostile.name}: wrote ${written}`);
  if (defects.length > 0 || ending !== "refused") return defects;
  const defect = refusalDefect(ended, basename(file));
  return defect === undefined ? [] : [`${hostile.name}: ${defect}`];
}

function refusalDefect({ errors, stdout }: Ended, file: string): string | undefined {
  if (stdout !== "") return `standard output is not empty: ${stdout.slice(0, 100)}`;
  return lineDefect(errors, [file]);
}
