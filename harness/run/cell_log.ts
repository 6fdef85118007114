/**
 * Files of what decoders print.
 *
 * @module
 */

import { join } from "node:path";
import type { LiveCell } from "./live_cell.ts";

/** The folder for them in that of a run. */
const LOGS = "logs";

/** The file of what the decoder of a cell has printed, from the folder of the run. */
export function logFile(dataset: string, { planned: { name, k } }: LiveCell): string {
  return join(LOGS, `${`${dataset}-${name}-k${k}`.replaceAll(/[^\w-]+/g, "_")}.log`);
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
