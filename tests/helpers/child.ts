/**
 * Deno and the command line as child processes.
 *
 * @module
 */

const ROOT = new URL("../..", import.meta.url);
/** A child that takes this long hangs, however busy the machine is. */
const DEADLINE_MS = 300_000;

/** What a command said and how it ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  /** Lines of standard error but for Deno's own warning of an experimental feature. */
  readonly errors: readonly string[];
}

/** Runs `cli.ts` with a permission set of `deno.json`, as its tasks do. */
export async function cli(set: string, ...args: string[]): Promise<Ended> {
  return await cliIn(ROOT, set, ...args);
}

/** The same with text on standard input. */
export async function piped(input: string, set: string, ...args: string[]): Promise<Ended> {
  return await ended(ROOT, ["run", `-P=${set}`, "cli.ts", ...args], input);
}

/** The same in another folder: a copy of the project. */
export async function cliIn(cwd: string | URL, set: string, ...args: string[]): Promise<Ended> {
  return await ended(cwd, ["run", `-P=${set}`, "cli.ts", ...args]);
}

/** Runs Deno itself in the folder of the project. */
export async function deno(...args: string[]): Promise<Ended> {
  return await ended(ROOT, args);
}

async function ended(cwd: string | URL, args: string[], input?: string): Promise<Ended> {
  const child = new Deno.Command(Deno.execPath(), {
    args,
    cwd,
    env: { NO_COLOR: "1" },
    stdin: input === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).spawn();
  // Read while it is written: a command that answers as it goes on waits for its reader.
  const output = child.output();
  if (input !== undefined) {
    const writer = child.stdin.getWriter();
    // A command that refuses its flags reads nothing.
    const bytes = new TextEncoder().encode(input);
    await writer.write(bytes).then(() => writer.close()).catch(() => {});
  }
  const { code, stdout, stderr } = await output;
  const text = new TextDecoder();
  return {
    code,
    stdout: text.decode(stdout),
    errors: text.decode(stderr).split("\n")
      .filter((line) => line !== "" && !/^Warning.*experimental/.test(line)),
  };
}
