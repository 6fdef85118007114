/**
 * The guardian: a process beside this one that cleans up after it, however it ends.
 *
 * Nothing runs in a process that is killed, and no handler of a signal while a computation holds
 * its thread. The guardian waits for the end of its input, which is the end of this process, and
 * then kills the children that are left and removes their folders. A child need not help: what
 * loops is killed as well. It costs a line for each child and nothing while anything is timed.
 *
 * @module
 */

/** What must not outlive this process: another process, or a folder. */
export type Charge = { readonly pid: number } | { readonly folder: string };

/** A line of the guardian's input. */
export interface Order {
  readonly charge: Charge;
  /** The process has ended, or the folder is gone. */
  readonly isOver: boolean;
}

let input: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> | undefined;

/**
 * Has a process killed or a folder removed if this process ends before the charge is released.
 *
 * @returns releases it: the process has ended, or the folder is gone
 */
export async function guard(charge: Charge): Promise<() => Promise<void>> {
  await tell({ charge, isOver: false });
  return () => tell({ charge, isOver: true });
}

async function tell(order: Order): Promise<void> {
  input ??= startGuardian();
  // Whoever kills the guardian, too, leaves the folders to the next run.
  await input.write(new TextEncoder().encode(`${JSON.stringify(order)}\n`)).catch(() => {});
}

function startGuardian(): WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      ...["--quiet", "--no-check", "--no-config", "--no-lock", "--no-prompt"],
      ...["--allow-run", "--allow-write"],
      new URL("./_guardian_process.ts", import.meta.url).href,
    ],
    stdin: "piped",
    stdout: "null",
    // Whoever waits for the end of what this process says waits until all is clean.
    stderr: "inherit",
    // A signal to the group of this process, as a terminal sends it, is not for the guardian.
    detached: true,
  }).spawn();
  child.unref();
  return child.stdin.getWriter();
}
