/**
 * Command lines without a process of their own, which takes longer than to refuse them.
 *
 * @module
 */

import { assertEquals } from "@std/assert";
import { runCommandLine } from "../../cli.ts";

/** What a command line said and how it ended. */
export interface Said {
  /** The exit code; undefined if the process would have ended with a stack trace. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly errors: readonly string[];
}

/** Runs a command line with nothing on standard input; its last line is without its end. */
export async function inProcess(args: readonly string[]): Promise<Said> {
  const { code, stdout, errors } = await pipedInProcess("", ...args);
  return { code, stdout: stdout.replace(/\n$/, ""), errors };
}

/** What a command line prints; fails unless it ends well and says nothing on standard error. */
export async function printed(...args: readonly string[]): Promise<string> {
  const { code, stdout, errors } = await inProcess(args);
  assertEquals([code, errors], [0, []]);
  return stdout;
}

let isRunning = false;

/**
 * Runs a command line with text on standard input. One at a time: it has the console and the
 * streams of this process.
 */
export async function pipedInProcess(input: string, ...args: readonly string[]): Promise<Said> {
  if (isRunning) throw new Error("Cannot run two command lines at once in one process");
  isRunning = true;
  const { log, error } = console;
  const { stdin, stdout } = Deno;
  const said: Uint8Array<ArrayBuffer>[] = [];
  const errors: string[] = [];
  const writeSync = (bytes: Uint8Array) => said.push(bytes.slice()) && bytes.length;
  console.log = (line: string) => void writeSync(new TextEncoder().encode(`${line}\n`));
  console.error = (line: string) => void errors.push(line);
  replace({ stdin: reading(new TextEncoder().encode(input)), stdout: { writeSync } });
  let code: number | undefined;
  try {
    code = await runCommandLine([...args]);
  } catch (thrown) {
    errors.push(String(thrown));
  } finally {
    Object.assign(console, { log, error });
    replace({ stdin, stdout });
    isRunning = false;
  }
  return { code, stdout: await new Blob(said).text(), errors };
}

/** Puts others in the place of the streams of this process. */
function replace(streams: Readonly<Record<"stdin" | "stdout", object>>): void {
  for (const [name, value] of Object.entries(streams)) {
    Object.defineProperty(Deno, name, { value, configurable: true, writable: true });
  }
}

/** Standard input of these bytes. */
function reading(bytes: Uint8Array<ArrayBuffer>) {
  let at = 0;
  const read = (into: Uint8Array) => {
    const part = bytes.subarray(at, at += Math.min(into.length, bytes.length - at));
    into.set(part);
    return Promise.resolve(part.length === 0 ? null : part.length);
  };
  return { readable: new Blob([bytes]).stream(), read };
}
