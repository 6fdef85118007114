/**
 * Command lines without a process of their own, which takes longer than to refuse them.
 *
 * @module
 */

import { runCommandLine } from "../../cli.ts";

/** What a command line said and how it ended. */
export interface Said {
  /** The exit code; undefined if the process would have ended with a stack trace. */
  readonly code: number | undefined;
  readonly stdout: string;
  readonly errors: readonly string[];
}

/** Runs a command line. */
export async function inProcess(args: readonly string[]): Promise<Said> {
  const { log, error } = console;
  const [said, errors]: [string[], string[]] = [[], []];
  console.log = (line: string) => void said.push(line);
  console.error = (line: string) => void errors.push(line);
  try {
    const code = await runCommandLine([...args]);
    return { code, stdout: said.join("\n"), errors };
  } catch (thrown) {
    return { code: undefined, stdout: said.join("\n"), errors: [...errors, String(thrown)] };
  } finally {
    Object.assign(console, { log, error });
  }
}
