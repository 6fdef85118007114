/**
 * What is tried once: hostile decoders, packs and command lines.
 *
 * @module
 */

import { refuseAll, type Refused } from "./command_lines/refuse.ts";
import { LEARNING, MEASURING, READING } from "./command_lines/lines.ts";
import { ANSWERS, WORK } from "./hostile/answers.ts";
import { FLOW, REACH } from "./hostile/conduct.ts";
import { type Hostile, measureHostile } from "./hostile/measure.ts";
import { SPEED } from "./hostile/speed.ts";
import { CONTAINERS, GZIPPED } from "./packs/containers.ts";
import { type HostilePack, refusePack } from "./packs/refuse.ts";
import { DENSE, PADDED, WEIGHTS } from "./packs/tensors.ts";

/** Hostile decoders: each is caught or of no effect, and the rest of a run is whole. */
export const HOSTILE: readonly Hostile[] = [...ANSWERS, ...WORK, ...FLOW, ...REACH, ...SPEED];

/** Hostile packs: each is refused with exit code 2 and one line that names its file. */
export const PACKS: readonly HostilePack[] = [
  ...CONTAINERS,
  ...DENSE,
  ...PADDED,
  ...WEIGHTS,
  ...GZIPPED,
];

/** Command lines: each ends with one line and exit code 2, or 3 where the system refuses. */
export const COMMAND_LINES: readonly Refused[] = [...READING, ...MEASURING, ...LEARNING];

/** What is tried of a table, and what was not as it must be. */
export interface Tried {
  readonly tried: number;
  /** A line each. */
  readonly defects: readonly string[];
}

/** The tables by name; each is given an empty folder. */
export const TABLES: Readonly<Record<string, (dir: string) => Promise<Tried>>> = {
  async packs(dir) {
    const defects: string[] = [];
    for (const pack of PACKS) defects.push(...await refusePack(pack, dir));
    return { tried: PACKS.length, defects };
  },
  async commands(dir) {
    return { tried: COMMAND_LINES.length, defects: await refuseAll(COMMAND_LINES, dir) };
  },
  async decoders() {
    return { tried: HOSTILE.length, defects: await measureHostile(HOSTILE) };
  },
};
