/**
 * How an error ends a command line.
 *
 * @module
 */

import { brief } from "../../datasets/visible.ts";
import { DecoderError, EXIT_INCOMPLETE, EXIT_USAGE, UsageError } from "./usage_error.ts";

/** Characters of a message; what is longer is cut. */
const MOST = 500;
/** What a program ends with whose output nobody reads any more: 128 and the number of SIGPIPE. */
const EXIT_PIPE = 141;
/** How V8 says that there is no room for an array. */
const NO_ROOM = /allocation failed|Invalid (typed )?array length|Invalid string length/;

/** How the system, or Node's layer, says that a file is missing. */
const MISSING = /(?:No such file or directory|ENOENT)[^']*'(.*)'/s;
/** What Deno advises where leave is missing: tasks have theirs in `deno.json`. */
const ADVICE = /, run again with the --allow-\w+ flag/;

/** The end of a command line. */
export interface Failure {
  /** For standard error; none where nobody reads on. */
  readonly line?: string;
  readonly code: number;
}

/**
 * What an error comes to that is nobody's defect but of the command line, the system or the memory:
 * a line and an exit code. Undefined for a defect of Trellis itself, whose stack trace is of use.
 */
export function failureOf(error: unknown): Failure | undefined {
  if (!(error instanceof Error)) return undefined;
  const end = (code: number): Failure => ({ line: lineOf(error), code });
  if (error instanceof UsageError || error instanceof Deno.errors.NotCapable) {
    return end(EXIT_USAGE);
  }
  if (error instanceof DecoderError) return end(error.code);
  if (error instanceof Deno.errors.BrokenPipe) return { code: EXIT_PIPE };
  return isOfSystem(error) || isOfMemory(error) ? end(EXIT_INCOMPLETE) : undefined;
}

/** What an error says in one line; what the system says does not say what cannot be done. */
function lineOf(error: Error): string {
  const missing = error.message.startsWith("Cannot ") ? null : MISSING.exec(error.message);
  if (missing !== null) return `error: ${brief(`Cannot find ${missing[1]}: no such file`, MOST)}`;
  const [line = ""] = error.message.replace(ADVICE, " (see permissions in deno.json)").split("\n");
  const what = line.startsWith("Cannot ")
    ? ""
    : isOfMemory(error)
    ? "Cannot hold this in memory: "
    : "Cannot go on: ";
  return `error: ${what}${brief(line, MOST)}`;
}

/** Whether there is no room for an array or a text. */
function isOfMemory(error: Error): boolean {
  return error instanceof RangeError && NO_ROOM.test(error.message);
}

/** Whether the operating system refused something, such as room on a disk. */
function isOfSystem(error: Error): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^E[A-Z0-9]+$/.test(code) ||
    Object.values(Deno.errors).some((OfSystem) => error instanceof OfSystem);
}
