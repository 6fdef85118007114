/**
 * Processes of a session, as `ps` lists them: a bench and all that it has started, whoever their
 * parent is by now.
 *
 * @module
 */

/** How often to look, in milliseconds. */
const EVERY_MS = 50;

/** A process that runs. */
export interface Process {
  readonly id: number;
  /** As `ps` tells it. */
  readonly line: string;
}

/** The processes of a session that run; those that have ended and wait for their parent do not. */
export async function processesIn(session: number): Promise<Process[]> {
  const { stdout } = await new Deno.Command("ps", {
    args: ["-e", "-o", "pid=,sid=,stat=,args="],
  }).output();
  return new TextDecoder().decode(stdout).split("\n").flatMap((line) => {
    const [pid, sid, stat = "Z"] = line.trim().split(/\s+/);
    const runs = Number(sid) === session && !stat.startsWith("Z");
    return runs ? [{ id: Number(pid), line: line.slice(0, 200) }] : [];
  });
}

/** Sends a signal; a process that has ended takes none. */
export function send(process: number, signal: Deno.Signal): void {
  try {
    Deno.kill(process, signal);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Waits until something holds; false if it does not within that time. What counts are looks: where
 * the machine stops for a while, so does the time.
 */
export async function holdsWithin(
  ms: number,
  condition: () => Promise<boolean>,
): Promise<boolean> {
  for (let looks = 0; looks * EVERY_MS <= ms; looks++) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return false;
}
