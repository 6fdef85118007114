/**
 * Hostile: remembers its answers by the object of the slots.
 *
 * @module
 */

import { byKey, hostileParser } from "./_exact.ts";

/** Computes slots that it does not know, and nothing else. */
export default hostileParser("remembers-slots", byKey(({ slots }) => slots));
