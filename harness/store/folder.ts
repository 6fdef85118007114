/**
 * What may be written where: a folder of somebody else's files is left alone.
 *
 * @module
 */

import { join } from "node:path";
import { UsageError } from "../terminal/usage_error.ts";
import { LOCK_FILE } from "./lock.ts";
import { readManifest } from "./store.ts";
import { isThere, UNFINISHED } from "./table_file.ts";

/** The file of a run's manifest. */
const MANIFEST = "manifest.json";
/** What a bench leaves that was killed, or found the disk full, before it had a manifest. */
const BEGUN = [LOCK_FILE, `${MANIFEST}${UNFINISHED}`];

/** What studies leave in a folder that holds no run. */
const STUDIES = "studies";
/** Pages of papers that studies judge the claims of; not without the studies. */
const PAPERS = "papers";

/** What is in a folder. */
export type Holding = "nothing" | "run" | "merged run";

/**
 * What a folder holds that a run is to be written to.
 *
 * @throws UsageError naming all files of a folder that belong to no run, SyntaxError for a damaged
 * manifest
 */
export async function holding(dir: string): Promise<Holding> {
  if (await isThere(join(dir, MANIFEST))) {
    return (await readManifest(dir)).merged === undefined ? "run" : "merged run";
  }
  const entries = await isThere(dir) ? await Array.fromAsync(Deno.readDir(dir)) : [];
  const names = entries.map(({ name }) => name);
  const ours = names.includes(STUDIES) ? [...BEGUN, STUDIES, PAPERS] : BEGUN;
  const others = names.filter((name) => !ours.includes(name)).sort();
  if (others.length === 0) return "nothing";
  throw new UsageError(
    `Cannot write to ${dir}: it is not empty and holds no run; without a ${MANIFEST} there is ` +
      others.join(", "),
  );
}
