/**
 * A finished run, one or more of whose files were cut at any byte.
 *
 * @module
 */

import { cp } from "node:fs/promises";
import { join } from "node:path";
import type { Random } from "../../../datasets/random.ts";
import { type Place, runBench } from "../run/bench_process.ts";
import { assertNoStack, demand, resume, type Trial } from "../run/scene.ts";

/** What is written while a run goes on, each as often as it stands here. */
const FILES = ["rows.csv", "rows.csv", "sentences.csv", "first_use.csv", "manifest.json"];
/** It cannot be known what a run was without it, so a run without it whole is refused. */
const MANIFEST = "manifest.json";

/** A file that was cut. */
interface Cut {
  readonly file: string;
  readonly at: number;
  readonly size: number;
  /** Whether no kill leaves it so: the manifest and the heads of tables are written whole. */
  readonly isDamage: boolean;
}

/**
 * A finished run, one or more of whose files were cut at any byte.
 */
export const truncate: Trial = {
  name: "truncate",
  share: 3,
  async run(scene, place, random) {
    await cp(scene.untouched, place.out, { recursive: true });
    const count = 1 + random.integer(2);
    const files = random.shuffle([...new Set(FILES)]).slice(0, count);
    const cuts: Cut[] = [];
    for (const file of files) cuts.push(await cut(place, file, random));
    const said = cuts.map(({ file, at, size }) => `${file} at ${at} of ${size}`).join(", ");
    const damaged = cuts.filter(({ isDamage }) => isDamage);
    if (damaged.length === 0) await resume(scene, place);
    else return `${said}: ${await refusedOrHealed(scene, place, damaged)}`;
    return said;
  },
};
async function cut({ out }: Place, file: string, random: Random): Promise<Cut> {
  const path = join(out, file);
  const bytes = await Deno.readFile(path);
  const at = random.integer(bytes.length);
  await Deno.writeFile(path, bytes.subarray(0, at));
  const head = bytes.indexOf("\n".charCodeAt(0));
  return { file, at, size: bytes.length, isDamage: file === MANIFEST || at <= head };
}

/** Either all is healed, or a line names what is damaged and nothing is touched. */
async function refusedOrHealed(
  scene: Parameters<Trial["run"]>[0],
  place: Place,
  damaged: readonly Cut[],
): Promise<string> {
  const before = await contents(place, damaged);
  const ended = await runBench(place, [...scene.args, "--resume"]);
  assertNoStack(ended);
  if (ended.code === 0) {
    await resume(scene, place);
    return "healed";
  }
  const said = ended.errors.join("\n");
  const isLine = ended.code === 2 && ended.errors.length === 1;
  demand(isLine, `exit code ${ended.code}: ${said}`);
  demand(damaged.some(({ file }) => said.includes(file)), `no damaged file is named: ${said}`);
  demand(await contents(place, damaged) === before, "a refused folder was touched");
  return "refused";
}

async function contents({ out }: Place, cuts: readonly Cut[]): Promise<string> {
  const texts = cuts.map(({ file }) => Deno.readTextFile(join(out, file)));
  return (await Promise.all(texts)).join();
}
