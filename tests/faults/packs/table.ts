/**
 * All hostile packs, and what is wrong with how one is refused.
 *
 * @module
 */

import { join } from "node:path";
import { lineDefect } from "../lines.ts";
import { inProcess } from "../../helpers/in_process.ts";
import { CONTAINERS } from "./container.ts";
import type { HostilePack } from "./contract.ts";
import { DENSE } from "./dense.ts";
import { GZIPPED } from "./gzip.ts";
import { PADDED } from "./padded.ts";
import { WEIGHTS } from "./weights.ts";

/** Each is refused with exit code 2 and one line that names its file. */
export const PACKS: readonly HostilePack[] = [
  ...CONTAINERS,
  ...DENSE,
  ...PADDED,
  ...WEIGHTS,
  ...GZIPPED,
];

/** Lets a command without decoders read a pack; what is not as it must be, a line each. */
export async function refusePack(pack: HostilePack, dir: string): Promise<string[]> {
  const { name, says, ending = ".safetensors" } = pack;
  const path = join(dir, `${name.replaceAll(/\W+/g, "_")}${ending}`);
  await Deno.writeFile(path, pack.bytes());
  try {
    const { code, stdout, errors } = await inProcess(["margins", `--pack=${path}`]);
    const defect = code !== 2
      ? `exit code ${code}: ${[...errors, stdout].join("; ").slice(0, 300)}`
      : stdout !== ""
      ? "it has output"
      : lineDefect(errors, [path, ...says]);
    return defect === undefined ? [] : [`${name}: ${defect}`];
  } finally {
    await Deno.remove(path);
  }
}
