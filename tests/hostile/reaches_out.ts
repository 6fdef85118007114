/**
 * Hostile: tries to read, write, run and connect, and fails with what it could do. If it could do
 * nothing, it decodes rightly.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "../wrong/_plain.ts";

const PACK = new URL("../../datasets/real/ewt_pos45.safetensors.gz", import.meta.url);

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read the gold labels": () => Deno.readFileSync(PACK),
  "list the packs": () => Deno.readDirSync(new URL("./", PACK)),
  "read the rows": () => Deno.readDirSync(new URL("../../reports", import.meta.url)),
  "read the system": () => Deno.readTextFileSync("/etc/hostname"),
  "write": () => Deno.makeTempFileSync(),
  "write beside itself": () => Deno.writeTextFileSync(new URL("./x", import.meta.url), ""),
  "look at the environment": () => Deno.env.get("HOME"),
  "run": () => new Deno.Command("true").outputSync(),
  "end its parent": () => Deno.kill(Deno.ppid, "SIGCONT"),
  "listen": () => Deno.listen({ port: 0 }).close(),
  "know its host": () => Deno.hostname(),
};

/** What it could do. */
function reached(): string[] {
  return Object.entries(ATTEMPTS).flatMap(([what, attempt]) => {
    try {
      attempt();
      return [what];
    } catch {
      return [];
    }
  });
}

/** Right, if it is kept from everything else. */
const decoder: Decoder = {
  ...plain,
  name: "reaches-out",
  title: "Reaches out",
  prepare(model, options) {
    const could = reached();
    if (could.length > 0) throw new Error(`could ${could.join(", ")}`);
    return plain.prepare(model, options);
  },
};
export default decoder;
