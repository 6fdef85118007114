/**
 * A bench as a user starts it, in a session of its own.
 *
 * @module
 */

import config from "../../../deno.json" with { type: "json" };

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
export interface Ended {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  /** Lines of standard error. */
  readonly errors: readonly string[];
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
export class BenchProcess {
  readonly #child: Deno.ChildProcess;
  /** Its process; all that it starts are in the session of that number. */
  readonly id: number;
  /** Resolves when it has ended. */
  readonly ended: Promise<Ended>;

  /** Starts it. */
  constructor(place: Place, args: readonly string[]) {
    const { args: line, env } = benchCommand(place, args);
    this.#child = new Deno.Command("setsid", {
      args: line,
      env,
      cwd: ROOT,
      stdin: "null",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.id = this.#child.pid;
    this.ended = this.#end();
  }

  async #end(): Promise<Ended> {
    const deadline = setTimeout(() => this.#child.kill("SIGKILL"), DEADLINE_MS);
    const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text();
    const [status, stdout, stderr] = await Promise.all([
      this.#child.status,
      text(this.#child.stdout),
      text(this.#child.stderr),
    ]);
    clearTimeout(deadline);
    return { ...status, stdout, errors: stderr.split("\n").filter((line) => line !== "") };
  }
}

/** Runs a bench to its end. */
export async function runBench(place: Place, args: readonly string[]): Promise<Ended> {
  return await new BenchProcess(place, args).ended;
}
