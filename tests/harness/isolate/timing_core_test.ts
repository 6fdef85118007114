import { assert, assertEquals } from "@std/assert";
import { it } from "@std/testing/bdd";
import { TimingCore } from "../../../harness/isolate/timing_core.ts";

const core = await TimingCore.open();
await core?.close();
/** It takes Linux with `taskset` and two cores to choose one. */
const options = { skip: core === undefined };

it("TimingCore keeps a process on one core, if it is there", options, async () => {
  const core = (await TimingCore.open())!;
  const sleeper = new Deno.Command("sleep", { args: ["60"] }).spawn();
  try {
    await core.keep(sleeper.pid);
    const command = new Deno.Command("taskset", { args: ["-cp", String(sleeper.pid)] });
    const said = new TextDecoder().decode((await command.output()).stdout);
    assert(/: \d+\n$/.test(said), said);
  } finally {
    sleeper.kill("SIGKILL");
    await sleeper.status;
    await core.keep(sleeper.pid);
    await core.close();
  }
});

it("TimingCore says whether it is as fast as it has been, and how often not", options, async () => {
  const core = (await TimingCore.open())!;
  const fast = await Array.fromAsync({ length: 20 }, () => core.isFast());
  assertEquals(core.slowShare, fast.filter((one) => !one).length / 20);
  await core.close();
  assertEquals(await core.isFast(), true, "nobody knows once the loop has ended");
});
