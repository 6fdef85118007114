/**
 * Errors of the person at the command line, and exit codes; 0 is all right.
 *
 * @module
 */

import { closestString } from "@std/text/closest-string";

/** A wrong answer, or counts that differ. */
export const EXIT_WRONG = 1;
/** Bad usage or input. */
export const EXIT_USAGE = 2;
/** Nothing or not everything was measured, or the system gave neither room nor leave to go on. */
export const EXIT_INCOMPLETE = 3;

/** Classes of errors that readers throw. */
const INPUT_ERRORS = [
  SyntaxError,
  TypeError,
  RangeError,
  Deno.errors.NotFound,
  Deno.errors.IsADirectory,
  Deno.errors.NotADirectory,
  Deno.errors.PermissionDenied,
  Deno.errors.NotCapable,
];

/** A command line that cannot be carried out; `cli.ts` prints the message and exits with 2. */
export class UsageError extends Error {
  override name = "UsageError";
}

/** A decoder that fails or is wrong; `cli.ts` prints the message and exits with the code. */
export class DecoderError extends Error {
  override name = "DecoderError";

  constructor(message: string, readonly code: typeof EXIT_WRONG | typeof EXIT_INCOMPLETE) {
    super(message);
  }
}

/**
 * Waits for something that is read from outside, a pack or a corpus: what is wrong with it is an
 * error of whoever gave it.
 *
 * @throws UsageError with the message of the SyntaxError, TypeError, RangeError or NotFound
 */
export async function given<T>(reading: Promise<T>): Promise<T> {
  return await reading.catch(
    unlessOurs((error) => INPUT_ERRORS.some((InputError) => error instanceof InputError)),
  );
}

/**
 * Waits for what is computed with scores that were read. Only a RangeError that says `Cannot …` is
 * about them: V8 says that of none, and any other error is a defect of ours.
 *
 * @throws UsageError with the message of such a RangeError
 */
export async function ofScores<T>(computing: Promise<T>): Promise<T> {
  return await computing.catch(
    unlessOurs((error) => error instanceof RangeError && error.message.startsWith("Cannot ")),
  );
}

/** Turns an error of whoever gave something into one of the command line. */
function unlessOurs(isTheirs: (error: unknown) => boolean) {
  return (error: unknown): never => {
    if (!isTheirs(error)) throw error;
    throw new UsageError((error as Error).message, { cause: error });
  };
}

/**
 * The error for a name that is none of the known ones; it offers the nearest.
 *
 * @example
 * ```ts
 * import { unknownName } from "./usage_error.ts";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   unknownName("decoder", "viterbbi", ["beam", "viterbi"]).message,
 *   'Cannot find the decoder "viterbbi"; did you mean "viterbi"? Known: beam, viterbi',
 * );
 * ```
 */
export function unknownName(what: string, name: string, known: readonly string[]): UsageError {
  const hint = known.length === 0
    ? "; there is none"
    : `; did you mean "${closestString(name, known)}"? Known: ${known.join(", ")}`;
  return new UsageError(`Cannot find the ${what} "${name}"${hint}`);
}

/**
 * The one of a name.
 *
 * @throws UsageError as `unknownName` gives it
 */
export function findNamed<T extends { readonly name: string }>(
  what: string,
  name: string,
  all: readonly T[],
): T {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw unknownName(what, name, all.map(({ name }) => name));
  return found;
}
