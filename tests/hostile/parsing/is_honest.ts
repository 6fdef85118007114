/**
 * Not hostile: what the others of this folder would be.
 *
 * @module
 */

import { hostileParser } from "./_exact.ts";

/** Computes. */
export default hostileParser("parses-honestly", () => (sentence, compute) => compute(sentence));
