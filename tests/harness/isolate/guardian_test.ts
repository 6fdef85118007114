import { assertEquals, assertRejects } from "@std/assert";
import { describe, it } from "@std/testing/bdd";
import { fileURLToPath } from "node:url";
import { withFolder } from "../../helpers/packs.ts";

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

describe("guard()", () => {
  it("has children killed and folders removed however the process ends", () =>
    withFolder(async (parent) => {
      const signals = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;
      for (const folder of await Promise.all(signals.map((signal) => endWith(signal, parent)))) {
        await assertRejects(() => Deno.stat(folder), Deno.errors.NotFound);
      }
    }));
});
