/**
 * Digests of answers.
 *
 * @module
 */

import { jsonOf } from "../isolate/json.ts";

const digest = crypto.subtle.digest.bind(crypto.subtle);
const encoder = new TextEncoder();
const encode = encoder.encode.bind(encoder);
const Bytes = Uint8Array;
const { toHex } = Bytes.prototype;
const { call } = Function.prototype;
const hex = call.bind(toHex) as (bytes: Uint8Array) => string;

/** SHA-256 (hex) of a value as JSON. */
export async function digestOf(value: unknown): Promise<string> {
  return hex(new Bytes(await digest("SHA-256", encode(jsonOf(value)))));
}
