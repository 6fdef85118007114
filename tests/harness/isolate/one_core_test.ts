import { assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { keepOnCore, lastCore } from "../../../harness/isolate/one_core.ts";

it("keepOnCore() keeps a process on the core that lastCore() gives", async () => {
  const core = await lastCore();
  if (core === undefined) {
    console.warn("skipped: nobody can choose a core here, it takes Linux, `taskset` and two cores");
    return;
  }
  const sleeper = new Deno.Command("sleep", { args: ["60"] }).spawn();
  try {
    await keepOnCore(sleeper.pid, core);
    const said = await Deno.readTextFile(`/proc/${sleeper.pid}/status`).catch(() => "");
    const [, cores] = /^Cpus_allowed_list:\s*(\S+)$/m.exec(said) ?? [];
    if (cores !== undefined) assertEquals(cores, String(core));
  } finally {
    sleeper.kill("SIGKILL");
    await sleeper.status;
  }
});

it("keepOnCore() does nothing to a process that has ended", async () => {
  const ended = new Deno.Command("true").spawn();
  await ended.status;
  await keepOnCore(ended.pid, 0);
});
