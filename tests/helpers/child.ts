/**
 * The command line as a child process.
 *
 * @module
 */

const ROOT = new URL("../..", import.meta.url);
/** A child that takes this long hangs. */
const DEADLINE_MS = 60_000;

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

/** The same in another folder: a copy of the project. */
export async function cliIn(cwd: string | URL, set: string, ...args: string[]): Promise<Ended> {
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", `-P=${set}`, "cli.ts", ...args],
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "null",
    signal: AbortSignal.timeout(DEADLINE_MS),
  }).output();
  const text = new TextDecoder();
  return {
    code,
    stdout: text.decode(stdout),
    errors: text.decode(stderr).split("\n")
      .filter((line) => line !== "" && !/^Warning.*experimental/.test(line)),
  };
}
