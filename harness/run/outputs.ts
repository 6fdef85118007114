/**
 * What a run writes beside its rows and times: what decoders print, what they get wrong, what their
 * answers are and how they come to them.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import type { TimingCore } from "../isolate/timing_core.ts";
import type { Sources } from "../store/key.ts";
import type { LiveCell } from "./live_cell.ts";
import { shellQuote } from "../../datasets/visible.ts";
import { ANSWERS, TRACES } from "../store/side_tables.ts";
import type { Workload } from "./workload.ts";

/** Characters of a file's name, and digits of a hash in it: with its ending, systems take 255. */
const [MOST_NAME, HASH_DIGITS] = [200, 8];
/** The folder of what decoders print, in that of a run. */
const LOGS = "logs";

/** How to run a plan. */
export interface RunOptions {
  /** Folder for the rows. */
  readonly out: string;
  /** Seed of the synthetic lattices and of the order of the cells. */
  readonly seed: number;
  /** Counts the runs into the folder. */
  readonly session: number;
  /** Those of the plan's decoders. */
  readonly sources: Sources;
  /** The core that what is timed is kept on; undefined where nobody can choose one. */
  readonly core?: TimingCore | undefined;
}

/** The file of what the decoder of a cell has printed, from the folder of the run. */
export function logFile(dataset: string, { planned: { name, k } }: LiveCell): string {
  return join(LOGS, `${fileName(`${dataset}-${name}-k${k}`)}.log`);
}

/**
 * Writes what the decoders of some cells have printed in the processes that have ended.
 *
 * @returns the paths of the files; a cell that has printed nothing has none
 */
export async function writeLogs(
  out: string,
  dataset: string,
  cells: readonly LiveCell[],
): Promise<string[]> {
  const paths: string[] = [];
  for (const cell of cells.filter(({ log }) => log !== "")) {
    await Deno.mkdir(join(out, LOGS), { recursive: true });
    const path = join(out, logFile(dataset, cell));
    await Deno.writeTextFile(path, cell.log);
    paths.push(path);
  }
  return paths;
}

/**
 * Writes a file that shows what a decoder gets wrong into the folder of a run.
 *
 * @param name of what is decoded by whom
 * @param decoder as a command line takes it
 * @returns the command that replays it
 */
export async function writeFailing(
  dir: string,
  name: string,
  decoder: string,
  k: number,
  write: (path: string) => Promise<void>,
): Promise<string> {
  const folder = join(dir, "failing");
  await Deno.mkdir(folder, { recursive: true });
  const path = join(folder, `${fileName(name)}.safetensors`);
  await write(path);
  return `deno task check ${shellQuote(decoder)} --pack ${shellQuote(path)} --k ${k}`;
}

/**
 * A name that a file can have: a longer one is cut, and has a hash that tells it from others, as
 * one has with letters beyond ASCII, which look all the same here.
 */
function fileName(name: string): string {
  const plain = name.replaceAll(/[^\w-]+/g, "_");
  if (plain.length <= MOST_NAME && !/[^ -~]/.test(name)) return plain;
  const hash = createHash("sha256").update(name).digest("hex");
  return `${plain.slice(0, MOST_NAME)}-${hash.slice(0, HASH_DIGITS)}`;
}

/** Writes what the problem tells of the answers of cells. */
export async function writeAnswers(
  cells: readonly LiveCell[],
  { out, session }: Pick<RunOptions, "out" | "session">,
): Promise<void> {
  for (const { answers, key } of cells.filter(({ planned: { role } }) => role !== "control")) {
    await ANSWERS.append(out, answers.map((answer) => ({ key, session, ...answer })));
  }
}

/** Writes how cells come to their answers, if the problem can tell. */
export async function writeTraces(
  cells: readonly LiveCell[],
  workload: Workload,
  { out, session }: Pick<RunOptions, "out" | "session">,
  say: (name: string) => void,
): Promise<void> {
  const { problem, sample: { indices } } = workload;
  if (problem.value.trace === undefined) return;
  for (const cell of cells) {
    const { key, planned: { role, name } } = cell;
    if (role === "control" || !cell.isAlive) continue;
    say(name);
    // A decoder may have a hand in what its process says: what is of no sentence is left out.
    const points = (await cell.trace(workload)).filter(({ sentence }) => sentence in indices);
    await TRACES.append(
      out,
      points.map((point) => ({ key, session, ...point, sentence: indices[point.sentence]! })),
    );
  }
}
