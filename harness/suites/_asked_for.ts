/**
 * Which decoders suites leave out where they take all.
 *
 * @module
 */

/** Those with other aims than speed: they run where they are asked for. */
export const ASKED_FOR: readonly string[] = ["posterior", "scan"];
