/**
 * Hostile: tries to read, write, run, connect, ask a registry, keep something and start threads,
 * and fails with what it could do. If it could do nothing, it decodes rightly.
 *
 * @module
 */

import { plain } from "../wrong/plain.ts";
import { posing } from "./recall.ts";

const NAME = "trellis-asks-for-what-is-not-there";
const PACK = new URL("../../datasets/real/ewt_pos45.safetensors.gz", import.meta.url);

/** A path in quotes opens what is below the decoder's own folder, and nothing else. */
const QUOTED = ["/etc/os-release.json", "../../../shared/models/secret.json", "./.hidden.json"];

const ATTEMPTS: Readonly<Record<string, () => unknown>> = {
  "read the gold labels": () => Deno.readFileSync(PACK),
  "list the packs": () => Deno.readDirSync(new URL("./", PACK)),
  "read the rows": () => Deno.readDirSync(new URL("../../reports", import.meta.url)),
  "read the system": () => Deno.readTextFileSync("/etc/hostname"),
  "list the scratch folder": () => Deno.readDirSync("/tmp"),
  "write": () => Deno.makeTempFileSync(),
  "write beside itself": () => Deno.writeTextFileSync(new URL("./x", import.meta.url), ""),
  "look at the environment": () => Deno.env.get("HOME"),
  "run": () => new Deno.Command("true").outputSync(),
  "end its parent": () => Deno.kill(Deno.ppid, "SIGCONT"),
  "listen": () => Deno.listen({ port: 0 }).close(),
  "know its host": () => Deno.hostname(),
  "know who its parent is": () => Deno.readTextFileSync(`/proc/${Deno.ppid}/cmdline`),
  "read the scores of others": () => Deno.readDirSync("/proc/self/fd"),
  "ask a registry": () => import(`npm:${NAME}@1.0.0`),
  "ask another registry": () => import(`jsr:@${NAME}/${NAME}@1.0.0`),
  "load what is elsewhere": () => import(`https://localhost/${NAME}.ts`),
  "load what it has in quotes": () => import(QUOTED[0]!, { with: { type: "json" } }),
  "read what it has in quotes": () => Deno.readTextFileSync(new URL(QUOTED[1]!, import.meta.url)),
  "find what is hidden": () => Deno.readTextFileSync(new URL(QUOTED[2]!, import.meta.url)),
  "keep something": () => localStorage.setItem("key", "value"),
  "keep something for a session": () => sessionStorage.setItem("key", "value"),
  "keep a response": async () => await caches.open(NAME),
  "keep a key": () => (Deno as unknown as { openKv: () => unknown }).openKv(),
  "keep rows": async () => new (await import("node:sqlite")).DatabaseSync("rows.db"),
  "start a worker": () => new Worker("data:text/javascript,", { type: "module" }),
  "start a worker of its own text": () =>
    new Worker(URL.createObjectURL(new Blob([""])), { type: "module" }),
  "start a thread": async () =>
    new (await import("node:worker_threads")).Worker("", { eval: true }),
  "start a thread by another name": async () =>
    (await import("node:module")).createRequire(import.meta.url)("node:worker_threads"),
  "start a thread without a name": async () => {
    const { default: process } = await import("node:process");
    return (process as unknown as { getBuiltinModule: (name: string) => unknown })
      .getBuiltinModule("worker_threads");
  },
};

/** What it could do, when it was loaded. */
const could: string[] = [];
for (const [what, attempt] of Object.entries(ATTEMPTS)) {
  try {
    await attempt();
    could.push(what);
  } catch {
    // It could not.
  }
}

/** Right, if it is kept from everything else. */
export default posing("reaches-out", (model, options) => {
  if (could.length > 0) throw new Error(`could ${could.join(", ")}`);
  return plain.prepare(model, options);
});
