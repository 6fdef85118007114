/**
 * Hostile: forges messages, and replaces the clock, JSON and all that messages are written with. It
 * decodes rightly.
 *
 * @module
 */

import type { Decoder } from "../../decoders/contract.ts";
import { plain } from "../wrong/plain.ts";

const forged = JSON.stringify({ value: { elapsedMs: 0, answers: [] } });
console.log(`\u0001trellis ${forged}`);
// A line that does not end, where a message may follow.
Deno.stdout.writeSync(new TextEncoder().encode(`${crypto.randomUUID()} ${forged}`));

const nothing = () => new Uint8Array(0);
const replacements: readonly (readonly [object, Record<string, unknown>])[] = [
  [performance, { now: () => 0 }],
  [Performance.prototype, { now: () => 0 }],
  [Date, { now: () => 0 }],
  [JSON, { parse: () => ({}), stringify: () => "{}" }],
  [TextEncoder.prototype, { encode: nothing }],
  [TextDecoder.prototype, { decode: () => "{}" }],
  [Uint8Array.prototype, { subarray: nothing, toHex: () => "0" }],
  [String.prototype, { slice: () => "", split: () => [], replaceAll: () => "" }],
  [Deno, { memoryUsage: () => ({ rss: 0 }), stdout: {}, stdin: {} }],
];
for (const [target, members] of replacements) {
  for (const [name, value] of Object.entries(members)) {
    Reflect.defineProperty(target, name, { value, configurable: true, writable: true });
  }
}

/** Right, and not to be trusted. */
const decoder: Decoder = { ...plain, name: "replaces-everything", title: "Replaces everything" };
export default decoder;
