/**
 * What must hold in a trial.
 *
 * @module
 */

/** Characters of a message that are worth reading. */
const MOST_CHARACTERS = 2_000;

/** @throws Error with the message unless something holds */
export function demand(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message.slice(0, MOST_CHARACTERS));
}

/** @throws Error that names what there is, where nothing may be */
export function demandNone(found: readonly string[], what: string): void {
  demand(found.length === 0, `${what}: ${found.join("\n  ")}`);
}
