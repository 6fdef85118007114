import { assert, assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { hostname } from "node:os";
import { openScratch } from "../../../harness/isolate/scratch.ts";
import { withFolder } from "../../helpers/packs.ts";
import { fileURLToPath } from "node:url";

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = new Deno.Command(Deno.execPath(), { args: ["--version"], stdout: "null" }).spawn();
  await child.status;
  return child.pid;
}

describe("openScratch()", () => {
  it("makes a folder of the process and removes it with everything in it", () =>
    withFolder(async (parent) => {
      const scratch = await openScratch(parent);
      assert(scratch.path.startsWith(`${parent}/trellis-${hostname()}-${Deno.pid}-`));
      await Deno.writeTextFile(`${scratch.path}/file`, "text");
      await scratch.remove();
      assertEquals([...Deno.readDirSync(parent)], []);
      // As when a program or a cleaner of temporary files has removed it before.
      await scratch.remove();
    }));

  it("removes what dead runs of this machine have left, and nothing else", () =>
    withFolder(async (parent) => {
      const dead = await deadPid();
      const kept = [
        `trellis-${hostname()}-${Deno.pid}-0a`,
        `trellis-another.machine-${dead}-0a`,
        `trellis-of-a-user`,
        `trellis`,
      ];
      for (const name of [...kept, `trellis-${hostname()}-${dead}-0a`]) {
        await Deno.mkdir(`${parent}/${name}/folder`, { recursive: true });
      }
      const scratch = await openScratch(parent);
      const left = [...Deno.readDirSync(parent)].map(({ name }) => `${parent}/${name}`);
      const expected = [...kept.map((name) => `${parent}/${name}`), scratch.path];
      assertEquals(left.sort(), expected.sort());
      await scratch.remove();
    }));
});

const HELPER = fileURLToPath(new URL("../../helpers/left_behind.ts", import.meta.url));

/**
 * Ends the helper with a signal as soon as it has a folder and a child. Waits for the end of all
 * that it and they say: the child holds its output, and the guardian its errors.
 */
async function endWith(signal: Deno.Signal, parent: string): Promise<string> {
  const process = new Deno.Command(Deno.execPath(), {
    args: ["run", "-P=test", HELPER, parent],
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const errors = new Response(process.stderr).text();
  let said = "";
  for await (const text of process.stdout.pipeThrough(new TextDecoderStream())) {
    said += text;
    if (said.endsWith("\n")) process.kill(signal);
  }
  assertEquals((await process.status).signal, signal, await errors);
  await errors;
  return said.trimEnd();
}

it("guard() has children killed and folders removed however the process ends", () =>
  withFolder(async (parent) => {
    const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;
    for (const folder of await Promise.all(signals.map((signal) => endWith(signal, parent)))) {
      await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
    }
  }));
