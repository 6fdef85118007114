/**
 * A bench as a user starts it, in a session of its own, and the processes of that session.
 *
 * @module
 */

import config from "../../../deno.json" with { type: "json" };
import type { Ended as EndedCommand } from "../../helpers/child.ts";

const ROOT = new URL("../../../", import.meta.url);
/** A bench that takes this long hangs, however busy the machine is. */
const DEADLINE_MS = 1_200_000;

/** Where a bench writes. */
export interface Place {
  /** Folder of the run. */
  readonly out: string;
  /** Folder for what it needs only while it runs. */
  readonly scratch: string;
}

/** How a bench ended. */
export interface Ended extends EndedCommand {
  readonly signal: Deno.Signal | null;
}

/** The command line of a bench into a place, and its environment, as `deno task bench` runs it. */
export function benchCommand(
  { out, scratch }: Place,
  args: readonly string[],
): { args: string[]; env: Record<string, string> } {
  const [, ...task] = config.tasks.bench.command.split(" ");
  return {
    args: [Deno.execPath(), ...task, ...args, `--out=${out}`],
    env: { NO_COLOR: "1", TMPDIR: scratch },
  };
}

/** A bench that runs. */
interface RunningBench {
  /** Its process; all that it starts are in the session of that number. */
  readonly id: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>;
}

/** Starts a bench. */
export function startBench(place: Place, args: readonly string[]): RunningBench {
  const { args: line, env } = benchCommand(place, args);
  const piped = { stdin: "null", stdout: "piped", stderr: "piped" } as const;
  const child = new Deno.Command("setsid", { args: line, env, cwd: ROOT, ...piped }).spawn();
  return { id: child.pid, ended: endOf(child) };
}

async function endOf(child: Deno.ChildProcess): Promise<Ended> {
  const deadline = setTimeout(() => child.kill("SIGKILL"), DEADLINE_MS);
  const { code, signal, stdout, stderr } = await child.output();
  clearTimeout(deadline);
  const [said, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return { code, signal, stdout: said!, errors: errors!.split("\n").filter((line) => line !== "") };
}

/** Runs a bench to its end. */
export async function runBench(place: Place, args: readonly string[]): Promise<Ended> {
  return await startBench(place, args).ended;
}

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
export async function holdsWithin(ms: number, condition: () => Promise<boolean>): Promise<boolean> {
  for (let looks = 0; looks * EVERY_MS <= ms; looks++) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  }
  return false;
}
