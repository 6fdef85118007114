/**
 * Keeping processes on one core while they are timed.
 *
 * Cores differ for seconds at a time: what else the computer does on the other half of a core takes
 * some 40% of its speed. Who is timed in turn on the same core is slowed down alike, and ratios
 * stay as they are.
 *
 * @module
 */

/** "pid 12's current affinity list: 0-3,6", whatever the words before the colon are. */
const LAST_CORE = /:.*?(\d+)\s*$/;

/**
 * The last core that this process may use; undefined where that is the only one, or where nobody
 * can say or choose: only Linux with its `taskset` can.
 */
export async function lastCore(): Promise<number | undefined> {
  if (Deno.build.os !== "linux" || navigator.hardwareConcurrency < 2) return undefined;
  const [, core] = LAST_CORE.exec(await taskset("-cp", Deno.pid)) ?? [];
  return core === undefined ? undefined : Number(core);
}

/**
 * Keeps what runs of a process in its first thread, as JavaScript does, on a core from now on.
 * Other threads, which compile and collect garbage, stay where they like. Nothing happens to a
 * process that has ended.
 */
export async function keepOnCore(pid: number, core: number): Promise<void> {
  await taskset("-cp", core, pid);
}

/** What the program says; nothing if it is not there or fails. */
async function taskset(...args: readonly (string | number)[]): Promise<string> {
  const command = new Deno.Command("taskset", { args: args.map(String), stderr: "null" });
  try {
    const { success, stdout } = await command.output();
    return success ? new TextDecoder().decode(stdout) : "";
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "";
    throw error;
  }
}
