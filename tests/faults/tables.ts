/**
 * What is tried once: hostile decoders, packs and command lines.
 *
 * @module
 */

import { join } from "node:path";
import { writeFiles } from "./command_lines/files.ts";
import { COMMAND_LINES, refuse } from "./command_lines/table.ts";
import { benchAlone } from "./hostile/alone.ts";
import { measureHostile } from "./hostile/measured.ts";
import { HOSTILE } from "./hostile/table.ts";
import { PACKS, refusePack } from "./packs/table.ts";

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
    await writeFiles(dir);
    const defects: string[] = [];
    for (const line of COMMAND_LINES) defects.push(...await refuse(line, dir));
    return { tried: COMMAND_LINES.length, defects };
  },
  async decoders(dir) {
    const single = HOSTILE.filter(({ ends }) => ends.includes("refused"));
    const together = HOSTILE.filter((hostile) => !single.includes(hostile));
    const measured = join(dir, "measured");
    await Deno.mkdir(measured);
    const defects = await measureHostile(together, measured);
    for (const hostile of single) defects.push(...await benchAlone(hostile, dir));
    return { tried: HOSTILE.length, defects };
  },
};
