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

/** The interpreter itself, and not what looks for it; empty if there is none. */
export const PYTHON = said("python3", "-c", "import sys; print(sys.executable)").trim();

function said(tool: string, ...args: string[]): string {
  try {
    return new TextDecoder().decode(new Deno.Command(tool, { args }).outputSync().stdout);
  } catch {
    return "";
  }
}

/** The example of torch, with numpy in its place where it is not installed. */
export function withTorch(): string {
  const folder = decodeURIComponent(new URL(".", import.meta.url).pathname);
  const run = `${PYTHON} ${exampleFile("viterbi_torch.py")}`;
  return isThere(PYTHON, "-c", "import torch") ? run : `PYTHONPATH=${shellQuote(folder)} ${run}`;
}

/** What tests of programs in Python are run with. */
export const WITH_PYTHON = { skip: PYTHON === "" ? "there is no python3" : false };

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
  return `${PYTHON} -SE -c ${shellQuote(changed)}`;
}

/** An example compiled into a folder; empty if it does not compile. */
export function compiled(folder: string, name: string, tool: string, ...flags: string[]): string {
  const out = `${folder}/example`;
  return isThere(tool, ...flags, "-o", out, exampleFile(name)) ? out : "";
}
