/**
 * Programs that decode, from the examples, and wrong ones: their text with something replaced.
 *
 * @module
 */

import { shellQuote } from "../../../datasets/visible.ts";

const EXAMPLES = new URL("../../../harness/external/examples/", import.meta.url);

/** The path of an example. */
export const exampleFile = (name: string) => new URL(name, EXAMPLES).pathname;

/** Whether a tool runs here: tests of programs that need it are left out otherwise. */
export function isThere(tool: string, ...args: string[]): boolean {
  try {
    const output = { stdout: "null", stderr: "null" } as const;
    return new Deno.Command(tool, { args, ...output }).outputSync().success;
  } catch {
    return false;
  }
}

/** Text of an example, and what stands there instead. */
export type Change = readonly [text: string, instead: string];

/** The command that runs the Python example with something in it changed. */
export function pythonWith(...changes: readonly Change[]): string {
  const file = exampleFile("viterbi.py");
  const text = Deno.readTextFileSync(file);
  const changed = changes.reduce((text, [one, instead]) => {
    if (!text.includes(one)) throw new RangeError(`Cannot find in ${file}: ${one}`);
    return text.replace(one, () => instead);
  }, text);
  return `python3 -c ${shellQuote(changed)}`;
}
